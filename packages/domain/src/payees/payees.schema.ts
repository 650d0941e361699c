import { z } from 'zod';
import { paging } from '../values/paging.ts';
import { RecordId, serviceFields } from '../values/record.ts';
import { Email, optionalText, orEmpty, Phone, requiredText, text } from '../values/text.ts';

const fields = {
  name: requiredText(100),
  email: orEmpty(Email),
  phoneNumber: orEmpty(Phone),
  extraNotes: optionalText(10_000),
};

export const PayeeCreate = z
  .object({
    ...fields,
    email: fields.email.default(''),
    phoneNumber: fields.phoneNumber.default(''),
    extraNotes: fields.extraNotes.default(''),
  })
  .meta({ id: 'PayeeCreate' });
export type PayeeCreate = z.output<typeof PayeeCreate>;

export const PayeeChanges = z
  .object(fields)
  .partial()
  .meta({ id: 'PayeeChanges', description: 'Only the fields sent change.' });
export type PayeeChanges = z.output<typeof PayeeChanges>;

export const Payee = z
  .object({
    _id: RecordId,
    name: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    extraNotes: z.string(),
    ...serviceFields,
  })
  .meta({ id: 'Payee' });
export type Payee = z.infer<typeof Payee>;

export const PayeeQuery = z.object({
  search: text(200).optional().meta({ description: 'Plain text, ignoring case and diacritics' }),
  ...paging,
});
export type PayeeQuery = z.output<typeof PayeeQuery>;
