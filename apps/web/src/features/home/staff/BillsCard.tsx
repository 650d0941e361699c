import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { addMonths, type DayText, monthOf, monthRange } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { negated, sum } from '../../../lib/money.ts';
import { MonthBars } from '../../../ui/charts/MonthBars.tsx';
import { FigureCard, Figures } from '../../../ui/FigureCard.tsx';
import { Card } from '../Card.tsx';
import { CardQuery } from '../CardQuery.tsx';
import { lastMonths } from '../logic/months.ts';

/** A year, of which the present month is the last. */
const shown = 12;

/** This month's bills against last month's, and a year of months. */
export function BillsCard({ today }: { readonly today: DayText }) {
  const { t } = useTranslation('home');
  const { t: bills } = useTranslation('bills');
  const { month: monthName } = useFormat();
  const month = monthOf(today);
  const previous = addMonths(month, -1);
  const { to } = monthRange(month);
  const { from } = monthRange(addMonths(month, 1 - shown));
  const { data, error, refetch } = useQuery(api.bills.summary.queryOptions({ from, to }));
  return (
    <Card
      title={bills('title')}
      aside={
        <Anchor component={Link} to="/bills" size="sm">
          {t('allBills')}
        </Anchor>
      }
    >
      <CardQuery data={data} error={error} retry={refetch} height={300}>
        {({ months }) => {
          const totals = lastMonths(month, shown, months);
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
