import { billSeries, bills, cheques, type Scope } from '@daybook/domain/server';
import type { DemoAccounts } from './accounts.ts';
import { attachInvoice, attachReceipt } from './attachments.ts';
import { dateOf, dayMs, runInBatches } from './batches.ts';
import * as names from './names.ts';

interface Source {
  readonly now: number;
  readonly payees: readonly string[];
  readonly accounts: DemoAccounts;
  random(): number;
  pick<T>(list: readonly T[]): T;
  money(min: number, max: number): string;
}

/** How many there are, without the rent. */
const total = 900;

/**
 * A year of bills, a third of them from suppliers and due a month later: most are paid, some are overdue
 * or paid by a cheque. Twenty have files.
 */
export async function seedBills(scope: Scope, { now, payees, accounts, random, pick, money }: Source) {
  const billOf = (index: number) => {
    const refund = random() < 0.08;
    const value = refund ? `-${money(5, 300)}` : money(10, 1500);
    const description = pick(refund ? names.refundTexts : names.billTexts);
    const time = now - Math.floor((index / total) * 365) * dayMs;
    const isSupplied = index % 3 === 0;
    const due = time + 30 * dayMs;
    const isOverdue = due > now - 45 * dayMs && index % 21 === 0;
    const isPaid = isSupplied && due < now && !isOverdue;
    return {
      date: dateOf(time),
      value,
      description,
      extraNotes: '',
      payee: isSupplied ? (payees[(index / 3) % 12] ?? null) : null,
      dueDate: isSupplied ? dateOf(due) : null,
      paidOn: isPaid ? dateOf(due - (index % 5) * dayMs) : null,
      account: isSupplied ? accounts.current : null,
      cheque: null,
    };
  };
  const created = await runInBatches(
    Array.from({ length: total }, (_, index) => billOf(index)).map((bill) => () => bills.create(scope, bill)),
  );
  const supplied = created.filter(({ payee }) => payee !== null);
  for (const bill of supplied.slice(0, 12)) await attachInvoice(scope, bill);
  const bought = created.filter(({ payee }) => payee === null);
  for (const [index, { _id }] of bought.slice(0, 6).entries())
    await attachReceipt(scope, 'bills', _id, `receipt ${index + 1}.png`, index);
  const [supplier] = payees;
  if (supplier) await attachReceipt(scope, 'payees', supplier, 'business card.png', 7);
  await payByCheque(scope, now);
  const rent = await billSeries.addSeries(scope, {
    firstDate: dateOf(now - 150 * dayMs),
    months: 12,
    value: '2400',
    description: 'Rent',
    payee: payees[12] ?? null,
    dueAfterDays: 5,
    dryRun: false,
  });
  const today = dateOf(now);
  for (const bill of rent)
    if ('_id' in bill && (bill.dueDate ?? '') < today)
      await bills.update(scope, bill._id, { paidOn: bill.dueDate, account: accounts.current });

  // Something in the trash.
  const { _id } = await bills.create(scope, billOf(0));
  await bills.remove(scope, _id);
}

/** The bills of the cheques that are due next, each of the same value. */
async function payByCheque(scope: Scope, now: number) {
  const due = await cheques.nextDue(scope, { days: 60, limit: 6 });
  const [first] = due;
  if (first) await attachReceipt(scope, 'cheques', first._id, 'stub.png', 8);
  for (const { _id: cheque, payee, account, value, dueDate } of due)
    await bills.create(scope, {
      ...{ value, dueDate, payee, account, cheque },
      date: dateOf(now - 3 * dayMs),
      description: 'Materials',
      extraNotes: '',
      paidOn: null,
    });
}
