import type { Inputs, Outputs } from '@daybook/client';
import {
  type ChequeEventKind,
  type ChequeStatus,
  chequeStatuses,
  isOpen,
  openStatuses,
} from '@daybook/domain';
import { z } from 'zod';
import { isAmount, isNegative, negate, sum } from '../../lib/amounts.ts';
import { businessDay } from '../../lib/business.ts';
import { addDays, type DayText, monthOf, monthsLater, weeksOf } from '../../lib/dates.ts';

export type Cheque = Outputs['cheques']['get'];

/** How near the due date of an open cheque is; the status of any other. */
export type ChequeState = 'overdue' | 'soon' | 'due' | 'cleared' | 'stopped' | 'cancelled';

/** In the order of urgency. */
export const states: readonly ChequeState[] = ['overdue', 'soon', 'due', 'stopped', 'cleared', 'cancelled'];

const soonDays = 7;

type Dated = Pick<Cheque, 'dueDate' | 'status'>;

export function stateOf({ dueDate, status }: Dated, today: DayText): ChequeState {
  if (status === 'cleared' || status === 'stopped' || status === 'cancelled') return status;
  if (dueDate < today) return 'overdue';
  return dueDate <= addDays(today, soonDays) ? 'soon' : 'due';
}

/** Events that are recorded: a replacement has a form of its own, an undo takes one back. */
export type RecordedKind = Exclude<ChequeEventKind, 'replace' | 'undo'>;

/** What probably happens to a cheque next, the likeliest first. */
export function likelyEvents({ dueDate, status }: Dated, today: DayText): readonly ChequeEventKind[] {
  if (status === 'presented') return ['clear'];
  if (status === 'bounced') return ['present', 'replace'];
  return status === 'issued' && dueDate <= today ? ['clear', 'present'] : [];
}

const outcomes = {
  present: 'presented',
  clear: 'cleared',
  bounce: 'bounced',
  stop: 'stopped',
  cancel: 'cancelled',
} as const satisfies Partial<Record<RecordedKind, ChequeStatus>>;

/** The cheque as it will be after an event of today, as far as the event alone says. */
export function withEvent(cheque: Cheque, kind: RecordedKind, today: DayText): Cheque {
  if (!(kind in outcomes)) return cheque;
  const status = outcomes[kind as keyof typeof outcomes];
  return { ...cheque, status, isCancelled: status === 'cancelled', statusDate: today };
}

/** As the service has it. */
export const isRemovableCheque = ({ status }: Pick<Cheque, 'status'>) =>
  status === 'issued' || status === 'cancelled';

/** What the register can be filtered by, as the service is asked. */
export type ChequeFilters = Pick<
  Inputs['cheques']['summary'],
  'from' | 'to' | 'payee' | 'account' | 'status' | 'search'
>;

/** The days for each question about open cheques. */
export const dueFilters = (today: DayText) =>
  ({
    overdue: { from: undefined, to: addDays(today, -1) },
    in7: { from: today, to: addDays(today, 7) },
    in30: { from: today, to: addDays(today, 30) },
  }) as const;

/** Past due, and nobody has ever recorded what became of it. */
export const isUnmarked = (
  { dueDate, status, statusDate }: Dated & Pick<Cheque, 'statusDate'>,
  today: DayText,
) => isOpen(status) && statusDate === null && dueDate < today;

/** The number at the end of a serial counted on, as wide as before: `A-0099` → `A-0100`. Undefined without one. */
export function nextSerial(serial: string): string | undefined {
  const [, stem = '', digits] = /^(.*[^0-9])?([0-9]+)$/s.exec(serial) ?? [];
  if (digits === undefined) return undefined;
  return `${stem}${String(BigInt(digits) + 1n).padStart(digits.length, '0')}`;
}

interface WithSerial {
  readonly serial: string;
  readonly createdAt: string;
}

/** What precedes the number at the end, and how wide that is: serials of one book have both in common. */
const bookOf = (serial: string) => serial.replace(/(?<![0-9])[0-9]+$/, (digits) => `#${digits.length}`);

/** The serial that follows the highest of the book from which the last cheque was written that has a number. */
export function suggestedSerial(cheques: readonly WithSerial[]): string | undefined {
  const [first, ...rest] = cheques.filter(({ serial }) => nextSerial(serial) !== undefined);
  if (!first) return undefined;
  const last = rest.reduce((latest, one) => (one.createdAt > latest.createdAt ? one : latest), first);
  const book = cheques.map(({ serial }) => serial).filter((serial) => bookOf(serial) === bookOf(last.serial));
  // Of one width, so that the order of texts is that of numbers.
  return nextSerial(book.toSorted().at(-1) ?? '');
}

const every = 'all';
/** What a filter by status can be made of: all open ones are one choice. */
export const statusChoices = ['open', ...chequeStatuses] as const;
export type StatusChoice = (typeof statusChoices)[number];

const isChoice = (text: string): text is StatusChoice => statusChoices.some((choice) => choice === text);

/** In an address: `all`, or some of the choices with commas; open cheques where there is nothing. */
export const statusParameter = z
  .string()
  .refine((text) => text === every || text.split(',').every(isChoice))
  .optional()
  .catch(undefined);

/** Takes addresses and saved views from before there were statuses too. */
export const withStatus = <S extends z.ZodObject>(search: S) =>
  z.preprocess(
    (given) =>
      typeof given === 'object' && given && 'isCancelled' in given && given.isCancelled === 'true'
        ? { status: 'cancelled', ...given }
        : given,
    search,
  );

export const choicesOf = (parameter = 'open'): readonly StatusChoice[] =>
  parameter.split(',').filter(isChoice);

/** For an address. No choice at all is every status. */
export function parameterOf(choices: readonly StatusChoice[]): string | undefined {
  if (choices.length === 0) return every;
  return choices.join() === 'open' ? undefined : choices.join();
}

/** The statuses that a parameter lets through; undefined: every one. */
export function statusesOf(parameter: string | undefined): readonly ChequeStatus[] | undefined {
  if (parameter === every) return undefined;
  return chequeStatuses.filter((status) =>
    choicesOf(parameter).some((choice) =>
      choice === 'open' ? openStatuses.some((open) => open === status) : choice === status,
    ),
  );
}

interface Due {
  readonly dueDate: DayText;
  readonly value: string;
  readonly status: ChequeStatus;
}

export interface Total {
  readonly count: number;
  readonly total: string;
}

/** Of open cheques: what is cleared, stopped or cancelled does not count. */
export function totalOf(cheques: readonly Due[]): Total {
  const open = cheques.filter(({ status }) => isOpen(status));
  return { count: open.length, total: sum(open.map(({ value }) => value)) };
}

export interface CalendarDay<T> extends Total {
  readonly day: DayText;
  /** Not one that only fills the first or last week. */
  readonly inMonth: boolean;
  readonly cheques: readonly T[];
}

const placeOf = ({ status }: Due) => (isOpen(status) ? 0 : status === 'cancelled' ? 2 : 1);

/**
 * The weeks of a month, each day with the cheques that are paid on it: what is due on a weekend is paid on the next
 * business day. Open ones first, cancelled ones last.
 */
export function calendarOf<T extends Due>(
  month: string,
  firstDayOfWeek: number,
  cheques: readonly T[],
  weekend: readonly number[] = [],
): CalendarDay<T>[][] {
  const byDay = Map.groupBy(cheques, ({ dueDate }) => businessDay(dueDate, weekend));
  return weeksOf(month, firstDayOfWeek).map((week) =>
    week.map((day) => {
      const due = byDay.get(day) ?? [];
      return {
        day,
        inMonth: monthOf(day) === month,
        cheques: due.toSorted((one, other) => placeOf(one) - placeOf(other)),
        ...totalOf(due),
      };
    }),
  );
}

export interface Upcoming extends Total {
  readonly month: string;
}

/** What is still to come, month by month: open cheques due today or later. */
export function upcomingOf(cheques: readonly Due[], today: DayText): Upcoming[] {
  const coming = cheques.filter(({ dueDate, status }) => isOpen(status) && dueDate >= today);
  return [...Map.groupBy(coming, ({ dueDate }) => monthOf(dueDate))]
    .map(([month, due]) => ({ month, ...totalOf(due) }))
    .sort((one, other) => (one.month < other.month ? -1 : 1));
}

/** Where an arrow key leads from a day of a calendar; undefined for other keys. */
export function adjacentDay(day: DayText, key: string, isRtl: boolean): DayText | undefined {
  const forwards = isRtl ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: forwards,
    ArrowLeft: -forwards,
    ArrowDown: 7,
    ArrowUp: -7,
  };
  const step = steps[key];
  return step === undefined ? undefined : addDays(day, step);
}

/** A cheque that is being written in the place of another. */
export interface ReplacementCheque {
  /** Of its part of the form. */
  readonly key: number;
  readonly serial: string;
  readonly dueDate: DayText | undefined;
  /** What was typed. */
  readonly value: string;
}

/** What the replacements leave of an amount; below zero where they are more. */
export const valueLeft = (value: string, written: readonly Pick<ReplacementCheque, 'value'>[]): string =>
  sum([
    value,
    ...written
      .map((one) => one.value)
      .filter(isAmount)
      .map(negate),
  ]);

/** The next of several: the serial counted on, a month later, with what is left. */
export function nextWritten(value: string, written: readonly ReplacementCheque[]): ReplacementCheque {
  const last = written.at(-1);
  const left = valueLeft(value, written);
  return {
    key: Math.max(0, ...written.map(({ key }) => key)) + 1,
    serial: nextSerial(last?.serial ?? '') ?? '',
    dueDate: last?.dueDate && monthsLater(last.dueDate, 1),
    value: isNegative(left) || /^[0.]*$/.test(left) ? '' : left,
  };
}
