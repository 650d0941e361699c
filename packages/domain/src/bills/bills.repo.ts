import { type Database, perDatabase } from '../db/client.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import { records } from '../db/records.ts';
import { contains, listings, position, toPage } from '../db/statements.ts';
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

const listed = listings('bills_list', filters, (db, where) =>
  prepared(
    db,
    columns,
    db
      .select(columns)
      .from(bills)
      .where(and(live, ...where))
      .orderBy(desc(bills.date), desc(bills.id))
      .limit(placeholder('limit')),
  ),
);

const balance = sql<string>`sum(${bills.value}) over (order by ${bills.date}, ${bills.id} rows unbounded preceding)`;

/** The balance is of all bills in the ledger's order, whatever is filtered; what comes after the page is not summed. */
const balanced = listings('bills_ledger', filters, (db, where) => {
  const page = db.$with('page').as(
    db
      .select(columns)
      .from(bills)
      .where(and(live, ...where))
      .orderBy(desc(bills.date), desc(bills.id))
      .limit(placeholder('limit')),
  );
  const balances = db
    .select({ id: bills.id, balance: balance.as('balance') })
    .from(bills)
    .where(and(live, sql`${bills.date} <= (select max(date) from page)`))
    .as('balances');
  const { _id, date, value, description, extraNotes, createdAt, updatedAt, version } = page;
  const selected = { _id, date, value, description, extraNotes, createdAt, updatedAt, version };
  return prepared(
    db,
    { ...columns, balance },
    db
      .with(page)
      .select({ ...selected, balance: balances.balance })
      .from(page)
      .innerJoin(balances, eq(balances.id, page._id))
      .orderBy(desc(page.date), desc(page._id)),
  );
});

const summed = listings('bills_summary', filters, (db, where, statement) =>
  db
    .select({
      month: sql<string>`to_char(${bills.date}, 'YYYY-MM')`.as('month'),
      count: sql<number>`count(*)::integer`,
      total: sql<string>`sum(${bills.value})::text`,
      rangeCount: sql<number>`sum(count(*)) over ()::integer`,
      rangeTotal: sql<string>`sum(sum(${bills.value})) over ()::text`,
    })
    .from(bills)
    .where(and(live, ...where))
    .groupBy(sql`month`)
    .orderBy(sql`month`)
    .prepare(statement),
);

const allTime = perDatabase((db) =>
  db
    .select({ total: sql<string>`coalesce(sum(${bills.value}), 0)::text` })
    .from(bills)
    .where(live)
    .prepare('bills_all_time'),
);

const wanted = ({ search, ...filter }: BillFilter) => ({ ...filter, search: search || undefined });

const paged =
  <Row extends Bill>(rowsOf: (db: Database, values: Readonly<Record<string, unknown>>) => Promise<Row[]>) =>
  async (db: Database, { limit = 1000, cursor, ...filter }: BillQuery): Promise<Page<Row>> => {
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

export const { get, create, update, remove } = records<Bill, BillCreate, BillChanges>({
  name: 'bill',
  table: bills,
  columns,
  fields,
});

/** Totals over the whole filter, by month, and of all bills there are. */
export async function summary(db: Database, filter: BillFilter): Promise<BillSummary> {
  const [months, [all]] = await Promise.all([summed(db, wanted(filter)), allTime(db).execute()]);
  return {
    count: months[0]?.rangeCount ?? 0,
    rangeTotal: months[0]?.rangeTotal ?? '0',
    allTimeTotal: all?.total ?? '0',
    months: months.map(({ month, count, total }) => ({ month, count, total })),
  };
}
