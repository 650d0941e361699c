import type { SQL } from 'drizzle-orm';
import type { Role } from '../access.ts';
import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';
import { explainViolation } from '../db/failures.ts';
import { newId } from '../db/new-id.ts';
import { actingOf, hasVersion, type Scope } from '../db/scope.ts';
import { execute } from '../db/statement.ts';
import { DomainError, notDeleted, stale } from '../errors.ts';
import * as factors from '../factors/factors.repo.ts';
import { usernameKey } from '../values/text.ts';
import { today } from '../values/zones.ts';
import * as users from './users.repo.ts';
import type { LogInLink, User } from './users.schema.ts';

/** Where the account stands after the change, as conditions on the row before it. */
interface AccountChange {
  readonly set: SQL;
  /** Is the row an active Administrator's no longer? */
  readonly demotes: SQL;
}

/** For `end_pay` (migrations/0025_leaving.sql): read in the same statement as an account is deleted. */
export const businessDay = ({ businessTimeZone }: Scope) =>
  sql`business as materialized (select set_config('daybook.today', ${today(businessTimeZone)}, true))`;

/**
 * One statement: the active Administrators are locked in one order, so that of two who demote each other at once
 * the second sees what the first has done.
 * @throws NOT_FOUND, LAST_ADMINISTRATOR, PRECONDITION_FAILED; PERIOD_CLOSED where the end of pay changes what a closed day earned
 */
async function changeAccount(scope: Scope, id: string, change: AccountChange): Promise<void> {
  const { db, versions } = scope;
  const changed = sql`
    with ${businessDay(scope)}, administrators as materialized (
      select id from users where access_level = 'Administrator' and active and deleted_at is null order by id for update
    ), changed as (
      update users set ${change.set}, version = version + 1, updated_at = now(), changed_by = ${actingOf(scope)} from business
      where id = ${id} and deleted_at is null and ${hasVersion(scope)}
        and (not ${change.demotes} or id not in (select id from administrators)
          or exists (select from administrators where id <> ${id}))
      returning id
    )
    select id from changed`;
  const rows = await explainViolation(execute(db, changed), users.rules);
  if (rows.length > 0) return;
  const { version } = await users.get(scope, id);
  if (versions && !versions.includes(version)) throw stale();
  throw lastAdministrator();
}

export const lastAdministrator = () =>
  new DomainError(
    'LAST_ADMINISTRATOR',
    'This is the last active Administrator: make somebody else an Administrator first.',
  );

/** On oneself these are refused, so that nobody shuts themselves out by mistake. */
function refuseSelf({ actor }: Scope, id: string, action: string) {
  if (actor.id === id) throw new DomainError('SELF_CHANGE', `Ask another Administrator to ${action}.`);
}

/** Takes effect at the account's next request. @throws NOT_FOUND, SELF_CHANGE, LAST_ADMINISTRATOR, PRECONDITION_FAILED */
export async function setRole(scope: Scope, id: string, role: Role): Promise<User> {
  refuseSelf(scope, id, 'change your role');
  await changeAccount(scope, id, {
    set: sql`access_level = ${role}`,
    demotes: sql`${role !== 'Administrator'}::boolean`,
  });
  return users.get(scope, id);
}

/** Deactivation ends the sessions for good. @throws NOT_FOUND, SELF_CHANGE, LAST_ADMINISTRATOR, PRECONDITION_FAILED */
export async function setStatus(scope: Scope, id: string, active: boolean): Promise<User> {
  refuseSelf(scope, id, active ? 'activate your account' : 'deactivate your account');
  await changeAccount(scope, id, {
    set: sql`active = ${active}::boolean, session_epoch = session_epoch + (active and not ${active}::boolean)::integer`,
    demotes: sql`${!active}::boolean`,
  });
  return users.get(scope, id);
}

/**
 * Logs keep the worker's id and name; the username is free again. Pay ends with the business's today, by a rate.
 * @throws NOT_FOUND, SELF_CHANGE, LAST_ADMINISTRATOR, PRECONDITION_FAILED, PERIOD_CLOSED
 */
export async function remove(scope: Scope, id: string): Promise<{ _id: string }> {
  refuseSelf(scope, id, 'delete your account');
  await changeAccount(scope, id, { set: sql`deleted_at = now()`, demotes: sql`true` });
  return { _id: id };
}

/**
 * As it was, but inactive and without its sessions, and its pay stays ended; not one whose data is erased.
 * @throws NOT_FOUND, NOT_DELETED, USERNAME_TAKEN where somebody else has the name by now
 */
export async function restore(scope: Scope, id: string): Promise<User> {
  const restored = sql`
    update users set deleted_at = null, active = false, session_epoch = session_epoch + 1,
      version = version + 1, updated_at = now(), changed_by = ${actingOf(scope)}
    where id = ${id} and deleted_at is not null and former_number is null
    returning id`;
  const rows = await explainViolation(execute(scope.db, restored), users.rules);
  const user = await users.get(scope, id);
  if (rows.length === 0) throw notDeleted('user');
  return user;
}

/**
 * Makes the account's log-in link, in the place of the one that it has.
 * @param tokenHash SHA-256 of its token
 * @throws NOT_FOUND, SELF_CHANGE, ACCOUNT_INACTIVE, PRECONDITION_FAILED; TOO_MANY_REQUESTS where the caller has changed the account 50 times in a day
 */
export async function makeLogInLink(
  scope: Scope,
  id: string,
  tokenHash: string,
): Promise<Pick<LogInLink, 'expiresAt'>> {
  refuseSelf(scope, id, 'make a log-in link for you');
  const made = sql`
    update users set log_in_link_hash = ${tokenHash}, log_in_link_epoch = session_epoch,
      log_in_link_until = now() + ${users.LOG_IN_LINK_LIFETIME},
      version = version + 1, updated_at = now(), changed_by = ${actingOf(scope)}
    where id = ${id} and deleted_at is null and active and ${hasVersion(scope)}
    returning to_char(log_in_link_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt"`;
  const [row] = await explainViolation(execute<{ expiresAt: string }>(scope.db, made), users.rules);
  if (row) return row;
  const { active } = await users.get(scope, id);
  if (active) throw stale();
  throw new DomainError('ACCOUNT_INACTIVE', 'The account is inactive: activate it first.');
}

/**
 * Ends the second factors, recovery codes and sessions of somebody who lost them.
 * @throws NOT_FOUND, SELF_CHANGE, PRECONDITION_FAILED
 */
export async function resetFactors(scope: Scope, id: string, reason: string): Promise<User> {
  refuseSelf(scope, id, 'reset your second factors');
  const isMatched = hasVersion(scope);
  const isReset = await factors.reset({ db: scope.db, actor: actingOf(scope), isMatched }, id, reason);
  const user = await users.get(scope, id);
  if (!isReset) throw stale();
  return user;
}

/** Who made the link, as the journal tells, still is an active Administrator; nobody made that of an operator. */
const isMakerActive = sql`coalesce((
  select maker.active and maker.deleted_at is null and maker.access_level = 'Administrator'
  from journal join users as maker on maker.id = actor_id
  where record_id = users.id and after ? 'log_in_link_until' order by journal.id desc limit 1
), true)`;
/** The link counts: its account is active, and neither its password nor its status has changed since. */
const hasLogInLink = (
  tokenHash: string,
) => sql`log_in_link_hash = ${tokenHash} and log_in_link_epoch = session_epoch
  and log_in_link_until > now() and active and deleted_at is null and ${isMakerActive}`;

/** Whose link has this token, if it counts. @param tokenHash its SHA-256 */
export async function findByLogInLink(db: Database, tokenHash: string): Promise<string | undefined> {
  const found = sql`select id from users where ${hasLogInLink(tokenHash)}`;
  const [row] = await execute<{ id: string }>(db, found);
  return row?.id;
}

/**
 * Sets the account's password and ends its sessions and the link, once. Answers the username; undefined where the link counts no
 * longer.
 * @param tokenHash SHA-256 of the link's token
 */
export async function redeemLogInLink(
  db: Database,
  tokenHash: string,
  passwordHash: string,
): Promise<string | undefined> {
  const used = sql`
    update users set password_hash = ${passwordHash}, password_changed_at = now(), session_epoch = session_epoch + 1,
      log_in_link_hash = null, log_in_link_epoch = null, log_in_link_until = null,
      version = version + 1, updated_at = now(), changed_by = id
    where ${hasLogInLink(tokenHash)}
    returning username`;
  const [row] = await execute<{ username: string }>(db, used);
  return row?.username;
}

/** The id of an Administrator, if there is any. */
export async function anyAdministrator(db: Database): Promise<string | undefined> {
  const [row] = await execute<{ id: string }>(
    db,
    sql`select id from users where access_level = 'Administrator' and deleted_at is null order by id limit 1`,
  );
  return row?.id;
}

/** The active Administrator with this username, or without one the first. */
export async function administrator(db: Database, username?: string): Promise<string | undefined> {
  const [row] = await execute<{ id: string }>(
    db,
    sql`select id from users where access_level = 'Administrator' and active and deleted_at is null
      and username_key = coalesce(${username === undefined ? null : usernameKey(username)}::text, username_key) order by id limit 1`,
  );
  return row?.id;
}

/** Makes the first Administrator, unless there is one or the username is taken: says whether it did. */
export async function createFirst(db: Database, username: string, passwordHash: string): Promise<boolean> {
  const rows = await execute(
    db,
    sql`
    insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level,
      password_hash, preferences)
    select ${newId()}::uuid, 'First', 'Administrator', ${username}::text, ${usernameKey(username)}::text, '', '',
      'Administrator', ${passwordHash}::text, '{"active":true}'::jsonb
    where not exists (select from users where access_level = 'Administrator' and deleted_at is null)
    on conflict do nothing
    returning id`,
  );
  return rows.length > 0;
}

/** For the operator at the console: makes an active Administrator, unless the username is taken: says whether it did. */
export async function makeAdministrator(
  db: Database,
  username: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await execute(
    db,
    sql`
    insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level,
      password_hash, preferences)
    values (${newId()}::uuid, ${username}::text, 'Administrator', ${username}::text, ${usernameKey(username)}::text,
      '', '', 'Administrator', ${passwordHash}::text, '{"active":true}'::jsonb)
    on conflict do nothing
    returning id`,
  );
  return rows.length > 0;
}

/** For the operator at the console: an account becomes an active Administrator with this password: says whether there is one. */
export async function resetAdministrator(
  db: Database,
  username: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await execute(
    db,
    sql`
    update users set access_level = 'Administrator', active = true, password_hash = ${passwordHash}::text,
      password_changed_at = now(), session_epoch = session_epoch + 1, version = version + 1,
      updated_at = now(), changed_by = null
    where username_key = ${usernameKey(username)}::text and deleted_at is null
    returning id`,
  );
  return rows.length > 0;
}

/** For the operator at the console: the same as {@link resetFactors}. Says whether there is such an account. */
export async function resetFactorsByOperator(db: Database, username: string): Promise<boolean> {
  const found = sql`select id from users where username_key = ${usernameKey(username)}::text and deleted_at is null`;
  const [row] = await execute<{ id: string }>(db, found);
  return row !== undefined && factors.reset({ db, actor: sql`null::uuid` }, row.id, '');
}

/** Whether an account has the password with which it was made. */
export async function hasFirstPassword(db: Database, username: string): Promise<boolean> {
  const rows = await execute(
    db,
    sql`select id from users where username_key = ${usernameKey(username)}::text and deleted_at is null
      and password_changed_at = created_at`,
  );
  return rows.length > 0;
}
