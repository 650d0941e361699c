import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useColumns } from '../../data/record-description.ts';
import { useFormat } from '../../lib/format.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { Money, Name } from '../../ui/Values.tsx';
import { ChequeStatus } from './ChequeStatus.tsx';
import { type Cheque, stateOf, states } from './cheque.ts';
import { cheque } from './description.ts';

/**
 * The columns of the register: open cheques by how urgent they are, cancelled ones struck through.
 * @param total of the whole filter, without cancelled ones; undefined: no row of totals
 */
export function useChequeTable(total: string | undefined) {
  const { t } = useTranslation('cheques');
  const now = useFormat().today();
  const { serial, dueDate, payee, value, description } = useColumns(cheque, {
    serial: {
      cell: (row) => <span className="ltr serial">{row.serial}</span>,
      footer: total === undefined ? undefined : t('totalOpen'),
    },
    payee: {
      cell: (row) => (
        <Anchor component={Link} to={`/payees/${row.payee}`} inherit>
          <Name>{row.payeeName}</Name>
        </Anchor>
      ),
    },
    value: { footer: total === undefined ? undefined : <Money value={total} /> },
  });
  const status: Column<Cheque> = {
    key: 'status',
    place: 'state',
    header: t('status'),
    cell: (row) => <ChequeStatus state={stateOf(row, now)} />,
    sortBy: (row) => states.indexOf(stateOf(row, now)),
  };
  const columns = [serial, dueDate, payee, value, description, status];
  return { columns, rowClass: (row: Cheque) => rowClasses[stateOf(row, now)] };
}

const rowClasses = { overdue: 'overdue', cancelled: 'struck', soon: undefined, due: undefined } as const;
