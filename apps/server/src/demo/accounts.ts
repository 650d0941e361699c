import { randomUUID } from 'node:crypto';
import { base32, sha256, type Tokens } from '@daybook/api';
import { openStatuses } from '@daybook/domain';
import {
  balanceReadings,
  bankAccounts,
  chequebooks,
  cheques,
  type Database,
  factors,
  type Scope,
  sessions,
  settings,
} from '@daybook/domain/server';
import { dateOf, dayMs, runInBatches } from './batches.ts';

/** Where things stand on a form of 170 by 80 mm, in millimetres. */
const chequeForm = {
  width: 170,
  height: 80,
  fields: {
    date: { x: 132, y: 12 },
    payee: { x: 22, y: 26, width: 100 },
    words: { x: 30, y: 35, width: 95 },
    wordsSecondLine: { x: 12, y: 43, width: 112 },
    amount: { x: 132, y: 36 },
    crossed: { x: 8, y: 8 },
  },
};

const serial = (number: number) => String(number).padStart(6, '0');

/** The bank accounts in use. */
export interface DemoAccounts {
  readonly current: string;
  readonly suppliers: string;
}

/** The settings of the business, its two accounts with the books of their cheques, and an account that is no longer used. */
export async function seedAccounts(scope: Scope): Promise<DemoAccounts> {
  await settings.update(scope, {
    name: 'Haddad & Sons',
    address: '12 Harbour Road',
    phoneNumber: '+972 2 555 0123',
    currency: 'ILS',
    weekend: [5, 6],
  });
  const create = async (name: string, bank: string, number: string, more = {}): Promise<string> => {
    const account = { name, bank, number, chequeForm: null, isArchived: false, ...more };
    return (await bankAccounts.create(scope, account))._id;
  };
  const current = await create('Current account', 'Harbour Bank', '12-345-678901', { chequeForm });
  const suppliers = await create('Suppliers', 'Bank of the Valley', '31-020-004455');
  await create('حساب قديم', 'بنك الأمل', '77-001', { isArchived: true });
  const books = [1001, 1101, 1201, 1301, 1401, 1501].map((first) => ({
    account: first < 1501 ? current : suppliers,
    firstSerial: serial(first),
    lastSerial: serial(first + 99),
  }));
  await runInBatches(books.map((book) => () => chequebooks.create(scope, book)));
  return { current, suppliers };
}

const cents = (amount: string) => Math.round(Number(amount) * 100);

/** What was in the accounts at the ends of months, and yesterday: on a day of next month 750 will be missing in the current one. */
export async function seedReadings(scope: Scope, { current, suppliers }: DemoAccounts, now: number) {
  const { items } = await cheques.list(scope, { account: [current], status: [...openStatuses] });
  const nextMonth = dateOf(now + 32 * dayMs);
  const coming = items.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
  const short = coming.findIndex(
    ({ dueDate, value }) => dueDate >= nextMonth && cents(value) > cents('1000'),
  );
  const needed = coming.slice(0, short + 1).reduce((sum, { value }) => sum + cents(value), 0);
  const yesterday = dateOf(now - dayMs);
  const readings = [
    { account: current, date: yesterday, balance: ((needed - cents('750')) / 100).toFixed(2) },
    { account: suppliers, date: yesterday, balance: '25000.00' },
    ...Array.from({ length: 11 }, (_, index) => ({
      account: current,
      date: dateOf(now - (index + 1) * 30 * dayMs),
      balance: (48_000 + ((index * 7919) % 23_000) + 0.25).toFixed(2),
    })),
  ];
  await runInBatches(readings.map((reading) => () => balanceReadings.create(scope, reading)));
}

/** That of RFC 6238's examples: whoever reads this can compute its codes. */
const secret = Buffer.from('12345678901234567890');

/** Gives somebody of the demo an authenticator app, by a session of their own. @returns the key for the app */
export async function enrol(db: Database, tokens: Tokens, username: string): Promise<string> {
  const account = await sessions.account(db, username);
  if (!account) throw new Error(`The demo has no ${username}.`);
  const { _id: userId, accessLevel: role, epoch } = account;
  const sessionId = sessions.newId();
  await sessions.open(db, {
    id: sessionId,
    userId,
    epoch,
    refreshHash: sha256(randomUUID()),
    deviceHash: sha256(randomUUID()),
    hasSecondFactor: false,
    lifetimeSeconds: 60,
    userAgent: '',
    address: '',
  });
  const actor = { id: userId, sessionId, role, timeZone: undefined };
  const scope: Scope = { db, actor, timeZone: 'UTC', businessTimeZone: 'UTC' };
  const id = sessions.newId();
  await factors.addTotp(scope, { id, name: 'Phone', secret: tokens.seal(secret.toString('base64url'), id) });
  // Recovery codes that nobody knows.
  await factors.confirmTotp(
    scope,
    id,
    0,
    Array.from({ length: 10 }, () => sha256(randomUUID())),
  );
  await sessions.leave(scope);
  return base32(secret);
}
