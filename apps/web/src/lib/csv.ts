type CsvValue = string | number | boolean | null;

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

/**
 * RFC 4180, with CRLF. A text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV
 * injection), except numbers and phone numbers: `-150` and `+97250…` are what they look like.
 */
export function toCsv<T>(columns: readonly CsvColumn<T>[], rows: Iterable<T>): string {
  const lines = [columns.map(({ header }) => cell(header)).join(',')];
  for (const row of rows) lines.push(columns.map(({ value }) => cell(value(row))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

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

/** Excel takes a file without it for one of the machine's old code page. */
export const byteOrderMark = '\uFEFF';

const harmless = /^([+-]?[0-9]+(\.[0-9]+)?|="\+?[0-9]+")$/;

function cell(value: CsvValue): string {
  const text = value === null ? '' : String(value);
  const safe = /^\s*[=+\-@\t\r＝＋－＠]/.test(text) && !harmless.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function download(name: string, content: string, type = 'text/csv;charset=utf-8') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
