import { ChequeCreate } from '@daybook/domain';
import { field, reference } from '../../data/fields.tsx';
import { describeRecord } from '../../data/record-description.ts';
import { csvColumns } from '../../lib/csv.ts';
import { PayeePicker } from '../payees/PayeePicker.tsx';

export const cheque = describeRecord({
  resource: 'cheques',
  schema: ChequeCreate,
  fields: {
    serial: field.text,
    payee: reference(PayeePicker),
    value: field.amount,
    dueDate: field.day,
    description: field.text,
  },
  first: 'payee',
  nameOf: ({ serial }) => serial,
  addressOf: ({ serial }) => `/cheques?search=${encodeURIComponent(serial)}`,
});

/** What the file of cheques holds. */
export const exportColumns = csvColumns(
  '_id',
  'serial',
  'dueDate',
  'payee',
  'payeeName',
  'value',
  'description',
  'isCancelled',
);
