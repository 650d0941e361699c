import { missingRatesOf, worksOf } from './earned.ts';
import { Fraction } from './fraction.ts';
import type { Entry, Inputs } from './inputs.ts';

export const fields = [
  'earned',
  'payments',
  'openings',
  'advances',
  'payouts',
  'bonuses',
  'deductions',
] as const;
export type Field = (typeof fields)[number];
export type Sums = Readonly<Record<Field, Fraction>>;

/** What there is on one date. */
export interface Day {
  readonly date: string;
  readonly isAbsent: boolean;
  readonly workedMinutes: number;
  readonly overtimeMinutes: number;
  readonly entries: readonly Entry[];
  readonly sums: Sums;
}

export interface Line {
  readonly date: string;
  readonly isAbsent?: boolean | undefined;
  readonly workedMinutes: number;
  readonly overtimeMinutes: number;
  readonly earned: string;
  readonly paid: string;
  /** In the order of the inputs. */
  readonly entries: readonly Entry[];
  readonly balance: string;
}

/** Amounts by name. */
export type Totals = Readonly<Record<Field | 'paid' | 'balance', string>>;

const amountsOf = (entries: readonly Entry[], kind: Entry['kind']) =>
  Fraction.sum(entries.filter((entry) => entry.kind === kind).map(({ amount }) => Fraction.of(amount)));

/** Every date up to `until` that has a log, an entry or earned something, oldest first. */
export function daysOf(inputs: Inputs, until: string): Day[] {
  const works = worksOf(inputs, until);
  const dated = [...inputs.logs, ...inputs.entries].map(({ date }) => date).filter((date) => date <= until);
  const earning = [...works].filter(([, { earned }]) => !earned.equals(Fraction.zero)).map(([date]) => date);
  return [...new Set([...dated, ...earning])].toSorted().map((date) => {
    const { workedMinutes = 0, overtimeMinutes = 0, earned = Fraction.zero } = works.get(date) ?? {};
    const entries = inputs.entries.filter((entry) => entry.date === date);
    const logs = inputs.logs.filter((log) => log.date === date);
    const payments = logs.map(({ payment }) => Fraction.of(payment));
    const isAbsent = logs.length > 0 && logs.every((log) => log.isAbsent);
    const sums = {
      earned,
      payments: Fraction.sum(payments),
      openings: amountsOf(entries, 'opening'),
      advances: amountsOf(entries, 'advance'),
      payouts: amountsOf(entries, 'payout'),
      bonuses: amountsOf(entries, 'bonus'),
      deductions: amountsOf(entries, 'deduction'),
    };
    return { date, isAbsent, workedMinutes, overtimeMinutes, entries, sums };
  });
}

export const sumsOf = (each: (field: Field) => Fraction): Sums => ({
  earned: each('earned'),
  payments: each('payments'),
  openings: each('openings'),
  advances: each('advances'),
  payouts: each('payouts'),
  bonuses: each('bonuses'),
  deductions: each('deductions'),
});

export const sumsOfDays = (days: readonly Day[]): Sums =>
  sumsOf((field) => Fraction.sum(days.map(({ sums }) => sums[field])));

export const paidOf = ({ payments, advances, payouts }: Sums): Fraction =>
  payments.plus(advances).plus(payouts);

export const balanceOf = (sums: Sums): Fraction =>
  sums.openings.plus(sums.earned).plus(sums.bonuses).minus(sums.deductions).minus(paidOf(sums));

export const linesOf = (days: readonly Day[], opening: Fraction, digits: number): Line[] => {
  let balance = opening;
  return days.map(({ sums, ...day }) => {
    balance = balance.plus(balanceOf(sums));
    return {
      ...day,
      earned: sums.earned.text(digits),
      paid: paidOf(sums).text(digits),
      balance: balance.text(digits),
    };
  });
};

export const totalsOf = (sums: Sums, balance: Fraction, digits: number): Totals => ({
  earned: sums.earned.text(digits),
  payments: sums.payments.text(digits),
  openings: sums.openings.text(digits),
  bonuses: sums.bonuses.text(digits),
  deductions: sums.deductions.text(digits),
  advances: sums.advances.text(digits),
  payouts: sums.payouts.text(digits),
  paid: paidOf(sums).text(digits),
  balance: balance.text(digits),
});

/** docs/rules.md, section 14: the statement of a period, both days included. */
export function statementOf(inputs: Inputs, from: string, to: string) {
  const { digits } = inputs;
  const days = daysOf(inputs, to);
  const period = days.filter(({ date }) => date >= from);
  const opening = balanceOf(sumsOfDays(days.filter(({ date }) => date < from)));
  const sums = sumsOfDays(period);
  return {
    opening: opening.text(digits),
    lines: linesOf(period, opening, digits),
    totals: totalsOf(sums, opening.plus(balanceOf(sums)), digits),
    missingRates: missingRatesOf(inputs, to).filter((date) => date >= from),
  };
}
