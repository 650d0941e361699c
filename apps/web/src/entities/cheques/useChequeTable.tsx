import { ChequeCreate } from '@daybook/domain';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { field, optionalReference, reference } from '../../data/fields.tsx';
import { describeRecord, useColumns } from '../../data/record-description.ts';
import { useFormat } from '../../lib/format.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { Money, Name } from '../../ui/values.tsx';
import { AccountPicker } from '../accounts/AccountPicker.tsx';
import { useFilesColumn } from '../attachments/Thumbnails.tsx';
import { PayeePicker } from '../payees/PayeePicker.tsx';
import { ChequeStatus } from './ChequeStatus.tsx';
import { type Cheque, stateOf, states } from './cheque.ts';
import './cheques.css';

export const cheque = describeRecord({
  resource: 'cheques',
  schema: ChequeCreate,
  fields: {
    serial: field.text,
    payee: reference(PayeePicker),
    value: field.amount,
    dueDate: field.day,
    description: field.text,
    account: optionalReference(AccountPicker),
  },
  focused: 'serial',
  first: 'payee',
  nameOf: ({ serial }) => serial,
  addressOf: ({ _id }) => `/cheques/${_id}`,
});

interface Options {
  /** Of the whole filter, without cancelled ones; undefined: no row of totals. */
  readonly total: string | undefined;
  /** Whether the filter lets open ones through alone. */
  readonly isOfOpen?: boolean;
}

/** The columns of the register: open cheques by how urgent they are, cancelled ones struck through. */
export function useChequeTable({ total, isOfOpen = false }: Options) {
  const { t } = useTranslation('cheques');
  const now = useFormat().today();
  const { serial, dueDate, payee, value, description } = useColumns(cheque, {
    serial: {
      cell: (row) => (
        <Anchor component={Link} to={`/cheques/${row._id}`} inherit className="ltr serial">
          {row.serial}
        </Anchor>
      ),
      footer: total === undefined ? undefined : t(isOfOpen ? 'totalOpen' : 'totalWithout'),
    },
    payee: {
      cell: (row) => (
        <Anchor component={Link} to={`/payees/${row.payee}`} inherit>
          <Name>{row.payeeName}</Name>
        </Anchor>
      ),
    },
    description: { place: 'hidden' },
    value: { footer: total === undefined ? undefined : <Money value={total} /> },
  });
  const status: Column<Cheque> = {
    key: 'status',
    place: 'state',
    header: t('status'),
    cell: (row) => <ChequeStatus cheque={row} />,
    sortBy: (row) => states.indexOf(stateOf(row, now)),
  };
  const files = useFilesColumn<Cheque>('cheques', (row) => t('named', { serial: row.serial }));
  const columns = [serial, dueDate, payee, value, description, files, status];
  return { columns, rowClass };
}

const rowClass = ({ isCancelled }: Cheque) => (isCancelled ? 'struck' : undefined);
