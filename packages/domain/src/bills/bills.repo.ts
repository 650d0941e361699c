import { and, desc, isNull, sql } from '../db/drizzle.ts';
import { between, contains, filterValues, oneOfAmounts, totalsStatement } from '../db/filters.ts';
import { pages } from '../db/pages.ts';
import { repository } from '../db/repository.ts';
import type { Scope } from '../db/scope.ts';
import { build, statement } from '../db/statement.ts';
import { type BillFilter, type BillSummary, billSchemas, type LedgerEntry } from './bills.schema.ts';
import { bills } from './bills.table.ts';

const { placeholder } = sql;
const live = isNull(bills.deletedAt);

/** Newest first. */
const repo = repository({
  name: 'bill',
  table: bills,
  schemas: billSchemas,
  subject: { title: bills.description, date: bills.date, value: bills.value },
  order: { column: bills.date, sort: 'date', direction: 'desc' },
  filters: {
    ...between(bills.date),
    value: oneOfAmounts(bills.value, 'value'),
    search: contains(bills.searchKey),
  },
});
export const { list, get, create, update, remove, restore, bulk, creation, subject, rules } = repo;
const { columns, filters } = repo;

/**
 * The balance is of all bills in the ledger's order, whatever is filtered; what comes after the page is not summed. Each bill of
 * the page adds what lies between the one before it and itself, which an index has. The days are compared twice: PostgreSQL
 * takes rows between two days for few, and would otherwise compile the statement, which takes longer than what it saves.
 */
const selectLedger = pages(filters, { ...columns, balance: sql<string>`balance` }, (where) => {
  const page = build
    .select(columns)
    .from(bills)
    .where(and(live, ...where))
    .orderBy(desc(bills.date), desc(bills.id))
    .limit(placeholder('limit'));
  return sql`with page as materialized (${page.getSQL()}), spans as (
      select *, lead(date, 1, '-infinity') over earlier as after_date,
        lead(id, 1, '00000000-0000-0000-0000-000000000000') over earlier as after_id
      from page window earlier as (order by date desc, id desc)
    )
    select id, date, value, description, extra_notes, created_at, updated_at, version,
      sum(added) over (order by date, id) as balance
    from spans, lateral (
      select coalesce(sum(value), 0) as added from bills
      where deleted_at is null and date between after_date and spans.date
        and (date, id) > (after_date, after_id) and (date, id) <= (spans.date, spans.id)
    ) as sums
    order by date desc, id desc`;
});

const monthColumns = {
  month: sql<string>`to_char(${bills.date}, 'YYYY-MM')`.as('month'),
  count: sql<number>`count(*)::integer`,
  total: sql<string>`sum(${bills.value})::text`,
  rangeCount: sql<number>`sum(count(*)) over ()::integer`,
  rangeTotal: sql<string>`sum(sum(${bills.value})) over ()::text`,
};
const sumByMonth = totalsStatement(filters, monthColumns, (where) =>
  build
    .select(monthColumns)
    .from(bills)
    .where(and(live, ...where))
    .groupBy(sql`month`)
    .orderBy(sql`month`),
);

const totalColumns = { total: sql<string>`coalesce(sum(${bills.value}), 0)::text` };
const sumAll = statement(totalColumns, () => build.select(totalColumns).from(bills).where(live));

/** As {@link list}, with the balance of all bills up to each. @throws VALIDATION for a cursor of another list */
export const ledger = repo.paged<LedgerEntry>(selectLedger);

/** Totals over the whole filter, by month, and of all bills there are. */
export async function summary({ db }: Scope, filter: BillFilter): Promise<BillSummary> {
  const [months, [all]] = await Promise.all([sumByMonth(db, filterValues(filter)), sumAll(db)]);
  return {
    count: months[0]?.rangeCount ?? 0,
    rangeTotal: months[0]?.rangeTotal ?? '0',
    allTimeTotal: all?.total ?? '0',
    months: months.map(({ month, count, total }) => ({ month, count, total })),
  };
}
