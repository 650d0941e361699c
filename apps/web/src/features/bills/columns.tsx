import type { Outputs } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import type { CsvColumn } from '../../lib/csv.ts';
import { useFormat } from '../../lib/format.ts';
import { toUnits } from '../../lib/money.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { Money, Name } from '../../ui/Values.tsx';

export type LedgerEntry = Outputs['bills']['ledger']['items'][number];

const names = ['_id', 'date', 'description', 'extraNotes', 'value', 'balance'] as const;

/** What the file of bills holds. */
export const exportColumns: CsvColumn<LedgerEntry>[] = names.map((header) => ({
  header,
  value: (entry) => entry[header],
}));

/** @param total of the whole filter */
export function useColumns(total: string | undefined): Column<LedgerEntry>[] {
  const { t } = useTranslation('bills');
  const { t: common } = useTranslation();
  const { day } = useFormat();
  return [
    {
      key: 'date',
      header: t('fields.date'),
      cell: ({ date }) => <span className="number">{day(date)}</span>,
      sortBy: ({ date }) => date,
      footer: total === undefined ? undefined : common('total'),
    },
    {
      key: 'description',
      header: t('fields.description'),
      cell: ({ description }) => <Name>{description}</Name>,
      sortBy: ({ description }) => description || null,
    },
    {
      key: 'notes',
      header: t('fields.extraNotes'),
      cell: ({ extraNotes }) => <Name>{extraNotes}</Name>,
      sortBy: ({ extraNotes }) => extraNotes || null,
    },
    {
      key: 'value',
      header: t('fields.value'),
      align: 'end',
      cell: ({ value }) => <Money value={value} />,
      sortBy: ({ value }) => toUnits(value),
      footer: total === undefined ? undefined : <Money value={total} />,
    },
    {
      key: 'balance',
      header: t('balance'),
      align: 'end',
      cell: ({ balance }) => <Money value={balance} />,
    },
  ];
}
