import type { Database } from '../db/client.ts';
import { and, desc, eq, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import { listings, position, toPage } from '../db/statements.ts';
import { users } from '../users/users.table.ts';
import type { Page } from '../values/paging.ts';
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
  actorName: users.fullName,
  kind: journal.kind,
  record: journal.recordId,
  action: journal.action,
  before: exact(journal.before),
  after: exact(journal.after),
};

const { placeholder } = sql;
const zone = sql`${placeholder('timeZone')}::text`;
const midnight = (day: 'from' | 'to') => sql`${placeholder(day)}::date`;

const filters = {
  record: sql`${journal.recordId} = ${placeholder('record')}`,
  actor: sql`${journal.actorId} = ${placeholder('actor')}`,
  kind: sql`${journal.kind} = ${placeholder('kind')}`,
  action: sql`${journal.action} = ${placeholder('action')}`,
  from: sql`${journal.at} >= (${midnight('from')}::timestamp at time zone ${zone})`,
  to: sql`${journal.at} < ((${midnight('to')} + 1)::timestamp at time zone ${zone})`,
  after: sql`${journal.id} < ${placeholder('afterKey')}::bigint`,
};

const listed = listings('journal_list', filters, (db, where) =>
  prepared(
    db,
    columns,
    db
      .select(columns)
      .from(journal)
      .leftJoin(users, eq(users.id, journal.actorId))
      .where(and(...where))
      .orderBy(desc(journal.id))
      .limit(placeholder('limit')),
  ),
);

/** `payee_id` → payee, `due_date` → dueDate: the names that the interface has for them. */
const fieldName = (column: string) =>
  column.replace(/_id$/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const named = (fields: Record<string, unknown> | null) =>
  fields && Object.fromEntries(Object.entries(fields).map(([name, value]) => [fieldName(name), value]));

/**
 * Newest first.
 * @param timeZone IANA name of the zone in which the days of the filter are meant
 * @throws VALIDATION for a cursor of another list
 */
export async function list(
  db: Database,
  { limit = 1000, cursor, ...filter }: JournalQuery,
  timeZone: string,
): Promise<Page<JournalEntry>> {
  const at = position(cursor, (key) => /^[0-9]{1,18}$/.test(key));
  const rows = await listed(db, { ...filter, ...at, timeZone, limit: limit + 1 });
  const keyed = rows.map(({ _id, ...row }) => ({ ...row, entry: String(_id), _id: row.record }));
  return toPage(
    keyed,
    limit,
    (row) => row.entry,
    ({ entry, actorName, kind, action, before, after, ...row }) => ({
      ...row,
      _id: entry,
      actorName: actorName ?? '',
      kind: kind as JournalEntry['kind'],
      action: action as JournalEntry['action'],
      before: named(before),
      after: named(after),
    }),
  );
}
