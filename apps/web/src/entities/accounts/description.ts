import { BankAccountCreate } from '@daybook/domain';
import { field } from '../../data/fields.tsx';
import type { RecordOf } from '../../data/record-client.ts';
import { describeRecord } from '../../data/record-description.ts';

export type BankAccount = RecordOf<'bankAccounts'>;

export const bankAccount = describeRecord({
  resource: 'bankAccounts',
  schema: BankAccountCreate,
  fields: {
    name: field.text,
    bank: field.text,
    number: field.code,
    isArchived: field.flag,
  },
  nameOf: ({ name }) => name,
  addressOf: ({ _id }) => `/accounts/${_id}`,
});
