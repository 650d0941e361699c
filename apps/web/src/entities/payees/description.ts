import { PayeeCreate } from '@daybook/domain';
import { field } from '../../data/fields.tsx';
import type { RecordOf } from '../../data/record-client.ts';
import { describeRecord } from '../../data/record-description.ts';

export type Payee = RecordOf<'payees'>;

export const payee = describeRecord({
  resource: 'payees',
  schema: PayeeCreate,
  fields: {
    name: field.text,
    phoneNumber: field.phone,
    email: field.email,
    extraNotes: field.notes,
  },
  nameOf: ({ name }) => name,
  addressOf: ({ _id }) => `/payees/${_id}`,
});
