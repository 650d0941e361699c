import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { negate, sum } from '../../lib/amounts.ts';
import { addDays, addMonths, type DayText, monthOf } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { Bars, MonthBars } from '../../ui/charts/charts.tsx';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { Card, CardQuery } from './Card.tsx';
import { type Attendance, type AttendanceDay, lastMonths, type MonthTotal, trendOf } from './home.ts';

/** A year, of which the present month is the last. */
const shownMonths = 12;

interface BillsCardProps {
  readonly today: DayText;
  readonly months: readonly MonthTotal[] | undefined;
  readonly error: unknown;
  readonly retry: () => unknown;
}

/** This month's bills against last month's, and a year of months. */
export function BillsCard({ today, months, error, retry }: BillsCardProps) {
  const { t } = useTranslation('home');
  const { t: bills } = useTranslation('bills');
  const { month: monthName } = useFormat();
  const month = monthOf(today);
  const previous = addMonths(month, -1);
  return (
    <Card
      title={bills('title')}
      aside={
        <Anchor component={Link} to="/bills/all" size="sm">
          {t('allBills')}
        </Anchor>
      }
    >
      <CardQuery data={months} error={error} retry={retry} height={300}>
        {(known) => {
          const totals = lastMonths(month, shownMonths, known);
          const totalOf = (wanted: string) => totals.find((item) => item.month === wanted)?.total ?? '0';
          const difference = sum([totalOf(month), negate(totalOf(previous))]);
          return (
            <>
              <Figures>
                <FigureCard label={t('thisMonthSoFar')} value={totalOf(month)} />
                <FigureCard label={monthName(previous)} value={totalOf(previous)} />
                <FigureCard label={t('difference')} value={difference} />
              </Figures>
              <MonthBars label={t('billsOfYear')} data={totals} />
            </>
          );
        }}
      </CardQuery>
    </Card>
  );
}

interface TrendCardProps {
  readonly today: DayText;
  /** Of today, with what is being saved. */
  readonly attendance: Attendance | undefined;
  readonly days: readonly AttendanceDay[] | undefined;
  readonly error: unknown;
  readonly retry: () => unknown;
}

const shownDays = 14;

/** Attendance of the last two weeks. */
export function TrendCard({ today, attendance, days, error, retry }: TrendCardProps) {
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
            rows={trendOf(all, addDays(today, 1 - shownDays), today).map(({ date, present, absent }) => ({
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
