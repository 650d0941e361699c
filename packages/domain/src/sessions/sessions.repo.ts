import { v7 } from 'uuid';
import type { Role } from '../access.ts';
import { batched } from '../db/batched.ts';
import { type Database, perDatabase } from '../db/client.ts';
import { and, desc, eq, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import { notFound } from '../errors.ts';
import type { Preferences } from '../users/preferences.schema.ts';
import { userColumns } from '../users/users.repo.ts';
import type { User } from '../users/users.schema.ts';
import { users } from '../users/users.table.ts';
import { usernameKey } from '../values/text.ts';
import type { Session } from './sessions.schema.ts';
import { sessions } from './sessions.table.ts';

const { placeholder } = sql;
/** However often it is renewed: after this somebody has to log in again. */
const longest = sql.raw(`interval '90 days'`);
/** An account that may have sessions. */
const admitted = sql`${users.active} and ${users.deletedAt} is null`;
/** A session that counts, of the account in `users`. */
const alive = sql`${sessions.userId} = ${users.id} and ${sessions.epoch} = ${users.sessionEpoch}
  and ${sessions.expiresAt} > now() and ${admitted}`;

const principalColumns = {
  sessionId: sessions.id,
  id: sessions.userId,
  role: users.accessLevel,
  preferences: users.preferences,
  unseen: sql<boolean>`${sessions.lastSeenAt} < now() - interval '5 minutes'`,
};

const statements = perDatabase((db) => ({
  account: db
    .select({ ...userColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.usernameKey, placeholder('usernameKey')), sql`${users.deletedAt} is null`))
    .prepare('sessions_account'),
  principal: prepared(
    db,
    principalColumns,
    db
      .select(principalColumns)
      .from(sessions)
      .innerJoin(users, alive)
      .where(sql`${sessions.id} = any(${placeholder('ids')}::uuid[])`),
  ),
}));

/** An account to log in to, with its hash; deactivated ones too, so that they take the same time. */
export interface Account extends User {
  readonly passwordHash: string;
}

export async function account(db: Database, username: string): Promise<Account | undefined> {
  const [row] = await statements(db).account.execute({ usernameKey: usernameKey(username) });
  return row;
}

/** The hash of an account's own password. @throws NOT_FOUND */
export async function passwordHash(db: Database, userId: string): Promise<string> {
  const [row] = await db
    .select({ hash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, userId), admitted));
  if (!row) throw notFound('user');
  return row.hash;
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  /** The hash that was verified: the session opens only if it still is the account's. */
  readonly verifiedHash: string;
  readonly refreshHash: string;
  readonly lifetimeSeconds: number;
  readonly userAgent: string;
  readonly address: string;
}

export const newId = (): string => v7();

/** Opens a session if the account is active and its password unchanged: says whether it did. */
export async function open(db: Database, session: NewSession): Promise<boolean> {
  const rows = await db.execute(sql`
    insert into sessions (id, user_id, epoch, expires_at, refresh_hash, user_agent, address)
    select ${session.id}::uuid, id, session_epoch, now() + make_interval(secs => ${session.lifetimeSeconds}),
      ${session.refreshHash}, ${session.userAgent}, ${session.address}
    from users
    where id = ${session.userId} and active and deleted_at is null and password_hash = ${session.verifiedHash}
    for share
    returning id`);
  return rows.length > 0;
}

/** At once: where they stand still, who comes later waits for one of these, not for all. */
const mostChecks = 4;

/** Requests that arrive together are checked together: half of all statements would be these. */
const checked = perDatabase((db) =>
  batched(async (ids) => {
    const rows = await statements(db).principal.execute({ ids: `{${ids}}` });
    return new Map(rows.map((row) => [row.sessionId, row]));
  }, mostChecks),
);

/** Who calls, as the rows say now; undefined once the session has ended. */
export async function principal(db: Database, id: string) {
  const row = await checked(db)(id);
  if (!row) return undefined;
  if (row.unseen) await db.execute(sql`update sessions set last_seen_at = now() where id = ${id}`);
  return { id: row.id, role: row.role as Role, preferences: row.preferences as Preferences };
}

export interface Renewal {
  readonly user: User;
  /** Is the next token the session's, or still the present one? */
  readonly rotated: boolean;
}

/**
 * Exchanges a refresh token for the next one, which the present one determines; at most once in 30 seconds, so
 * that one that was exchanged within that time is always the last but one. It gets the same answer again (two
 * tabs, a lost answer); an older one ends the session: somebody else has it.
 */
export async function refresh(
  db: Database,
  token: { readonly sessionId: string; readonly hash: string },
  next: { readonly hash: string; readonly lifetimeSeconds: number },
): Promise<Renewal | undefined> {
  const rotated = await db.execute<{ user_id: string; rotated: boolean }>(sql`
    update sessions set refresh_count = refresh_count + 1, refresh_hash = ${next.hash}, refreshed_at = now(),
      last_seen_at = now(),
      expires_at = least(now() + make_interval(secs => ${next.lifetimeSeconds}), sessions.created_at + ${longest})
    from users
    where sessions.id = ${token.sessionId} and refresh_hash = ${token.hash} and ${alive}
      and (refresh_count = 0 or refreshed_at <= now() - interval '30 seconds')
    returning user_id, true as rotated`);
  const held =
    rotated[0] ??
    (
      await db.execute<{ user_id: string; rotated: boolean }>(sql`
        select user_id, refresh_hash = ${next.hash} as rotated from sessions join users on ${alive}
        where sessions.id = ${token.sessionId} and (refresh_hash = ${token.hash}
          or refresh_hash = ${next.hash} and refreshed_at > now() - interval '30 seconds')`)
    )[0];
  if (held) {
    const [user] = await db
      .select(userColumns)
      .from(users)
      .where(and(eq(users.id, held.user_id), admitted));
    return user && { user, rotated: held.rotated };
  }
  await db.execute(sql`delete from sessions where id = ${token.sessionId}`);
  return undefined;
}

/** The account's sessions that can still be used, the last used first. */
export async function list(db: Database, userId: string, currentId: string): Promise<Session[]> {
  const { id, createdAt, lastSeenAt, expiresAt, userAgent, address } = sessions;
  const rows = await db
    .select({ _id: id, createdAt, lastSeenAt, expiresAt, userAgent, address })
    .from(sessions)
    .innerJoin(users, alive)
    .where(eq(users.id, userId))
    .orderBy(desc(lastSeenAt), desc(id));
  return rows.map((row) => ({ ...row, current: row._id === currentId }));
}

/** @throws NOT_FOUND for a session that is not this account's */
export async function end(db: Database, userId: string, id: string): Promise<{ _id: string }> {
  const rows = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ _id: sessions.id });
  if (!rows[0]) throw notFound('session');
  return rows[0];
}

/** The caller's own one; nothing happens where another request has ended it already. */
export async function leave(db: Database, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id));
}

/** The own password, if the hash verified is still the account's: the other sessions end. Says whether it did. */
export async function changePassword(
  db: Database,
  caller: { readonly id: string; readonly sessionId: string },
  verifiedHash: string,
  newHash: string,
): Promise<boolean> {
  const rows = await db.execute(sql`
    with changed as (
      update users set password_hash = ${newHash}, password_changed_at = now(), session_epoch = session_epoch + 1,
        version = version + 1, updated_at = now(), changed_by = ${caller.id}
      where id = ${caller.id} and password_hash = ${verifiedHash} and active and deleted_at is null
      returning id, session_epoch
    ), kept as (
      update sessions set epoch = session_epoch from changed where sessions.id = ${caller.sessionId}
    )
    select id from changed`);
  return rows.length > 0;
}

/** Removes what is over: sessions, counts of log-in failures, answers kept for a day. Waits for nobody. */
export async function purge(db: Database): Promise<void> {
  await db.execute(sql`
    with counts as (
      delete from attempts
      where key in (select key from attempts where drained_at < now() for update skip locked)
    ), answers as (
      delete from idempotency_keys where created_at < now() - interval '1 day'
    )
    delete from sessions where id in (
      select sessions.id from sessions left join users on ${alive} where users.id is null
      for update of sessions skip locked
    )`);
}
