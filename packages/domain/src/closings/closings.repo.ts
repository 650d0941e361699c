import type { SQL } from 'drizzle-orm';
import { typed } from '../db/columns.ts';
import { sql } from '../db/drizzle.ts';
import { explainViolation, type Rules } from '../db/failures.ts';
import { idempotentInsert } from '../db/idempotency.ts';
import { acting, type Scope } from '../db/scope.ts';
import { type Columns, statement } from '../db/statement.ts';
import { DomainError, invalid } from '../errors.ts';
import { closingKinds } from '../resources.ts';
import { today } from '../values/zones.ts';
import {
  type ClosingCheck,
  type ClosingCheckQuery,
  type ClosingCreate,
  type Closings,
  MAX_FINDINGS,
  MAX_GAP_DATES,
  MAX_SHIFT_MINUTES,
} from './closings.schema.ts';

const { placeholder } = sql;

/** The journal's one record of them has no name. */
export const subject = sql`select null::uuid, '', null::date, null::numeric where false`;

const columns: Columns<Closings> = {
  current: typed('jsonb', sql`current`),
  history: typed('jsonb', sql`history`),
};
const selectClosings = statement(columns, () => sql`select current, history from closings_now()`);
/** Of the history, since an answer is kept for each Idempotency-Key. */
const MAX_ANSWERED_ACTS = sql.raw('100');
/** `with`: what begins with `select` is asked again where a connection is lost. */
const closePeriods = idempotentInsert(
  'closings',
  columns,
  () => sql`with closed as (
      select * from close_periods(string_to_array(${placeholder('kinds')}, ','), ${placeholder('through')}::date,
        ${placeholder('reason')}, ${acting}, ${placeholder('mayReopen')}::boolean)
    ) select current, (
      select coalesce(jsonb_agg(act order by place), '[]') from jsonb_array_elements(history) with ordinality as listed (act, place)
      where place <= ${MAX_ANSWERED_ACTS}
    ) from closed`,
);

const rules: Rules = {
  DB003: () => new DomainError('FORBIDDEN', 'Only an Administrator opens what is closed.'),
  DB023: () => invalid('VALIDATION', ['reason'], 'reason_required'),
};

/** What is closed up to which day, and how it came to be, newest first. */
export async function get({ db }: Pick<Scope, 'db'>): Promise<Closings> {
  const [row] = await selectClosings(db);
  return row as Closings;
}

/**
 * Closes kinds of records up to a day, or opens them. What is closed up to this day already stays so, without an entry in the
 * history. A write that has not been answered yet is answered before this is, and is closed too.
 * @returns as {@link get}, with less of the history
 * @throws VALIDATION for a day after the business's today, or to open without a reason; FORBIDDEN to open, but for Administrators;
 * IDEMPOTENCY_KEY_REUSED
 */
export async function create(scope: Scope, input: ClosingCreate): Promise<Closings> {
  const { through, reason } = input;
  const on = today(scope.businessTimeZone);
  if (through !== null && through > on) throw invalid('VALIDATION', ['through'], 'in_future', { today: on });
  const kinds = closingKinds.filter((kind) => input.kinds.includes(kind)).join(',');
  const mayReopen = scope.actor.role === 'Administrator';
  return explainViolation(
    closePeriods(scope, { kinds, through, reason, mayReopen }, { kinds, through, reason }),
    rules,
  );
}

const from = sql`${placeholder('from')}::date`;
const through = sql`${placeholder('through')}::date`;

/** The first rows of a table of the statement, in its order (`place`), each as JSON, and how many there are. */
const firstOf = (table: SQL, item: SQL, count = sql`count(*)`) => sql`(
  select jsonb_build_object('count', ${count}, 'items',
    coalesce(jsonb_agg(${item} order by place) filter (where place <= ${sql.raw(String(MAX_FINDINGS))}), '[]'))
  from ${table})`;

const shift = (log: SQL) => sql`jsonb_build_object('log', ${log}.id, 'date', ${log}.date,
  'startingTime', to_char(${log}.starting_time, 'HH24:MI'), 'finishingTime', to_char(${log}.finishing_time, 'HH24:MI'))`;
const worker = sql`jsonb_build_object('worker', worker, 'workerName', worker_name)`;

/**
 * `ends` is the moment at which a shift is over, `doubles` are of two days in a row: a shift is shorter than a day. The second is
 * found by the index of workers: `offset 0` keeps it so, since how many shifts there are is not known when this is planned.
 *
 * `employed`: from when to when a day without a log is one that was forgotten. It begins with the first log, or the first rate,
 * unless that is before the first log of anybody; who is not active any more, or deleted, worked up to the last log.
 */
const withTables = sql`
  with shifts as materialized (
    select id, worker_id as worker, full_name as worker_name, date, starting_time, finishing_time, duration_minutes,
      date + starting_time as begins, date + starting_time + make_interval(mins => duration_minutes) as ends
    from logs join (select id as worker_id, full_name from users) as workers using (worker_id)
    where deleted_at is null and not is_absent and date between ${from} - 1 and ${through} + 1
  ), terms as (
    select worker_id, "from", lead("from") over (partition by worker_id order by "from") as until, basis
    from rates where deleted_at is null
  ), employed as materialized (
    select users.id as worker, full_name as worker_name, greatest(${from}, first_day) as begins,
      case when active and deleted_at is null or last_log > ${through} then ${through} else last_log end as ends
    from users cross join lateral (
      select (select min(date) from logs where worker_id = users.id and deleted_at is null) as first_log,
        (select max(date) from logs where worker_id = users.id and deleted_at is null) as last_log,
        (select min("from") from terms where worker_id = users.id and basis <> 'none') as first_rate
    ) as known cross join lateral (
      select least(first_log, case when first_rate is not null then
        greatest(first_rate, (select min(date) from logs where deleted_at is null)) end) as first_day
    ) as began
    where access_level = 'User'
  ), gaps as (
    select worker, worker_name, day::date as date
    from employed cross join lateral generate_series(begins::timestamp, ends::timestamp, '1 day') as day
    where not (select weekend from settings) @> to_jsonb(extract(dow from day)::integer)
      and not exists (select from logs where worker_id = worker and date = day::date and deleted_at is null)
      and not exists (select from terms where basis = 'none' and worker_id = worker and "from" <= day
        and (until is null or until > day))
  ), unrecorded as (
    select worker, worker_name, count(*)::integer as days,
      to_jsonb((array_agg(date order by date))[1:${sql.raw(String(MAX_GAP_DATES))}]) as dates,
      row_number() over (order by worker_name collate "C", worker) as place
    from gaps group by worker, worker_name
  ), doubles as (
    select one.worker, one.worker_name, ${shift(sql`one`)} as first, ${shift(sql`other`)} as second,
      row_number() over (order by one.begins, one.id, other.begins, other.id) as place
    from shifts as one cross join lateral (
      select id, date, starting_time, finishing_time, date + starting_time as begins,
        date + starting_time + make_interval(mins => duration_minutes) as ends
      from logs where worker_id = one.worker and date between one.date and one.date + 1 and deleted_at is null and not is_absent
      offset 0
    ) as other
    where other.begins < one.ends and one.begins < other.ends and (one.begins, one.id) < (other.begins, other.id)
      and (one.date between ${from} and ${through} or other.date between ${from} and ${through})
  ), long_shifts as (
    select shifts.*, row_number() over (order by begins, id) as place from shifts
    where date between ${from} and ${through} and duration_minutes > ${sql.raw(String(MAX_SHIFT_MINUTES))}
  ), missing_rates as (
    select worker, worker_name, date, row_number() over (order by date, worker_name collate "C", worker) as place
    from (select distinct worker, worker_name, date from shifts where date between ${from} and ${through}) as worked
    where not exists (select from rates where worker_id = worker and rates."from" <= worked.date and deleted_at is null)
  ), unsettled as (
    select worker, balance, settled_to, full_name as worker_name,
      row_number() over (order by full_name collate "C", worker) as place
    from pay_sums(${through}) join users on users.id = worker left join (
      select worker_id as worker, max("to") as settled_to from settlements where status <> 'void' group by 1
    ) as settled using (worker)
    where balance <> 0 and (settled_to is null or settled_to < ${through})
  )`;

const checkColumns: Columns<ClosingCheck> = {
  unrecorded: typed(
    'jsonb',
    firstOf(
      sql`unrecorded`,
      sql`${worker} || jsonb_build_object('count', days, 'dates', dates)`,
      sql`coalesce(sum(days), 0)`,
    ),
  ),
  overlaps: typed(
    'jsonb',
    firstOf(sql`doubles`, sql`${worker} || jsonb_build_object('first', first, 'second', second)`),
  ),
  longShifts: typed(
    'jsonb',
    firstOf(
      sql`long_shifts`,
      sql`${worker} || ${shift(sql`long_shifts`)} || jsonb_build_object('minutes', duration_minutes)`,
    ),
  ),
  missingRates: typed(
    'jsonb',
    firstOf(sql`missing_rates`, sql`${worker} || jsonb_build_object('date', date)`),
  ),
  unsettled: typed(
    'jsonb',
    firstOf(
      sql`unsettled`,
      sql`${worker} || jsonb_build_object('settledTo', settled_to,
        'balance', pay_text(balance, (select currency_digits(currency) from settings)))`,
    ),
  ),
};
const selectFindings = statement(
  checkColumns,
  () =>
    sql`${withTables} select ${sql.join(Object.values<SQL>(checkColumns as Record<string, SQL>), sql`, `)}`,
);

/**
 * What is odd about the days from one to another, to be looked at before they are closed.
 * @throws VALIDATION for a last day after the caller's today
 */
export async function check({ db, timeZone }: Scope, query: ClosingCheckQuery): Promise<ClosingCheck> {
  const on = today(timeZone);
  if (query.through > on) throw invalid('VALIDATION', ['through'], 'in_future', { today: on });
  const [row] = await selectFindings(db, { ...query });
  return row as ClosingCheck;
}
