import { z } from 'zod';
import { billSchemas } from '../bills/bills.schema.ts';
import { chequeSchemas } from '../cheques/cheques.schema.ts';
import { logSchemas } from '../logs/logs.schema.ts';
import { payEntrySchemas } from '../pay-entries/pay-entries.schema.ts';
import { payeeSchemas } from '../payees/payees.schema.ts';
import { rateSchemas } from '../rates/rates.schema.ts';
import type { ImportKind } from '../resources.ts';
import { titleLanguages, titles } from '../titles/titles.ts';
import { userSchemas } from '../users/users.schema.ts';
import { fold } from '../values/fold.ts';
import { type Issue, issueAt, issuesOf } from '../values/issues.ts';
import { canonicalId, noRecord } from '../values/scalars.ts';
import { text } from '../values/text.ts';
import {
  ambiguous,
  type Cell,
  type CellTable,
  dayOrdersOf,
  decimalMarksOf,
  readAmount,
  readDay,
  readFlag,
  readNumber,
  readTime,
  shortened,
  shownBy,
  shownOf,
} from './cells.ts';
import { columnsOf, headingsOf, type Mapping } from './columns.ts';
import { isOfDays, rowsOfDays } from './days.ts';
import { type ImportField, importFields, usernameOf, withNameParts } from './fields.ts';
import type { DayOrder, DecimalMark, ImportOptions, Layout, ReadFile } from './imports.schema.ts';

export interface PreviewOptions extends ImportOptions {
  readonly mappings: readonly Mapping[];
}

/** Another record as a row names it. */
export interface Named {
  readonly name: string;
  readonly id: string;
}

export interface PreviewRow {
  readonly row: number;
  /** What was read, by field, as text. */
  readonly values: Readonly<Record<string, string>>;
  /** What would be created, without the other records that it names. */
  readonly record?: Readonly<Record<string, unknown>>;
  readonly named: Readonly<Record<string, Named>>;
  readonly issues: readonly Issue[];
  /** The times of the shift are the worker's usual ones, which the database knows. */
  readonly isUsual?: boolean;
}

/** A file as it was read, before the database is asked. */
export interface Preview extends Omit<ReadFile, 'newPayees'> {
  readonly rows: readonly PreviewRow[];
}

/** Of an account that is imported the password is made, and the username where there is none. */
const NewUser = userSchemas.create.omit({ password: true });

/** The bodies of creations. */
export const schemas: Readonly<Record<ImportKind, z.ZodType>> = {
  payees: payeeSchemas.create,
  bills: billSchemas.create,
  cheques: chequeSchemas.create,
  logs: logSchemas.create,
  payEntries: payEntrySchemas.create,
  rates: rateSchemas.create,
  users: NewUser,
};

/** The fields that name another record, each by its name or, in the field beside it, by its identifier. */
const references = ['worker', 'payee', 'account'] as const;
/** That of a payee may become one; a person has two of 100 characters. */
const names = { worker: text(201), payee: text(100), account: text(100) };

/** What a choice can be called, in all languages: its value. */
function choicesOf(kind: ImportKind, { choices = [] }: ImportField): ReadonlyMap<string, string> {
  const names = titleLanguages.flatMap((language) => {
    const { statuses, kinds, bases } = titles[language][kind] as Readonly<Record<string, unknown>>;
    return Object.entries(Object(statuses ?? kinds ?? bases) as Record<string, string>);
  });
  return new Map(
    [...names, ...choices.map((choice) => [choice, choice])].map(([value, name]) => [
      fold(name as string),
      value as string,
    ]),
  );
}

const corrections = z.record(z.string(), z.record(z.string(), z.string()));

function correctionsOf(text: string | undefined) {
  if (text === undefined) return {};
  try {
    return corrections.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

/** Characters of a value that a preview shows. */
const shownLength = 500;

interface Reading {
  readonly kind: ImportKind;
  readonly dates: DayOrder | undefined;
  readonly decimal: DecimalMark | undefined;
  readonly choices: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** What a cell is for the schema, or what is wrong with it. */
function read(
  { dates, decimal, choices }: Reading,
  { field, type, choices: values = [] }: ImportField,
  cell: Cell,
): unknown | Issue {
  const path = [field];
  switch (type) {
    case 'day': {
      const day = readDay(cell, dates);
      return day === ambiguous ? issueAt(path, 'ambiguous_day') : (day ?? issueAt(path, 'invalid_date'));
    }
    case 'amount': {
      const amount = readAmount(cell, decimal);
      return amount === ambiguous
        ? issueAt(path, 'ambiguous_amount')
        : (amount ?? issueAt(path, 'invalid_amount'));
    }
    case 'time':
      return readTime(cell) ?? issueAt(path, 'invalid_time');
    case 'flag':
      return readFlag(cell) ?? issueAt(path, 'invalid_boolean');
    case 'number': {
      const number = readNumber(cell);
      // What is no number the schema refuses, which knows the bounds.
      return number === undefined ? Number.NaN : Number(number);
    }
    case 'choice':
      return choices.get(field)?.get(fold(shownOf(cell))) ?? issueAt(path, 'invalid_choice', { values });
    case 'text':
      return shownOf(cell);
  }
}

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' && value !== null && 'code' in value;

const isEmpty = (cell: Cell | undefined) => cell === undefined || shownOf(cell) === '';

/** The row that a template shows how to fill in. */
function isExample(fields: readonly ImportField[], values: Readonly<Record<string, string>>): boolean {
  const shown = fields.filter(
    ({ field, type, example }) =>
      field in values && (type === 'day' || (type === 'text' && /\p{L}/u.test(example ?? ''))),
  );
  const withExample = shown.filter(({ example }) => example !== undefined);
  return (
    withExample.some(({ type }) => type === 'text') &&
    withExample.every(({ field, example }) => values[field] === example)
  );
}

/** A row that would be created, or what is wrong with it. */
function judged(reading: Reading, row: number, cells: ReadonlyMap<ImportField, Cell>): PreviewRow {
  const { kind } = reading;
  const issues: Issue[] = [];
  const given: Record<string, unknown> = {};
  const values: Record<string, string> = {};
  for (const [field, cell] of cells) {
    const value = read(reading, field, cell);
    if (isIssue(value)) issues.push(value);
    else given[field.field] = value;
    const shown = isIssue(value) || Number.isNaN(value) ? shownOf(cell) : String(value);
    values[field.field] =
      shown.length > shownLength ? `${shown.slice(0, shownLength - 1).toWellFormed()}…` : shown;
  }
  const named: Record<string, Named> = {};
  for (const field of references) {
    const name = given[field];
    const id = given[`${field}ID`];
    delete given[field];
    delete given[`${field}ID`];
    if (typeof name !== 'string' && typeof id !== 'string') continue;
    given[field] = noRecord;
    const checked = names[field].safeParse(name ?? '');
    if (checked.success)
      named[field] = { name: checked.data, id: canonicalId.test(String(id)) ? String(id) : noRecord };
    else issues.push(...issuesOf(checked.error).map((one) => ({ ...one, path: [field] })));
  }
  if (kind === 'users') {
    withNameParts(given);
    given.username ??= usernameOf(given);
    values.username ??= String(given.username);
  }
  const { status, statusDate } = given;
  if (kind === 'cheques') given.isCancelled = status === 'cancelled';
  const parsed = schemas[kind].safeParse(given);
  const faulty = new Set(issues.map(({ path }) => path[0]));
  if (!parsed.success) issues.push(...issuesOf(parsed.error).filter(({ path }) => !faulty.has(path[0])));
  const extra = kind === 'cheques' && status !== undefined ? { status, statusDate } : {};
  return {
    row,
    values,
    named,
    issues,
    ...(issues.length === 0 && parsed.success && { record: { ...(parsed.data as object), ...extra } }),
  };
}

/** What rows of cells say, and how they were read; nothing of it depends on what there is already. */
export function previewOf(table: CellTable, options: PreviewOptions): Preview {
  const { kind } = options;
  const isGrid =
    kind === 'logs' && (options.layout ? options.layout === 'days' : isOfDays(table, options.dates));
  const layout: Layout = isGrid ? 'days' : 'rows';
  const grid = isGrid ? rowsOfDays(table, options) : undefined;
  const { headings, rows } = grid ?? headingsOf(table, kind);
  const fields = importFields(kind);
  const width = Math.max(headings.length, ...rows.slice(0, 100).map(({ cells }) => cells.length));
  const filled = Array.from({ length: width }, (_, index) =>
    rows.flatMap(({ cells }) => (isEmpty(cells[index]) ? [] : [cells[index] as Cell])),
  );
  const samples = filled.map((cells) => cells.slice(0, 100));
  const { columns, mapping } = columnsOf(options, headings, samples);

  const fixed = correctionsOf(options.corrections);
  const cellsOf = (type: ImportField['type']) =>
    columns.flatMap((name, index) =>
      fields.some((one) => one.field === name && one.type === type) ? (filled[index] ?? []) : [],
    );
  const days = shownBy(cellsOf('day'), dayOrdersOf);
  const amounts = shownBy(cellsOf('amount'), decimalMarksOf);
  const dates = options.dates ?? days.way ?? mapping?.dates ?? null;
  const decimal = options.decimal ?? amounts.way ?? mapping?.decimal ?? null;

  const reading: Reading = {
    kind,
    dates: dates ?? undefined,
    decimal: decimal ?? undefined,
    choices: new Map(
      fields.filter(({ choices }) => choices).map((field) => [field.field, choicesOf(kind, field)]),
    ),
  };
  const shown = rows.flatMap(({ row, cells }): PreviewRow[] => {
    const given = new Map<ImportField, Cell>();
    for (const field of fields) {
      const corrected = fixed[row]?.[field.field];
      const cell = corrected ?? cells[columns.indexOf(field.field)];
      if (cell !== undefined && !isEmpty(cell)) given.set(field, cell);
    }
    if (given.size === 0) return [];
    const result = judged(reading, row, given);
    if (isExample(fields, result.values)) return [];
    const isUsual = grid?.usual.has(row) && !fixed[row]?.startingTime && !fixed[row]?.finishingTime;
    return [isUsual ? { ...result, isUsual } : result];
  });
  const missing = fields.filter(
    ({ field, isRequired }) =>
      isRequired &&
      !columns.includes(field) &&
      !fields.some((other) => other.insteadOf?.includes(field) && columns.includes(other.field)),
  );
  return {
    format: table.format,
    encoding: table.encoding,
    delimiter: table.delimiter,
    sheets: [...table.sheets],
    sheet: table.sheet,
    layout,
    dates,
    decimal,
    month: grid?.month ?? null,
    ambiguous: [
      ...(dates === null && days.isOpen ? (['dates'] as const) : []),
      ...(decimal === null && amounts.isOpen ? (['decimal'] as const) : []),
      ...(grid?.isOfMonth && grid.month === null ? (['month'] as const) : []),
      ...(grid?.hasMarks && options.times === undefined ? (['times'] as const) : []),
    ],
    columns: columns.map((field, index) => ({
      heading: headings[index] ?? '',
      field,
      samples: (samples[index] ?? []).slice(0, 3).map((cell) => shortened(shownOf(cell), 100)),
    })),
    missing: missing.map(({ field }) => field),
    rows: shown,
  };
}
