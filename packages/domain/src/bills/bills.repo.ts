import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { between, contains, filtered, filterValues } from '../db/filters.ts';
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
  filters: { ...between(bills.date), search: contains(bills.searchKey) },
});
export const { list, get, create, update, remove, restore, subject, rules } = repo;
const { columns, filters } = repo;

const balance = sql<string>`sum(${bills.value}) over (order by ${bills.date}, ${bills.id} rows unbounded preceding)`;

/** The balance is of all bills in the ledger's order, whatever is filtered; what comes after the page is not summed. */
const balanced = pages(filters, { ...columns, balance }, (where) => {
  const page = build.$with('page').as(
    build
      .select(columns)
      .from(bills)
      .where(and(live, ...where))
      .orderBy(desc(bills.date), desc(bills.id))
      .limit(placeholder('limit')),
  );
  const balances = build
    .select({ id: bills.id, balance: balance.as('balance') })
    .from(bills)
    .where(and(live, sql`${bills.date} <= (select max(date) from page)`))
    .as('balances');
  const { _id, date, value, description, extraNotes, createdAt, updatedAt, version } = page;
  const selected = { _id, date, value, description, extraNotes, createdAt, updatedAt, version };
  return build
    .with(page)
    .select({ ...selected, balance: balances.balance })
    .from(page)
    .innerJoin(balances, eq(balances.id, page._id))
    .orderBy(desc(page.date), desc(page._id));
});

const monthColumns = {
  month: sql<string>`to_char(${bills.date}, 'YYYY-MM')`.as('month'),
  count: sql<number>`count(*)::integer`,
  total: sql<string>`sum(${bills.value})::text`,
  rangeCount: sql<number>`sum(count(*)) over ()::integer`,
  rangeTotal: sql<string>`sum(sum(${bills.value})) over ()::text`,
};
const summed = filtered(filters, monthColumns, (where) =>
  build
    .select(monthColumns)
    .from(bills)
    .where(and(live, ...where))
    .groupBy(sql`month`)
    .orderBy(sql`month`),
);

const totalColumns = { total: sql<string>`coalesce(sum(${bills.value}), 0)::text` };
const allTime = statement(totalColumns, () => build.select(totalColumns).from(bills).where(live));

/** As {@link list}, with the balance of all bills up to each. @throws VALIDATION for a cursor of another list */
export const ledger = repo.paged<LedgerEntry>(balanced);

/** Totals over the whole filter, by month, and of all bills there are. */
export async function summary({ db }: Scope, filter: BillFilter): Promise<BillSummary> {
  const [months, [all]] = await Promise.all([summed(db, filterValues(filter)), allTime(db)]);
  return {
    count: months[0]?.rangeCount ?? 0,
    rangeTotal: months[0]?.rangeTotal ?? '0',
    allTimeTotal: all?.total ?? '0',
    months: months.map(({ month, count, total }) => ({ month, count, total })),
  };
}
