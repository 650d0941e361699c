import { and, asc, isNull, sql } from '../db/drizzle.ts';
import { between, contains, equals, filtered, filterValues, oneOf } from '../db/filters.ts';
import { repository } from '../db/repository.ts';
import type { Scope } from '../db/scope.ts';
import { build, statement } from '../db/statement.ts';
import { payees } from '../payees/payees.table.ts';
import { today } from '../values/zones.ts';
import { type Cheque, type ChequeFilter, type ChequeSummary, chequeSchemas } from './cheques.schema.ts';
import { cheques } from './cheques.table.ts';

const { placeholder } = sql;

/** Latest due date first. A payee that does not exist, or is deleted at the same moment, is UNKNOWN_REFERENCE. */
const repo = repository({
  name: 'cheque',
  table: cheques,
  schemas: chequeSchemas,
  references: { payee: { table: payees, name: payees.name } },
  subject: { title: cheques.serial, date: cheques.dueDate, value: cheques.value },
  order: cheques.dueDate,
  direction: 'desc',
  filters: {
    ...between(cheques.dueDate),
    payee: oneOf(cheques.payeeId, 'payee'),
    serial: equals(cheques.serial, 'serial'),
    isCancelled: equals(cheques.isCancelled, 'isCancelled'),
    search: sql`(${contains(cheques.searchKey)}
      or exists (select from payees where payees.id = ${cheques.payeeId} and ${contains(payees.nameKey)}))`,
  },
});
export const { list, get, create, update, remove, restore, subject } = repo;

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

const summed = filtered(repo.filters, sumColumns, (where) =>
  build
    .select(sumColumns)
    .from(cheques)
    .where(and(isNull(cheques.deletedAt), sql`not ${cheques.isCancelled}`, ...where)),
);

/** Totals over the whole filter without cancelled cheques; days are counted from the caller's today. */
export async function summary({ db, timeZone }: Scope, filter: ChequeFilter): Promise<ChequeSummary> {
  const on = today(timeZone);
  const [row] = await summed(db, { ...filterValues(filter), today: on });
  return {
    today: on,
    count: row?.count ?? 0,
    total: row?.total ?? '0',
    overdue: { count: row?.overdueCount ?? 0, total: row?.overdueTotal ?? '0' },
    dueIn7Days: { count: row?.in7Count ?? 0, total: row?.in7Total ?? '0' },
    dueIn30Days: { count: row?.in30Count ?? 0, total: row?.in30Total ?? '0' },
  };
}

const next = statement(repo.columns, () =>
  build
    .select(repo.columns)
    .from(cheques)
    .where(
      and(
        isNull(cheques.deletedAt),
        sql`not ${cheques.isCancelled}`,
        sql`${cheques.dueDate} between ${day} and ${day} + ${placeholder('days')}::integer`,
      ),
    )
    .orderBy(asc(cheques.dueDate), asc(cheques.id))
    .limit(placeholder('limit')),
);

/** The first that fall due within so many days from the caller's today; cancelled ones do not. */
export const nextDue = (
  { db, timeZone }: Scope,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<Cheque[]> => next(db, { today: today(timeZone), days, limit });
