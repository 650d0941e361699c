import type { z } from 'zod';

const at = ({ position }: { readonly position: number }) => `(character ${position})`;

type In = { readonly position: number };
type Sign = In & { readonly sign: string };
type Max = { readonly max: number };
type InRow = { readonly row: number };

/**
 * Everything that can be wrong with a field, and what a caller is told of it, to be read after the field's name.
 * Programs read the code and the params, which an argument here declares; the OpenAPI document lists them all.
 */
const messages = {
  required: () => 'is required',
  empty: () => 'must not be empty',
  no_changes: ({ fields }: { readonly fields: readonly string[] }) =>
    `must have at least one field to change: ${fields.join(', ')}`,
  not_object: () => 'must be an object',
  not_text: () => 'must be text',
  unstorable_characters: () => 'must not contain NUL characters or unpaired surrogates',
  control_characters: () => 'must not contain control characters',
  too_many_marks: ({ max }: Max) => `must have at most ${max} combining marks in a row`,
  too_long: ({ max }: Max) => `must be at most ${max} characters`,
  too_short: ({ min }: { readonly min: number }) => `must be at least ${min} characters`,
  invalid_choice: ({ values }: { readonly values: readonly string[] }) =>
    `must be one of ${values.join(', ')}`,
  invalid_boolean: () => 'must be true or false',
  invalid_integer: ({ min, max }: Max & { readonly min: number }) =>
    `must be a whole number from ${min} to ${max}`,
  invalid_length: ({ min, max }: Max & { readonly min: number }) =>
    `must be a length from ${min} to ${max} millimetres`,
  invalid_amount: () =>
    'must be an amount such as "12.50", with up to 15 digits before the point and 4 after it',
  negative_amount: () => 'must not be negative',
  amount_required: () => 'must be an amount unless basis is none',
  not_positive: () => 'must be more than 0 unless kind is opening',
  too_many_digits: ({ digits }: { readonly digits: number }) =>
    `must have at most ${digits} digits after the point, like the currency of the business`,
  invalid_factor: ({ min, max }: Max & { readonly min: number }) =>
    `must be a number from ${min} to ${max} with at most 4 digits after the point`,
  invalid_date: () => 'must be a calendar date such as 2023-12-08, from 1900 to 9999',
  invalid_instant: () => 'must be a moment such as 2023-12-08T08:30:00.000Z, from 1900 to 9999',
  invalid_time: () => 'must be a time of day as HH:MM, from 00:00 to 23:59',
  break_too_long: () => 'must be at most as long as the shift',
  time_required: () => 'must be a time of day as HH:MM unless isAbsent is true',
  invalid_email: () => 'must be an e-mail address of at most 254 characters, such as a@example.org',
  invalid_phone: () =>
    'must be in international form, + and 6 to 15 digits of which the first is not 0, such as +15551234567',
  phone_zero_in_brackets: () =>
    'must not have (0): leave it out, or write the 0 without brackets where it is dialled from abroad too',
  invalid_language: () => 'must be a language tag such as en or ar-EG',
  invalid_time_zone: () => 'must be an IANA time zone such as Africa/Cairo',
  invalid_currency: () => 'must be a currency of ISO 4217 such as ILS, or null',
  invalid_weekend: () => 'must be a list of at most 6 different days of the week, 0 (Sunday) to 6',
  invalid_serial: () => 'must have a number, such as 000101',
  invalid_range: ({ max }: Max) =>
    `must be of one book: the same text and as many digits, the last not before the first, at most ${max} cheques`,
  invalid_id: () => 'must be an identifier as text',
  invalid_id_list: () => 'must be identifiers as text, separated by commas',
  invalid_cursor: () => 'must be the nextCursor of the page before, unchanged',
  other_order: ({ order }: { readonly order: string }) =>
    `is of a list in another order: send ${order} with it, or begin without a cursor`,
  not_with_updated_since: () => 'must be left out where updatedSince is sent',
  invalid_count: ({ min, max }: Max & { readonly min: number }) => `must be a list of ${min} to ${max} items`,
  day_out_of_range: ({ from, to }: { readonly from: string; readonly to: string }) =>
    `must be a day from ${from} to ${to}`,
  reversed_days: ({ first }: { readonly first: string }) => `must not be before ${first}`,
  in_future: ({ today }: { readonly today: string }) => `must not be after today, ${today}`,
  before_last_event: ({ date }: { readonly date: string }) =>
    `must not be before ${date}, the day of the last event`,
  bounce_only: () => 'is of a cheque that bounced: leave it out unless kind is bounce',
  event_not_allowed: ({
    status,
    allowed,
  }: {
    readonly status: string;
    readonly allowed: readonly string[];
  }) => `is not possible while the cheque is ${status}; allowed: ${allowed.join(', ')}`,
  fixed_in_status: ({ status, attempts }: { readonly status: string; readonly attempts: number }) => {
    const bounced = attempts > 0 ? ` and has bounced ${attempts === 1 ? 'once' : `${attempts} times`}` : '';
    return `must stay as it is: the cheque is ${status}${bounced}; undo its events first`;
  },
  status_not_deletable: ({ status }: { readonly status: string }) =>
    `must be issued or cancelled before it is deleted; it is ${status}`,
  replacement_in_force: () => 'has a replacement that is neither deleted nor cancelled: cancel that first',
  original_in_force: () => 'is the replacement of a cheque that is not cancelled: cancel that first',
  bill_paid: () => 'is paid, or has a cheque that is neither cancelled nor deleted',
  unknown_name: ({ suggestion }: { readonly suggestion: string | null }) =>
    `is not known here${suggestion === null ? '' : `: ${suggestion} is`}`,
  unknown_reference: () => 'must be the _id of a record that exists',
  changed_since: (_: { readonly expected: unknown; readonly actual: unknown }) => 'has changed since',
  deleted_since: () => 'has been deleted or restored since',
  undone_already: () => 'has been undone already',
  book_overlap: () => 'has serials of another book of the account',
  reading_exists: () => 'has a reading of the account already',
  rate_exists: () => 'has a rate of the worker already: change that one',
  period_closed: ({ through }: { readonly through: string }) =>
    `is closed: everything up to ${through} stays as it is; choose a later day`,
  already_settled: ({ to }: { readonly to: string }) =>
    `must be after ${to}, up to which the worker is settled`,
  paper_too_large: ({ to }: { readonly to: string }) =>
    `must be ${to} or earlier, since there are more than 8 MiB: ask for the days after it by themselves`,
  too_many_corrections: () => 'has more than 8 MiB of corrections of earlier days, whatever the day',
  settlement_state: ({ status }: { readonly status: string }) =>
    `is not possible while the settlement is ${status}`,
  not_newest_settlement: ({ number }: { readonly number: number }) =>
    `is not the newest of the worker: void number ${number} first`,
  payout_of_settlement: (_: { readonly settlement: string }) =>
    'is the payout of a settlement: void the settlement to change it',
  not_settled: ({ balance }: { readonly balance: string }) =>
    `is not settled: the balance is ${balance}, and has to be 0`,
  currency_fixed: () => 'must stay as it is while there are settlements in it that are not void',
  reason_required: () => 'is required to re-open a period',
  username_taken: () => 'is already taken, whatever the case of its letters',
  wrong_password: () => 'is not your current password',
  serial_or_chequebook: () => 'must be sent, or chequebook instead of it, and not both',
  book_used_up: ({ left }: { readonly left: number }) => `has ${left} numbers left, which are too few`,
  invalid_expiry: ({ days }: { readonly days: number }) =>
    `must be a day such as 2024-03-07, or a moment with its zone, after now and at most ${days} days ahead`,
  invalid_url: ({ max }: Max) =>
    `must be an address such as https://example.org/hooks, without a username, a password or #, of at most ${max} characters`,
  https_required: () => 'must begin with https://',
  not_public: () => 'must not be an address of a private network or of this machine',
  limit_reached: ({ max }: Max) => `has reached the limit of ${max}: delete one first`,
  too_many_results: ({ max }: Max) =>
    `is required, since there are more than ${max} results or more than 8 MiB of them: follow the pages`,
  export_too_large: ({ mebibytes }: { readonly mebibytes: number }) =>
    `has more than ${mebibytes} MiB of data: export it with npm run export, where the service runs`,
  pattern_too_long: (p: In & Max) => `must be at most ${p.max} characters ${at(p)}`,
  pattern_unstorable: (p: In) => `must not contain NUL or unpaired surrogates, which no name has ${at(p)}`,
  pattern_too_costly: (p: In) =>
    `is too costly: use smaller {m,n}, fewer optional parts or fewer lookarounds ${at(p)}`,
  pattern_trailing_backslash: (p: In) => `must not end in "\\": write \\\\ for the character itself ${at(p)}`,
  pattern_back_reference: (p: Sign) =>
    `must not have the back-reference ${p.sign}: write out the text (an octal code is \\0…) ${at(p)}`,
  pattern_unknown_escape: (p: Sign) =>
    `has ${p.sign}, which means nothing here: leave out the "\\", or write \\\\ for the character ${at(p)}`,
  pattern_open_bracket: (p: In) =>
    `has "[" that is not closed: add "]", or write \\[ for the character itself ${at(p)}`,
  pattern_wide_ranges: (p: In & Max) =>
    `must have at most ${p.max} such wide ranges: name fewer characters ${at(p)}`,
  pattern_unknown_option: (p: In) =>
    `must have only : = ! <= <! after "(?": leave out options (case is ignored) ${at(p)}`,
  pattern_open_group: (p: In) =>
    `has "(" that is not closed: add ")", or write \\( for the character itself ${at(p)}`,
  pattern_invalid_bound: (p: In & Max) =>
    `must write a bound as {m}, {m,} or {m,n} with m ≤ n ≤ ${p.max}, or \\{ for the character itself ${at(p)}`,
  pattern_nothing_to_repeat: (p: Sign) =>
    `has "${p.sign}" with nothing to repeat: put a "\\" before it ${at(p)}`,
  pattern_repeated_condition: (p: Sign) => `has "${p.sign}" that repeats a condition: remove it ${at(p)}`,
  pattern_nested_repetition: (p: In) =>
    `must not have a repetition inside a repetition: take one of the two away ${at(p)}`,
  pattern_unopened_group: (p: In) =>
    `has ")" that closes nothing: remove it, or write \\) for the character itself ${at(p)}`,
  pattern_too_slow: () => 'takes too long: make it more specific',
  pattern_invalid: () => 'must be a valid regular expression of PostgreSQL',
  position_gone: ({ oldest, newest }: { readonly oldest: number; readonly newest: number }) =>
    `must be from ${oldest} to ${newest}: read the lists again, then go on after the newest position`,
  bulk_count: ({ max }: Max) => `must have 1 to ${max} records in create, update and delete together`,
  named_twice: () => 'is named twice: change or delete each record once',
  refused: ({ reason }: { readonly code: string; readonly reason: string }) => `is refused: ${reason}`,
  ambiguous_day: () => 'is one of two days: say in dates which comes first, day, month or year',
  ambiguous_amount: () => 'is one of two amounts: say in decimal what stands before the fraction',
  several_named: () => 'is the name of several records: send the identifier',
  duplicate: (_: { readonly record: string }) =>
    'is there already since the file was read: skip the row, or include it',
  nothing_to_import: () => 'must leave a row to create',
  attachment_type: ({ types }: { readonly types: readonly string[] }) =>
    `must be a file of one of the types ${types.join(', ')}`,
  file_empty: () => 'must have a row of headings and a row for each record',
  file_format: () => 'must be CSV, an Excel workbook (.xlsx) or JSON',
  no_dump: () =>
    'must be files of mongodump or mongoexport such as bills.bson or bills.json, in a .zip where there are several',
  file_old_workbook: () => 'is a workbook of Excel 97 to 2003: save it as .xlsx or .csv',
  file_protected: () => 'is protected by a password: save it without one',
  file_damaged: () => 'is damaged: open it where it was made, and save it again',
  file_expanded: ({ mebibytes }: { readonly mebibytes: number }) =>
    `must have at most ${mebibytes} MiB when it is unpacked: save only the sheet with the records`,
  file_too_costly: () => 'takes too much time or memory to be read: divide it into smaller ones',
  too_many_rows: ({ max }: Max) => `must have at most ${max} rows: divide it into smaller ones`,
  too_many_columns: ({ max, row }: Max & InRow) => `must have at most ${max} columns (row ${row})`,
  cell_too_long: ({ max, row }: Max & InRow) =>
    `must have at most ${max} characters in each cell (row ${row})`,
  quote_open: ({ row }: InRow) => `has a quotation mark in row ${row} that is not closed`,
  wrong_encoding: ({ encoding }: { readonly encoding: string }) => `must be text in ${encoding}`,
  unknown_sheet: ({ sheets }: { readonly sheets: readonly string[] }) =>
    `must be one of the sheets ${sheets.join(', ')}`,
  json_syntax: () => 'must be valid JSON',
  json_rows: () => 'must be a list of objects, such as [{"name": "…"}], by itself or as data',
  invalid: () => 'is not valid',
};

type Messages = typeof messages;
/** What can be wrong with a field: a closed set. */
export type IssueCode = keyof Messages;
/** The params of a code: none, or one object. */
export type IssueParams<Code extends IssueCode> = Parameters<Messages[Code]>;
type CodeWithParams = { [Code in IssueCode]: IssueParams<Code> extends [] ? never : Code }[IssueCode];

type CodeAndParams =
  | { readonly code: Exclude<IssueCode, CodeWithParams>; readonly params?: undefined }
  | {
      [Code in CodeWithParams]: { readonly code: Code; readonly params: Readonly<IssueParams<Code>[0]> };
    }[CodeWithParams];

interface Located {
  /** Where the field stands in the input; empty for the input as a whole. */
  readonly path: readonly (string | number)[];
  /** For people, to be read after the field's name; may be reworded at any time. */
  readonly message: string;
}

/** A field at fault. Programs read `code` and `params`. */
export type Issue = Located & CodeAndParams;

/** Every code. */
export const issueCodes = Object.keys(messages) as IssueCode[];

/** The issue of a field. */
export function issueAt<Code extends IssueCode>(
  path: Issue['path'],
  code: Code,
  ...params: IssueParams<Code>
): Issue {
  const message = (messages[code] as (...params: IssueParams<Code>) => string)(...params);
  return { path, code, ...(params[0] && { params: params[0] }), message } as Issue;
}

/**
 * The options of a zod schema or check that give its issues a code; a value that is missing is `required` instead.
 * zod keeps `params` of any issue, and shows none to its user but those of custom ones.
 */
export function issue<Code extends IssueCode>(code: Code, ...params: IssueParams<Code>) {
  const { path: _, message, ...coded } = issueAt([], code, ...params);
  return {
    error(raw: z.core.$ZodRawIssue): string {
      const isMissing = raw.input === undefined;
      Object.assign(raw, { params: isMissing ? { code: 'required' } : coded });
      return isMissing ? `is required and ${message}` : message;
    },
  };
}

/** Finds fault with a value that a transformation cannot read. */
export function raise<Code extends IssueCode>(
  context: z.core.$RefinementCtx,
  code: Code,
  ...params: IssueParams<Code>
): void {
  raiseAt(context, [], code, ...params);
}

/** The same within the value. */
export function raiseAt<Code extends IssueCode>(
  context: z.core.$RefinementCtx,
  at: (string | number)[],
  code: Code,
  ...params: IssueParams<Code>
): void {
  const { path: _, message, ...coded } = issueAt([], code, ...params);
  context.addIssue({ code: 'custom', path: at, params: coded, message });
}

const isCoded = (params: unknown): params is CodeAndParams =>
  typeof params === 'object' && params !== null && 'code' in params;

/** What a schema found, as callers are told of it. What bears no code is an issue of zod's own. */
export const issuesOf = ({ issues }: { readonly issues: readonly z.core.$ZodIssue[] }): Issue[] =>
  issues.map((found) => {
    const path = found.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
    if ('params' in found && isCoded(found.params)) return { path, ...found.params, message: found.message };
    return issueAt(
      path,
      found.code === 'invalid_type' && found.expected === 'object' ? 'not_object' : 'invalid',
    );
  });
