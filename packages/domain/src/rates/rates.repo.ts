import { sql } from '../db/drizzle.ts';
import { between, oneOf } from '../db/filters.ts';
import { repository } from '../db/repository.ts';
import type { Scope } from '../db/scope.ts';
import { invalid } from '../errors.ts';
import { tooManyDigits } from '../pay-entries/pay-entries.repo.ts';
import { users } from '../users/users.table.ts';
import { type Rate, type RateCreate, rateSchemas } from './rates.schema.ts';
import { rates } from './rates.table.ts';

const workerName = sql`(select full_name from users where users.id = ${rates.workerId})`;

/** By the day from which it holds, newest first. RATE_EXISTS: one for each worker and day. */
const repo = repository({
  name: 'rate',
  table: rates,
  schemas: rateSchemas,
  references: { worker: { table: users, name: users.fullName } },
  rules: {
    rates_from: () => invalid('RATE_EXISTS', ['from'], 'rate_exists'),
    DB018: tooManyDigits('amount'),
  },
  subject: { title: workerName, date: rates.from, value: rates.amount },
  order: { column: rates.from, sort: 'from', direction: 'desc' },
  filters: {
    ...between(rates.from),
    worker: oneOf(rates.workerId, 'worker'),
  },
});
export const { list, get, update, remove, restore, subject, rules } = repo;

/** @throws VALIDATION, RATE_EXISTS, UNKNOWN_REFERENCE, IDEMPOTENCY_KEY_REUSED */
export const create = (scope: Scope, { amount = '0', ...rate }: RateCreate): Promise<Rate> =>
  repo.create(scope, { amount, ...rate });
