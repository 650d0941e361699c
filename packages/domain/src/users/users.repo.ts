import type { PgColumn } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import { and, eq, isNull, sql } from '../db/drizzle.ts';
import { explainViolation } from '../db/failures.ts';
import { idempotentInsert } from '../db/idempotency.ts';
import { subjectOf } from '../db/repository.ts';
import { hasVersion, type Scope } from '../db/scope.ts';
import { build, execute, statement } from '../db/statement.ts';
import { DomainError, invalid, notFound, stale } from '../errors.ts';
import { usernameKey } from '../values/text.ts';
import { effectivePreferences, type PreferenceChanges, type Preferences } from './preferences.schema.ts';
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

export const usernameTaken = () => invalid('USERNAME_TAKEN', ['username'], 'username_taken');
export const rules = { users_username_key: usernameTaken };

const found = statement(userColumns, () => build.select(userColumns).from(users).where(named));
const inserted = idempotentInsert('users', userColumns, () =>
  build
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
);

const preferenceColumns = { preferences: users.preferences };
const foundPreferences = statement(preferenceColumns, () =>
  build.select(preferenceColumns).from(users).where(named),
);
const updatedPreferences = statement(preferenceColumns, () =>
  build
    .update(users)
    .set({
      preferences: sql`${users.preferences} || ${placeholder('changes')}::jsonb`,
      version: sql`version + 1`,
      updatedAt: sql`now()`,
      changedBy: sql`${placeholder('id')}`,
    })
    .where(named)
    .returning(preferenceColumns),
);

export const subject = subjectOf(users, { title: users.fullName });

/** @throws NOT_FOUND */
export async function get({ db }: Scope, id: string): Promise<User> {
  const [user] = await found(db, { id });
  if (!user) throw notFound('user');
  return user;
}

/** The caller's own. @throws NOT_FOUND */
export async function preferences({ db, actor }: Scope): Promise<Preferences> {
  const [user] = await foundPreferences(db, { id: actor.id });
  if (!user) throw notFound('user');
  return effectivePreferences(user.preferences);
}

/** Passwords reach the repositories as hashes only. */
export type NewUser = Omit<UserCreate, 'password'> & { readonly passwordHash: string };

/**
 * A new account is a User.
 * @param input what was sent, by which a repeated creation is known: a hash differs each time
 * @throws USERNAME_TAKEN, IDEMPOTENCY_KEY_REUSED
 */
export async function create(scope: Scope, user: NewUser, input: object = user): Promise<User> {
  const values = { ...user, id: v7(), usernameKey: usernameKey(user.username) };
  return explainViolation(inserted(scope, values, input), rules);
}

/** Passwords reach the repositories as hashes only. */
export type UserUpdate = Omit<UserChanges, 'password'> & { readonly passwordHash?: string };

/**
 * Only the fields sent change; a new password ends the account's sessions. Supervisors reach themselves and
 * accounts of role User.
 * @throws NOT_FOUND, FORBIDDEN, USERNAME_TAKEN, PRECONDITION_FAILED
 */
export async function update(scope: Scope, id: string, changes: UserUpdate): Promise<User> {
  const { db, actor } = scope;
  const kept = (value: string | undefined, column: PgColumn) =>
    sql`coalesce(${value ?? null}::text, ${column})`;
  const key = changes.username === undefined ? undefined : usernameKey(changes.username);
  const anyRole = actor.role === 'Administrator' || actor.id === id;
  const reset = changes.passwordHash !== undefined;
  const updated = sql`
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
    where id = ${id} and deleted_at is null and (${anyRole}::boolean or access_level = 'User') and ${hasVersion(scope)}
    returning id`;
  const rows = await explainViolation(execute(db, updated), rules);
  const user = await get(scope, id);
  if (rows.length > 0) return user;
  if (!anyRole && user.accessLevel !== 'User')
    throw new DomainError('FORBIDDEN', 'Only an Administrator may change this account.');
  throw stale();
}

/** Merges the fields sent into the caller's own. @throws NOT_FOUND */
export async function setPreferences({ db, actor }: Scope, changes: PreferenceChanges): Promise<Preferences> {
  const [user] = await updatedPreferences(db, { id: actor.id, changes: JSON.stringify(changes) });
  if (!user) throw notFound('user');
  return effectivePreferences(user.preferences);
}
