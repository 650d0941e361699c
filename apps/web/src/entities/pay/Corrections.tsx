import type { Outputs } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Day, Money } from '../../ui/Values.tsx';

type Correction = Outputs['settlements']['preview']['corrections'][number];

/** What has changed of days that were settled before: before and after. */
export function Corrections({ corrections }: { readonly corrections: readonly Correction[] }) {
  const { t } = useTranslation('pay');
  const amount = (key: 'before' | 'after'): Column<Correction> => ({
    key,
    header: t(`columns.${key}`),
    align: 'end',
    cell: (row) => (key === 'before' ? <s>{<Money value={row.before} />}</s> : <Money value={row.after} />),
    ...(key === 'after' && { place: 'end' as const }),
  });
  const columns: Column<Correction>[] = [
    { key: 'date', header: t('columns.date'), place: 'first', cell: ({ date }) => <Day value={date} /> },
    { key: 'field', header: t('columns.field'), cell: ({ field }) => t(`frozen.${field}`) },
    amount('before'),
    amount('after'),
  ];
  return (
    <DataTable
      label={t('settling.correctionsOf')}
      columns={columns}
      rows={corrections}
      rowKey={({ date, field }) => `${date} ${field}`}
    />
  );
}
