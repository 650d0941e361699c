import { invalid } from '../errors.ts';
import { fold } from '../values/fold.ts';
import {
  type Cell,
  type CellTable,
  dayOrdersOf,
  folded,
  readDay,
  readMonth,
  readNumber,
  readTime,
  shownBy,
  shownOf,
} from './cells.ts';
import { isHeadingOf } from './columns.ts';
import { type ImportOptions, MAX_IMPORT_ROWS } from './imports.schema.ts';

const absent = folded(
  'a abs absent absente absence no n 0 ✗ ✘ ❌ غ غائب غائبة غياب لا נעדר נעדרת חסר חסרה לא ausente ausencia falta yok izinli gelmedi devamsız',
);
const present = folded(
  '✓ ✔ ✅ ☑ √ 1 p present présent présente presente presencia oui sí si yes y ok ح حاضر حاضرة حضور نعم נוכח נוכחת כן geldi var evet',
);
/** For presence, or for absence beside another sign of presence. */
const crosses = folded('x ×');
const nothing = folded('- --');

/** Between the two times of a shift in one cell: `8:00-16:30`. */
const between = /-|–|—|\bto\b/u;

/** Times of a day on which nobody has recorded others. */
const ordinaryTimes = { startingTime: '08:00', finishingTime: '16:00' };

const shiftOf = (text: string) => {
  const times = text.split(between, 3).map(readTime);
  return times.length === 2 && times[0] && times[1] ? ([times[0], times[1]] as const) : undefined;
};

/** The columns of the days in a row: of whole days, or of their numbers in order. */
function dayColumnsOf(cells: readonly Cell[], dates: ImportOptions['dates']) {
  const whole = cells.flatMap((cell, index) => (readDay(cell, dates) === undefined ? [] : [index]));
  if (whole.length >= 2) return { columns: whole, isNumbers: false };
  const numbers = cells.map((cell) => Number(readNumber(cell) ?? 0));
  const columns = numbers.flatMap((number, index) => (number >= 1 && number <= 31 ? [index] : []));
  const inOrder = columns.every(
    (column, n) => n === 0 || (numbers[column] as number) > (numbers[columns[n - 1] as number] as number),
  );
  return { columns: inOrder ? columns : [], isNumbers: true };
}

/** The row of a table that has its days. */
function headOf({ rows }: CellTable, { dates, layout }: Pick<ImportOptions, 'dates' | 'layout'>) {
  for (const [at, { cells }] of rows.slice(0, 20).entries()) {
    const { columns, isNumbers } = dayColumnsOf(cells, dates);
    const enough = layout === 'days' ? 2 : isNumbers ? 5 : 3;
    if (columns.length >= enough) return { at, cells, columns, isNumbers };
  }
  return undefined;
}

/** Whether a table has a worker in each row and a day in each column. */
export const isOfDays = (table: CellTable, dates: ImportOptions['dates']): boolean =>
  headOf(table, { dates, layout: undefined }) !== undefined;

/**
 * A table with a worker in each row and a day in each column, as one with a log in each row.
 * @throws VALIDATION of one with too many cells
 */
export function rowsOfDays(
  table: CellTable,
  options: Pick<ImportOptions, 'dates' | 'month' | 'name' | 'times'>,
) {
  const headings = ['worker', 'date', 'startingTime', 'finishingTime', 'isAbsent'];
  const none = {
    headings,
    rows: [],
    month: null,
    isOfMonth: false,
    hasMarks: false,
    usual: new Set<number>(),
  };
  const head = headOf(table, { ...options, layout: 'days' });
  if (!head) return none;
  const { at, cells: days, columns, isNumbers } = head;
  const above = table.rows.slice(0, at).map(({ cells }) => cells.map(shownOf).join(' '));
  const month = isNumbers
    ? (options.month ?? [...above, table.sheet ?? '', options.name].map(readMonth).find(Boolean) ?? null)
    : null;
  const dates = options.dates ?? shownBy(days, dayOrdersOf).way ?? undefined;
  const dateOf = (day: Cell): Cell => {
    if (isNumbers) return month ? `${month}-${readNumber(day)?.padStart(2, '0')}` : shownOf(day);
    const read = readDay(day, dates);
    return typeof read === 'string' ? { day: read } : day;
  };
  const before = days.slice(0, columns[0]).map(shownOf);
  const titled = before.findIndex((title) => isHeadingOf('logs', 'worker', title));
  const named = titled >= 0 ? titled : Math.max(0, before.length - 1);

  const filled: { worker: Cell; date: Cell; text: string; sign: string }[] = [];
  for (const { cells } of table.rows.slice(at + 1))
    for (const column of columns) {
      const text = shownOf(cells[column] ?? '');
      const sign = text === '' ? '' : fold(text);
      // Below the numbers there may be the weekdays.
      const isOfWorker = shownOf(cells[named] ?? '') !== '' || shiftOf(text) !== undefined;
      if (sign === '' || nothing.has(sign) || !isOfWorker) continue;
      if (filled.length === MAX_IMPORT_ROWS)
        throw invalid('VALIDATION', ['file'], 'too_many_rows', { max: MAX_IMPORT_ROWS });
      filled.push({ worker: cells[named] ?? '', date: dateOf(days[column] ?? ''), text, sign });
    }
  const isThere = (signs: ReadonlySet<string>) => filled.some(({ sign }) => signs.has(sign));
  // Beside signs of both kinds nobody knows what a cross is for.
  const crossIs = !isThere(present) ? 'present' : isThere(absent) ? undefined : 'absent';
  const markOf = (sign: string) =>
    crosses.has(sign) ? crossIs : present.has(sign) ? 'present' : absent.has(sign) ? 'absent' : undefined;
  const ofMarks =
    options.times === 'usual'
      ? ([ordinaryTimes.startingTime, ordinaryTimes.finishingTime] as const)
      : shiftOf(options.times ?? '');

  const usual = new Set<number>();
  let hasMarks = false;
  const timesOf = (row: number, text: string, sign: string): readonly Cell[] => {
    const mark = markOf(sign);
    if (mark === 'absent') return ['', '', { flag: true }];
    if (mark === 'present') {
      hasMarks = true;
      if (options.times === 'usual') usual.add(row);
      return [...(ofMarks ?? ['', '']), ''];
    }
    // What is no shift is shown as it stands, as a time that is at fault.
    return [...(shiftOf(text) ?? [text, readTime(text) ? '' : text]), ''];
  };
  const rows = filled.map(({ worker, date, text, sign }, index) => ({
    row: index + 1,
    cells: [worker, date, ...timesOf(index + 1, text, sign)],
  }));
  return { headings, rows, month, isOfMonth: isNumbers, hasMarks, usual };
}
