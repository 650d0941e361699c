import { and, desc, eq, sql } from '../db/drizzle.ts';
import { pages, position, toPage } from '../db/pages.ts';
import type { Scope } from '../db/scope.ts';
import { build } from '../db/statement.ts';
import { users } from '../users/users.table.ts';
import type { Page } from '../values/paging.ts';
import { startOfDay } from '../values/zones.ts';
import type { JournalEntry, JournalQuery } from './journal.schema.ts';
import { journal } from './journal.table.ts';

/** Amounts as exact text, like everywhere else: a number of JSON would lose its scale in JavaScript. */
const exact = (column: typeof journal.before | typeof journal.after) =>
  sql<Record<string, unknown> | null>`(select jsonb_object_agg(key,
    case jsonb_typeof(value) when 'number' then to_jsonb(value #>> '{}') else value end) from jsonb_each(${column}))`;

const columns = {
  _id: journal.id,
  at: journal.at,
  actor: journal.actorId,
  actorName: sql<string>`coalesce(${users.fullName}, '')`,
  kind: journal.kind,
  record: journal.recordId,
  action: journal.action,
  before: exact(journal.before),
  after: exact(journal.after),
};

const { placeholder } = sql;
const instant = (name: 'from' | 'to') => sql`to_timestamp(${placeholder(name)}::double precision)`;

const filters = {
  record: sql`${journal.recordId} = ${placeholder('record')}`,
  actor: sql`${journal.actorId} = ${placeholder('actor')}`,
  kind: sql`${journal.kind} = ${placeholder('kind')}`,
  action: sql`${journal.action} = ${placeholder('action')}`,
  from: sql`${journal.at} >= ${instant('from')}`,
  to: sql`${journal.at} < ${instant('to')}`,
  after: sql`${journal.id} < ${placeholder('afterKey')}::bigint`,
};

type Row = Omit<JournalEntry, '_id'> & { readonly _id: number };

/** Bytes: a record before and after. */
const entryBytes = 128 * 1024;

const listed = pages<Row>(
  filters,
  columns,
  (where) =>
    build
      .select(columns)
      .from(journal)
      .leftJoin(users, eq(users.id, journal.actorId))
      .where(and(...where))
      .orderBy(desc(journal.id))
      .limit(placeholder('limit')),
  entryBytes,
);

/** `payee_id` → payee, `due_date` → dueDate: the names that the interface has for them. */
const fieldName = (column: string) =>
  column.replace(/_id$/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const named = (fields: Record<string, unknown> | null) =>
  fields && Object.fromEntries(Object.entries(fields).map(([name, value]) => [fieldName(name), value]));

/** Newest first; days are those of the caller's zone. @throws VALIDATION for a cursor of another list */
export async function list(
  { db, timeZone }: Scope,
  { limit = 1000, cursor, from, to, ...filter }: JournalQuery,
): Promise<Page<JournalEntry>> {
  const at = position(cursor, (key) => /^[0-9]{1,18}$/.test(key));
  const range = {
    from: from && startOfDay(from, timeZone),
    to: to && startOfDay(to, timeZone, 1),
  };
  const { rows, fitting } = await listed(db, { ...filter, ...range, ...at, limit: limit + 1 });
  const keyed = rows.map(({ _id, ...row }) => ({ ...row, entry: String(_id), _id: row.record }));
  return toPage(
    { rows: keyed, fitting },
    limit,
    (row) => row.entry,
    ({ entry, before, after, ...row }) => ({
      ...row,
      _id: entry,
      before: named(before),
      after: named(after),
    }),
  );
}
