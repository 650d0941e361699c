import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { listQuery } from '../values/listing.ts';
import { bodies, RecordId, serviceFields } from '../values/record.ts';
import { Id, IdList } from '../values/scalars.ts';
import { requiredText } from '../values/text.ts';

/** The number of a serial is its last run of digits. */
const Serial = requiredText(64)
  .refine((value) => value === '' || /[0-9]/.test(value), issue('invalid_serial'))
  .meta({
    pattern: '[0-9]',
    description: 'Text with a number, its last run of digits; at most 30 combining marks in a row',
    examples: ['000101'],
  });

export const { create: ChequebookCreate, changes: ChequebookChanges } = bodies('Chequebook', {
  account: Id,
  firstSerial: Serial,
  lastSerial: Serial,
});

export const Chequebook = z
  .object({
    _id: RecordId,
    account: RecordId,
    accountName: z.string(),
    firstSerial: z.string(),
    lastSerial: z.string(),
    nextSerial: z
      .string()
      .nullable()
      .meta({ description: 'The one after the highest that a cheque of the account has; null: used up' }),
    ...serviceFields,
  })
  .meta({ id: 'Chequebook', description: 'The serials of a book of cheques' });
export type Chequebook = z.infer<typeof Chequebook>;

export const chequebookSchemas = {
  record: Chequebook,
  create: ChequebookCreate,
  changes: ChequebookChanges,
  query: listQuery(Chequebook, 'firstSerial', {
    account: IdList.optional().meta({ description: 'One account, or several separated by commas' }),
  }),
};
