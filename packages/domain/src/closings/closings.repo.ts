import { typed } from '../db/columns.ts';
import { sql } from '../db/drizzle.ts';
import { explainViolation, type Rules } from '../db/failures.ts';
import { idempotentInsert } from '../db/idempotency.ts';
import { acting, type Scope } from '../db/scope.ts';
import { type Columns, statement } from '../db/statement.ts';
import { DomainError, invalid } from '../errors.ts';
import { today } from '../values/zones.ts';
import { type ClosingCreate, type Closings, closingKinds } from './closings.schema.ts';

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
