import { useTranslation } from 'react-i18next';
import type { Log } from '../../../entities/logs/values.ts';
import { addDays, type DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { Bars } from '../../../ui/charts/Bars.tsx';
import { Card } from '../Card.tsx';
import { CardQuery } from '../CardQuery.tsx';
import { trendOf } from '../logic/attendance.ts';

interface Props {
  readonly today: DayText;
  readonly logs: readonly Log[] | undefined;
  readonly error: unknown;
  readonly retry: () => unknown;
}

const days = 14;

/** Attendance of the last two weeks. */
export function TrendCard({ today, logs, error, retry }: Props) {
  const { t } = useTranslation('home');
  const { t: log } = useTranslation('logs');
  const { dayOfMonth, longDay, number } = useFormat();
  return (
    <Card title={t('trend')}>
      <CardQuery data={logs} error={error} retry={retry} height={180}>
        {(known) => (
          <Bars
            label={t('trend')}
            nameHeader={log('fields.date')}
            height={180}
            series={[
              { label: t('present'), color: 'var(--chart-1)' },
              { label: t('absent'), color: 'var(--chart-2)' },
            ]}
            rows={trendOf(known, addDays(today, 1 - days), today).map(({ day, present, absent }) => ({
              name: dayOfMonth(day),
              fullName: longDay(day),
              bars: [present, absent].map((count) => ({ text: number(count), length: count })),
            }))}
          />
        )}
      </CardQuery>
    </Card>
  );
}
