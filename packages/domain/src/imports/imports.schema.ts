import { z } from 'zod';
import { importKinds } from '../resources.ts';
import { issue } from '../values/issues.ts';
import { page, paging } from '../values/paging.ts';
import { RecordId } from '../values/record.ts';
import { Flag, Id, Instant, listOf, wholeNumber } from '../values/scalars.ts';
import { optionalText, text } from '../values/text.ts';

/** The most bytes of a file, and the most rows, columns and characters of a cell that are read of it. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_COLUMNS = 200;
export const MAX_IMPORT_CELL = 32_767;

export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1255',
  'windows-1256',
] as const;
export type Encoding = (typeof encodings)[number];

/** What stands between two cells of a line. */
export const delimiters = ['comma', 'semicolon', 'tab', 'pipe'] as const;
export type Delimiter = (typeof delimiters)[number];

/** The order of day, month and year. */
export const dayOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DayOrder = (typeof dayOrders)[number];

export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** `rows`: a record in each row; `days`: a worker in each row, and a day in each column. */
export const layouts = ['rows', 'days'] as const;
export type Layout = (typeof layouts)[number];

const choice = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, issue('invalid_choice', { values })).optional();

/** How a file is read; what is left out is guessed of the file. All of it is text, as in a query or a form. */
export const ImportOptions = z.object({
  kind: z
    .enum(importKinds, issue('invalid_choice', { values: importKinds }))
    .meta({ description: 'What the file has records of' }),
  name: optionalText(255).default('').meta({ description: 'Of the file' }),
  encoding: choice(encodings).meta({ description: 'Of a text' }),
  delimiter: choice(delimiters).meta({ description: 'Between two cells of a line' }),
  sheet: text(255).optional().meta({ description: 'The name of the sheet of a workbook' }),
  layout: choice(layouts).meta({
    description: '`rows`: a record in each row; `days`: a worker in each row, and a day in each column',
  }),
  columns: text(10_000).optional().meta({
    description:
      'The field of each column, separated by commas, with nothing for a column that is not read: `date,,value`',
  }),
  dates: choice(dayOrders).meta({ description: 'The order of day, month and year' }),
  decimal: choice(decimalMarks).meta({ description: 'What stands before the fraction of a number' }),
  month: z
    .string()
    .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, issue('invalid_date'))
    .optional()
    .meta({
      description: 'Of columns that are numbers of days, where neither sheet nor file says it: `2026-03`',
    }),
  times: z
    .string()
    .regex(/^(usual|([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)$/, issue('invalid_time'))
    .optional()
    .meta({
      description:
        'What a mark of presence in `days` stands for: times such as `08:00-16:00`, or `usual`: those of the worker’s latest presence in the 31 days before, else 08:00 to 16:00',
    }),
  corrections: text(1_000_000).optional().meta({
    description:
      'Cells that have other values than in the file, as JSON, by row and field: `{"12": {"date": "2024-03-07"}}`',
  }),
  newPayees: Flag.default(false).meta({ description: 'Whether payees that are not known are created too' }),
});
export type ImportOptions = z.output<typeof ImportOptions>;

const ImportIssue = z.object({
  path: z.array(z.union([z.string(), z.number()])).meta({ description: 'The field at fault' }),
  code: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
  message: z.string(),
});

/** What a row of a file is: to be created, there already, or at fault. */
export const rowResults = ['create', 'duplicate', 'error'] as const;

export const ImportRow = z
  .object({
    row: z.int().min(1).meta({ description: 'Its number in the file, from 1; the line of a cell in `days`' }),
    result: z.enum(rowResults),
    values: z.record(z.string(), z.string()).meta({
      description: 'What was read, by field: days as YYYY-MM-DD, times as HH:MM, names as they stand',
    }),
    issues: z.array(ImportIssue).optional().meta({ description: 'Of an error' }),
    record: RecordId.optional().meta({ description: 'The record that a duplicate is of' }),
    duplicateOf: z.int().optional().meta({ description: 'The earlier row that a duplicate is of' }),
    kind: z.enum(importKinds).optional().meta({ description: 'Where there are several kinds' }),
    changed: z
      .array(z.object({ field: z.string(), there: z.string(), here: z.string() }))
      .optional()
      .meta({ description: 'What is otherwise here than in the other system' }),
  })
  .meta({ id: 'ImportRow' });
export type ImportRow = z.infer<typeof ImportRow>;

const Counts = z.object({ create: z.int(), duplicate: z.int(), error: z.int() });

export const ImportColumn = z
  .object({
    heading: z.string(),
    field: z.string().nullable().meta({ description: 'Null: it is not read' }),
    samples: z.array(z.string()).meta({ description: 'Up to three of its values' }),
  })
  .meta({ id: 'ImportColumn' });
export type ImportColumn = z.infer<typeof ImportColumn>;

const about = {
  _id: RecordId,
  kind: z.enum(importKinds),
  name: z.string().meta({ description: 'Of the file' }),
  createdAt: Instant,
  committedAt: Instant.nullable(),
  undoneAt: Instant.nullable(),
  batch: RecordId.nullable().meta({ description: 'Of its changes in the journal, once it is committed' }),
  counts: Counts,
};

/** What `npm run import` brings from another system, several kinds at once, is called by that system. */
const kind = z
  .enum([...importKinds, 'manager-2'])
  .meta({ description: '`manager-2`: several kinds, from a database of Manager-2.0' });

/** As it stands in the list. */
export const ImportSummary = z
  .object({ ...about, kind, user: RecordId, userName: z.string() })
  .meta({ id: 'ImportSummary' });
export type ImportSummary = z.infer<typeof ImportSummary>;

const file = {
  format: z.enum(['csv', 'xlsx', 'json']),
  encoding: z.enum(encodings).nullable().meta({ description: 'Null of a workbook' }),
  delimiter: z.enum(delimiters).nullable(),
  sheets: z.array(z.string()).meta({ description: 'Those that are not hidden' }),
  sheet: z.string().nullable(),
  layout: z.enum(layouts),
  dates: z
    .enum(dayOrders)
    .nullable()
    .meta({ description: 'Null: nothing shows it, and no row needs it unless `ambiguous` says so' }),
  decimal: z.enum(decimalMarks).nullable(),
  month: z.string().nullable().meta({ description: 'Of columns that are numbers of days' }),
  ambiguous: z.array(z.enum(['dates', 'decimal', 'month', 'times'])).meta({
    description:
      'The options without which rows cannot be read, or in two ways; these rows are errors until then',
  }),
  columns: z.array(ImportColumn),
  missing: z.array(z.string()).meta({ description: 'The required fields that no column has' }),
  newPayees: z.array(z.string()).meta({ description: 'The names of payees that are not known' }),
};

const ReadFile = z.object(file);
/** How a file was read. */
export type ReadFile = z.infer<typeof ReadFile>;

/** Rows that the answer to a file has; the others are asked for. */
export const FIRST_ROWS = 200;

export const Import = z
  .object({
    ...about,
    ...file,
    rows: z.array(ImportRow).meta({
      description: `The first ${FIRST_ROWS}: GET /imports/{importID}/rows has all. None once it is committed`,
    }),
  })
  .meta({ id: 'Import', description: 'What a file would create; nothing is written before it is committed' });
export type Import = z.infer<typeof Import>;

/** As it is fetched later. */
export const KeptImport = z.object({ ...Import.shape, kind }).meta({ id: 'KeptImport' });
export type KeptImport = z.infer<typeof KeptImport>;

const rowList = listOf(wholeNumber(1, 1_000_000), 0, MAX_IMPORT_ROWS).default([]);

export const ImportCommit = z.object({
  importID: Id,
  skip: rowList.meta({ description: 'Rows that are not created' }),
  include: rowList.meta({ description: 'Duplicates that are created all the same' }),
});
export type ImportCommit = z.output<typeof ImportCommit>;

export const ImportResult = z.object({
  batch: RecordId.meta({ description: 'Of the changes in the journal' }),
  counts: z.object({ created: z.int(), payees: z.int().meta({ description: 'That were not known' }) }),
  links: z
    .array(z.object({ username: z.string(), url: z.string() }))
    .optional()
    .meta({ description: 'Log-in links of new accounts, which count for 24 hours; shown this once' }),
});
export type ImportResult = z.infer<typeof ImportResult>;

export const ImportUndone = z.object({
  deleted: z.int(),
  kept: z
    .array(z.object({ kind: z.string(), _id: RecordId, title: z.string() }))
    .meta({ description: 'Records that were changed since, or that others name' }),
});
export type ImportUndone = z.infer<typeof ImportUndone>;

export const ImportQuery = z.object({ ...paging });
export const ImportPage = page(ImportSummary);

export const ImportRowsQuery = z.object({
  importID: Id,
  after: z
    .preprocess(
      (value) => (typeof value === 'string' && /^[0-9]{1,5}$/.test(value) ? Number(value) : value),
      wholeNumber(0, MAX_IMPORT_ROWS),
    )
    .optional()
    .meta({ description: 'How many rows stand before the first one that is answered' }),
  limit: paging.limit,
});
export type ImportRowsQuery = z.output<typeof ImportRowsQuery>;
export const ImportRows = z.object({ rows: z.array(ImportRow) });
