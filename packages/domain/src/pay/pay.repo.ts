import { typed } from '../db/columns.ts';
import { sql } from '../db/drizzle.ts';
import type { Scope } from '../db/scope.ts';
import { statement } from '../db/statement.ts';
import { invalid, notFound } from '../errors.ts';
import { plusDays, today } from '../values/zones.ts';
import type { Balance, BalanceQuery, Statement, StatementQuery } from './pay.schema.ts';

const { placeholder } = sql;

/** Days ahead, at the most. */
const MAX_DAYS_AHEAD = 366;
const FIRST_DAY = '1900-01-01';

/** @throws VALIDATION for a day that is too far ahead */
function checkDay(timeZone: string, field: string, day: string): void {
  const latest = plusDays(today(timeZone), MAX_DAYS_AHEAD);
  if (day > latest) throw invalid('VALIDATION', [field], 'day_out_of_range', { from: FIRST_DAY, to: latest });
}

const from = sql`${placeholder('from')}::date`;
const to = sql`${placeholder('to')}::date`;
const worker = sql`${placeholder('worker')}::uuid`;

type StatementRow = Pick<Statement, 'workerName' | 'opening' | 'lines' | 'totals' | 'missingRates'> & {
  readonly fitsTo: string | null;
};

const statementColumns = {
  workerName: sql<string>`full_name`,
  opening: sql<string>`opening`,
  lines: typed<Statement['lines']>('jsonb', sql`lines`),
  totals: typed<Statement['totals']>('jsonb', sql`totals`),
  missingRates: typed<string[]>('jsonb', sql`missing`),
  fitsTo: sql<string | null>`fits_to`,
};

/** Lines that together are larger than a paper may be are left out, and `fitsTo` is the day before the first of them. */
const selectStatement = statement<StatementRow>(
  statementColumns,
  () => sql`
  with business as materialized (
    select currency_digits(currency) as digits from settings limit 1
  ), days as materialized (
    select day, sum(minutes)::integer as minutes, sum(overtime)::integer as overtime, bool_or(missing) as missing,
      coalesce(sum(earned), 0) as earned, coalesce(sum(payments), 0) as payments, coalesce(sum(openings), 0) as openings,
      coalesce(sum(bonuses), 0) as bonuses, coalesce(sum(deductions), 0) as deductions,
      coalesce(sum(advances), 0) as advances, coalesce(sum(payouts), 0) + coalesce(sum(settled), 0) as payouts
    from pay_parts(${worker}, ${to}) group by day
  ), running as materialized (
    select *, payments + advances + payouts as paid,
      sum(openings + earned + bonuses - deductions - payments - advances - payouts) over (order by day) as balance
    from days
  ), absent as materialized (
    select date from logs where worker_id = ${worker} and deleted_at is null and date between ${from} and ${to}
    group by date having bool_and(is_absent)
  ), lines as materialized (
    select running.day, missing, json_build_object('date', running.day,
      'isAbsent', running.day in (select date from absent), 'workedMinutes', minutes, 'overtimeMinutes', overtime,
      'earned', pay_text(earned, digits), 'paid', pay_text(paid, digits), 'entries', coalesce(list, '[]'),
      'entriesCount', coalesce(number, 0), 'balance', pay_text(balance, digits)) as line
    from business, running left join line_entries(${worker}, ${from}, ${to}, null) as listed on listed.day = running.day
    where running.day >= ${from}
  ), sized as materialized (
    select *, sum(line_bytes(line)) over (order by day) <= paper_bytes() as fits from lines
  ), latest as (
    select coalesce((select balance from running where day < ${from} order by day desc limit 1), 0) as before,
      coalesce((select balance from running order by day desc limit 1), 0) as after
  )
  select full_name, pay_text(before, digits),
    (select coalesce(json_agg(line order by day) filter (where fits), '[]') from sized),
    (select jsonb_object_agg(name, pay_text(total, digits)) from (
      select coalesce(sum(earned), 0) as earned, coalesce(sum(payments), 0) as payments,
        coalesce(sum(openings), 0) as openings, coalesce(sum(bonuses), 0) as bonuses,
        coalesce(sum(deductions), 0) as deductions, coalesce(sum(advances), 0) as advances,
        coalesce(sum(payouts), 0) as payouts, coalesce(sum(paid), 0) as paid
      from running where day >= ${from}) as sums,
      lateral (values ('earned', earned), ('payments', payments), ('openings', openings), ('bonuses', bonuses),
        ('deductions', deductions), ('advances', advances), ('payouts', payouts), ('paid', paid), ('balance', after))
      as listed(name, total)),
    (select coalesce(json_agg(day order by day) filter (where missing and fits), '[]') from sized),
    (select (min(day) - 1)::text from sized where not fits)
  from users, business, latest where users.id = ${worker}`,
);

/**
 * What a worker earned and got, day by day; also of a deleted one.
 * @throws NOT_FOUND; VALIDATION for a period that ends too far ahead, or is more than 8 MiB
 */
export async function statementOf(
  { db, timeZone }: Scope,
  { userID, from, to }: StatementQuery,
): Promise<Statement> {
  checkDay(timeZone, 'to', to);
  const [row] = await selectStatement(db, { worker: userID, from, to });
  if (!row) throw notFound('user');
  const { fitsTo, ...statement } = row;
  if (fitsTo !== null) throw invalid('VALIDATION', ['to'], 'paper_too_large', { to: fitsTo });
  return { worker: userID, from, to, ...statement };
}

const balanceColumns = {
  worker: sql<string>`id`,
  workerName: sql<string>`full_name`,
  earned: sql<string>`earned`,
  paid: sql<string>`paid`,
  balance: sql<string>`balance`,
  settledTo: sql<string | null>`settled`,
};
const selectBalances = statement<Balance>(
  balanceColumns,
  () => sql`
  select id, full_name, pay_text(coalesce(sums.earned, 0) - coalesce(before.earned, 0), digits),
    pay_text(coalesce(sums.paid, 0) - coalesce(before.paid, 0), digits),
    pay_text(coalesce(sums.balance, 0), digits), settled::text
  from (select currency_digits(currency) as digits from settings limit 1) as business,
    users left join pay_sums(${placeholder('at')}::date) as sums on sums.worker = users.id
    left join pay_sums(${placeholder('from')}::date - 1) as before on before.worker = users.id
    left join (select worker_id, max("to") as settled from settlements where status <> 'void' group by worker_id)
      as latest on latest.worker_id = users.id
  where sums.balance <> 0 or deleted_at is null and (access_level = 'User' or sums.worker is not null)
  order by name_key collate "C", id`,
);

/**
 * By name: of everybody of role User, and of whoever else has logs or entries or earned something up to the day; of deleted ones
 * where it is not 0.
 * @throws VALIDATION for a day that is too far ahead, or before the first one
 */
export async function balances({ db, timeZone }: Scope, { from, at }: BalanceQuery): Promise<Balance[]> {
  if (at !== undefined) checkDay(timeZone, 'at', at);
  const day = at ?? today(timeZone);
  if (from !== undefined && from > day)
    throw invalid('VALIDATION', ['from'], 'day_out_of_range', { from: FIRST_DAY, to: day });
  return selectBalances(db, { from: from ?? FIRST_DAY, at: day });
}
