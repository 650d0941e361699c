import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isWeekend, useBusiness } from '../../lib/business.ts';
import { useFormat } from '../../lib/format.ts';
import { Balances, Lines } from '../../ui/charts/charts.tsx';
import { lengthOf } from '../../ui/charts/values.ts';
import type { Forecast } from './forecast.ts';

/** The days of a forecast as a chart shows them. */
export function useBalanceDays() {
  const { dayOfYear, longDay, money } = useFormat();
  const { weekend } = useBusiness();
  return ({ days }: Pick<Forecast, 'days'>) =>
    days.map(({ date, balance }) => ({
      name: dayOfYear(date),
      fullName: longDay(date),
      text: money(balance),
      height: lengthOf(balance),
      isWeekend: isWeekend(date, weekend),
    }));
}

interface Props {
  readonly forecast: Pick<Forecast, 'days' | 'to' | 'shortfall'>;
  /** With what was moved; undefined: nothing was. */
  readonly moved?: Pick<Forecast, 'days'> | undefined;
}

/** The balance of each day; where something was moved, beside what really is, which is dashed. */
export function ForecastPicture({ forecast, moved }: Props) {
  const { t } = useTranslation('forecast');
  const { longDay } = useFormat();
  const { weekend } = useBusiness();
  const daysOf = useBalanceDays();
  const { days, to, shortfall } = forecast;
  const marked = days.findIndex(({ date }) => date === shortfall?.date);
  const label = t('chart', { day: longDay(to) });
  return (
    <div>
      {moved ? (
        <Lines
          label={`${label}: ${t('whatIf.moved')}, ${t('whatIf.real')}`}
          lines={[
            { label: t('whatIf.moved'), days: daysOf(moved) },
            { label: t('whatIf.real'), days: daysOf(forecast), isDashed: true },
          ]}
        />
      ) : (
        <Balances label={label} marked={marked === -1 ? undefined : marked} days={daysOf(forecast)} />
      )}
      {weekend.length > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('weekends')}
        </Text>
      )}
    </div>
  );
}
