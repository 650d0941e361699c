import type { PgColumn } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import type { Principal } from '../access.ts';
import { type Database, perDatabase } from '../db/client.ts';
import { creating, type Once } from '../db/creating.ts';
import { and, eq, isNull, sql } from '../db/drizzle.ts';
import { explained } from '../db/failures.ts';
import { prepared } from '../db/prepared.ts';
import { isSeen, type Versions } from '../db/statements.ts';
import { DomainError, invalid, notFound, stale } from '../errors.ts';
import { usernameKey } from '../values/text.ts';
import type { PreferenceChanges, Preferences } from './preferences.schema.ts';
import type { User, UserChanges, UserCreate } from './users.schema.ts';
import { summaryColumns, users } from './users.table.ts';

export { list } from './list.repo.ts';

export const userColumns = {
  ...summaryColumns,
  firstName: users.firstName,
  lastName: users.lastName,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  version: users.version,
};

const { placeholder } = sql;
const live = isNull(users.deletedAt);
const named = and(eq(users.id, placeholder('id')), live);

const usernameTaken = () =>
  invalid('USERNAME_TAKEN', 'username', 'This username is taken: choose another (case does not count).');
const rules = { users_username_key: usernameTaken };

const statements = perDatabase((db) => ({
  get: prepared(db, userColumns, db.select(userColumns).from(users).where(named)),
  create: creating(
    db,
    'users',
    userColumns,
    db
      .insert(users)
      .values({
        id: placeholder('id'),
        firstName: placeholder('firstName'),
        lastName: placeholder('lastName'),
        username: placeholder('username'),
        usernameKey: placeholder('usernameKey'),
        email: placeholder('email'),
        phoneNumber: placeholder('phoneNumber'),
        accessLevel: 'User',
        passwordHash: placeholder('passwordHash'),
        preferences: { active: true },
        changedBy: placeholder('actor'),
      })
      .returning(userColumns),
  ),
  preferences: db
    .select({ preferences: users.preferences })
    .from(users)
    .where(named)
    .prepare('users_preferences'),
}));

/** @throws NOT_FOUND */
export async function get(db: Database, id: string): Promise<User> {
  const [user] = await statements(db).get.execute({ id });
  if (!user) throw notFound('user');
  return user;
}

/** @throws NOT_FOUND */
export async function preferences(db: Database, id: string): Promise<Preferences> {
  const [user] = await statements(db).preferences.execute({ id });
  if (!user) throw notFound('user');
  return user.preferences;
}

/** Passwords reach the repositories as hashes only. */
export type NewUser = Omit<UserCreate, 'password'> & { readonly passwordHash: string };

/** A new account is a User. @throws USERNAME_TAKEN */
export async function create(db: Database, actor: string, user: NewUser, once?: Once): Promise<User> {
  const values = { ...user, id: v7(), usernameKey: usernameKey(user.username), actor };
  return explained(statements(db).create(values, once), rules);
}

/** Passwords reach the repositories as hashes only. */
export type UserUpdate = Omit<UserChanges, 'password'> & { readonly passwordHash?: string };

/**
 * Only the fields sent change; a new password ends the account's sessions. Supervisors reach themselves and
 * accounts of role User.
 * @throws NOT_FOUND, FORBIDDEN, USERNAME_TAKEN, PRECONDITION_FAILED
 */
export async function update(
  db: Database,
  actor: Principal,
  id: string,
  changes: UserUpdate,
  versions?: Versions,
): Promise<User> {
  const kept = (value: string | undefined, column: PgColumn) =>
    sql`coalesce(${value ?? null}::text, ${column})`;
  const key = changes.username === undefined ? undefined : usernameKey(changes.username);
  const anyRole = actor.role === 'Administrator' || actor.id === id;
  const reset = changes.passwordHash !== undefined;
  const statement = sql`
    update users set
      first_name = ${kept(changes.firstName, users.firstName)},
      last_name = ${kept(changes.lastName, users.lastName)},
      username = ${kept(changes.username, users.username)},
      username_key = ${kept(key, users.usernameKey)},
      email = ${kept(changes.email, users.email)},
      phone_number = ${kept(changes.phoneNumber, users.phoneNumber)},
      password_hash = ${kept(changes.passwordHash, users.passwordHash)},
      password_changed_at = case when ${reset}::boolean then now() else password_changed_at end,
      session_epoch = session_epoch + ${reset ? 1 : 0},
      version = version + 1, updated_at = now(), changed_by = ${actor.id}
    where id = ${id} and deleted_at is null and (${anyRole}::boolean or access_level = 'User') and ${isSeen(versions)}
    returning id`;
  const rows = await explained(db.execute(statement), rules);
  const user = await get(db, id);
  if (rows.length > 0) return user;
  if (!anyRole && user.accessLevel !== 'User')
    throw new DomainError('FORBIDDEN', 'Only an Administrator may change this account.');
  throw stale();
}

/** Merges the fields sent into the stored ones. @throws NOT_FOUND */
export async function setPreferences(
  db: Database,
  actor: string,
  changes: PreferenceChanges,
): Promise<Preferences> {
  const [user] = await db
    .update(users)
    .set({
      preferences: sql`${users.preferences} || ${JSON.stringify(changes)}::jsonb`,
      version: sql`version + 1`,
      updatedAt: sql`now()`,
      changedBy: actor,
    })
    .where(and(eq(users.id, actor), live))
    .returning({ preferences: users.preferences });
  if (!user) throw notFound('user');
  return user.preferences;
}
