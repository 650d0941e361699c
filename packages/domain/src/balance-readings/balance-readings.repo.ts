import { bankAccounts } from '../bank-accounts/bank-accounts.table.ts';
import { sql } from '../db/drizzle.ts';
import { between, oneOf } from '../db/filters.ts';
import { repository } from '../db/repository.ts';
import type { Scope } from '../db/scope.ts';
import { invalid } from '../errors.ts';
import { today } from '../values/zones.ts';
import {
  type BalanceReading,
  type BalanceReadingChanges,
  type BalanceReadingCreate,
  balanceReadingSchemas,
} from './balance-readings.schema.ts';
import { balanceReadings } from './balance-readings.table.ts';

const accountName = sql`(select name from ${bankAccounts} where ${bankAccounts}.id = ${balanceReadings.accountId})`;

/** Newest first. READING_EXISTS: one for each account and day. */
const repo = repository({
  name: 'balance reading',
  table: balanceReadings,
  schemas: balanceReadingSchemas,
  references: { account: { table: bankAccounts, name: bankAccounts.name } },
  rules: { balance_readings_day: () => invalid('READING_EXISTS', ['date'], 'reading_exists') },
  subject: {
    title: accountName,
    date: balanceReadings.date,
    value: balanceReadings.balance,
  },
  order: { column: balanceReadings.date, sort: 'date', direction: 'desc' },
  filters: {
    ...between(balanceReadings.date),
    account: oneOf(balanceReadings.accountId, 'account'),
  },
});
export const { list, get, remove, restore, subject, rules } = repo;

/** A balance has been read: the day is not after the caller's today. @throws VALIDATION */
function checkDate({ timeZone }: Scope, { date }: BalanceReadingChanges): void {
  const on = today(timeZone);
  if (date !== undefined && date > on) throw invalid('VALIDATION', ['date'], 'in_future', { today: on });
}

/** @throws VALIDATION, READING_EXISTS, UNKNOWN_REFERENCE, IDEMPOTENCY_KEY_REUSED */
export async function create(scope: Scope, reading: BalanceReadingCreate): Promise<BalanceReading> {
  checkDate(scope, reading);
  return repo.create(scope, reading);
}

/** @throws VALIDATION, NOT_FOUND, READING_EXISTS, UNKNOWN_REFERENCE, PRECONDITION_FAILED */
export async function update(
  scope: Scope,
  id: string,
  changes: BalanceReadingChanges,
): Promise<BalanceReading> {
  checkDate(scope, changes);
  return repo.update(scope, id, changes);
}
