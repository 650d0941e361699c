import { MAX_IMPORT_COLUMNS, withoutTrailingZeros } from '@daybook/domain';
import type { Cell } from '@daybook/domain/imports';
import { decimalText, type Rows, unreadable } from './cells.ts';
import type { Handlers } from './parts.ts';

/** What the number of a cell stands for: an elapsed time may have more than 24 hours. */
export type NumberKind = 'number' | 'day' | 'time' | 'elapsed';

/** Formats that a workbook names by their number alone (ECMA-376, 18.8.30); those from 27 on are of East Asia. */
const builtIn = (id: number): NumberKind => {
  const isOneOf = (...ranges: readonly (readonly [number, number])[]) =>
    ranges.some(([from, to]) => id >= from && id <= to);
  if (id === 46) return 'elapsed';
  if (isOneOf([18, 21], [32, 35], [45, 47], [55, 56])) return 'time';
  return isOneOf([14, 17], [22, 22], [27, 31], [36, 36], [50, 54], [57, 58]) ? 'day' : 'number';
};

/** Of a format in the file, such as `[$-40D]dd/mm/yyyy;@`: that for positive numbers decides. */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtIn(id);
  const isElapsed = /\[(?:h+|m+|s+)\]/i.test(code);
  const [positive = ''] = code
    .replaceAll(/"[^"]*"|\\.|[_*]./gs, '')
    .replaceAll(/\[[^[\]]*\]/g, '')
    .split(';');
  const signs = positive.replaceAll(/general|E[+-]/gi, '');
  const hasTime = /[hs]|am\/pm|a\/p/i.test(signs);
  if (/[dyeg]|b{2}|m{3}/i.test(signs) || (!hasTime && !isElapsed && /m/i.test(signs))) return 'day';
  if (isElapsed) return 'elapsed';
  return hasTime ? 'time' : 'number';
}

const daySeconds = 86_400;
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

/** The last one is that of 9999-12-31. */
const maxSerial = 2_958_465;

function dayOf(serial: number, is1904: boolean): Cell | undefined {
  // Excel counts a 29 February 1900, which there was not.
  const days = !is1904 && serial < 60 ? serial + 1 : serial;
  const day = new Date((is1904 ? epochs[1904] : epochs[1900]) + days * daySeconds * 1000);
  return day.getUTCFullYear() > 9999 ? undefined : { day: day.toISOString().slice(0, 10) };
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[2] === 0 ? parts.slice(0, 2) : parts).map((part) => String(part).padStart(2, '0')).join(':');
}

/** A number with the 15 digits that Excel shows at most: what is beyond is of its binary form. */
function numberCell(text: string): Cell {
  const value = Number(text);
  const number = Number.isFinite(value) ? decimalText(value.toPrecision(15)) : undefined;
  return number === undefined ? text : { number: withoutTrailingZeros(number) };
}

/** The value of a cell with a number, by its format. A moment is its day. */
function cellOfNumber(text: string, kind: NumberKind, is1904: boolean): Cell {
  const serial = Number(text);
  if (kind === 'number' || text.trim() === '' || !(serial >= 0 && serial <= maxSerial + 1))
    return numberCell(text);
  const seconds = Math.round(serial * daySeconds);
  const days = Math.floor(seconds / daySeconds);
  if (kind === 'elapsed' && days > 0) return clock(seconds);
  if (kind !== 'day') return { time: clock(seconds % daySeconds) };
  // A day format on no day: what a formula that refers to an empty cell has.
  if (days === 0 && !is1904) return seconds === 0 ? '' : { time: clock(seconds) };
  return dayOf(days, is1904) ?? numberCell(text);
}

/** A date of ISO 8601, which some programs write instead of a number. */
function isoCell(text: string): Cell {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d(?::\d\d)?)?/.exec(text) ?? [];
  if (day) return { day };
  return time ? { time: time.replace(/:00$/, '').padEnd(5, ':00') } : text;
}

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
