export type CsvValue = string | number | boolean | null;

/** Excel takes a file without it for one of the machine's old code page. */
export const byteOrderMark = '\uFEFF';

/** Numbers and phone numbers are what they look like. */
const harmless = /^([+-]?[0-9]+(\.[0-9]+)?|\+[0-9][0-9 ]*|="\+?[0-9]+")$/;

function cell(value: CsvValue): string {
  const text = value === null ? '' : String(value);
  const safe = /^\s*[=+\-@\t\r＝＋－＠]/.test(text) && !harmless.test(text) ? `'${text}` : text;
  // A spreadsheet may take other signs for the comma.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * One line by RFC 4180, with CRLF. A text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV
 * injection).
 */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`;

/** A cell as it was before `csvLine`; of other programs also `="0012"`, which keeps them from taking it for a number. */
export function csvText(cell: string): string {
  if (/^'\s*[=+\-@\t\r＝＋－＠]/.test(cell) && !harmless.test(cell.slice(1))) return cell.slice(1);
  return /^="\+?[0-9]+"$/.test(cell) ? cell.slice(2, -1) : cell;
}
