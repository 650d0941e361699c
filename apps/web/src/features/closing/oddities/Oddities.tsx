import { Checkbox, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { ItemsOf } from './items.tsx';
import type { Found } from './useOddities.ts';

interface Props {
  readonly found: Found;
  readonly from: DayText;
  readonly through: DayText;
  readonly isWhole: boolean;
  /** Undefined where the days before were closed once, and so looked at. */
  readonly onWhole: ((isWhole: boolean) => void) | undefined;
}

/** What to look at before a period is closed, each with a link to where it can be corrected. */
export function Oddities({ found, from, through, isWhole, onWhole }: Props) {
  const { t } = useTranslation('closing');
  const { day, number } = useFormat();
  const { check, oddities, isWithoutRates, isPending, error, refetch } = found;
  if (oddities.length === 0 && !isWithoutRates) return <Text c="dimmed">{t('odd.nothing')}</Text>;
  return (
    <div className="closing-odd panel">
      <Title order={3} size="h5">
        {t('odd.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {(isWhole && onWhole) || !oddities.includes('overlaps')
          ? t('odd.upTo', { to: day(through) })
          : t('odd.range', { from: day(from), to: day(through) })}
      </Text>
      {onWhole && (
        <Checkbox
          my="xs"
          label={t('odd.whole')}
          checked={isWhole}
          onChange={({ currentTarget }) => onWhole(currentTarget.checked)}
        />
      )}
      {error ? <ErrorState error={error} reset={refetch} /> : null}
      {isPending && <Loading />}
      {check && (
        <ul className="closing-groups">
          {oddities.map((oddity) => {
            const { count } = check[oddity];
            return count === 0 ? (
              <li key={oddity} className="fine">
                <IconCircleCheck size={18} aria-hidden />
                <div>{t(`odd.${oddity}.fine`)}</div>
              </li>
            ) : (
              <li key={oddity} className="found">
                <IconAlertTriangle size={18} aria-hidden />
                <div>
                  <strong>{t(`odd.${oddity}.title`)}</strong> <span className="number">{number(count)}</span>
                  <ItemsOf oddity={oddity} check={check} through={through} />
                </div>
              </li>
            );
          })}
          {isWithoutRates && (
            <li>
              <IconInfoCircle size={18} aria-hidden />
              <div>{t('odd.noRates')}</div>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
