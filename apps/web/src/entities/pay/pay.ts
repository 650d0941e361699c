import type { Outputs } from '@daybook/client';
import { issue, PayEntryCreate, type PayEntryKind } from '@daybook/domain';
import type { RecordOf } from '../../data/record-client.ts';
import { compareAmounts, isAmount, negate, sum } from '../../lib/amounts.ts';
import { addDays, type DayText, daysBetween, monthOf, monthRange, type Period } from '../../lib/dates.ts';

export type Rate = RecordOf<'rates'>;
export type PayEntry = RecordOf<'payEntries'>;
export type Balance = Outputs['pay']['balances'][number];

export interface Worker {
  readonly _id: string;
  readonly name: string;
}

/**
 * What can be paid out of a balance: nothing (empty) unless something is owed; digits that the currency does not have,
 * which payments of logs may have, are left owed.
 * @param digits after the point; undefined: no currency
 */
export function payableOf(balance: string, digits = 2): string {
  const [whole = '0', fraction = ''] = balance.split('.');
  const payable = digits > 0 && fraction ? `${whole}.${fraction.slice(0, digits)}` : whole;
  return compareAmounts(payable, '0') > 0 ? payable : '';
}

export type Settlement = Outputs['settlements']['get'];

/** The newest of a worker that is not void: it alone can be made void. @param all of one worker */
export const newestOf = (all: readonly Settlement[]): Settlement | undefined =>
  all
    .filter(({ status }) => status !== 'void')
    .reduce<Settlement | undefined>(
      (newest, one) => (newest && newest.number > one.number ? newest : one),
      undefined,
    );

/** The settlement that was issued in the place of this one. */
export const replacementOf = (
  { _id }: Pick<Settlement, '_id'>,
  all: readonly Settlement[],
): Settlement | undefined => all.find(({ replaces }) => replaces === _id);

export const hasPayout = ({ payout }: Pick<Settlement, 'payout'>) => compareAmounts(payout, '0') !== 0;

/** Where a settlement is shown as it goes to paper. */
export const printAddressOf = ({ _id }: Pick<Settlement, '_id'>) => `/print/settlement?settlement=${_id}`;

export type Statement = Outputs['pay']['statement'];
export type PayLine = Statement['lines'][number];
export type PayTotals = Statement['totals'];

/** Days of a picture, at the most: more than a line of pixels cannot show. */
const MAX_DAYS = 800;

/** The balance at the end of each day; of a very long period its end. */
export function balancesByDay({
  from,
  to,
  opening,
  lines,
}: Pick<Statement, 'from' | 'to' | 'opening' | 'lines'>): {
  readonly date: DayText;
  readonly balance: string;
}[] {
  const earliest = addDays(to, 1 - MAX_DAYS);
  const first = from > earliest ? from : earliest;
  const changed = new Map(lines.map(({ date, balance }) => [date, balance]));
  let balance = lines.findLast(({ date }) => date < first)?.balance ?? opening;
  return daysBetween(first, to).map((date) => {
    balance = changed.get(date) ?? balance;
    return { date, balance };
  });
}

/** Of an older settlement, whose lines do not say it: a line with nothing else is there because of an absence. */
export const isAbsence = ({ isAbsent, workedMinutes, earned, paid, entriesCount }: PayLine) =>
  isAbsent ??
  (workedMinutes === 0 &&
    entriesCount === 0 &&
    [earned, paid].every((amount) => compareAmounts(amount, '0') === 0));

/** What a balance is made of beside what was earned and paid. */
const otherParts = ['openings', 'bonuses', 'deductions'] as const;
export type OtherPart = (typeof otherParts)[number];

/** Those that there are: not 0. */
export const otherPartsOf = (totals: PayTotals): readonly OtherPart[] =>
  otherParts.filter((part) => compareAmounts(totals[part], '0') !== 0);

/** The first day of which the service keeps anything. */
const firstDay = '1900-01-01';

/** All that there was, to the end of the present month, at which a month's pay is due. */
export const wholeTime = (today: DayText): Period => ({
  from: firstDay,
  to: monthRange(monthOf(today)).to,
});

/** Where a statement is shown as it goes to paper. */
export const printStatementOf = (worker: string, { from, to }: Period) =>
  `/print/statement?worker=${worker}&from=${from}&to=${to}`;

/** How many digits of an amount stand after the point. */
const digitsIn = (amount: string) => amount.split('.')[1]?.length ?? 0;

/**
 * What the service would say against a new entry.
 * @param digits after the point, as the currency of the business has them; undefined: no currency
 */
export const entrySchema = (digits = 2) =>
  PayEntryCreate.refine(({ amount }) => digitsIn(amount) <= digits, {
    path: ['amount'],
    ...issue('too_many_digits', { digits }),
  }).refine(({ kind, amount }) => kind === 'opening' || compareAmounts(amount, '0') > 0, {
    path: ['amount'],
    ...issue('not_positive'),
  });

interface Typed {
  readonly kind: PayEntryKind;
  readonly amount: string;
}

/**
 * Whether more is paid out than is owed.
 * @param owed the balance without this entry; undefined while it is not known
 */
export const isOverpaid = ({ kind, amount }: Typed, owed: string | undefined): boolean =>
  kind === 'payout' && owed !== undefined && isAmount(amount) && compareAmounts(amount, owed) > 0;

/** What would be owed if an entry were not there. */
export function withoutEntry(balance: string, entry: Typed | undefined): string {
  if (!entry) return balance;
  const adds = entry.kind === 'opening' || entry.kind === 'bonus';
  return sum([balance, adds ? negate(entry.amount) : entry.amount]);
}
