import { ordinaryTimes, type Times } from '../../../entities/logs/usual.ts';
import { breakText } from '../../../entities/logs/values.ts';
import { toClock, toMinutes } from '../../../lib/text.ts';
import type { Cell } from './grid.ts';

/** A shift; where no break is said, the one there is stays. */
export type TypedShift = Omit<Times, 'breakMinutes'> & Partial<Pick<Times, 'breakMinutes'>>;

/** What a cell is to hold: nothing, absence, or shifts. */
export type CellContent =
  | { readonly kind: 'empty' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'shifts'; readonly shifts: readonly TypedShift[] };

/** The words of the person's language. */
export interface Words {
  readonly present: string;
  readonly absent: string;
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
const dash = / ?[-‑–—−] ?/;
const slash = / ?\/ ?/gu;
const first = (word: string) => [...word][0]?.toLocaleLowerCase() ?? '';
const said = (typed: string, word: string) => typed.toLocaleLowerCase() === word.toLocaleLowerCase();

/** A word of the language or its first letter, as long as the other does not begin with it too; A and P in all of them. */
const isWord = (typed: string, word: string, other: string, letter: string) =>
  said(typed, word) || said(typed, letter) || (first(word) !== first(other) && said(typed, first(word)));

function shiftOf(text: string): TypedShift | undefined {
  const [times = '', rest, ...others] = text.split('/');
  const [startingTime = '', finishingTime = '', ...more] = times.split(dash).map(toClock);
  const isShift = clock.test(startingTime) && clock.test(finishingTime);
  if (!isShift || more.length + others.length > 0) return undefined;
  if (rest === undefined) return { startingTime, finishingTime };
  const breakMinutes = toMinutes(rest);
  return rest && /^\d*$/.test(breakMinutes) ? { startingTime, finishingTime, breakMinutes } : undefined;
}

/**
 * What is typed over a cell: `8-16`, `8-16/30` with a break of 30 minutes, `8-12 13-17`, absent or its first letter, present for the usual times; undefined
 * where it cannot be read.
 */
export function readCell(
  typed: string,
  { present, absent }: Words,
  usual: Times = ordinaryTimes,
): CellContent | undefined {
  const text = typed
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (text === '') return { kind: 'empty' };
  if (isWord(text, absent, present, 'a')) return { kind: 'absent' };
  if (isWord(text, present, absent, 'p')) return { kind: 'shifts', shifts: [usual] };
  const parts = text
    .replace(new RegExp(dash, 'gu'), '-')
    .replace(slash, '/')
    .split(/[\s,;،؛+]+/u);
  const shifts = parts.map(shiftOf).filter((shift) => shift !== undefined);
  return shifts.length === parts.length ? { kind: 'shifts', shifts } : undefined;
}

/** As it can be typed again, also in another program. */
export function writeCell({ logs }: Pick<Cell, 'logs'>, { absent }: Words): string {
  if (logs.some(({ isAbsent }) => isAbsent)) return absent;
  const rest = (minutes: number) => (minutes > 0 ? `/${minutes}` : '');
  return logs
    .map(
      ({ startingTime, finishingTime, breakMinutes }) =>
        `${startingTime}-${finishingTime}${rest(breakMinutes)}`,
    )
    .join(' ');
}

/** What a cell holds, to be put into others. */
export function contentOf({ logs }: Pick<Cell, 'logs'>): CellContent {
  const [first] = logs;
  if (!first) return { kind: 'empty' };
  if (first.isAbsent) return { kind: 'absent' };
  const shifts = logs.map(({ startingTime, finishingTime, breakMinutes }) => ({
    startingTime: startingTime ?? '',
    finishingTime: finishingTime ?? '',
    breakMinutes: breakText(breakMinutes),
  }));
  return { kind: 'shifts', shifts };
}

/**
 * Cells as spreadsheets put them on the clipboard: tabs between columns, quotes around what has line breaks. Lines end with
 * LF, CR LF or, from some programs of the Mac, CR alone.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  // Each match takes the sign before its cell, so that none is empty: before the first there is a tab too.
  const cells = /(?:\t|(\r\n?|\n))(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))/gy;
  const body = `\t${text.replace(/(\r\n?|\n)$/, '')}`;
  for (const [, line, quoted, plain = ''] of body.matchAll(cells)) {
    if (line !== undefined) rows.push([]);
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  }
  return rows;
}

/** Whether there is one cell alone, which any field takes. */
export function isOneCell(text: string): boolean {
  const [cells, ...rows] = parseTsv(text);
  return cells?.length === 1 && rows.length === 0;
}

export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.join('\t')).join('\n');
