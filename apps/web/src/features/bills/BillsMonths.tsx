import { Anchor, Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { monthRange } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { MonthBars } from '../../ui/charts/charts.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Money } from '../../ui/List.tsx';
import { evenMonths } from './ranges.ts';

interface BilledMonth {
  readonly month: string;
  readonly count: number;
  readonly total: string;
}

interface Props {
  readonly months: readonly BilledMonth[];
  readonly search: string | undefined;
}

const MAX_BARS = 24;

/** Totals by month as bars, and as figures that lead to their bills. */
export function BillsMonths({ months, search }: Props) {
  const { t } = useTranslation('bills');
  const { today } = useFormat();
  return (
    <Box component="section" mb="xs" className="no-print" aria-label={t('byMonth')}>
      <MonthBars label={t('chart')} data={evenMonths(months, MAX_BARS, today())} />
      <MonthsTable months={months} search={search} />
    </Box>
  );
}

function MonthsTable({ months, search }: Props) {
  const { t } = useTranslation('bills');
  const { t: common } = useTranslation();
  const format = useFormat();
  const columns: Column<BilledMonth>[] = [
    {
      key: 'month',
      header: t('month'),
      cell: ({ month }) => (
        <Anchor component={Link} to="/bills/all" search={{ ...monthRange(month), search } as never} inherit>
          {format.month(month)}
        </Anchor>
      ),
    },
    { key: 'count', header: t('bills'), align: 'end', cell: ({ count }) => format.number(count) },
    {
      key: 'total',
      header: common('total'),
      align: 'end',
      place: 'end',
      cell: ({ total }) => <Money value={total} />,
    },
  ];
  return (
    <DataTable
      label={t('byMonth')}
      columns={columns}
      rows={months.toReversed()}
      rowKey={({ month }) => month}
    />
  );
}
