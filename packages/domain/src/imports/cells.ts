import { titleLanguages } from '../titles/titles.ts';
import { digitValue, fold } from '../values/fold.ts';
import { ClockInput, toDay } from '../values/scalars.ts';
import type { DayOrder, DecimalMark, Delimiter, Encoding } from './imports.schema.ts';

/** A cell: text as it stands in the file, or what a workbook or JSON says exactly. */
export type Cell =
  | string
  | { readonly day: string }
  | { readonly time: string }
  | { readonly number: string }
  | { readonly flag: boolean };

/** A file as rows of cells, with its headings, before anything is known of what it means. */
export interface CellTable {
  readonly format: 'csv' | 'xlsx' | 'json';
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
  /** Of a workbook: the names of those that are not hidden. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** Without empty rows at the end. Each has the number of its row in the file, from 1. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly Cell[] }[];
}

/** Can be read in two ways. */
export const ambiguous = Symbol('ambiguous');
type Read = string | undefined | typeof ambiguous;

/** With digits of ASCII, plain spaces and signs, and without what shows nothing. */
const plain = (text: string) =>
  /^\p{ASCII}*$/u.test(text)
    ? text.trim()
    : text
        .replaceAll('٫', '.')
        .replaceAll(/[٬،]/g, ',')
        .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
        .replaceAll(/[\p{Cf}\p{DI}]/gu, '')
        .replaceAll(/\p{Z}/gu, ' ')
        .replaceAll(/[−–—]/g, '-')
        .trim();

/** What a cell shows. */
export function shownOf(cell: Cell): string {
  if (typeof cell === 'string') return cell.trim();
  if ('day' in cell) return cell.day;
  if ('time' in cell) return cell.time;
  return 'number' in cell ? cell.number : String(cell.flag);
}

/** The most characters of a text that an answer shows, and what is kept of it: PostgreSQL has no NUL in JSON. */
export const shortened = (text: string, max: number) =>
  text.slice(0, max).toWellFormed().replaceAll('\0', '\uFFFD');

/** Names of months in all languages, folded; Arabic has two sets of them, and in Hebrew they have a prefix in a date. */
const namesOfMonths = () =>
  [...titleLanguages, 'ar-SY'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const names = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, n) => {
        const name = fold(names.format(Date.UTC(2024, n, 15))).replace(/\.$/, '');
        return [[name, n + 1] as const, [`ב${name}`, n + 1] as const];
      }).flat();
    }),
  );
/** Made when a day is first written in words, since few are, and it takes a fifth of the thread's start. */
let months: ReadonlyMap<string, number> | undefined;

const longYear = (year: string) => {
  if (year.length !== 2) return year;
  return Number(year) < 80 ? `20${year}` : `19${year}`;
};

/** The words and numbers of a text, folded, each between two spaces. */
const wordsOf = (text: string) =>
  ` ${fold(plain(text))
    .replaceAll(/(\p{L})(?=\d)|(\d)(?=\p{L})/gu, '$& ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** The months that stand in words. */
function monthsIn(words: string): ReadonlySet<number> {
  months ??= new Map(namesOfMonths());
  return new Set([...months].flatMap(([name, month]) => (words.includes(` ${name} `) ? [month] : [])));
}

/** The day of a text such as `7 March 2024` or `Mar 7, 2024`. */
function namedDay(text: string): string | undefined {
  const words = wordsOf(text);
  const [month] = monthsIn(words);
  const [first, second, ...others] = words.match(/(?<= )\d{1,4}(?= )/g) ?? [];
  if (month === undefined || !first || !second || others.length > 0) return undefined;
  const [day, year] = first.length === 4 ? [second, first] : [first, second];
  return toDay(`${longYear(year)}-${month}-${day}`);
}

/** The only month of a text, as YYYY-MM: `March 2026`, `2026-03`, `03-2026`, but not that of a day as `2026-03-07`. */
export function readMonth(text: string): string | undefined {
  const words = wordsOf(text);
  const named = monthsIn(words);
  const years = new Set(words.match(/(?<= )(?:19|20)\d\d(?= )/g));
  const found = new Set<string>();
  for (const month of named) for (const year of years) found.add(`${year}-${month}`);
  if (named.size === 0) {
    for (const [, year, month] of words.matchAll(
      / ((?:19|20)\d\d) ?(0[1-9]|1[0-2]|(?<= )[1-9])(?! \d{1,2} ) /g,
    ))
      found.add(`${year}-${Number(month)}`);
    for (const [, month, year] of words.matchAll(/(?<! \d{1,2}) (0?[1-9]|1[0-2]) ((?:19|20)\d\d) /g))
      found.add(`${year}-${Number(month)}`);
  }
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? undefined : only.replace(/-(\d)$/, '-0$1');
}

const yearLast = (order: DayOrder) => order !== 'ymd';

/** The days that a text of three numbers may mean, by the order of these. */
function numericDays(text: string): Partial<Record<DayOrder, string>> {
  const [, a = '', b = '', c = ''] = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[ T,].*)?$/.exec(text) ?? [];
  const days = {
    dmy: a.length < 3 && c.length !== 1 && toDay(`${longYear(c)}-${b}-${a}`),
    mdy: a.length < 3 && c.length !== 1 && toDay(`${longYear(c)}-${a}-${b}`),
    ymd: c.length < 3 && a.length !== 1 && toDay(`${longYear(a)}-${b}-${c}`),
  };
  return Object.fromEntries(Object.entries(days).filter(([, day]) => day));
}

/** The orders in which the text is a day, of those with the year last: none where it is no matter. */
export function dayOrdersOf(text: string): readonly DayOrder[] {
  const days = numericDays(plain(text));
  if (days.dmy === days.mdy) return [];
  return (['dmy', 'mdy'] as const).filter((order) => days[order]);
}

/** A day as YYYY-MM-DD; undefined for what is none. */
export function readDay(cell: Cell, order: DayOrder | undefined): Read {
  if (typeof cell !== 'string') return 'day' in cell ? cell.day : undefined;
  const text = plain(cell);
  // A year of four digits comes first in one order only.
  if (/^\d{4}[-/.]/.test(text)) return numericDays(text).ymd;
  const days = numericDays(text);
  if (order) return days[order] ?? namedDay(text);
  const found = new Set(
    Object.entries(days).flatMap(([name, day]) => (yearLast(name as DayOrder) ? [day] : [])),
  );
  if (found.size > 1) return ambiguous;
  return [...found][0] ?? namedDay(text);
}

interface Digits {
  readonly sign: string;
  /** Digits and separators alone. */
  readonly body: string;
}

/** An amount without its currency; undefined for what has none, or several. */
function digitsOf(cell: string): Digits | undefined {
  const text = plain(cell).replaceAll(/[\s'’_]/g, '');
  const [, opening, before = '', body = '', after = ''] =
    /^(\()?([^\d.,()]{0,5})((?:[.,]?\d)+)([^\d,()]{0,5})\)?$/.exec(text) ?? [];
  if (!body || (opening && !text.endsWith(')'))) return undefined;
  const isNegative = opening !== undefined || /-/.test(before) || /^-|-$/.test(after);
  return { sign: isNegative ? '-' : '', body };
}

const thousands: Readonly<Record<DecimalMark, RegExp>> = {
  // In India hundreds of thousands have two digits.
  point: /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/,
  comma: /^\d{1,3}(\.\d{3})+(,\d+)?$/,
};

const ungrouped: Readonly<Record<DecimalMark, RegExp>> = { point: /^\d*(\.\d+)?$/, comma: /^\d*(,\d+)?$/ };

/** The number in JSON's form if this is the mark before its fraction. */
function withMark(body: string, decimal: DecimalMark): string | undefined {
  const [mark, separator] = decimal === 'point' ? (['.', ','] as const) : ([',', '.'] as const);
  if (!ungrouped[decimal].test(body) && !thousands[decimal].test(body)) return undefined;
  return body.replaceAll(separator, '').replace(mark, '.').replace(/^\./, '0.');
}

/** The marks with which the text is an amount; none where it is no matter. */
export function decimalMarksOf(text: string): readonly DecimalMark[] {
  const body = digitsOf(text)?.body ?? '';
  const [point, comma] = [withMark(body, 'point'), withMark(body, 'comma')];
  if (point === comma) return [];
  return (['point', 'comma'] as const).filter((decimal) => withMark(body, decimal) !== undefined);
}

/** An amount as the interface has it; undefined for what is none. */
export function readAmount(cell: Cell, decimal: DecimalMark | undefined): Read {
  if (typeof cell !== 'string') return 'number' in cell ? cell.number : undefined;
  const digits = digitsOf(cell);
  if (!digits) return undefined;
  // The Arabic sign is of one meaning.
  const mark = cell.includes('٫') ? 'point' : decimal;
  const marks = mark ? [mark] : (['point', 'comma'] as const);
  const found = new Set(marks.map((one) => withMark(digits.body, one)).filter((one) => one !== undefined));
  if (found.size > 1) return ambiguous;
  const [only] = found;
  return only === undefined ? undefined : digits.sign + only;
}

const afternoon = /(p\.?m\.?|م|µµ|ös|אחה"צ)$/i;
const forenoon = /(a\.?m\.?|ص|öö|לפנה"צ)$/i;

/** A time of day as HH:MM; undefined for what is none. */
export function readTime(cell: Cell): string | undefined {
  if (typeof cell !== 'string') return 'time' in cell ? cell.time : undefined;
  const text = plain(cell);
  const isAfternoon = afternoon.test(text);
  const is12Hours = isAfternoon || forenoon.test(text);
  const [, hour = '', minute = '00'] =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?$/i.exec(
      text.replace(afternoon, '').replace(forenoon, '').trim(),
    ) ?? [];
  if (hour === '' || (is12Hours && (Number(hour) < 1 || Number(hour) > 12))) return undefined;
  const hours = is12Hours ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : hour;
  return ClockInput.safeParse(`${hours}:${minute}`).data;
}

/** Words as they are compared. */
export const folded = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(fold));
const yes = folded('true yes y 1 x ✓ ✔ v نعم صح כן sí si s oui o evet e');
const no = folded('false no n 0 - لا خطأ לא non hayır h');

/** Undefined for what is neither. */
export function readFlag(cell: Cell): boolean | undefined {
  if (typeof cell !== 'string' && 'flag' in cell) return cell.flag;
  const text = fold(plain(shownOf(cell)));
  return yes.has(text) ? true : no.has(text) ? false : undefined;
}

/** A whole number in digits of ASCII; undefined for what is none. */
export function readNumber(cell: Cell): string | undefined {
  const text = plain(shownOf(cell));
  return /^\d{1,9}$/.test(text) ? text : undefined;
}

/** The one of two ways that cells show; null where none does, or both. */
export function shownBy<T extends string>(cells: readonly Cell[], waysOf: (text: string) => readonly T[]) {
  const ways = cells.flatMap((cell) => (typeof cell === 'string' ? [waysOf(cell)] : []));
  const clear = new Set(ways.flatMap((way) => (way.length === 1 ? way : [])));
  return {
    way: clear.size === 1 ? ([...clear][0] ?? null) : null,
    isOpen: ways.some((way) => way.length > 1),
  };
}
