import { crud } from '../db/crud.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { contains, filtered } from '../db/filters.ts';
import { pages, position, toPage } from '../db/pages.ts';
import type { Scope } from '../db/scope.ts';
import { build } from '../db/statement.ts';
import { payees } from '../payees/payees.table.ts';
import type { Page } from '../values/paging.ts';
import { toDay } from '../values/scalars.ts';
import { today } from '../values/zones.ts';
import type {
  Cheque,
  ChequeChanges,
  ChequeCreate,
  ChequeFilter,
  ChequeQuery,
  ChequeSummary,
} from './cheques.schema.ts';
import { cheques } from './cheques.table.ts';

const columns = {
  _id: cheques.id,
  serial: cheques.serial,
  dueDate: cheques.dueDate,
  value: cheques.value,
  description: cheques.description,
  payee: cheques.payeeId,
  payeeName: sql<string>`(select name from payees where payees.id = ${cheques}."payee_id")`,
  isCancelled: cheques.isCancelled,
  createdAt: cheques.createdAt,
  updatedAt: cheques.updatedAt,
  version: cheques.version,
};
const { serial, dueDate, value, description, payeeId: payee, isCancelled } = cheques;
const fields = { serial, dueDate, value, description, payee, isCancelled };

const { placeholder } = sql;
const live = isNull(cheques.deletedAt);

const filters = {
  from: sql`${cheques.dueDate} >= ${placeholder('from')}`,
  to: sql`${cheques.dueDate} <= ${placeholder('to')}`,
  payee: sql`${cheques.payeeId} = any(string_to_array(${placeholder('payee')}, ',')::uuid[])`,
  serial: sql`${cheques.serial} = ${placeholder('serial')}`,
  isCancelled: sql`${cheques.isCancelled} = ${placeholder('isCancelled')}`,
  search: sql`(${contains(cheques.searchKey)}
    or exists (select from payees where payees.id = ${cheques.payeeId} and ${contains(payees.nameKey)}))`,
  after: sql`(${cheques.dueDate}, ${cheques.id}) < (${placeholder('afterKey')}, ${placeholder('afterId')})`,
};

const listedColumns = { ...columns, payeeName: payees.name };
const listed = pages(filters, listedColumns, (where) =>
  build
    .select(listedColumns)
    .from(cheques)
    .innerJoin(payees, eq(payees.id, cheques.payeeId))
    .where(and(live, ...where))
    .orderBy(desc(cheques.dueDate), desc(cheques.id))
    .limit(placeholder('limit')),
);

/** Count and total of the cheques that meet the condition. */
const sumOf = (condition = sql`true`) => ({
  count: sql<number>`(count(*) filter (where ${condition}))::integer`,
  total: sql<string>`coalesce(sum(${cheques.value}) filter (where ${condition}), 0)::text`,
});
const day = sql`${placeholder('today')}::date`;
const dueWithin = (days: number) =>
  sql`${cheques.dueDate} between ${day} and ${day} + ${sql.raw(String(days))}`;

const all = sumOf();
const overdue = sumOf(sql`${cheques.dueDate} < ${day}`);
const in7 = sumOf(dueWithin(7));
const in30 = sumOf(dueWithin(30));
const sumColumns = {
  ...all,
  overdueCount: overdue.count,
  overdueTotal: overdue.total,
  in7Count: in7.count,
  in7Total: in7.total,
  in30Count: in30.count,
  in30Total: in30.total,
};

const summed = filtered(filters, sumColumns, (where) =>
  build
    .select(sumColumns)
    .from(cheques)
    .where(and(live, sql`not ${cheques.isCancelled}`, ...where)),
);

const wanted = ({ search, payee, ...filter }: ChequeFilter) => ({
  ...filter,
  payee: payee?.join(','),
  search: search || undefined,
});

/** Latest due date first. @throws VALIDATION for a cursor of another list */
export async function list(
  { db }: Scope,
  { limit = 1000, cursor, ...filter }: ChequeQuery,
): Promise<Page<Cheque>> {
  const at = position(cursor, (key) => toDay(key) === key);
  const rows = await listed(db, { ...wanted(filter), ...at, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.dueDate,
    (row) => row,
  );
}

/** @throws UNKNOWN_REFERENCE for a payee that does not exist, also if it is deleted at the same moment */
export const { get, create, update, remove } = crud<Cheque, ChequeCreate, ChequeChanges>({
  name: 'cheque',
  table: cheques,
  columns,
  fields,
  references: { payee: payees },
});

/** Totals over the whole filter without cancelled cheques; days are counted from the caller's today. */
export async function summary({ db, timeZone }: Scope, filter: ChequeFilter): Promise<ChequeSummary> {
  const on = today(timeZone);
  const [row] = await summed(db, { ...wanted(filter), today: on });
  return {
    today: on,
    count: row?.count ?? 0,
    total: row?.total ?? '0',
    overdue: { count: row?.overdueCount ?? 0, total: row?.overdueTotal ?? '0' },
    dueIn7Days: { count: row?.in7Count ?? 0, total: row?.in7Total ?? '0' },
    dueIn30Days: { count: row?.in30Count ?? 0, total: row?.in30Total ?? '0' },
  };
}
