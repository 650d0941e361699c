import { z } from 'zod';
import { cheques } from '../cheques/cheques.table.ts';
import type { chequeStatuses } from '../cheques/states.ts';
import type { Database } from '../db/client.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { explainViolation, type Rules } from '../db/failures.ts';
import { idempotentInsert } from '../db/idempotency.ts';
import { pages, position, toPage } from '../db/pages.ts';
import { subjectOf } from '../db/repository.ts';
import type { Scope } from '../db/scope.ts';
import { build, execute, mark, statement } from '../db/statement.ts';
import { DomainError, notFound } from '../errors.ts';
import { payees } from '../payees/payees.table.ts';
import { lacksFactor } from '../sessions/sessions.repo.ts';
import { credentialRules, lockedCaller } from '../tokens/tokens.repo.ts';
import { users } from '../users/users.table.ts';
import { issueAt } from '../values/issues.ts';
import type { Page } from '../values/paging.ts';
import { today } from '../values/zones.ts';
import type { Calendar, CalendarQuery } from './calendars.schema.ts';
import { calendars } from './calendars.table.ts';

const { placeholder } = sql;
/** Of one person, that count; the database holds it. */
const MAX_CALENDARS = 20;

export const subject = subjectOf(calendars, {
  title: sql`(select full_name from users where users.id = ${calendars.userId})`,
});

const rules: Rules = {
  ...credentialRules,
  calendars_bounded: () =>
    new DomainError('VALIDATION', `You have ${MAX_CALENDARS} calendar addresses: delete one first.`, {
      issues: [issueAt([], 'limit_reached', { max: MAX_CALENDARS })],
    }),
};

const insertedColumns = { _id: calendars.id };
const insertCalendar = idempotentInsert(
  'calendars',
  insertedColumns,
  () => sql`
    insert into calendars (id, user_id, token_hash, changed_by)
    select ${placeholder('id')}::uuid, users.id, ${placeholder('tokenHash')}, users.id from ${lockedCaller} returning id`,
);

/**
 * Of the caller. The address is not kept: the identifier has to determine its token.
 * @param tokenHash SHA-256 of the token
 * @throws IDEMPOTENCY_KEY_REUSED; VALIDATION for more than 20; TOO_MANY_REQUESTS for more than 50 credentials in a day; NOT_FOUND
 * where the account or the session has just ended
 */
export async function create(scope: Scope, id: string, tokenHash: string): Promise<{ _id: string }> {
  const values = { id, tokenHash, session: scope.actor.sessionId };
  const row = await explainViolation(insertCalendar(scope, values, {}), rules);
  if (!row) throw notFound('user');
  return row;
}

/** By which a request that is repeated finds the calendar that it made. */
export async function hashOf({ db }: Scope, id: string): Promise<string | undefined> {
  const rows = await execute<{ hash: string }>(
    db,
    sql`select token_hash as hash from calendars where id = ${id}`,
  );
  return rows[0]?.hash;
}

const { createdAt, lastReadAt, lastReadFrom } = calendars;
const listedColumns = { _id: calendars.id, user: calendars.userId, createdAt, lastReadAt, lastReadFrom };
const afterPosition = {
  after: sql`(${createdAt}, ${calendars.id}) < (${placeholder('afterKey')}::timestamptz, ${placeholder('afterId')}::uuid)`,
};
const aMoment = z.iso.datetime({ precision: 3 });
const isMoment = (key: string) => aMoment.safeParse(key).success && key > '1970';
const live = isNull(calendars.deletedAt);
const selectPage = pages<Calendar>(afterPosition, listedColumns, (where) =>
  build
    .select(listedColumns)
    .from(calendars)
    .where(and(live, eq(calendars.userId, placeholder('user')), ...where))
    .orderBy(desc(createdAt), desc(calendars.id))
    .limit(placeholder('limit')),
);

/**
 * Those of one person that nobody has ended, newest first.
 * @throws FORBIDDEN for another's, unless an Administrator asks; VALIDATION for a cursor of another list
 */
export async function list(
  { db, actor }: Scope,
  { limit = 100, cursor, user = actor.id }: CalendarQuery,
): Promise<Page<Calendar>> {
  if (user !== actor.id && actor.role !== 'Administrator')
    throw new DomainError('FORBIDDEN', 'Only an Administrator sees the calendar addresses of others.');
  const at = position(cursor, isMoment);
  const rows = await selectPage(db, { ...at, user, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.createdAt,
    (row) => row,
  );
}

const selectById = statement<Calendar>(listedColumns, () =>
  build
    .select(listedColumns)
    .from(calendars)
    .where(eq(calendars.id, placeholder('id'))),
);

/** For the journal: one of anybody, also one that has ended. @throws NOT_FOUND */
export async function get({ db }: Scope, id: string): Promise<Calendar> {
  const [row] = await selectById(db, { id });
  if (!row) throw notFound('calendar');
  return row;
}

/** One of the caller's own, or for an Administrator of anybody: its address is unknown from now on. @throws NOT_FOUND */
export async function remove({ db, actor }: Scope, id: string): Promise<{ _id: string }> {
  const mayEndAll = actor.role === 'Administrator';
  const rows = await execute(
    db,
    sql`update calendars set deleted_at = now(), version = version + 1, updated_at = now(), changed_by = ${actor.id}
      where id = ${id} and deleted_at is null and (user_id = ${actor.id} or ${mayEndAll}::boolean) returning id`,
  );
  if (rows.length === 0) throw notFound('calendar');
  return { _id: id };
}

const ownerColumns = {
  _id: calendars.id,
  userId: calendars.userId,
  role: users.accessLevel,
  preferences: users.preferences,
  business: sql<string>`(select name from settings)`,
  currency: sql<string | null>`(select currency from settings)`,
  unread: sql<boolean>`coalesce(${lastReadAt} < now() - interval '5 minutes', true)`,
};
const selectOwner = statement(ownerColumns, () =>
  build
    .select(ownerColumns)
    .from(calendars)
    .innerJoin(users, eq(users.id, calendars.userId))
    .where(
      and(
        eq(calendars.tokenHash, placeholder('tokenHash')),
        live,
        sql`${users.active}`,
        isNull(users.deletedAt),
        sql`not ${lacksFactor}`,
      ),
    ),
);

/**
 * Whose calendar has this token, and of which business, as the rows say now; undefined where there is none, and where the account is
 * not active or lacks a second factor.
 */
export async function owner(db: Database, tokenHash: string) {
  const [row] = await selectOwner(db, { tokenHash });
  return row;
}

/** Writes down when and from where a calendar was read, once in five minutes. */
export function markRead(
  db: Database,
  { _id, unread }: { readonly _id: string; readonly unread: boolean },
  address: string,
): void {
  if (unread)
    mark(
      db,
      _id,
      sql`update calendars set last_read_at = now(), last_read_from = ${address} where id = ${_id}`,
    );
}

const eventColumns = {
  _id: cheques.id,
  serial: cheques.serial,
  dueDate: cheques.dueDate,
  value: cheques.value,
  payeeName: payees.name,
  status: cheques.status,
  updatedAt: cheques.updatedAt,
  version: cheques.version,
};
const due = sql`${cheques.dueDate} between ${placeholder('today')}::date - 90 and ${placeholder('today')}::date + 400`;
const selectEvents = statement(eventColumns, () =>
  build
    .select(eventColumns)
    .from(cheques)
    .innerJoin(payees, eq(payees.id, cheques.payeeId))
    .where(and(isNull(cheques.deletedAt), due))
    .orderBy(cheques.dueDate, cheques.id)
    .limit(placeholder('limit')),
);

/** A cheque as the calendar shows it. */
export interface ChequeEvent {
  readonly _id: string;
  readonly serial: string;
  /** YYYY-MM-DD */
  readonly dueDate: string;
  readonly value: string;
  readonly payeeName: string;
  readonly status: (typeof chequeStatuses)[number];
  readonly updatedAt: string;
  readonly version: number;
}

/**
 * The cheques due from 90 days ago to 400 days ahead of today in this zone, in the order of their days.
 * @throws TOO_MANY_RESULTS for more than 20 000
 */
export async function events(db: Database, timeZone: string): Promise<ChequeEvent[]> {
  const limit = 20_000;
  const rows = await selectEvents(db, { today: today(timeZone), limit: limit + 1 });
  if (rows.length > limit)
    throw new DomainError('TOO_MANY_RESULTS', `The calendar holds ${limit} cheques at the most.`);
  return rows;
}
