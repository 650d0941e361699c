import { type DayText, monthsLater } from '../../lib/dates.ts';
import { isAmount, isNegative, negated, sum } from '../../lib/money.ts';
import { nextSerial } from './serials.ts';

/** A cheque that is being written in the place of another. */
export interface Written {
  /** Of its part of the form. */
  readonly key: number;
  readonly serial: string;
  readonly dueDate: DayText | undefined;
  /** What was typed. */
  readonly value: string;
}

/** What the replacements leave of an amount; below zero where they are more. */
export const leftOf = (value: string, written: readonly Pick<Written, 'value'>[]): string =>
  sum([
    value,
    ...written
      .map((one) => one.value)
      .filter(isAmount)
      .map(negated),
  ]);

/** The next of several: the serial counted on, a month later, with what is left. */
export function nextWritten(value: string, written: readonly Written[]): Written {
  const last = written.at(-1);
  const left = leftOf(value, written);
  return {
    key: Math.max(0, ...written.map(({ key }) => key)) + 1,
    serial: nextSerial(last?.serial ?? '') ?? '',
    dueDate: last?.dueDate && monthsLater(last.dueDate, 1),
    value: isNegative(left) || /^[0.]*$/.test(left) ? '' : left,
  };
}
