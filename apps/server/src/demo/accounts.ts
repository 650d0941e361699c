import { balanceReadings, bankAccounts, chequebooks, type Scope, settings } from '@daybook/domain/server';
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

/**
 * The settings of the business, its account with the books of its cheques and a balance for each month of a year, and an account
 * that is no longer used.
 * @returns the account that cheques are drawn on
 */
export async function seedAccounts(scope: Scope, now: number): Promise<string> {
  await settings.update(scope, {
    name: 'Haddad & Sons',
    address: '12 Harbour Road',
    phoneNumber: '+972 2 555 0123',
    currency: 'ILS',
    weekend: [5, 6],
  });
  const main = { name: 'Main account', bank: 'Harbour Bank', number: '12-345-678901', chequeForm };
  const { _id: account } = await bankAccounts.create(scope, { ...main, isArchived: false });
  const former = { name: 'حساب قديم', bank: 'بنك الأمل', number: '77-001', chequeForm: null };
  await bankAccounts.create(scope, { ...former, isArchived: true });
  const books = [1001, 1101, 1201, 1301, 1401, 1501].map((first) => ({
    account,
    firstSerial: serial(first),
    lastSerial: serial(first + 99),
  }));
  await runInBatches(books.map((book) => () => chequebooks.create(scope, book)));
  const readings = Array.from({ length: 12 }, (_, index) => ({
    account,
    date: dateOf(now - index * 30 * dayMs),
    balance: (48_000 + ((index * 7919) % 23_000) + 0.25).toFixed(2),
  }));
  await runInBatches(readings.map((reading) => () => balanceReadings.create(scope, reading)));
  return account;
}
