import { expect } from 'vitest';
import { plus } from '../forecasts.ts';
import { Fraction, missingRatesOf, worksOf } from './earned.ts';
import type { Entry, Inputs, Step } from './inputs.ts';
import type { Settlement, Settlements } from './settlements.ts';

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

const exact = (text: string) => Fraction.of(text);

/** The settlement that was answered, where it is no refusal. */
export function issued(answer: Settlement | string): Settlement {
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

/** `first` as in `walks`. */
export function take(model: Settlements, step: Step, first: string): void {
  const last = model.list.findLast(({ status }) => status !== 'void');
  if (step.kind === 'settle') {
    const { days, payout, payoutDate } = step;
    const to = plus(last?.to ?? first, days);
    issued(model.settle({ to, payout, payoutDate, today: to }));
  } else if (step.kind === 'void') {
    if (last) issued(model.void(last.number, step));
  } else {
    const made = model.inputs.entries.filter(({ settlement }) => settlement !== undefined);
    const entries = step.inputs.entries ? [...step.inputs.entries, ...made] : model.inputs.entries;
    model.inputs = { ...model.inputs, ...step.inputs, entries };
  }
}

/** What lines, corrections and payout come to is what the totals say. */
export function expectAgreement({ lines, corrections, payout, totals, opening, balance }: Settlement): void {
  const sum = (texts: readonly string[]) => Fraction.sum(texts.map(exact));
  const corrected = (field: string) =>
    Fraction.sum(
      corrections
        .filter((one) => one.field === field)
        .map(({ before, after }) => exact(after).minus(exact(before))),
    );
  const check = (name: keyof Totals, expected: Fraction) =>
    expect(exact(totals[name]).equals(expected), name).toBe(true);
  const entries = lines.flatMap((line) => line.entries);
  const ofKind = (kind: string) =>
    sum(entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount));
  check('earned', sum(lines.map(({ earned }) => earned)).plus(corrected('earned')));
  check('openings', ofKind('opening').plus(corrected('openings')));
  check('advances', ofKind('advance').plus(corrected('advances')));
  check('payouts', ofKind('payout').plus(corrected('payouts')).plus(exact(payout)));
  check('bonuses', ofKind('bonus').plus(corrected('bonuses')));
  check('deductions', ofKind('deduction').plus(corrected('deductions')));
  const paid = ['payments', 'advances', 'payouts'].map(corrected);
  check('paid', sum([...lines.map((line) => line.paid), payout]).plus(Fraction.sum(paid)));
  const credit = sum([opening, totals.openings, totals.earned, totals.bonuses]);
  check('balance', credit.minus(exact(totals.deductions)).minus(exact(totals.paid)));
  expect(balance).toBe(totals.balance);
}
