import { hashPassword } from '@daybook/api';
import { accounts, bills, cheques, type Database, logs, payees, users } from '@daybook/domain/server';
import { randomPassword } from '../first-administrator.ts';
import * as names from './names.ts';

/** The same numbers at every run (mulberry32), so that two demonstrations look alike. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const day = 24 * 60 * 60 * 1000;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Runs the works a few at a time. */
async function few<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < works.length; at += 20)
    results.push(...(await Promise.all(works.slice(at, at + 20).map((work) => work()))));
  return results;
}

export interface Seeded {
  readonly password: string;
  readonly counts: string;
}

/**
 * A year of a small business up to today: 12 workers, 3 000 logs, 60 payees, 400 cheques and 900 bills, with overnight
 * shifts, absences, cancelled cheques, refunds, and texts in three scripts. All accounts share one random password.
 * @param actor the Administrator in whose name it is written
 */
export async function seed(db: Database, actor: string, now = Date.now()): Promise<Seeded> {
  const next = random(20240229);
  const below = (count: number) => Math.floor(next() * count);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const money = (least: number, most: number) => (least + next() * (most - least)).toFixed(2);
  const pad = (value: number) => String(value).padStart(2, '0');

  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const account =
    ([firstName, lastName, username]: (typeof names.workers)[number]) =>
    () =>
      users.create(db, actor, {
        firstName,
        lastName,
        username,
        email: `${username}@example.org`,
        phoneNumber: '',
        passwordHash,
      });
  const workers = await few(names.workers.map(account));
  const supervisors = await few(names.supervisors.map(account));
  const administrator = { id: actor, sessionId: '', role: 'Administrator', timeZone: undefined } as const;
  await few(
    supervisors.map(
      ({ _id }) =>
        () =>
          accounts.setRole(db, administrator, _id, 'Supervisor'),
    ),
  );

  const logOf = (index: number) => {
    const worker = workers[index % workers.length]?._id as string;
    const date = dateOf(now - Math.floor((index / 3000) * 365) * day);
    if (next() < 0.06)
      return { date, worker, isAbsent: true, payment: '0', extraNotes: pick(['', 'Ill', 'إجازة', 'חופשה']) };
    const overnight = next() < 0.05;
    const start = overnight ? 20 + below(3) : 7 + below(3);
    const startingTime = `${pad(start)}:${pick(['00', '15', '30'])}`;
    const finishingTime = `${pad((start + 7 + below(3)) % 24)}:${pick(['00', '30', '45'])}`;
    const payment = next() < 0.3 ? money(100, 600) : '0';
    return { date, startingTime, finishingTime, worker, isAbsent: false, payment, extraNotes: '' };
  };
  await few(
    Array.from({ length: 3000 }, (_, index) => logOf(index)).map((log) => () => logs.create(db, actor, log)),
  );

  const phone = () => `+9725${String(below(1e8)).padStart(8, '0')}`;
  const paid = await few(
    names.payees
      .map((name) => ({ name, email: '', phoneNumber: phone(), extraNotes: '' }))
      .map((payee) => () => payees.create(db, actor, payee)),
  );

  const chequeOf = (index: number) => ({
    serial: String(1001 + index).padStart(6, '0'),
    dueDate: dateOf(now + Math.floor((index / 400) * 455 - 365) * day),
    value: money(150, 9000),
    description: pick(['Materials', 'Rent', 'دفعة', 'תשלום', '']),
    payee: pick(paid)._id,
    isCancelled: next() < 0.05,
  });
  await few(
    Array.from({ length: 400 }, (_, index) => chequeOf(index)).map(
      (cheque) => () => cheques.create(db, actor, cheque),
    ),
  );

  const billOf = (index: number) => {
    const refund = next() < 0.08;
    const value = refund ? `-${money(5, 300)}` : money(10, 1500);
    const description = pick(refund ? names.refundTexts : names.billTexts);
    return { date: dateOf(now - Math.floor((index / 900) * 365) * day), value, description, extraNotes: '' };
  };
  await few(
    Array.from({ length: 900 }, (_, index) => billOf(index)).map(
      (bill) => () => bills.create(db, actor, bill),
    ),
  );

  return { password, counts: '12 workers, 2 supervisors, 3000 logs, 60 payees, 400 cheques, 900 bills' };
}
