import { chequeStatuses } from '../cheques/states.ts';
import { typed } from '../db/columns.ts';
import { sql } from '../db/drizzle.ts';
import type { Scope } from '../db/scope.ts';
import { statement } from '../db/statement.ts';
import { invalid, notFound } from '../errors.ts';
import type { PayeeStatement, PayeeStatementQuery } from './statement.schema.ts';

const { placeholder } = sql;
const from = sql`${placeholder('from')}::date`;
const to = sql`${placeholder('to')}::date`;
const payee = sql`${placeholder('payee')}::uuid`;
const statuses = sql.raw(chequeStatuses.map((status) => `'${status}'`).join(', '));

type Row = Pick<PayeeStatement, 'payeeName' | 'opening' | 'lines' | 'totals' | 'cheques'> & {
  readonly fitsTo: string | null;
};

const columns = {
  payeeName: sql<string>`name`,
  opening: sql<string>`opening`,
  lines: typed<PayeeStatement['lines']>('jsonb', sql`lines`),
  totals: typed<PayeeStatement['totals']>('jsonb', sql`totals`),
  cheques: typed<PayeeStatement['cheques']>('jsonb', sql`cheques`),
  fitsTo: sql<string | null>`fits_to`,
};

/**
 * A payment is of the day of `paid_on`, or else of that on which the last of its cheques cleared. What is larger than a paper may be
 * is left out, and `fitsTo` is the day before the first of it.
 */
const selectStatement = statement<Row>(
  columns,
  () => sql`
  with recursive mine as materialized (
    select id, date, due_date, value, description, paid_on, cheque_id, current_cheque_id,
      due_date is not null or paid_on is not null as is_followed,
      due_date is not null and paid_on is null and paid_by_cheque as is_cleared
    from bills where payee_id = ${payee} and deleted_at is null
  ), successors as (
    select cheque_id as first, cheque_id as id from mine where is_cleared
    union
    select first, later.id from successors join cheques as later on later.replaces_id = successors.id
    where later.deleted_at is null
  ), cleared as materialized (
    select distinct on (first) first, cheques.id, status_date
    from successors join cheques using (id) where deleted_at is null and status = 'cleared'
    order by first, status_date desc, cheques.id desc
  ), entries as materialized (
    select date as day, 0 as place, case when is_followed then 'bill' else 'expense' end as kind, mine.id, description,
      due_date, value, current_cheque_id as cheque, case when is_followed then value else 0 end as opened
    from mine
    union all
    select coalesce(paid_on, status_date), 1, 'payment', mine.id, description, due_date, value,
      coalesce(cleared.id, current_cheque_id), -value
    from mine left join cleared on is_cleared and first = cheque_id where paid_on is not null or is_cleared
  ), running as materialized (
    select *, sum(opened) over (order by day, place, id) as open from entries where day <= ${to}
  ), lines as materialized (
    select running.day, place, running.id, json_build_object('date', running.day, 'kind', kind,
      'description', left(running.description, 200), 'dueDate', running.due_date, 'chequeSerial', coalesce(serial, ''),
      'value', running.value::text, 'open', open::text, 'bill', running.id, 'cheque', cheque) as item
    from running left join cheques on cheques.id = cheque where running.day >= ${from}
  ), drawn as materialized (
    select due_date as day, id, status, value, json_build_object('_id', id, 'serial', serial, 'dueDate', due_date,
      'value', value::text, 'status', status, 'statusDate', status_date) as item
    from cheques where payee_id = ${payee} and deleted_at is null and due_date between ${from} and ${to}
  ), sized as materialized (
    select day, sum(sum(line_bytes(item))) over (order by day) <= paper_bytes() as fits
    from (select day, item from lines union all select day, item from drawn) as items group by day
  ), fitting as (
    select min(day) as until from sized where not fits
  )
  select name, coalesce((select sum(opened) from running where day < ${from}), 0)::text,
    (select coalesce(json_agg(item order by day, place, id), '[]') from lines where (day < until) is not false),
    (select json_build_object(
      'billed', coalesce(sum(value) filter (where kind <> 'payment' and day >= ${from}), 0)::text,
      'paid', coalesce(sum(value) filter (where kind <> 'bill' and day >= ${from}), 0)::text,
      'open', coalesce(sum(opened), 0)::text,
      'cheques', (select json_object_agg(one, json_build_object('count', count, 'total', total::text))
        from unnest(array[${statuses}]) as one,
          lateral (select count(*) as count, coalesce(sum(value), 0) as total from drawn where status = one) as sums)
      ) from running),
    (select coalesce(json_agg(item order by day, id), '[]') from drawn where (day < until) is not false),
    (until - 1)::text
  from payees, fitting where payees.id = ${payee}`,
);

/**
 * What a payee billed and was paid; also of a deleted one.
 * @throws NOT_FOUND; VALIDATION for a period that is more than 8 MiB
 */
export async function statementOf(
  { db }: Scope,
  { payeeID, from, to }: PayeeStatementQuery,
): Promise<PayeeStatement> {
  const [row] = await selectStatement(db, { payee: payeeID, from, to });
  if (!row) throw notFound('payee');
  const { fitsTo, ...answer } = row;
  if (fitsTo !== null) throw invalid('VALIDATION', ['to'], 'paper_too_large', { to: fitsTo });
  return { payee: payeeID, from, to, ...answer };
}
