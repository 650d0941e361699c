import type { Cheque } from '@daybook/domain';
import { chequeEvents, cheques, type Scope } from '@daybook/domain/server';
import type { DemoAccounts } from './accounts.ts';
import { dateOf, dayMs, runInBatches } from './batches.ts';

interface Source {
  readonly now: number;
  readonly accounts: DemoAccounts;
  random(): number;
  pick<T>(list: readonly T[]): T;
  money(min: number, max: number): string;
}

/** How many there are. */
const total = 400;

/** 400 cheques around today, most of those that were due cleared, and every status among them. */
export async function seedCheques(scope: Scope, payees: readonly string[], source: Source): Promise<void> {
  const { now, accounts, random, pick, money } = source;
  const chequeOf = (index: number) => ({
    serial: String(1001 + index).padStart(6, '0'),
    dueDate: dateOf(now + Math.floor((index / total) * 455 - 365) * dayMs),
    value: money(150, 9000),
    description: pick(['Materials', 'Rent', 'دفعة', 'תשלום', '']),
    payee: pick(payees),
    account: accounts.current,
    isCancelled: random() < 0.05,
  });
  const made = await runInBatches(
    Array.from({ length: total }, (_, index) => chequeOf(index)).map(
      (cheque) => () => cheques.create(scope, cheque),
    ),
  );
  const today = dateOf(now);
  const daysAfter = (day: string, days: number) => dateOf(Math.min(Date.parse(day) + days * dayMs, now));
  const wereDue = made.filter(({ dueDate, isCancelled }) => dueDate < today && !isCancelled);
  const coming = made.filter(({ dueDate, isCancelled }) => dueDate >= today && !isCancelled);

  // The latest ones are still to be paid; some wait at the bank.
  const settled = wereDue.slice(0, -12);
  const [bounced, stopped] = [settled.slice(-3, -2), settled.slice(-2)];
  const cleared = settled.slice(0, -3);
  await clear(scope, cleared, daysAfter);
  await presentAll(scope, wereDue.slice(-4), daysAfter);
  for (const { _id, dueDate } of bounced)
    await record(scope, _id, 'bounce', daysAfter(dueDate, 2), 'Insufficient funds', '45');
  for (const { _id, dueDate } of stopped)
    await record(scope, _id, 'stop', daysAfter(dueDate, -3), 'Goods were returned');
  const [lost] = coming.slice(-1);
  if (lost) await record(scope, lost._id, 'cancel', today, 'Lost in the post');
  const [undone] = cleared.slice(-1);
  if (undone) await record(scope, undone._id, 'undo', today, 'It was another cheque');

  await seedChain(scope, wereDue[0]?.payee ?? '', source);
}

const record = (
  scope: Scope,
  chequeID: string,
  kind: 'present' | 'bounce' | 'stop' | 'cancel' | 'undo' | 'clear',
  date: string,
  reason = '',
  charge?: string,
) => chequeEvents.addEvent(scope, { chequeID, kind, date, reason, charge });

/** A day or two after they were due, those of one day together. */
async function clear(scope: Scope, all: readonly Cheque[], daysAfter: (day: string, days: number) => string) {
  const byDay = Map.groupBy(all, ({ dueDate }) => dueDate);
  await runInBatches(
    Array.from(byDay, ([day, ones], index) => () => {
      const date = daysAfter(day, 1 + (index % 2));
      return chequeEvents.addEvents(scope, {
        cheques: ones.map(({ _id }) => _id),
        kind: 'clear',
        date,
        reason: '',
      });
    }),
  );
}

const presentAll = (scope: Scope, all: readonly Cheque[], daysAfter: (day: string, days: number) => string) =>
  runInBatches(
    all.map(
      ({ _id, dueDate }) =>
        () =>
          record(scope, _id, 'present', daysAfter(dueDate, 1)),
    ),
  );

/** A cheque that bounced twice and was replaced by two, of which the first bounced and was replaced once more. */
async function seedChain(scope: Scope, payee: string, { now, accounts }: Source): Promise<void> {
  const day = (days: number) => dateOf(now + days * dayMs);
  const first = await cheques.create(scope, {
    serial: '001501',
    dueDate: day(-75),
    value: '4800.00',
    description: 'Delivery van',
    payee,
    account: accounts.suppliers,
    isCancelled: false,
  });
  await record(scope, first._id, 'present', day(-74));
  await record(scope, first._id, 'bounce', day(-73), 'Insufficient funds', '45');
  await record(scope, first._id, 'present', day(-66));
  await record(scope, first._id, 'bounce', day(-65), 'Insufficient funds', '45');
  const { replacements } = await chequeEvents.replace(scope, {
    chequeID: first._id,
    date: day(-60),
    reason: 'Paid in two parts',
    cheques: [
      { serial: '001502', dueDate: day(-45), value: '2400.00' },
      { serial: '001503', dueDate: day(-15), value: '2400.00' },
    ],
  });
  const [early, late] = replacements;
  if (!early || !late) return;
  await record(scope, early._id, 'bounce', day(-44), 'Signature differs', '30');
  const again = await chequeEvents.replace(scope, {
    chequeID: early._id,
    date: day(-40),
    reason: '',
    cheques: [{ serial: '001504', dueDate: day(-30), value: '2445.00' }],
  });
  const last = again.replacements[0];
  if (last) await record(scope, last._id, 'clear', day(-29));
  await record(scope, late._id, 'clear', day(-14));
}
