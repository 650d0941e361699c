import type { Principal } from '../access.ts';
import type { Database } from '../db/client.ts';
import { and, desc, eq, sql } from '../db/drizzle.ts';
import { pages, position, toPage } from '../db/pages.ts';
import type { Scope } from '../db/scope.ts';
import { build, execute } from '../db/statement.ts';
import { DomainError, insufficientScope, tokenNotAllowed } from '../errors.ts';
import { users } from '../users/users.table.ts';
import type { Page } from '../values/paging.ts';
import { startOfDay } from '../values/zones.ts';
import { fieldName, fieldValue } from './fields.ts';
import type { JournalEntry, JournalQuery, TrashEntry, TrashQuery } from './journal.schema.ts';
import { journal } from './journal.table.ts';
import { type JournalKind, journalKinds, mayRead, readScopes } from './kinds.ts';
import { subjectsOf } from './subjects.ts';

/** Amounts as exact text, like everywhere else: a number of JSON would lose its scale in JavaScript. */
const exact = (column: typeof journal.before | typeof journal.after) =>
  sql<Record<string, unknown> | null>`(select jsonb_object_agg(key,
    exact(value)) from jsonb_each(${column}))`;

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
  batch: journal.batch,
  token: journal.token,
  undoes: sql<string | null>`${journal.undoes}::text`,
  undoneBy: sql<string | null>`(select id::text from journal as later where later.undoes = ${journal.id})`,
};

const { placeholder } = sql;
const instant = (name: 'from' | 'to') => sql`to_timestamp(${placeholder(name)}::double precision)`;

const filters = {
  record: sql`${journal.recordId} = ${placeholder('record')}`,
  actor: sql`${journal.actorId} = ${placeholder('actor')}`,
  kind: sql`${journal.kind} = ${placeholder('kind')}`,
  withoutKinds: sql`${journal.kind} <> all(string_to_array(${placeholder('withoutKinds')}, ','))`,
  action: sql`${journal.action} = ${placeholder('action')}`,
  from: sql`${journal.at} >= ${instant('from')}`,
  to: sql`${journal.at} < ${instant('to')}`,
  after: sql`${journal.id} < ${placeholder('afterKey')}::bigint`,
};

type Row = Omit<JournalEntry, '_id' | 'subject'> & { readonly _id: number };

/** Bytes: a record before and after. */
const entryBytes = 128 * 1024;

const selectPage = pages<Row>(
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

const withFieldNames = (kind: JournalKind, fields: Record<string, unknown> | null) =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).map(([column, value]) => [fieldName(column), fieldValue(kind, column, value)]),
  );

const isEntry = (key: string) => /^[0-9]{1,18}$/.test(key);

type Kinds = readonly JournalKind[];
/** What is told of to Administrators alone. */
const administrators: { readonly changes: Kinds; readonly trash: Kinds } = {
  changes: ['rates', 'tokens', 'calendars', 'factors', 'identities', 'webhooks'],
  trash: ['users', 'rates'],
};

/**
 * The kinds that the caller does not see, separated by commas.
 * @throws FORBIDDEN, TOKEN_NOT_ALLOWED or INSUFFICIENT_SCOPE for `asked` among them
 */
function withoutKinds({ role, scopes }: Principal, ofAdministrators: Kinds, asked: JournalKind | undefined) {
  const isForbidden = (kind: JournalKind) => role !== 'Administrator' && ofAdministrators.includes(kind);
  if (asked && isForbidden(asked))
    throw new DomainError('FORBIDDEN', 'Of this kind only an Administrator is told.');
  if (asked && !mayRead(scopes, asked)) {
    const scope = readScopes(asked)?.find((one) => !scopes?.has(one));
    throw scope ? insufficientScope(scope) : tokenNotAllowed();
  }
  const hidden = journalKinds.filter((kind) => isForbidden(kind) || !mayRead(scopes, kind));
  return hidden.length > 0 ? hidden.join(',') : undefined;
}

/**
 * Newest first; days are those of the caller's zone. Who is no Administrator reads the changes of one record, and none of
 * a rate; a token those of the kinds that its scopes read.
 * @throws FORBIDDEN, INSUFFICIENT_SCOPE, TOKEN_NOT_ALLOWED; VALIDATION for a cursor of another list
 */
export async function list(
  { db, actor, timeZone }: Scope,
  { limit = 1000, cursor, from, to, ...filter }: JournalQuery,
): Promise<Page<JournalEntry>> {
  if (actor.role !== 'Administrator' && filter.record === undefined)
    throw new DomainError('FORBIDDEN', 'Send record: your role reads the changes of one record at a time.');
  const at = position(cursor, isEntry);
  const range = {
    from: from && startOfDay(from, timeZone),
    to: to && startOfDay(to, timeZone, 1),
  };
  const without = withoutKinds(actor, administrators.changes, filter.kind);
  const values = { ...filter, withoutKinds: without, ...range, ...at, limit: limit + 1 };
  const { rows, fitting } = await selectPage(db, values);
  const keyed = rows.map(({ _id, ...row }) => ({ ...row, entry: String(_id), _id: row.record }));
  const subjectOf = await subjectsOf(db, rows);
  return toPage(
    { rows: keyed, fitting },
    limit,
    (row) => row.entry,
    ({ entry, before, after, ...row }) => ({
      ...row,
      _id: entry,
      subject: subjectOf(row.record),
      before: withFieldNames(row.kind, before),
      after: withFieldNames(row.kind, after),
    }),
  );
}

/** A deleted record has no later entry: whatever is done with it brings it back. */
const isDeleted = sql`${journal.action} = 'delete' and ${journal.kind} not in ('tokens', 'calendars', 'factors', 'identities', 'webhooks') and not exists (select from journal as later
  where later.record_id = ${journal.recordId} and later.id > ${journal.id})`;

const trashColumns = {
  // Of what is no resource only tokens, calendar addresses, factors, identities and webhooks are deleted, and they never come back.
  kind: sql<TrashEntry['kind']>`${journal.kind}`,
  _id: journal.recordId,
  deletedAt: journal.at,
  deletedBy: journal.actorId,
  deletedByName: columns.actorName,
  entry: sql<string>`${journal.id}::text`,
};

type TrashRow = Omit<TrashEntry, 'title' | 'date' | 'value'>;

const selectTrash = pages<TrashRow>(
  {
    kind: filters.kind,
    withoutKinds: filters.withoutKinds,
    after: filters.after,
  },
  trashColumns,
  (where) =>
    build
      .select(trashColumns)
      .from(journal)
      .leftJoin(users, eq(users.id, journal.actorId))
      .where(and(isDeleted, ...where))
      .orderBy(desc(journal.id))
      .limit(placeholder('limit')),
);

/**
 * The records that are deleted, latest deletion first. Users and rates are deleted and restored by Administrators; a token is
 * told of the kinds that its scopes read.
 * @throws FORBIDDEN, INSUFFICIENT_SCOPE; VALIDATION for a cursor of another list
 */
export async function trash(
  { db, actor }: Scope,
  { limit = 1000, cursor, kind }: TrashQuery,
): Promise<Page<TrashEntry>> {
  const without = withoutKinds(actor, administrators.trash, kind);
  const at = position(cursor, isEntry);
  const found = await selectTrash(db, { kind, withoutKinds: without, ...at, limit: limit + 1 });
  const subjectOf = await subjectsOf(
    db,
    found.rows.map((row) => ({ kind: row.kind, record: row._id })),
  );
  return toPage(
    found,
    limit,
    (row) => row.entry,
    (row) => ({ ...row, ...subjectOf(row._id) }),
  );
}

export interface Size {
  /** The number of the newest entry; 0 where there is none. */
  readonly lastEntry: number;
  /** On disk, with its indexes. */
  readonly bytes: number;
  /** Seconds for which the oldest transaction of the server has been writing: the feed waits for it. */
  readonly oldestTransaction: number;
}

/** For who watches the service. */
export async function size(db: Database): Promise<Size> {
  const [row] = await execute<{ last: string; bytes: string; oldest: string }>(
    db,
    sql`select (select coalesce(max(id), 0) from journal) as last, pg_total_relation_size('journal') as bytes,
      (select extract(epoch from greatest(now() - min(xact_start), '0')) from pg_stat_activity
        where backend_xid is not null) as oldest`,
  );
  return { lastEntry: Number(row?.last), bytes: Number(row?.bytes), oldestTransaction: Number(row?.oldest) };
}

export { undo } from './undo.repo.ts';
