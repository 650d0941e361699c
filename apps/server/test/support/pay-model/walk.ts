import { expect } from 'vitest';
import { plus } from '../forecasts.ts';
import { Fraction } from './fraction.ts';
import type { Step } from './inputs.ts';
import type { Settlement, Settlements } from './settlements.ts';
import type { Totals } from './statement.ts';

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
