import { z } from 'zod';
import { type IssueCode, type IssueParams, issue, raise } from './issues.ts';

export const canonicalId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** The identifier of no record. */
export const noRecord = '00000000-0000-0000-0000-000000000000';

/** Identifiers are opaque: a malformed one is simply the name of no record. */
export const toId = (value: string): string => (canonicalId.test(value) ? value : noRecord);

/** An identifier as a client sends it. */
export const Id = z
  .string(issue('invalid_id'))
  .transform(toId)
  .meta({ id: 'Id', description: 'Opaque identifier', examples: ['0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e'] });

/** A comma list of identifiers, each once: what names no record is one, and costs one, however often it is sent. */
export const IdList = z
  .string(issue('invalid_id_list'))
  .transform((value) => [...new Set(value.split(',').map((id) => toId(id.trim())))])
  .meta({ description: 'One identifier, or several separated by commas' });

/** A whole number within bounds, both included. */
export const wholeNumber = (min: number, max: number) => {
  const invalid = issue('invalid_integer', { min, max });
  return z.int(invalid).check(z.gte(min, invalid), z.lte(max, invalid));
};

/** The same, or `instead` where it is left out. The document has no default for it: programs that make types of that would require it. */
export const wholeNumberOr = (instead: number, number: ReturnType<typeof wholeNumber>) =>
  number.optional().transform((given = instead) => given);

/** A list whose length is checked before its items, so that an answer never has an issue for each of a million items. */
export const boundedList = <List extends z.ZodArray, Code extends IssueCode>(
  list: List,
  max: number,
  code: Code,
  ...params: IssueParams<Code>
) =>
  z.preprocess((value: z.input<List>, context) => {
    if (!Array.isArray(value) || value.length <= max) return value;
    raise(context, code, ...params);
    return z.NEVER;
  }, list);

/** A list of as many items. */
export function listOf<Item extends z.ZodType>(item: Item, min: number, max: number) {
  const invalid = issue('invalid_count', { min, max });
  const list = z.array(item, invalid).check(z.minLength(min, invalid), z.maxLength(max, invalid));
  return boundedList(list, max, 'invalid_count', { min, max });
}

/** A comma list of some of these values, each once. */
export const choiceList = <const Value extends string>(values: readonly Value[]) =>
  z
    .string(issue('invalid_choice', { values }))
    .transform((text, context): Value[] => {
      const names = new Set(text.split(',').map((name) => name.trim()));
      const known = values.filter((value) => names.has(value));
      if (known.length < names.size) raise(context, 'invalid_choice', { values });
      return known;
    })
    .meta({ pattern: `^\\s*(${values.join('|')})\\s*(,\\s*(${values.join('|')})\\s*)*$` });

/** A flag as the clients of the interface send it: a boolean, or its literal as text. */
export const Flag = z
  .union([z.boolean(), z.enum(['true', 'false'])], issue('invalid_boolean'))
  .transform((value) => value === true || value === 'true')
  .meta({ id: 'Flag', description: 'true or false, as a boolean or as text', examples: [true] });

// `(?!0)`: leading zeros end in one way only, however many there are.
const amountPattern = /^(-?)(?=[0-9])0*(?!0)([0-9]{0,15})(\.[0-9]{1,4})?$/;

/** Exact decimal text, or undefined. A JSON number is read as long as it is exact: 15 significant digits. */
function decimal(value: string | number): string | undefined {
  const source = typeof value === 'number' ? String(value) : value.trim();
  const match = amountPattern.exec(source);
  if (!match) return undefined;
  const [, sign, significant, fraction = ''] = match;
  const whole = significant || '0';
  if (typeof value === 'number' && (whole + fraction).replace(/\D/g, '').replace(/^0+/, '').length > 15)
    return undefined;
  const digits = whole + fraction;
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/** Without the zeros that say nothing after the point: `5.50` is `5.5`. */
export function withoutTrailingZeros(amount: string): string {
  if (!amount.includes('.')) return amount;
  let end = amount.length;
  while (amount[end - 1] === '0') end -= 1;
  return amount.slice(0, amount[end - 1] === '.' ? end - 1 : end);
}

// Only the OpenAPI document sees the patterns and limits: a client that keeps to them is read.
const amountPatterns = {
  signed: String.raw`^\s*-?0*[0-9]{1,15}(\.[0-9]{1,4})?\s*$`,
  notNegative: String.raw`^\s*(0*[0-9]{1,15}(\.[0-9]{1,4})?|-0+(\.0{1,4})?)\s*$`,
};
const MAX_WHOLE = 999_999_999_999_999;

const amount = (negative: boolean) => {
  const asText = z.string().meta({ pattern: negative ? amountPatterns.signed : amountPatterns.notNegative });
  const asNumber = z.number().meta({ minimum: negative ? -MAX_WHOLE : 0, maximum: MAX_WHOLE });
  return z.union([asText, asNumber], issue('invalid_amount')).transform((value, context) => {
    const exact = decimal(value);
    if (exact === undefined) raise(context, 'invalid_amount');
    else if (!negative && exact.startsWith('-')) raise(context, 'negative_amount');
    return exact ?? '0';
  });
};

/** An amount of money that is not negative; answered as text with its scale. */
export const Amount = amount(false).meta({
  id: 'Amount',
  description:
    'Decimal text, or a number of at most 15 significant digits; not negative, up to 15 digits before and 4 after the point',
  examples: ['12.50'],
});

/** An amount of money that may be negative. */
export const SignedAmount = amount(true).meta({
  id: 'SignedAmount',
  description:
    'Decimal text, or a number of at most 15 significant digits; up to 15 digits before and 4 after the point',
  examples: ['-150'],
});

const oneAmount = String.raw`\s*-?0*[0-9]{1,15}(\.[0-9]{1,4})?\s*`;

/** A comma list of amounts, which may be negative. */
export const AmountList = z
  .string(issue('invalid_amount'))
  .transform((text, context) => {
    const amounts = text.split(',').map(decimal);
    if (amounts.includes(undefined)) raise(context, 'invalid_amount');
    return amounts.map((one) => one ?? '0');
  })
  .meta({
    description: 'Exactly this amount, or one of several separated by commas',
    pattern: `^${oneAmount}(,${oneAmount})*$`,
    examples: ['12.50'],
  });

/** Money as answered: exact decimal text. */
export const Money = z.string().meta({
  id: 'Money',
  description: 'Exact decimal text',
  pattern: String.raw`^-?[0-9]{1,15}(\.[0-9]{1,4})?$`,
  examples: ['12.50'],
});

/** A sum of amounts, of which there may be any number. */
export const Total = z.string().meta({
  id: 'Total',
  description: 'Exact decimal text, with any number of digits before the point',
  pattern: String.raw`^-?[0-9]+(\.[0-9]{1,4})?$`,
  examples: ['700.00'],
});

/** How many there are, and their total. */
export const Sum = z.object({ count: z.int(), total: Total });

/** `YYYY-MM-DD`, or undefined where the calendar has no such day; years 1900 to 9999. */
export function toDay(value: string): string | undefined {
  const [, year = '', month = '', day = ''] =
    /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$/.exec(value.trim()) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // A day that the month does not have falls into another one.
  const exists = date.getUTCMonth() === Number(month) - 1;
  return exists && Number(year) >= 1900
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : undefined;
}

/** A calendar date as a client sends it; zero padding is not needed. No time zone ever touches it. */
export const DayInput = z
  .string(issue('invalid_date'))
  .transform((value, context) => {
    const day = toDay(value);
    if (day === undefined) raise(context, 'invalid_date');
    return day ?? '';
  })
  .meta({
    id: 'DayInput',
    description: 'A day of the calendar as year-month-day, from 1900 to 9999; zero padding is not needed',
    pattern: String.raw`^\s*(19|[2-9][0-9])[0-9]{2}-(0?[1-9]|1[0-2])-(0?[1-9]|[12][0-9]|3[01])\s*$`,
    examples: ['2023-12-8'],
  });

export const Day = z
  .string()
  .meta({ id: 'Day', description: 'YYYY-MM-DD', format: 'date', examples: ['2023-12-08'] });

/** A time of day as a client sends it, 24 hours. */
export const ClockInput = z
  .string(issue('invalid_time'))
  .transform((value, context) => {
    const match = /^([01]?[0-9]|2[0-3]):([0-5][0-9])$/.exec(value.trim());
    if (!match) raise(context, 'invalid_time');
    return match ? `${match[1]?.padStart(2, '0')}:${match[2]}` : '';
  })
  .meta({
    id: 'ClockInput',
    description: 'HH:MM, 24 hours; 8:30 is read too',
    pattern: String.raw`^\s*([01]?[0-9]|2[0-3]):[0-5][0-9]\s*$`,
    examples: ['08:30'],
  });

export const Clock = z.string().meta({
  id: 'Clock',
  description: 'HH:MM, 24 hours',
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  examples: ['08:30'],
});

export const Instant = z.string().meta({
  id: 'Instant',
  description: 'ISO 8601, UTC',
  format: 'date-time',
  examples: ['2023-12-08T08:30:00.000Z'],
});

/** To the millisecond, in UTC; undefined for what is no moment of the years 1900 to 9999. */
function toInstant(value: string): string | undefined {
  const text = value.trim();
  if (!z.iso.datetime({ offset: true }).safeParse(text).success) return undefined;
  const instant = new Date(text).toISOString();
  return /^(19|[2-9][0-9])[0-9]{2}-/.test(instant) ? instant : undefined;
}

/** A moment as a client sends it. */
export const InstantInput = z
  .string(issue('invalid_instant'))
  .transform((value, context) => {
    const instant = toInstant(value);
    if (instant === undefined) raise(context, 'invalid_instant');
    return instant ?? '';
  })
  .meta({
    id: 'InstantInput',
    description:
      'ISO 8601, in UTC or with an offset, from 1900 to 9999; what is smaller than a millisecond is cut off',
    format: 'date-time',
    pattern: String.raw`^(19|[2-9][0-9])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`,
    examples: ['2023-12-08T08:30:00.000Z'],
  });
