import { plus } from '../forecasts.ts';
import { type Inputs, type Log, monthEnd, type Rate, shiftMinutes } from './inputs.ts';

export interface Work {
  readonly workedMinutes: number;
  readonly overtimeMinutes: number;
  readonly earned: Fraction;
}

const amountOf = ({ amount }: Rate) => (amount === null ? Fraction.zero : Fraction.of(amount));

/** A rate holds until the next one's `from`. */
const rateOn = (rates: readonly Rate[], date: string): Rate | undefined =>
  rates
    .filter(({ from }) => from <= date)
    .toSorted((one, other) => one.from.localeCompare(other.from))
    .at(-1);

const presentOn = (logs: readonly Log[], date: string) =>
  logs.filter((log) => log.date === date && !log.isAbsent);

function workedMinutesOf({ startingTime, finishingTime, breakMinutes }: Log): number {
  if (startingTime === null || finishingTime === null) throw new Error('a present log without times');
  return shiftMinutes(startingTime, finishingTime) - breakMinutes;
}

/** What the shifts of one date earn, not rounded. */
function shiftsOn({ logs, rates }: Inputs, date: string): Work {
  const present = presentOn(logs, date);
  const workedMinutes = present.reduce((sum, log) => sum + workedMinutesOf(log), 0);
  const rate = rateOn(rates, date);
  if (present.length === 0 || (rate?.basis !== 'hour' && rate?.basis !== 'day'))
    // Ambiguous: overtime without a rate is 0, since only a rate has `dayMinutes`.
    return { workedMinutes, overtimeMinutes: 0, earned: Fraction.zero };
  const overtimeMinutes = Math.max(0, workedMinutes - rate.dayMinutes);
  const overtime = Fraction.of(overtimeMinutes).times(Fraction.of(rate.overtimeFactor));
  const amount = amountOf(rate);
  const earned =
    rate.basis === 'hour'
      ? Fraction.of(workedMinutes - overtimeMinutes)
          .plus(overtime)
          .over(Fraction.of(60))
          .times(amount)
      : amount.plus(amount.over(Fraction.of(rate.dayMinutes)).times(overtime));
  return { workedMinutes, overtimeMinutes, earned };
}

/** What the month rates of the month that ends on this day earn, not rounded. */
function monthOf({ logs, rates }: Inputs, end: string): Fraction {
  const held = new Map<Rate, { days: number; absences: number }>();
  for (let date = `${end.slice(0, 8)}01`; date <= end; date = plus(date, 1)) {
    const rate = rateOn(rates, date);
    if (rate?.basis !== 'month') continue;
    const { days, absences } = held.get(rate) ?? { days: 0, absences: 0 };
    const isAbsence =
      logs.some((log) => log.date === date && log.isAbsent) && presentOn(logs, date).length === 0;
    held.set(rate, { days: days + 1, absences: absences + Number(isAbsence) });
  }
  const daysInMonth = Fraction.of(Number(end.slice(8)));
  return Fraction.sum(
    [...held].map(([rate, { days, absences }]) => {
      const share = amountOf(rate).times(Fraction.of(days)).over(daysInMonth);
      const lost = amountOf(rate).over(Fraction.of(rate.monthDays)).times(Fraction.of(absences));
      return lost.compare(share) > 0 ? Fraction.zero : share.minus(lost);
    }),
  );
}

/** The last days, up to `until`, of the months since the first month rate. */
function monthEnds(rates: readonly Rate[], until: string): string[] {
  const first = rates
    .filter(({ basis }) => basis === 'month')
    .map(({ from }) => from)
    .toSorted()[0];
  const ends: string[] = [];
  if (first !== undefined)
    for (let end = monthEnd(first); end <= until; end = monthEnd(plus(end, 1))) ends.push(end);
  return ends;
}

/** Each date up to `until` that has a log or is a month's end, with what it earned: oldest first, rounded once. */
export function worksOf(inputs: Inputs, until: string): ReadonlyMap<string, Work> {
  const ends = new Set(monthEnds(inputs.rates, until));
  const dates = inputs.logs.map(({ date }) => date).filter((date) => date <= until);
  return new Map(
    [...new Set([...dates, ...ends])].toSorted().map((date) => {
      const shifts = shiftsOn(inputs, date);
      const month = ends.has(date) ? monthOf(inputs, date) : Fraction.zero;
      // Ambiguous: a month's pay and a shift on its last day are one line, so they are rounded together.
      return [date, { ...shifts, earned: shifts.earned.plus(month).rounded(inputs.digits) }];
    }),
  );
}

/** The dates up to `until` on which somebody worked without a rate. */
export const missingRatesOf = ({ logs, rates }: Inputs, until: string): string[] =>
  [...new Set(logs.filter(({ isAbsent }) => !isAbsent).map(({ date }) => date))]
    .filter((date) => date <= until && !rateOn(rates, date))
    .toSorted();

/** docs/rules.md, section 14: each date up to `until` that has a log or earned something. */
export function earnedOf(inputs: Inputs, until: string) {
  const logged = new Set(inputs.logs.map(({ date }) => date));
  const days = [...worksOf(inputs, until)]
    .filter(([date, { earned }]) => logged.has(date) || !earned.equals(Fraction.zero))
    .map(([date, work]) => ({ date, ...work, earned: work.earned.text(inputs.digits) }));
  return { days, missingRates: missingRatesOf(inputs, until) };
}

/** An exact rational number: what pay is computed in, so that nothing is rounded but where the rule says so. */
export class Fraction {
  static readonly zero = new Fraction(0n, 1n);

  /** In lowest terms; the denominator is positive. */
  private readonly numerator: bigint;
  private readonly denominator: bigint;

  private constructor(numerator: bigint, denominator: bigint) {
    const divisor = commonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
    this.numerator = numerator / divisor;
    this.denominator = denominator / divisor;
  }

  /** A whole number, or decimal text such as `-12.50`. */
  static of(value: string | number): Fraction {
    if (typeof value === 'number') return new Fraction(BigInt(value), 1n);
    const found = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(value);
    if (!found) throw new Error(`not an amount: ${value}`);
    const [, sign, whole = '', decimals = ''] = found;
    const units = BigInt(whole + decimals);
    return new Fraction(sign === '-' ? -units : units, 10n ** BigInt(decimals.length));
  }

  static sum(all: Iterable<Fraction>): Fraction {
    let sum = Fraction.zero;
    for (const one of all) sum = sum.plus(one);
    return sum;
  }

  plus(other: Fraction): Fraction {
    return new Fraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.numerator, other.denominator));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  over(other: Fraction): Fraction {
    if (other.numerator === 0n) throw new Error('division by zero');
    return new Fraction(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  /** -1, 0 or 1. */
  compare(other: Fraction): number {
    const { numerator } = this.minus(other);
    return numerator < 0n ? -1 : Number(numerator > 0n);
  }

  equals(other: Fraction): boolean {
    return this.compare(other) === 0;
  }

  /** To so many digits after the point, half away from zero. */
  rounded(digits: number): Fraction {
    const scale = 10n ** BigInt(digits);
    const size = this.numerator < 0n ? -this.numerator : this.numerator;
    const units = (2n * size * scale + this.denominator) / (2n * this.denominator);
    return new Fraction(this.numerator < 0n ? -units : units, scale);
  }

  /** As decimal text with at least so many digits after the point, and more only where the value needs them. */
  text(digits: number): string {
    let scale = digits;
    while ((this.numerator * 10n ** BigInt(scale)) % this.denominator !== 0n) {
      if (scale - digits > 100) throw new Error('no decimal number');
      scale += 1;
    }
    const units = (this.numerator * 10n ** BigInt(scale)) / this.denominator;
    const size = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
    const point = size.length - scale;
    return `${units < 0n ? '-' : ''}${size.slice(0, point)}${scale > 0 ? `.${size.slice(point)}` : ''}`;
  }
}

function commonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one < 0n ? -one : one, other < 0n ? -other : other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
