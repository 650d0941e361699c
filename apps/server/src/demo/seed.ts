import { hashPassword } from '@daybook/api';
import { accounts, type Database, logs, payees, type Scope, users } from '@daybook/domain/server';
import { randomPassword } from '../first-administrator.ts';
import { seedAccounts, seedReadings } from './accounts.ts';
import { dateOf, dayMs, runInBatches } from './batches.ts';
import { seedBills } from './bills.ts';
import { seedCheques } from './cheques.ts';
import * as names from './names.ts';
import { seedPay } from './pay.ts';

/** Seeded random numbers from 0 to 1 (mulberry32), so that every demo has the same data. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface SeedResult {
  readonly password: string;
  readonly counts: string;
}

/**
 * A year of a small business up to today: 12 workers, 3 000 logs, 60 payees, three bank accounts, 400 cheques and 918 bills, with rates and
 * settlements, overnight shifts, breaks, absences, cancelled cheques, refunds, and texts in three scripts. All accounts share one random password.
 * @param actor the Administrator in whose name it is written
 */
export async function seed(db: Database, actor: string, now = Date.now()): Promise<SeedResult> {
  const administrator = { id: actor, sessionId: '', role: 'Administrator', timeZone: undefined } as const;
  const scope: Scope = { db, actor: administrator, timeZone: 'UTC', businessTimeZone: 'UTC' };
  const random = randomNumbers(20240229);
  const randomBelow = (count: number) => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]) => list[randomBelow(list.length)] as T;
  const money = (min: number, max: number) => (min + random() * (max - min)).toFixed(2);
  const pad = (value: number) => String(value).padStart(2, '0');

  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const account =
    ([firstName, lastName, username]: (typeof names.workers)[number]) =>
    () =>
      users.create(
        scope,
        { firstName, lastName, username, email: `${username}@example.org`, phoneNumber: '' },
        async () => passwordHash,
      );
  const workers = await runInBatches(names.workers.map(account));
  const supervisors = await runInBatches(names.supervisors.map(account));
  await runInBatches(
    supervisors.map(
      ({ _id }) =>
        () =>
          accounts.setRole(scope, _id, 'Supervisor'),
    ),
  );

  const logOf = (index: number) => {
    const worker = workers[index % workers.length]?._id as string;
    const date = dateOf(now - Math.floor((index / 3000) * 365) * dayMs);
    if (random() < 0.06) {
      const extraNotes = pick(['', 'Ill', 'إجازة', 'חופשה']);
      return { date, worker, isAbsent: true, breakMinutes: 0, payment: '0', extraNotes };
    }
    const overnight = random() < 0.05;
    const start = overnight ? 20 + randomBelow(3) : 7 + randomBelow(3);
    const startingTime = `${pad(start)}:${pick(['00', '15', '30'])}`;
    const finishingTime = `${pad((start + 7 + randomBelow(3)) % 24)}:${pick(['00', '30', '45'])}`;
    const payment = random() < 0.3 ? money(100, 600) : '0';
    const breakMinutes = pick([0, 30, 30, 45]);
    return {
      date,
      startingTime,
      finishingTime,
      breakMinutes,
      worker,
      isAbsent: false,
      payment,
      extraNotes: '',
    };
  };
  await runInBatches(
    Array.from({ length: 3000 }, (_, index) => logOf(index)).map((log) => () => logs.create(scope, log)),
  );

  const phone = () => `+9725${String(randomBelow(1e8)).padStart(8, '0')}`;
  const createdPayees = await runInBatches(
    names.payees
      .map((name) => ({ name, email: '', phoneNumber: phone(), extraNotes: '' }))
      .map((payee) => () => payees.create(scope, payee)),
  );

  const bankAccounts = await seedAccounts(scope);
  const payeeIds = createdPayees.map(({ _id }) => _id);
  await seedCheques(scope, payeeIds, { now, random, pick, money, accounts: bankAccounts });
  await seedReadings(scope, bankAccounts, now);
  await seedPay(scope, { now, workers: workers.map(({ _id }) => _id) });

  await seedBills(scope, { now, random, pick, money, payees: payeeIds, accounts: bankAccounts });

  // Something in the trash, and something that came back from it.
  const mistyped = await payees.create(scope, {
    name: 'Harbour Glas',
    email: '',
    phoneNumber: '',
    extraNotes: '',
  });
  await payees.remove(scope, mistyped._id);
  const [kept] = createdPayees;
  if (kept) {
    await payees.remove(scope, kept._id);
    await payees.restore(scope, kept._id);
  }

  return { password, counts: '12 workers, 2 supervisors, 3000 logs, 60 payees, 400 cheques, 918 bills' };
}
