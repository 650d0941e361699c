import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { listQuery } from '../values/listing.ts';
import { searchOf } from '../values/query.ts';
import { bodies, RecordId, serviceFields } from '../values/record.ts';
import { Flag } from '../values/scalars.ts';
import { optionalText, requiredText } from '../values/text.ts';

const invalidLength = issue('invalid_length', { min: 0, max: 400 });
const length = z.number(invalidLength).min(0, invalidLength).max(400, invalidLength);

const place = z.object({
  x: length.meta({ description: 'From the left edge of the form' }),
  y: length.meta({ description: 'From the top edge of the form' }),
  width: length.optional().meta({ description: 'Where the text is longer it is set smaller' }),
  size: length.optional().meta({ description: 'Height of the letters' }),
});

/** Where things are printed on the cheque form of a bank; all lengths are millimetres. */
export const ChequeForm = z
  .object({
    width: length,
    height: length,
    margin: z
      .object({ left: length, top: length })
      .optional()
      .meta({ description: 'Where the form lies on the sheet of paper in the printer' }),
    fields: z
      .object({
        date: place,
        payee: place,
        words: place.meta({ description: 'The amount in words' }),
        wordsSecondLine: place.meta({ description: 'What the first line has no room for' }),
        amount: place.meta({ description: 'The amount in digits' }),
        crossed: place.meta({ description: '“A/C payee only”' }),
      })
      .partial(),
  })
  .meta({
    id: 'ChequeForm',
    description:
      'Where things are printed on the bank’s cheque form: millimetres, 0 to 400, from its top left corner. What has no place is not printed.',
  });
export type ChequeForm = z.output<typeof ChequeForm>;

export const { create: BankAccountCreate, changes: BankAccountChanges } = bodies('BankAccount', {
  name: requiredText(100),
  bank: optionalText(100).default(''),
  number: optionalText(64).default(''),
  isArchived: Flag.default(false),
  chequeForm: ChequeForm.nullable().default(null),
});

export const BankAccount = z
  .object({
    _id: RecordId,
    name: z.string(),
    bank: z.string(),
    number: z.string(),
    isArchived: z.boolean().meta({ description: 'No longer offered for new cheques' }),
    chequeForm: ChequeForm.nullable(),
    ...serviceFields,
  })
  .meta({ id: 'BankAccount' });
export type BankAccount = z.infer<typeof BankAccount>;

export const bankAccountSchemas = {
  record: BankAccount,
  create: BankAccountCreate,
  changes: BankAccountChanges,
  query: listQuery(BankAccount, 'name', {
    isArchived: Flag.optional().meta({ description: 'Only archived accounts, or only the others' }),
    search: searchOf('name, bank or number'),
  }),
};
