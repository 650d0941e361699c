import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { toUnits } from '../../lib/money.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { Money, Name } from '../../ui/Values.tsx';
import { ChequeStatus } from './ChequeStatus.tsx';
import { type Cheque, stateOf, states } from './cheque.ts';

/**
 * The columns of the register: open cheques by how urgent they are, cancelled ones struck through.
 * @param total of the whole filter, without cancelled ones; undefined: no row of totals
 */
export function useChequeTable(total: string | undefined) {
  const { t } = useTranslation('cheques');
  const { day, today } = useFormat();
  const now = today();
  const columns: Column<Cheque>[] = [
    {
      key: 'serial',
      header: t('fields.serial'),
      cell: ({ serial }) => <span className="ltr serial">{serial}</span>,
      sortBy: ({ serial }) => serial,
      footer: total === undefined ? undefined : t('totalOpen'),
    },
    {
      key: 'dueDate',
      header: t('fields.dueDate'),
      cell: ({ dueDate }) => <span className="number">{day(dueDate)}</span>,
      sortBy: ({ dueDate }) => dueDate,
    },
    {
      key: 'payee',
      header: t('fields.payee'),
      cell: ({ payee, payeeName }) => (
        <Anchor component={Link} to={`/payees/${payee}`} inherit>
          <Name>{payeeName}</Name>
        </Anchor>
      ),
      sortBy: ({ payeeName }) => payeeName,
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
      key: 'description',
      header: t('fields.description'),
      cell: ({ description }) => <Name>{description}</Name>,
      sortBy: ({ description }) => description || null,
    },
    {
      key: 'status',
      header: t('status'),
      cell: (cheque) => <ChequeStatus state={stateOf(cheque, now)} />,
      sortBy: (cheque) => states.indexOf(stateOf(cheque, now)),
    },
  ];
  return { columns, rowClass: (cheque: Cheque) => rowClasses[stateOf(cheque, now)] };
}

const rowClasses = { overdue: 'overdue', cancelled: 'struck', soon: undefined, due: undefined } as const;
