import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { Flag, Id } from '../values/scalars.ts';
import { requiredText } from '../values/text.ts';
import { Cheque, ChequeCreate } from './cheques.schema.ts';

/** The most months of a series. */
const MAX_MONTHS = 120;
const MAX_SERIAL_LENGTH = 64;
const monthsIssue = issue('invalid_integer', { min: 1, max: MAX_MONTHS });

/** Whether the last cheque falls due in the year 9999 at the latest. */
function endsInTime(firstDueDate: string, months: number): boolean {
  const [year = 0, month = 0] = firstDueDate.split('-').map(Number);
  return year * 12 + month + months - 1 <= 9999 * 12 + 12;
}

/** How many characters the last serial has; a number that grows a digit makes it longer. */
function lastLength(firstSerial: string, months: number): number {
  const digits = firstSerial.match(/[0-9]+/g)?.at(-1) ?? '';
  const last = String(BigInt(digits) + BigInt(months - 1));
  return [...firstSerial].length + Math.max(0, last.length - digits.length);
}

/** Cheques of the same value to one payee, one for each month. */
export const ChequeSeries = z
  .object({
    firstDueDate: ChequeCreate.shape.dueDate.meta({
      description:
        'Each date is counted from this one: the 31st is the last day of a shorter month, and the 31st again',
    }),
    months: z.int(monthsIssue).min(1, monthsIssue).max(MAX_MONTHS, monthsIssue),
    value: ChequeCreate.shape.value.meta({ description: 'Of each cheque' }),
    payee: Id,
    description: ChequeCreate.shape.description,
    account: ChequeCreate.shape.account.meta({ description: 'A chequebook’s own where that is sent' }),
    firstSerial: requiredText(MAX_SERIAL_LENGTH)
      .refine((value) => value === '' || /[0-9]/.test(value), issue('invalid_serial'))
      .optional()
      .meta({
        pattern: '[0-9]',
        description: 'Its number, the last run of digits, goes on by one; leading zeros are kept',
        examples: ['000101'],
      }),
    chequebook: Id.optional().meta({ description: 'Instead of firstSerial: its next serials' }),
    dryRun: Flag.default(false).meta({
      description: 'true: nothing is made; the answer is what would be, without identifiers',
    }),
  })
  .refine(({ firstSerial, chequebook }) => (firstSerial === undefined) !== (chequebook === undefined), {
    path: ['firstSerial'],
    ...issue('serial_or_chequebook'),
  })
  .refine(({ firstSerial = '', months }) => lastLength(firstSerial, months) <= MAX_SERIAL_LENGTH, {
    path: ['firstSerial'],
    ...issue('too_long', { max: MAX_SERIAL_LENGTH }),
  })
  .refine(({ firstDueDate, months }) => endsInTime(firstDueDate, months), {
    path: ['firstDueDate'],
    ...issue('invalid_date'),
  })
  .meta({ id: 'ChequeSeries' });
export type ChequeSeries = z.output<typeof ChequeSeries>;

const { serial, dueDate, value, description, payee, payeeName, account, accountName, warnings } =
  Cheque.shape;

/** A cheque that a dry run would make. */
export const PlannedCheque = z
  .object({ serial, dueDate, value, description, payee, payeeName, account, accountName, warnings })
  .meta({ id: 'PlannedCheque' });
export type PlannedCheque = z.infer<typeof PlannedCheque>;

/** A cheque that was made, or one that a dry run would make. */
export const SeriesCheque = z.union([Cheque, PlannedCheque]);
