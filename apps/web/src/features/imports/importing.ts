import {
  byteOrderMark,
  csvLine,
  type DayOrder,
  type DecimalMark,
  type Delimiter,
  type Encoding,
  fold,
  type Import,
  type ImportKind,
  type ImportRow,
  type Issue,
  importFields,
  type Layout,
  toDay,
} from '@daybook/domain';
import { issuesIn } from '../../lib/issues.ts';
import { bare } from '../../lib/text.ts';

/** Of cells, by row and field: what they are instead of what the file says. */
export type Corrections = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** How a file is read; what is left out the service finds out by itself. */
export interface Reading {
  readonly kind: ImportKind;
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: Delimiter | undefined;
  readonly sheet?: string | undefined;
  readonly layout?: Layout | undefined;
  readonly dates?: DayOrder | undefined;
  readonly decimal?: DecimalMark | undefined;
  readonly month?: string | undefined;
  /** Of a mark of presence: `08:00-16:00`, or `usual`. */
  readonly times?: string | undefined;
  /** The field of each column; null: it is not read. */
  readonly columns?: readonly (string | null)[] | undefined;
  readonly corrections: Corrections;
  readonly newPayees: boolean;
}

/** As the service takes it. */
export function formOf(file: File, reading: Reading): FormData {
  const { columns, corrections, newPayees, ...plain } = reading;
  const form = new FormData();
  const set = (name: string, value: string | undefined) => value !== undefined && form.set(name, value);
  for (const [name, value] of Object.entries(plain)) set(name, value);
  set('name', file.name.slice(-255));
  set('columns', columns?.map((field) => field ?? '').join(','));
  if (corrections.size > 0) set('corrections', JSON.stringify(Object.fromEntries(corrections)));
  if (newPayees) set('newPayees', 'true');
  form.set('file', file);
  return form;
}

/** The fields that are required and that no column has, nor one that can stand for it. */
export function missingIn(kind: ImportKind, columns: readonly (string | null)[]): readonly string[] {
  const fields = importFields(kind);
  const isThere = (name: string) =>
    fields.some(
      ({ field, insteadOf }) => columns.includes(field) && (field === name || insteadOf?.includes(name)),
    );
  return fields.flatMap(({ field, isRequired }) => (isRequired && !isThere(field) ? [field] : []));
}

/** Gives a column a field, which it takes from the column that had it. */
export const assign = (
  columns: readonly (string | null)[],
  at: number,
  field: string | null,
): readonly (string | null)[] =>
  columns.map((known, index) => (index === at ? field : known === field ? null : known));

export function corrected(corrections: Corrections, row: number, field: string, value: string): Corrections {
  return new Map(corrections).set(row, { ...corrections.get(row), [field]: value });
}

/** Corrections of phone numbers at fault, as they are dialled where the person is; undefined where there is none to add. */
export function phonesCorrected(
  { rows }: Pick<Import, 'rows'>,
  corrections: Corrections,
  toInternational: (typed: string) => string,
): Corrections | undefined {
  const added = rows.flatMap(({ row, values, issues = [] }) =>
    issues.flatMap(({ path, code }) => {
      const typed = values[String(path[0])] ?? '';
      const number = code === 'invalid_phone' ? toInternational(typed) : typed;
      const isNew =
        number !== typed && number.startsWith('+') && corrections.get(row)?.[String(path[0])] === undefined;
      return isNew ? [{ row, field: String(path[0]), number }] : [];
    }),
  );
  if (added.length === 0) return undefined;
  return added.reduce((all, { row, field, number }) => corrected(all, row, field, number), corrections);
}

const orders: Readonly<Record<DayOrder, readonly [year: number, month: number, day: number]>> = {
  dmy: [2, 1, 0],
  mdy: [2, 0, 1],
  ymd: [0, 1, 2],
};

/** The days that a text can be, by the order of its parts; years of two digits are of this century. */
export function daysOf(text: string): readonly { readonly value: DayOrder; readonly day: string }[] {
  const parts = bare(text)
    .split(/[^0-9]+/)
    .filter(Boolean);
  if (parts.length !== 3) return [];
  return (Object.keys(orders) as DayOrder[]).flatMap((value) => {
    const [year = '', month = '', ofMonth = ''] = orders[value].map((at) => parts[at]);
    if (![2, 4].includes(year.length) || month.length > 2 || ofMonth.length > 2) return [];
    const day = toDay(`${year.length === 2 ? '20' : ''}${year}-${month}-${ofMonth}`);
    return day === undefined ? [] : [{ value, day }];
  });
}

/** The amounts that a text can be: one of its signs, before three digits, stands before thousands or a fraction. */
export function amountsOf(text: string): readonly { readonly value: DecimalMark; readonly amount: string }[] {
  const [, whole, sign, rest] = /^(-?\d{1,3})([.,٫٬])(\d{3})$/.exec(bare(text)) ?? [];
  if (whole === undefined) return [];
  const isComma = sign !== '.';
  const [fraction, thousands] = [`${whole}.${rest}`, `${whole}${rest}`];
  return [
    { value: 'point', amount: isComma ? thousands : fraction },
    { value: 'comma', amount: isComma ? fraction : thousands },
  ];
}

/** The first text of a file that can be read in two ways, with both. */
export function exampleOf<T>({ columns, rows }: Import, read: (text: string) => readonly T[]) {
  const texts = [
    ...columns.filter(({ field }) => field !== null).flatMap(({ samples }) => samples),
    ...rows.slice(0, 1000).flatMap(({ values }) => Object.values(values)),
  ];
  for (const text of texts) {
    const readings = read(text);
    const different = new Set(readings.map((one) => JSON.stringify({ ...one, value: undefined })));
    if (different.size > 1) return { text, readings };
  }
  return undefined;
}

/** Rows that an answer is to have. */
export const sizeOf = ({ counts }: Pick<Import, 'counts'>) => counts.create + counts.duplicate + counts.error;

/** Whether all rows have arrived. */
export const isWhole = (answer: Pick<Import, 'counts' | 'rows'>) => answer.rows.length >= sizeOf(answer);

/** What a person has decided row by row. */
export interface Choice {
  /** New rows that are left out. */
  readonly skip: ReadonlySet<number>;
  /** Duplicates that are created all the same. */
  readonly include: ReadonlySet<number>;
}

export const isCreated = ({ result, row }: ImportRow, { skip, include }: Choice): boolean =>
  result === 'create' ? !skip.has(row) : result === 'duplicate' && include.has(row);

export interface Plan {
  readonly created: number;
  /** New ones, which are created with the rows that name them. */
  readonly payees: number;
  readonly duplicates: number;
  readonly faults: number;
  /** New rows that are left out. */
  readonly skipped: number;
}

/** What an import would do. */
export function planOf({ rows, newPayees }: Pick<Import, 'rows' | 'newPayees'>, choice: Choice): Plan {
  const isUnknown = new Set(newPayees.map(fold));
  const payees = new Set<string>();
  const plan = { created: 0, duplicates: 0, faults: 0, skipped: 0 };
  for (const row of rows) {
    if (isCreated(row, choice)) {
      plan.created += 1;
      const payee = fold(row.values.payee ?? '');
      if (isUnknown.has(payee)) payees.add(payee);
    } else if (row.result === 'create') plan.skipped += 1;
    else if (row.result === 'duplicate') plan.duplicates += 1;
    else plan.faults += 1;
  }
  return { ...plan, payees: payees.size };
}

/** The rows at fault of an import that could not be committed: `rows`, the number of the row, its field. */
export const faultyRows = (error: unknown) =>
  issuesIn(error).flatMap(({ path: [part, row, field = ''], ...issue }) =>
    part === 'rows'
      ? [{ row: Number(row), field: String(field), issue: { path: [], ...issue } as Issue }]
      : [],
  );

/** A set with or without something. */
export function toggled<T>(set: ReadonlySet<T>, item: T, isIn: boolean): ReadonlySet<T> {
  const next = new Set(set);
  if (isIn) next.add(item);
  else next.delete(item);
  return next;
}

/** What stands in the clipboard, where it is cells of a spreadsheet, or a table as text. */
export function pastedFile(text: string, name: string): File | undefined {
  return text.trim().includes('\n') || text.includes('\t')
    ? new File([text], name, { type: 'text/csv' })
    : undefined;
}

const pages: Readonly<Partial<Record<ImportKind, string>>> = {
  users: '/users',
  payees: '/payees',
  cheques: '/cheques',
};

const lists: Readonly<Partial<Record<ImportKind, string>>> = {
  bills: '/bills/all',
  payEntries: '/pay',
  rates: '/pay/rates',
};

/** Where records of a kind are listed. */
export const listOf = (kind: ImportKind): string => lists[kind] ?? `/${kind}`;

/** Where a record that is there already can be seen: its page, or its list at its day. */
export function addressOf(kind: ImportKind, { record, values: { date } }: ImportRow): string {
  if (pages[kind]) return `${pages[kind]}/${record}`;
  const isListedByDay = kind === 'bills' || kind === 'logs';
  return isListedByDay && date ? `${listOf(kind)}?from=${date}&to=${date}` : listOf(kind);
}

const isOfDump = (name: string) => /\.(bson|json|gz|zip)$/i.test(name);

/** The files of what is dropped, also those in folders. It is asked at once, since the browser forgets it. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly File[]> {
  const [entries, plain] = [[...items].flatMap((item) => item.webkitGetAsEntry() ?? []), [...files]];
  return entries.some(({ isDirectory }) => isDirectory) ? filesIn(entries) : plain;
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found = entries.map(async (entry) => {
    if (isFolder(entry)) return filesIn(await contentsOf(entry.createReader()));
    if (!isFile(entry) || !isOfDump(entry.name)) return [];
    return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  });
  return (await Promise.all(found)).flat();
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** It gives some at a time, and at the end none. */
async function contentsOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  return some.length === 0 ? [] : [...some, ...(await contentsOf(reader))];
}

/** A file to fill in: headings as they are called on the screen, and the example that the service passes over. */
export function templateOf(kind: ImportKind, titleOf: (field: string) => string): string {
  const all = importFields(kind);
  // Of two ways to name something the one that has an example.
  const replaced = all.flatMap(({ example, insteadOf = [] }) => (example === undefined ? [] : insteadOf));
  const fields = all.filter(({ field }) => !field.endsWith('ID') && !replaced.includes(field));
  return (
    byteOrderMark +
    csvLine(fields.map(({ field }) => titleOf(field))) +
    csvLine(fields.map(({ example = '' }) => example))
  );
}
