import { useTranslation } from 'react-i18next';
import { addDays, type DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { Bars } from '../../../ui/charts/Bars.tsx';
import { Card } from '../Card.tsx';
import { CardQuery } from '../CardQuery.tsx';
import { type Attendance, type AttendanceDay, trendOf } from '../logic/attendance.ts';

interface Props {
  readonly today: DayText;
  /** Of today, with what is being saved. */
  readonly attendance: Attendance | undefined;
  readonly days: readonly AttendanceDay[] | undefined;
  readonly error: unknown;
  readonly retry: () => unknown;
}

const shown = 14;

/** Attendance of the last two weeks. */
export function TrendCard({ today, attendance, days, error, retry }: Props) {
  const { t } = useTranslation('home');
  const { t: log } = useTranslation('logs');
  const known = attendance &&
    days && [...days, { date: today, present: attendance.present.length, absent: attendance.absent.length }];
  const { dayOfMonth, longDay, number } = useFormat();
  return (
    <Card title={t('trend')}>
      <CardQuery data={known} error={error} retry={retry} height={180}>
        {(all) => (
          <Bars
            label={t('trend')}
            nameHeader={log('fields.date')}
            height={180}
            series={[
              { label: t('present'), color: 'var(--chart-1)' },
              { label: t('absent'), color: 'var(--chart-2)' },
            ]}
            rows={trendOf(all, addDays(today, 1 - shown), today).map(({ date, present, absent }) => ({
              name: dayOfMonth(date),
              fullName: longDay(date),
              bars: [present, absent].map((count) => ({ text: number(count), length: count })),
            }))}
          />
        )}
      </CardQuery>
    </Card>
  );
}
