import { v7 } from 'uuid';
import { type Database, perDatabase } from '../db/client.ts';
import { creating, type Once } from '../db/creating.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import {
  asSeen,
  changed,
  contains,
  listings,
  orKept,
  position,
  refuseChange,
  removed,
  sent,
  toPage,
  type Versions,
  versionsOf,
} from '../db/statements.ts';
import { notFound } from '../errors.ts';
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
const fields = ['date', 'value', 'description', 'extraNotes'] as const;

const identifier = { _id: bills.id };

const { placeholder } = sql;
const seen = asSeen(bills.version);
const live = isNull(bills.deletedAt);
const named = and(eq(bills.id, placeholder('id')), live);

const filters = {
  from: sql`${bills.date} >= ${placeholder('from')}`,
  to: sql`${bills.date} <= ${placeholder('to')}`,
  search: contains(bills.searchKey),
  after: sql`(${bills.date}, ${bills.id}) < (${placeholder('afterKey')}, ${placeholder('afterId')})`,
};

const statements = perDatabase((db) => ({
  get: prepared(db, columns, db.select(columns).from(bills).where(named)),
  create: creating(
    db,
    'bills',
    columns,
    db
      .insert(bills)
      .values({
        id: placeholder('id'),
        date: placeholder('date'),
        value: placeholder('value'),
        description: placeholder('description'),
        extraNotes: placeholder('extraNotes'),
        changedBy: placeholder('actor'),
      })
      .returning(columns),
  ),
  update: prepared(
    db,
    columns,
    db
      .update(bills)
      .set({
        date: orKept('date', bills.date),
        value: orKept('value', bills.value),
        description: orKept('description', bills.description),
        extraNotes: orKept('extraNotes', bills.extraNotes),
        ...changed,
      })
      .where(and(named, seen))
      .returning(columns),
  ),
  remove: prepared(
    db,
    identifier,
    db.update(bills).set(removed).where(and(named, seen)).returning(identifier),
  ),
}));

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

/** @throws NOT_FOUND */
export async function get(db: Database, id: string): Promise<Bill> {
  const [bill] = await statements(db).get.execute({ id });
  if (!bill) throw notFound('bill');
  return bill;
}

export async function create(db: Database, actor: string, bill: BillCreate, once?: Once): Promise<Bill> {
  return statements(db).create({ ...bill, id: v7(), actor }, once);
}

/** Only the fields sent change. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function update(
  db: Database,
  actor: string,
  id: string,
  changes: BillChanges,
  versions?: Versions,
): Promise<Bill> {
  const [bill] = await statements(db).update.execute({
    ...sent(fields, changes),
    ...versionsOf(versions),
    id,
    actor,
  });
  if (!bill) return refuseChange(() => get(db, id));
  return bill;
}

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export async function remove(
  db: Database,
  actor: string,
  id: string,
  versions?: Versions,
): Promise<{ _id: string }> {
  const [bill] = await statements(db).remove.execute({ ...versionsOf(versions), id, actor });
  if (!bill) return refuseChange(() => get(db, id));
  return bill;
}

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
