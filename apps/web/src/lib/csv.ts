import { byteOrderMark, type CsvValue, csvLine } from '@daybook/domain';

/** One column of a file: what a program reads, not what a person does. */
export interface CsvColumn<T> {
  readonly header: string;
  readonly value: (row: T) => CsvValue;
  /** Whether it holds identifiers of other records. */
  readonly isIdentifier?: boolean;
}

/** A column for each of these fields, under its own name. */
export const csvColumns = <N extends string>(
  ...names: readonly N[]
): CsvColumn<Readonly<Record<N, CsvValue>>>[] =>
  names.map((header) => ({ header, value: (row) => row[header] }));

/** The titles, and a line for each row; see `csvLine`. */
export const toCsv = <T>(columns: readonly CsvColumn<T>[], rows: Iterable<T>): string =>
  csvLine(columns.map(({ header }) => header)) +
  Array.from(rows, (row) => csvLine(columns.map(({ value }) => value(row)))).join('');

/** A serial, a phone number: a spreadsheet would make a number of it, without its zeros, its plus and its last digits. */
const isName = (value: CsvValue) => typeof value === 'string' && /^(0\d+|\+\d+|\d{16,})$/.test(value);

/**
 * The columns as people want them in a spreadsheet: under titles in their own words, without identifiers, and what looks
 * like a number but is none as the text it is.
 */
export function forSpreadsheet<T>(
  columns: readonly CsvColumn<T>[],
  titleOf: (header: string) => string,
): CsvColumn<T>[] {
  const referred = columns.flatMap(({ header }) =>
    columns.some((other) => other.header === `${header}Name`) ? [header] : [],
  );
  return columns
    .filter(({ header, isIdentifier }) => header !== '_id' && !isIdentifier && !referred.includes(header))
    .map(({ header, value }) => ({
      header: titleOf(referred.find((name) => header === `${name}Name`) ?? header),
      value: (row) => (isName(value(row)) ? `="${value(row)}"` : value(row)),
    }));
}

const asBlob = (text: string) => new Blob([text], { type: 'text/csv;charset=utf-8' });

/** One choice of a menu, and the file that it makes. */
export interface FileChoice {
  readonly title: string;
  readonly ending: 'csv' | 'xlsx';
  /** @param tell is told how many bytes there are so far */
  make(signal: AbortSignal, tell: (bytes: number) => void): Promise<Blob>;
}

/** What is shown as a file that is made here: for programs, and for a spreadsheet. */
export function csvFiles<T>(
  t: (key: 'exportCsv' | 'exportExcel') => string,
  columns: readonly CsvColumn<T>[],
  rows: () => readonly T[],
  titleOf: (column: string) => string = String,
): readonly FileChoice[] {
  const choice = (title: string, write: () => string): FileChoice => ({
    title,
    ending: 'csv',
    make: async () => asBlob(write()),
  });
  return [
    choice(t('exportCsv'), () => toCsv(columns, rows())),
    choice(t('exportExcel'), () => spreadsheetCsv(columns, rows(), titleOf)),
  ];
}

/** As Excel opens it. */
export const spreadsheetCsv = <T>(
  columns: readonly CsvColumn<T>[],
  rows: Iterable<T>,
  titleOf: (column: string) => string,
): string => byteOrderMark + toCsv(forSpreadsheet(columns, titleOf), rows);

export const downloadCsv = (name: string, text: string) => download(name, asBlob(text));

export function download(name: string, content: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
