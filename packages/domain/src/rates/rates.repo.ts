import { sql } from '../db/drizzle.ts';
import { between, oneOf } from '../db/filters.ts';
import { repository } from '../db/repository.ts';
import { invalid } from '../errors.ts';
import { tooManyDigits } from '../pay-entries/pay-entries.repo.ts';
import { users } from '../users/users.table.ts';
import { rateSchemas } from './rates.schema.ts';
import { rates } from './rates.table.ts';

const workerName = sql`(select full_name from users where users.id = ${rates.workerId})`;

/** By the day from which it holds, newest first. RATE_EXISTS: one for each worker and day. */
export const { list, get, create, update, remove, restore, bulk, creation, subject, rules } = repository({
  name: 'rate',
  table: rates,
  schemas: rateSchemas,
  references: { worker: { table: users, name: users.fullName } },
  created: { amount: sql`coalesce(${sql.placeholder('amount')}::numeric, 0)` },
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
