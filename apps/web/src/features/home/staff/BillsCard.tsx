import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { addMonths, type DayText, monthOf } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { negated, sum } from '../../../lib/money.ts';
import { MonthBars } from '../../../ui/charts/MonthBars.tsx';
import { FigureCard, Figures } from '../../../ui/FigureCard.tsx';
import { Card } from '../Card.tsx';
import { CardQuery } from '../CardQuery.tsx';
import { lastMonths, type MonthTotal } from '../logic/months.ts';

/** A year, of which the present month is the last. */
const shown = 12;

interface Props {
  readonly today: DayText;
  readonly months: readonly MonthTotal[] | undefined;
  readonly error: unknown;
  readonly retry: () => unknown;
}

/** This month's bills against last month's, and a year of months. */
export function BillsCard({ today, months, error, retry }: Props) {
  const { t } = useTranslation('home');
  const { t: bills } = useTranslation('bills');
  const { month: monthName } = useFormat();
  const month = monthOf(today);
  const previous = addMonths(month, -1);
  return (
    <Card
      title={bills('title')}
      aside={
        <Anchor component={Link} to="/bills" size="sm">
          {t('allBills')}
        </Anchor>
      }
    >
      <CardQuery data={months} error={error} retry={retry} height={300}>
        {(known) => {
          const totals = lastMonths(month, shown, known);
          const totalOf = (wanted: string) => totals.find((item) => item.month === wanted)?.total ?? '0';
          const difference = sum([totalOf(month), negated(totalOf(previous))]);
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
