import { ChequeCreate } from '@daybook/domain';
import { field, optionalReference, reference } from '../../data/fields.tsx';
import { describeRecord } from '../../data/record-description.ts';
import { type CsvColumn, csvColumns } from '../../lib/csv.ts';
import { AccountPicker } from '../accounts/AccountPicker.tsx';
import { PayeePicker } from '../payees/PayeePicker.tsx';
import type { Cheque } from './cheque.ts';

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

/** What the file of cheques holds. */
export const exportColumns: readonly CsvColumn<Cheque>[] = [
  ...csvColumns(
    '_id',
    'serial',
    'dueDate',
    'payee',
    'payeeName',
    'account',
    'accountName',
    'value',
    'description',
    'isCancelled',
    'status',
    'statusDate',
    'attempts',
  ),
  { header: 'replaces', value: ({ replaces }) => replaces, isIdentifier: true },
  { header: 'replacedBy', value: ({ replacedBy }) => replacedBy.join(' '), isIdentifier: true },
];
