import {
  DomainError,
  type Issue,
  type IssueCode,
  type IssueParams,
  issueAt,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_CELL,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
} from '@daybook/domain';
import type { Cell, CellTable } from '@daybook/domain/imports';

/** With that of the headings. */
const maxRows = MAX_IMPORT_ROWS + 1;

/**
 * The rows of a table as they are read, within the limits: without empty rows, and without empty cells at the end of one.
 * @throws UnreadableFile with the first row that is too much
 */
export class Rows {
  readonly list: { row: number; cells: Cell[] }[] = [];
  /** Of all texts together: in a workbook many cells may share one. */
  #characters = 0;

  /** @param cells becomes part of the table */
  add(row: number, cells: Cell[]): void {
    while (cells.at(-1) === '') cells.pop();
    if (cells.length === 0) return;
    if (cells.length > MAX_IMPORT_COLUMNS)
      throw unreadable('too_many_columns', { max: MAX_IMPORT_COLUMNS, row });
    for (const cell of cells) {
      if (typeof cell !== 'string') continue;
      if (cell.length > MAX_IMPORT_CELL) throw unreadable('cell_too_long', { max: MAX_IMPORT_CELL, row });
      this.#characters += cell.length;
    }
    if (this.#characters > MAX_IMPORT_BYTES) throw unreadable('file_too_costly');
    if (this.list.length === maxRows) throw unreadable('too_many_rows', { max: MAX_IMPORT_ROWS });
    this.list.push({ row, cells });
  }

  /** @throws UnreadableFile of a table without rows */
  table(about: Omit<CellTable, 'rows'>): CellTable {
    if (this.list.length === 0) throw unreadable('file_empty');
    return { ...about, rows: this.list };
  }
}

/** As many digits as are written out: amounts have 19. */
const maxDigits = 60;

/**
 * A number as a person writes it, without exponent and with the same digits: `1.5e3` is 1500. Undefined for what is not a
 * number, or one with too many digits.
 */
export function decimalText(source: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(source);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (digits.length + Math.abs(Number(exponent)) > maxDigits) return undefined;
  const before =
    digits
      .slice(0, Math.max(point, 0))
      .padEnd(point, '0')
      .replace(/^0+(?=\d)/, '') || '0';
  const after = '0'.repeat(Math.max(-point, 0)) + digits.slice(Math.max(point, 0));
  const text = after === '' ? before : `${before}.${after}`;
  return sign === '-' && /[1-9]/.test(text) ? `-${text}` : text;
}

/** A file that cannot be read, and the issue that says why. */
export class UnreadableFile extends DomainError {
  readonly issue: Issue;

  constructor(issue: Issue) {
    super('VALIDATION', `${issue.path.join('.')} ${issue.message}.`, { issues: [issue] });
    this.issue = issue;
  }
}

export const unreadable = <Code extends IssueCode>(
  code: Code,
  ...params: IssueParams<Code>
): UnreadableFile => new UnreadableFile(issueAt(['file'], code, ...params));

export const unreadableOption = <Code extends IssueCode>(
  option: string,
  code: Code,
  ...params: IssueParams<Code>
): UnreadableFile => new UnreadableFile(issueAt([option], code, ...params));
