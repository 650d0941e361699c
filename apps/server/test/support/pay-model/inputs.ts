import type { Arbitrary } from 'fast-check';
import fc from 'fast-check';
import { plus } from '../forecasts.ts';

/** Of one worker. Days are YYYY-MM-DD, times HH:MM, amounts decimal text. */
export interface Inputs {
  /** Of the currency: so many digits stand after the point. */
  readonly digits: number;
  /** The day on which the worker was deleted, which changes nothing that is earned. */
  readonly deletedOn: string | null;
  readonly logs: readonly Log[];
  readonly rates: readonly Rate[];
  readonly entries: readonly Entry[];
}

export interface Log {
  readonly date: string;
  /** `null` only where absent. */
  readonly startingTime: string | null;
  readonly finishingTime: string | null;
  readonly breakMinutes: number;
  readonly isAbsent: boolean;
  readonly payment: string;
}

export interface Rate {
  readonly from: string;
  readonly basis: 'hour' | 'day' | 'month' | 'none';
  /** `null` only where the basis is `none`. */
  readonly amount: string | null;
  readonly dayMinutes: number;
  readonly overtimeFactor: string;
  readonly monthDays: number;
}

export const entryKinds = ['opening', 'advance', 'payout', 'bonus', 'deduction'] as const;

export interface Entry {
  readonly date: string;
  readonly kind: (typeof entryKinds)[number];
  readonly amount: string;
  /** The number of the settlement that made or last owned it: an ordinary entry once that one is void. */
  readonly settlement?: number;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Finishing before starting means on the next day. */
export const shiftMinutes = (startingTime: string, finishingTime: string): number =>
  (minutesOf(finishingTime) - minutesOf(startingTime) + 1440) % 1440;

/** The month's last day. */
export const monthEnd = (date: string): string =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).toISOString().slice(0, 10);

export const inputs = (more: Partial<Inputs> = {}): Inputs => ({
  digits: 2,
  deletedOn: null,
  logs: [],
  rates: [],
  entries: [],
  ...more,
});
export const rate = (more: Partial<Rate>): Rate => ({
  from: '2023-01-01',
  basis: 'hour',
  amount: '60',
  dayMinutes: 480,
  overtimeFactor: '1',
  monthDays: 26,
  ...more,
});
export const shift = (
  date: string,
  startingTime = '08:00',
  finishingTime = '16:00',
  more: Partial<Log> = {},
): Log => ({ date, startingTime, finishingTime, breakMinutes: 0, isAbsent: false, payment: '0', ...more });
export const absence = (date: string) => shift(date, '08:00', '16:00', { isAbsent: true });

/** Logs and entries lie within so many days of the first one. */
const spanDays = 92;

/** Over the end of a year, a February of 29 days, and from a month's last day. */
const firstDays = fc.constantFrom('2023-11-17', '2024-01-31', '2025-02-01');
const allDigits = fc.constantFrom(0, 2, 3);
const dayFrom = (first: string, earliest = 0, latest = spanDays) =>
  fc.integer({ min: earliest, max: latest }).map((offset) => plus(first, offset));

/** From so many units of the last digit on. */
const amounts = (digits: number, least = 1, most = 500_000): Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: 0, max: digits }))
    .map(([units, places]) => {
      const text = String(Math.abs(units)).padStart(places + 1, '0');
      const point = text.length - places;
      return `${units < 0 ? '-' : ''}${text.slice(0, point)}${places > 0 ? `.${text.slice(point)}` : ''}`;
    });

const times = fc.oneof(
  fc.constantFrom('00:00', '06:00', '08:00', '13:00', '17:30', '22:00', '23:59'),
  fc
    .integer({ min: 0, max: 1439 })
    .map((at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`),
);
const payments = fc.oneof({ weight: 2, arbitrary: fc.constant('0') }, amounts(4));

const present: Arbitrary<Omit<Log, 'date'>> = fc
  .tuple(times, times, fc.oneof(fc.constant(0), fc.nat(60), fc.nat(1439)), payments)
  .map(([startingTime, finishingTime, rest, payment]) => {
    const breakMinutes = rest % (shiftMinutes(startingTime, finishingTime) + 1);
    return { startingTime, finishingTime, breakMinutes, isAbsent: false, payment };
  });
const absent: Arbitrary<Omit<Log, 'date'>> = fc.oneof(
  payments.map((payment) => {
    return { startingTime: null, finishingTime: null, breakMinutes: 0, isAbsent: true, payment };
  }),
  present.map((log) => ({ ...log, isAbsent: true })),
);
const shifts = fc.oneof({ weight: 3, arbitrary: present }, { weight: 1, arbitrary: absent });

const logsFrom = (first: string): Arbitrary<Log[]> =>
  fc
    .array(fc.tuple(dayFrom(first), fc.array(shifts, { minLength: 1, maxLength: 3 })), { maxLength: 10 })
    .map((dates) => dates.flatMap(([date, logs]) => logs.map((log) => ({ date, ...log }))));

const ratesAtLeast = (minLength: number, first: string, digits: number): Arbitrary<Rate[]> =>
  fc.uniqueArray(
    fc
      .record({
        from: dayFrom(first, -45, spanDays - 20),
        basis: fc.constantFrom('hour', 'day', 'month', 'month', 'none'),
        amount: amounts(digits, 0),
        dayMinutes: fc.oneof(fc.constantFrom(480, 450, 300, 1, 1440), fc.integer({ min: 1, max: 1440 })),
        overtimeFactor: fc.constantFrom('1', '1.25', '1.5', '1.75', '2'),
        monthDays: fc.oneof(fc.constantFrom(26, 1, 31), fc.integer({ min: 1, max: 31 })),
      })
      .map((rate) => (rate.basis === 'none' ? { ...rate, amount: null } : rate)),
    { minLength, maxLength: 5, selector: ({ from }) => from },
  );

const ratesFrom = (first: string, digits: number) =>
  fc.oneof(
    ratesAtLeast(0, first, digits),
    { weight: 3, arbitrary: ratesAtLeast(1, first, digits) },
    { weight: 2, arbitrary: ratesAtLeast(3, first, digits) },
  );

const entriesFrom = (first: string, digits: number): Arbitrary<Entry[]> =>
  fc.array(
    fc.constantFrom(...entryKinds).chain((kind) =>
      fc.record({
        date: dayFrom(first),
        kind: fc.constant(kind),
        amount:
          kind === 'opening' ? fc.oneof(amounts(digits), amounts(digits, -500_000, -1)) : amounts(digits),
      }),
    ),
    { maxLength: 8 },
  );

const inputsFrom = (first: string, digits: number): Arbitrary<Inputs> =>
  fc.record({
    digits: fc.constant(digits),
    deletedOn: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, dayFrom(first, -5)),
    logs: logsFrom(first),
    rates: ratesFrom(first, digits),
    entries: entriesFrom(first, digits),
  });

/** One worker's logs, rates and entries of about three months, and a period in or around them. */
export const inputsAndPeriod = fc.tuple(firstDays, allDigits).chain(([first, digits]) =>
  fc.record({
    inputs: inputsFrom(first, digits),
    period: fc
      .tuple(dayFrom(first, -40, spanDays), dayFrom(first, 0, spanDays + 30))
      .map((ends) => ends.toSorted() as [from: string, to: string]),
  }),
);

export type Step =
  | { readonly kind: 'settle'; readonly days: number; readonly payout?: string; readonly payoutDate?: string }
  | { readonly kind: 'void'; readonly keepPayout: boolean }
  | { readonly kind: 'change'; readonly inputs: Partial<Inputs> };

const stepsFrom = (first: string, digits: number): Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record(
        {
          kind: fc.constant('settle'),
          days: fc.integer({ min: 1, max: 40 }),
          payout: amounts(digits),
          payoutDate: dayFrom(first, -10, spanDays + 10),
        },
        { requiredKeys: ['kind', 'days'] },
      ),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('void'), keepPayout: fc.boolean() }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('change'),
        inputs: fc.oneof(
          fc.record({ logs: logsFrom(first) }),
          fc.record({ rates: ratesFrom(first, digits) }),
          fc.record({ entries: entriesFrom(first, digits) }),
        ),
      }),
    },
  );

/**
 * Settlements, voids and changes one after another. A settlement ends so many days after the last one that is not
 * void, else after `first`; changed entries take the place of those that no settlement ever made.
 */
export const walks = fc.tuple(firstDays, allDigits).chain(([first, digits]) =>
  fc.record({
    first: fc.constant(first),
    inputs: inputsFrom(first, digits),
    steps: fc.array(stepsFrom(first, digits), { minLength: 2, maxLength: 10 }),
  }),
);
