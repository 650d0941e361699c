import { MAX_IMPORT_COLUMNS } from '@daybook/domain';
import type { Cell } from '@daybook/domain/imports';
import type { Rows } from './cells.ts';
import { cellOfNumber, isoCell, type NumberKind } from './number-format.ts';
import type { Handlers } from './parts.ts';
import { unreadable } from './unreadable.ts';

interface Book {
  readonly strings: readonly string[];
  /** By the style of a cell. */
  readonly kinds: readonly NumberKind[];
  readonly is1904: boolean;
}

/** `_x000D_` is a carriage return, and `_x005F_` the underscore of what would look so. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** The column of `AB12`, from 0. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/i.exec(reference)?.[0].toUpperCase();
  if (letters === undefined) throw unreadable('file_damaged');
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const maxRow = 1_048_576;

/** A cell as its elements come: its value, the inline text and the attributes. */
interface Open {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
  inline: string;
}

function cellOf({ type, style, value, inline }: Open, { strings, kinds, is1904 }: Book): Cell {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr':
      return unescaped(inline);
    case 'str':
      return unescaped(value);
    case 'b':
      return value === '' ? '' : { flag: /^(1|true)$/i.test(value) };
    // What a formula has that failed.
    case 'e':
      return '';
    case 'd':
      return isoCell(value);
    default:
      return value === '' ? '' : cellOfNumber(value, kinds[style] ?? 'number', is1904);
  }
}

/** Adds the rows of a sheet, with the values of formulas as they were computed last. */
export function rowReader(book: Book, rows: Rows): Handlers {
  let row = 0;
  let cells: Cell[] = [];
  let next = 0;
  let cell: Open | undefined;
  let target: 'value' | 'inline' | undefined;
  let isPhonetic = false;

  const beginRow = (reference: string | undefined) => {
    const number = reference === undefined ? row + 1 : Number(reference);
    if (!(Number.isInteger(number) && number > row && number <= maxRow)) throw unreadable('file_damaged');
    row = number;
    cells = [];
    next = 0;
  };
  const endCell = (open: Open) => {
    const value = cellOf(open, book);
    if (value === '') return;
    if (open.column >= MAX_IMPORT_COLUMNS)
      throw unreadable('too_many_columns', { max: MAX_IMPORT_COLUMNS, row });
    while (cells.length < open.column) cells.push('');
    cells[open.column] = value;
  };

  return {
    last: 'sheetData',
    open(name, { r, t = 'n', s = '0' }) {
      if (name === 'row') beginRow(r);
      else if (name === 'c') {
        // One that does not say where it is comes after the one before.
        const column = r === undefined ? next : columnOf(r);
        next = column + 1;
        cell = { column, type: t, style: Number(s), value: '', inline: '' };
      } else if (name === 'v') target = 'value';
      else if (name === 't') target = isPhonetic ? undefined : 'inline';
      else if (name === 'rPh') isPhonetic = true;
    },
    text(text) {
      if (cell && target) cell[target] += text;
    },
    close(name) {
      if (name === 'v' || name === 't') target = undefined;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'c' && cell) {
        endCell(cell);
        cell = undefined;
      } else if (name === 'row') rows.add(row, cells);
    },
  };
}
