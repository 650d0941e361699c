export { newId } from '../db/new-id.ts';

import { z } from 'zod';
import { FRESH_MINUTES } from '../access.ts';
import { batched } from '../db/batched.ts';
import { type Database, perDatabase } from '../db/client.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { pages, position, toPage } from '../db/pages.ts';
import type { Scope } from '../db/scope.ts';
import { build, execute, mark, statement } from '../db/statement.ts';
import { notFound } from '../errors.ts';
import { isUsable } from '../factors/factors.table.ts';
import { userColumns } from '../users/users.repo.ts';
import type { User } from '../users/users.schema.ts';
import { users } from '../users/users.table.ts';
import type { Page } from '../values/paging.ts';
import { usernameKey } from '../values/text.ts';
import type { Session, SessionQuery } from './sessions.schema.ts';
import { sessions } from './sessions.table.ts';

const { placeholder } = sql;
/** However often it is renewed: after this somebody has to log in again. */
const MAX_AGE = sql.raw(`interval '90 days'`);
/** An account that may have sessions. */
const isAdmitted = sql`${users.active} and ${users.deletedAt} is null`;
/** A session that counts, of the account in `users`. */
export const isAlive = sql`sessions.user_id = users.id and sessions.epoch = users.session_epoch
  and sessions.expires_at > now() and users.active and users.deleted_at is null`;

/** Of the account in `users`: its role needs a second factor, and it has none. */
export const lacksFactor = sql`(exists (select from settings where require_second_factor ? users.access_level)
  and not exists (select from factors where user_id = users.id and ${isUsable}))`;

const isUnseen = sql`last_seen_at < now() - interval '5 minutes'`;
const principalColumns = {
  sessionId: sessions.id,
  id: sessions.userId,
  role: users.accessLevel,
  preferences: users.preferences,
  mustEnrol: sql<boolean>`${lacksFactor} and not ${sessions.hasSecondFactor}`,
  unseen: sql<boolean>`sessions.${isUnseen}`,
  isFresh: sql<boolean>`${sessions.provenAt} > now() - make_interval(mins => ${sql.raw(String(FRESH_MINUTES))})`,
};

const selectPrincipals = statement(principalColumns, () =>
  build
    .select(principalColumns)
    .from(sessions)
    .innerJoin(users, isAlive)
    .where(sql`${sessions.id} = any(${placeholder('ids')}::uuid[])`),
);
export const accountColumns = { ...userColumns, passwordHash: users.passwordHash, epoch: users.sessionEpoch };
const selectAccount = statement(accountColumns, () =>
  build
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.usernameKey, placeholder('usernameKey')), isNull(users.deletedAt))),
);
const ofAdmitted = and(eq(users.id, placeholder('id')), isAdmitted);
const selectUser = statement(userColumns, () => build.select(userColumns).from(users).where(ofAdmitted));
const hashColumns = { hash: users.passwordHash };
const selectHash = statement(hashColumns, () => build.select(hashColumns).from(users).where(ofAdmitted));

/** An account to log in to, with its hash; deactivated ones too, so that they take the same time. */
export interface Account extends User {
  readonly passwordHash: string;
  /** Another one as soon as something ends the account’s sessions, such as another password. */
  readonly epoch: number;
}

export async function account(db: Database, username: string): Promise<Account | undefined> {
  const [row] = await selectAccount(db, { usernameKey: usernameKey(username) });
  return row;
}

/** The hash of the caller's own password. @throws NOT_FOUND */
export async function passwordHash({ db, actor }: Scope): Promise<string> {
  const [row] = await selectHash(db, { id: actor.id });
  if (!row) throw notFound('user');
  return row.hash;
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  /** Of the account whose password, passkey or provider was verified: the session opens only if it still is the same. */
  readonly epoch: number;
  readonly refreshHash: string;
  /** SHA-256 of the cookie by which the account knows the device from now on. */
  readonly deviceHash: string;
  /** Whether more than a password was proven. */
  readonly hasSecondFactor: boolean;
  readonly lifetimeSeconds: number;
  readonly userAgent: string;
  readonly address: string;
}

/**
 * Opens a session if the account is active and nothing has ended its sessions meanwhile: says whether it did. The database keeps an account's
 * 100 sessions and 20 devices that were used last, and ends the others.
 */
export async function open(db: Database, session: NewSession): Promise<boolean> {
  const rows = await execute(
    db,
    sql`
    with opened as (
      insert into sessions (id, user_id, epoch, expires_at, refresh_hash, user_agent, address, has_second_factor)
      select ${session.id}::uuid, id, session_epoch, now() + make_interval(secs => ${session.lifetimeSeconds}),
        ${session.refreshHash}, ${session.userAgent}, ${session.address}, ${session.hasSecondFactor}::boolean
      from users
      where id = ${session.userId} and active and deleted_at is null and session_epoch = ${session.epoch}
      for share
      returning user_id, epoch
    ), known as (
      insert into devices (hash, user_id, epoch) select ${session.deviceHash}, user_id, epoch from opened
      on conflict (hash, user_id) do update set epoch = excluded.epoch, last_seen_at = now()
    )
    select user_id from opened`,
  );
  return rows.length > 0;
}

/** At once: where they stand still, who comes later waits for one of these, not for all. */
const MAX_CHECKS = 4;

/** Requests that arrive together are checked together: half of all statements would be these. */
const principalById = perDatabase((db) =>
  batched(async (ids) => {
    const rows = await selectPrincipals(db, { ids: `{${ids}}` });
    return new Map(rows.map((row) => [row.sessionId, row]));
  }, MAX_CHECKS),
);

/**
 * Who calls, as the rows say now; undefined once the session has ended.
 * @param marks where it is written down, once in five minutes, that the session was seen
 */
export async function principal(db: Database, marks: Database, id: string) {
  const row = await principalById(db)(id);
  if (!row) return undefined;
  if (row.unseen)
    mark(marks, id, sql`update sessions set last_seen_at = now() where id = ${id} and ${isUnseen}`);
  const { id: user, role, preferences, isFresh, mustEnrol } = row;
  return { id: user, role, preferences, isFresh, mustEnrol };
}

export interface Renewal {
  readonly user: User;
  /** Of the token that is the session's now: one of the next ones, or still the present one. */
  readonly hash: string;
}

/**
 * Exchanges a refresh token for the next one, which the present one and the service's secret determine; at most once in 30 seconds, so
 * that one that was exchanged within that time is always the last but one. It gets the same answer again (two
 * tabs, a lost answer); an older one ends the session: somebody else has it.
 */
export async function refresh(
  db: Database,
  token: { readonly sessionId: string; readonly hash: string },
  next: { readonly hashes: readonly string[]; readonly lifetimeSeconds: number },
): Promise<Renewal | undefined> {
  const rotated = await execute<{ user_id: string; hash: string }>(
    db,
    sql`
    update sessions set refresh_count = refresh_count + 1, refresh_hash = ${next.hashes[0] ?? ''}, refreshed_at = now(),
      last_seen_at = now(),
      expires_at = least(now() + make_interval(secs => ${next.lifetimeSeconds}), sessions.created_at + ${MAX_AGE})
    from users
    where sessions.id = ${token.sessionId} and refresh_hash = ${token.hash} and ${isAlive}
      and (refresh_count = 0 or refreshed_at <= now() - interval '30 seconds')
    returning user_id, refresh_hash as hash`,
  );
  const held =
    rotated[0] ??
    (
      await execute<{ user_id: string; hash: string }>(
        db,
        sql`
        select user_id, refresh_hash as hash from sessions join users on ${isAlive}
        where sessions.id = ${token.sessionId} and (refresh_hash = ${token.hash}
          or refresh_hash = any(${`{${next.hashes}}`}::text[]) and refreshed_at > now() - interval '30 seconds')`,
      )
    )[0];
  if (held) {
    const [user] = await selectUser(db, { id: held.user_id });
    return user && { user, hash: held.hash };
  }
  await execute(db, sql`delete from sessions where id = ${token.sessionId}`);
  return undefined;
}

const { createdAt, lastSeenAt, expiresAt, userAgent, address } = sessions;
const listedColumns = { _id: sessions.id, createdAt, lastSeenAt, expiresAt, userAgent, address };
const afterPosition = {
  after: sql`(${lastSeenAt}, ${sessions.id}) < (${placeholder('afterKey')}::timestamptz, ${placeholder('afterId')}::uuid)`,
};
const aMoment = z.iso.datetime({ precision: 3 });
const isMoment = (key: string) => aMoment.safeParse(key).success && key > '1970';
const selectPage = pages(afterPosition, listedColumns, (where) =>
  build
    .select(listedColumns)
    .from(sessions)
    .innerJoin(users, isAlive)
    .where(and(eq(users.id, placeholder('userId')), ...where))
    .orderBy(desc(lastSeenAt), desc(sessions.id))
    .limit(placeholder('limit')),
);

/** The caller's own sessions that can still be used, the last used first. @throws VALIDATION for a cursor of another list */
export async function list(
  { db, actor }: Scope,
  { limit = 100, cursor }: SessionQuery,
): Promise<Page<Session>> {
  const at = position(cursor, isMoment);
  const rows = await selectPage(db, { ...at, userId: actor.id, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.lastSeenAt,
    (row) => ({ ...row, current: row._id === actor.sessionId }),
  );
}

/** One of the caller's own. @throws NOT_FOUND */
export async function end({ db, actor }: Scope, id: string): Promise<{ _id: string }> {
  const ended = sql`delete from sessions where id = ${id} and user_id = ${actor.id} returning id`;
  const rows = await execute(db, ended);
  if (rows.length === 0) throw notFound('session');
  return { _id: id };
}

/** The one that the caller asks with; nothing happens where another request has ended it already. */
export async function leave({ db, actor }: Scope): Promise<void> {
  await execute(db, sql`delete from sessions where id = ${actor.sessionId}`);
}

/** The session was proven to be its owner's just now, if the hash verified still is the account's. Says whether it was. */
export async function prove({ db, actor }: Scope, verifiedHash: string): Promise<boolean> {
  const rows = await execute(
    db,
    sql`
    update sessions set proven_at = now() from users
    where sessions.id = ${actor.sessionId} and ${isAlive} and users.password_hash = ${verifiedHash}
    returning sessions.id`,
  );
  return rows.length > 0;
}

/**
 * The caller's own password, if the hash verified is still the account's: the other sessions end, and where it is asked for the
 * caller's tokens and calendar addresses. It proves who the caller is, unless that takes a second factor. Says whether it did.
 */
export async function changePassword(
  { db, actor }: Scope,
  verifiedHash: string,
  newHash: string,
  endCredentials: boolean,
): Promise<boolean> {
  const rows = await execute(
    db,
    sql`
    with changed as (
      update users set password_hash = ${newHash}, password_changed_at = now(), session_epoch = session_epoch + 1,
        version = version + 1, updated_at = now(), changed_by = ${actor.id}
      where id = ${actor.id} and password_hash = ${verifiedHash} and active and deleted_at is null
      returning id, session_epoch
    ), kept as (
      update sessions set epoch = session_epoch, proven_at = case when exists (
          select from factors where user_id = changed.id and ${isUsable}
        ) then proven_at else now() end
      from changed where sessions.id = ${actor.sessionId}
    )
    select id, case when ${endCredentials}::boolean then end_credentials(id, id) end from changed`,
  );
  return rows.length > 0;
}
