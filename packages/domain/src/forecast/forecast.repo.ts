import type { SQL } from 'drizzle-orm';
import { bankAccounts } from '../bank-accounts/bank-accounts.table.ts';
import { isDue } from '../bills/bills.repo.ts';
import { bills } from '../bills/bills.table.ts';
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
 * A row for each of the accounts and each day from `from` to `to`, in the table `balances`. Open cheques, and due bills that no open
 * cheque pays, count when they fall due: on a weekend the next business day; what is past due, today.
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
    ), 0) - coalesce((
      select sum(value) from bills
      where account_id = accounts.id and deleted_at is null and cheque_id is null and paid_on > reading.date
    ), 0), 0) as opening
    from accounts left join lateral (
      select date, balance from "balanceReadings"
      where account_id = accounts.id and deleted_at is null and date <= ${from} order by date desc limit 1
    ) as reading on true
  ), dues as materialized (
    select account_id, greatest(due_date, ${from}) as day, sum(value) as paid, 0 as received, count(*) as cheques, 0 as bills
    from cheques
    where account_id in (select id from accounts) and deleted_at is null and status in (${open}) and due_date <= ${to}
    group by 1, 2
    union all
    select account_id, greatest(due_date, ${from}), coalesce(sum(value) filter (where value > 0), 0),
      coalesce(-sum(value) filter (where value < 0), 0), 0, count(*)
    from ${bills}
    where account_id in (select id from accounts) and deleted_at is null and ${isDue} and due_date <= ${to} and not exists (
      select from cheques where id = current_cheque_id and cheques.deleted_at is null and status in (${open}))
    group by 1, 2
  ), payments as materialized (
    select account_id, business_day as day, sum(paid) as paid, sum(received) as received, sum(cheques) as cheques,
      sum(bills) as bills
    from dues join calendar using (day) group by 1, 2
  ), balances as materialized (
    select id, name, calendar.day, opening, coalesce(paid, 0) as paid, coalesce(received, 0) as received,
      coalesce(cheques, 0)::integer as cheques, coalesce(bills, 0)::integer as bills,
      opening + sum(coalesce(received - paid, 0)) over (partition by id order by calendar.day) as balance
    from openings cross join calendar left join payments on account_id = id and payments.day = calendar.day
  )`;

const dayColumns = {
  date: sql<string>`day::text`,
  out: sql<string>`paid::text`,
  in: sql<string>`received::text`,
  cheques: sql<number>`cheques`,
  bills: sql<number>`bills`,
  balance: sql<string>`balance::text`,
  opening: sql<string>`opening::text`,
};
const selectDays = statement(
  dayColumns,
  () => sql`${balancesOf(sql`id = ${placeholder('account')}`)}
    select day::text, paid::text, received::text, cheques, bills, balance::text, opening::text from balances order by day`,
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
    days: rows.map(({ opening: _, ...one }) => one),
    shortfall: short ? { date: short.date, amount: short.balance.slice(1) } : null,
  };
}

/** Of the 200 oldest accounts that are not archived those that have a shortfall within 60 days from the caller's today, the earliest first. */
export async function shortfalls({ db, timeZone }: Scope): Promise<Shortfall[]> {
  const first = today(timeZone);
  return selectShortfalls(db, { from: first, to: plusDays(first, DEFAULT_DAYS) });
}
