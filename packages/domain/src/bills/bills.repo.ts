import type { Database } from '../db/client.ts';
import { crud } from '../db/crud.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { contains, filtered } from '../db/filters.ts';
import { pages, position, type Rows, toPage } from '../db/pages.ts';
import type { Scope } from '../db/scope.ts';
import { build, statement } from '../db/statement.ts';
import type { Page } from '../values/paging.ts';
import { toDay } from '../values/scalars.ts';
import type {
  Bill,
  BillChanges,
  BillCreate,
  BillFilter,
  BillQuery,
  BillSummary,
  LedgerEntry,
} from './bills.schema.ts';
import { bills } from './bills.table.ts';

const columns = {
  _id: bills.id,
  date: bills.date,
  value: bills.value,
  description: bills.description,
  extraNotes: bills.extraNotes,
  createdAt: bills.createdAt,
  updatedAt: bills.updatedAt,
  version: bills.version,
};
const { date, value, description, extraNotes } = bills;
const fields = { date, value, description, extraNotes };

const { placeholder } = sql;
const live = isNull(bills.deletedAt);

const filters = {
  from: sql`${bills.date} >= ${placeholder('from')}`,
  to: sql`${bills.date} <= ${placeholder('to')}`,
  search: contains(bills.searchKey),
  after: sql`(${bills.date}, ${bills.id}) < (${placeholder('afterKey')}, ${placeholder('afterId')})`,
};

const listed = pages(filters, columns, (where) =>
  build
    .select(columns)
    .from(bills)
    .where(and(live, ...where))
    .orderBy(desc(bills.date), desc(bills.id))
    .limit(placeholder('limit')),
);

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

const wanted = ({ search, ...filter }: BillFilter) => ({ ...filter, search: search || undefined });

const paged =
  <Row extends Bill>(rowsOf: (db: Database, values: { limit: number }) => Promise<Rows<Row>>) =>
  async ({ db }: Scope, { limit = 1000, cursor, ...filter }: BillQuery): Promise<Page<Row>> => {
    const at = position(cursor, (key) => toDay(key) === key);
    const rows = await rowsOf(db, { ...wanted(filter), ...at, limit: limit + 1 });
    return toPage(
      rows,
      limit,
      (row) => row.date,
      (row) => row,
    );
  };

/** Newest first. @throws VALIDATION for a cursor of another list */
export const list = paged<Bill>(listed);

/** As {@link list}, with the balance of all bills up to each. @throws VALIDATION for a cursor of another list */
export const ledger = paged<LedgerEntry>(balanced);

export const { get, create, update, remove } = crud<Bill, BillCreate, BillChanges>({
  name: 'bill',
  table: bills,
  columns,
  fields,
});

/** Totals over the whole filter, by month, and of all bills there are. */
export async function summary({ db }: Scope, filter: BillFilter): Promise<BillSummary> {
  const [months, [all]] = await Promise.all([summed(db, wanted(filter)), allTime(db)]);
  return {
    count: months[0]?.rangeCount ?? 0,
    rangeTotal: months[0]?.rangeTotal ?? '0',
    allTimeTotal: all?.total ?? '0',
    months: months.map(({ month, count, total }) => ({ month, count, total })),
  };
}
