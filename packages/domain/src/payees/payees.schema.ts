import { z } from 'zod';
import { attachmentCount } from '../attachments/attachments.schema.ts';
import { listQuery } from '../values/listing.ts';
import { searchOf } from '../values/query.ts';
import { bodies, RecordId, serviceFields } from '../values/record.ts';
import { Email, optionalText, orEmpty, Phone, PhoneOrStored, requiredText } from '../values/text.ts';

const { create, changes } = bodies('Payee', {
  name: requiredText(100),
  email: orEmpty(Email).default(''),
  phoneNumber: orEmpty(Phone).default(''),
  extraNotes: optionalText(10_000).default(''),
});
export const PayeeCreate = create;
export const PayeeChanges = changes
  .extend({ phoneNumber: orEmpty(PhoneOrStored).optional() })
  .meta({ ...changes.meta() });

export const Payee = z
  .object({
    _id: RecordId,
    name: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    extraNotes: z.string(),
    ...attachmentCount,
    ...serviceFields,
  })
  .meta({ id: 'Payee' });
export type Payee = z.infer<typeof Payee>;

export const payeeSchemas = {
  record: Payee,
  create: PayeeCreate,
  changes: PayeeChanges,
  query: listQuery(Payee, 'name', { search: searchOf('name, e-mail, phone or notes') }),
};
