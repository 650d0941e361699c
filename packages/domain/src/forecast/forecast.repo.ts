import type { SQL } from 'drizzle-orm';
import { bankAccounts } from '../bank-accounts/bank-accounts.table.ts';
import { openStatuses } from '../cheques/states.ts';
import { sql } from '../db/drizzle.ts';
import type { Scope } from '../db/scope.ts';
import { statement } from '../db/statement.ts';
import { invalid, notFound } from '../errors.ts';
import { plusDays, today } from '../values/zones.ts';
import type { Forecast, ForecastQuery, Shortfall } from './forecast.schema.ts';

const { placeholder } = sql;
const from = sql`${placeholder('from')}::date`;
const to = sql`${placeholder('to')}::date`;
const open = sql.raw(openStatuses.map((status) => `'${status}'`).join(', '));

/** Days ahead, unless somebody says how many, and the most. */
const DEFAULT_DAYS = 60;
const MAX_DAYS = 400;
/** That are looked through for a shortfall: those made first. */
const MAX_ACCOUNTS = 200;

/**
 * A row for each of the accounts and each day from `from` to `to`, in the table `balances`. What falls due on a weekend is paid on
 * the next business day; what is past due, today.
 * @param which a condition on bankAccounts
 */
const balancesOf = (which: SQL) => sql`
  with accounts as materialized (
    select id, name from ${bankAccounts} where deleted_at is null and ${which}
  ), calendar as materialized (
    select day, (
      select min(day + later) from generate_series(0, 6) as later
      where not weekend @> to_jsonb(extract(dow from day + later)::integer)) as business_day
    from settings, (select ${from} + n as day from generate_series(0, ${to} - ${from}) as n) as days
  ), openings as materialized (
    select id, name, coalesce(balance - coalesce((
      select sum(value) from cheques
      where account_id = accounts.id and deleted_at is null and status = 'cleared' and status_date > reading.date
    ), 0), 0) as opening
    from accounts left join lateral (
      select date, balance from "balanceReadings"
      where account_id = accounts.id and deleted_at is null and date <= ${from} order by date desc limit 1
    ) as reading on true
  ), dues as materialized (
    select account_id, greatest(due_date, ${from}) as day, sum(value) as total from cheques
    where account_id in (select id from accounts) and deleted_at is null and status in (${open}) and due_date <= ${to}
    group by 1, 2
  ), payments as materialized (
    select account_id, business_day as day, sum(total) as total from dues join calendar using (day) group by 1, 2
  ), balances as materialized (
    select id, name, calendar.day, coalesce(total, 0) as paid, opening,
      opening - sum(coalesce(total, 0)) over (partition by id order by calendar.day) as balance
    from openings cross join calendar left join payments on account_id = id and payments.day = calendar.day
  )`;

const dayColumns = {
  date: sql<string>`day::text`,
  out: sql<string>`paid::text`,
  balance: sql<string>`balance::text`,
  opening: sql<string>`opening::text`,
};
const selectDays = statement(
  dayColumns,
  () => sql`${balancesOf(sql`id = ${placeholder('account')}`)}
    select day::text, paid::text, balance::text, opening::text from balances order by day`,
);

const shortfallColumns = {
  account: sql<string>`id`,
  accountName: sql<string>`name`,
  date: sql<string>`day::text`,
  amount: sql<string>`(-balance)::text`,
};
const selectShortfalls = statement<Shortfall>(
  shortfallColumns,
  () => sql`${balancesOf(sql`id in (select id from ${bankAccounts}
      where deleted_at is null and not is_archived order by id limit ${sql.raw(String(MAX_ACCOUNTS))})`)}
    select * from (
      select distinct on (id) id, name, day::text, (-balance)::text from balances where balance < 0 order by id, balances.day
    ) as first order by day, name collate "C", id`,
);

/**
 * Of one account, also an archived one, from the caller's today.
 * @throws NOT_FOUND; VALIDATION for a last day that is past, or too far
 */
export async function get({ db, timeZone }: Scope, { account, to }: ForecastQuery): Promise<Forecast> {
  const first = today(timeZone);
  const latest = plusDays(first, MAX_DAYS);
  const last = to ?? plusDays(first, DEFAULT_DAYS);
  if (last < first || last > latest)
    throw invalid('VALIDATION', ['to'], 'day_out_of_range', { from: first, to: latest });
  const rows = await selectDays(db, { account, from: first, to: last });
  const [row] = rows;
  if (!row) throw notFound('bank account');
  const short = rows.find(({ balance }) => balance.startsWith('-'));
  return {
    account,
    from: first,
    to: last,
    opening: row.opening,
    days: rows.map(({ date, out, balance }) => ({ date, out, in: '0', balance })),
    shortfall: short ? { date: short.date, amount: short.balance.slice(1) } : null,
  };
}

/** Of the 200 oldest accounts that are not archived those that have a shortfall within 60 days from the caller's today, the earliest first. */
export async function shortfalls({ db, timeZone }: Scope): Promise<Shortfall[]> {
  const first = today(timeZone);
  return selectShortfalls(db, { from: first, to: plusDays(first, DEFAULT_DAYS) });
}
