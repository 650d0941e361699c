import type { PgColumn } from 'drizzle-orm/pg-core';
import { bulkWrites } from '../db/bulk.ts';
import type { Database } from '../db/client.ts';
import type { Creation } from '../db/crud.ts';
import { and, eq, isNull, sql } from '../db/drizzle.ts';
import { explainViolation, type Rules, tooManyInADay } from '../db/failures.ts';
import { idempotentInsert } from '../db/idempotency.ts';
import { newId } from '../db/new-id.ts';
import { subjectOf } from '../db/repository.ts';
import { acting, actingOf, hasVersion, type Scope } from '../db/scope.ts';
import { build, execute, statement } from '../db/statement.ts';
import { DomainError, invalid, notFound, stale } from '../errors.ts';
import { usernameKey } from '../values/text.ts';
import type { User, UserChanges, UserCreate } from './users.schema.ts';
import { effectivePreferences, type PreferenceChanges, type Preferences } from './users.schema.ts';
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
export const rules: Rules = {
  users_username_key: usernameTaken,
  users_bounded: tooManyInADay('You have changed the account 50 times'),
};

const selectById = statement(userColumns, () => build.select(userColumns).from(users).where(named));
const given = [
  'id',
  'firstName',
  'lastName',
  'username',
  'usernameKey',
  'email',
  'phoneNumber',
  'passwordHash',
] as const;
const inserted = {
  ...(Object.fromEntries(given.map((name) => [name, placeholder(name)])) as Record<
    (typeof given)[number],
    ReturnType<typeof placeholder>
  >),
  accessLevel: sql`'User'`,
  preferences: sql`'{"active": true}'::jsonb`,
  changedBy: acting,
};
const insertUser = idempotentInsert('users', userColumns, () =>
  build.insert(users).values(inserted).returning(userColumns),
);
/** For which a log-in link counts. */
export const LOG_IN_LINK_LIFETIME = sql.raw("interval '24 hours'");

const insertUsers = bulkWrites<User>({
  table: users,
  columns: userColumns,
  items: {
    ...Object.fromEntries(given.map((name) => [name, users[name].getSQLType()])),
    active: 'boolean',
    logInLinkHash: 'text',
  },
  inserted: {
    ...inserted,
    active: sql`coalesce(${placeholder('active')}, true)`,
    logInLinkHash: placeholder('logInLinkHash'),
    logInLinkEpoch: sql`case when ${placeholder('logInLinkHash')} is not null then 0 end`,
    logInLinkUntil: sql`case when ${placeholder('logInLinkHash')} is not null then now() + ${LOG_IN_LINK_LIFETIME} end`,
  },
  updated: {},
  removed: {},
  matches: named,
  rules,
});

const preferenceColumns = { preferences: users.preferences };
const selectPreferences = statement(preferenceColumns, () =>
  build.select(preferenceColumns).from(users).where(named),
);
const updatePreferences = statement(preferenceColumns, () =>
  build
    .update(users)
    .set({ preferences: sql`${users.preferences} || ${placeholder('changes')}::jsonb` })
    .where(named)
    .returning(preferenceColumns),
);

export const subject = subjectOf(users, { title: users.fullName });

/** @throws NOT_FOUND */
export async function get({ db }: Scope, id: string): Promise<User> {
  const [user] = await selectById(db, { id });
  if (!user) throw notFound('user');
  return user;
}

/** The caller's own. @throws NOT_FOUND */
export async function preferences({ db, actor }: Scope): Promise<Preferences> {
  const [user] = await selectPreferences(db, { id: actor.id });
  if (!user) throw notFound('user');
  return effectivePreferences(user.preferences);
}

const selectByUsername = statement({ id: users.id }, () =>
  build
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.usernameKey, placeholder('usernameKey')), live)),
);

/** Seen before a password is hashed, which is dear; the constraint is what keeps usernames unique. @throws USERNAME_TAKEN */
async function refuseTaken(db: Database, key: string): Promise<void> {
  const [other] = await selectByUsername(db, { usernameKey: key });
  if (other) throw usernameTaken();
}

export type NewUser = Omit<UserCreate, 'password'>;

/**
 * A new account is a User.
 * @param hash makes the hash of its password, where nothing else stands against the account
 * @param input what was sent, by which a repeated creation is known
 * @throws USERNAME_TAKEN, IDEMPOTENCY_KEY_REUSED
 */
export async function create(
  scope: Scope,
  user: NewUser,
  hash: () => Promise<string>,
  input: object = user,
): Promise<User> {
  const key = usernameKey(user.username);
  const values = async () => {
    await refuseTaken(scope.db, key);
    return { ...user, id: newId(), usernameKey: key, passwordHash: await hash() };
  };
  return explainViolation(insertUser(scope, values, input), rules);
}

/** How somebody logs in to a new account. */
export interface FirstCredential {
  /** '' for no password. */
  readonly passwordHash: string;
  /** SHA-256 of the token of a log-in link, by which the account gets a password. */
  readonly logInLinkHash?: string;
}

interface WithCredential extends NewUser, FirstCredential {
  readonly _id: string;
  readonly active?: boolean;
}

/** What creates these accounts, each with its first credential; active unless they say otherwise. */
export function creation(all: readonly WithCredential[]): Creation {
  const create = all.map((user) => ({ ...user, id: user._id, usernameKey: usernameKey(user.username) }));
  const items = { create, update: [], delete: [] };
  return {
    table: 'users',
    commands: insertUsers.commandsOf(items),
    common: {},
    refusal: (error) => insertUsers.refusal(error, items),
  };
}

export type UserUpdate = Omit<UserChanges, 'password'>;

/**
 * Only the fields sent change; a new password ends the account's sessions, and what the database ends with it (migration 0026).
 * Supervisors reach themselves and
 * accounts of role User.
 * @param hash makes the hash of a new password, where nothing stands against the change
 * @throws NOT_FOUND, FORBIDDEN, USERNAME_TAKEN, PRECONDITION_FAILED; TOO_MANY_REQUESTS for a User who changed it 50 times in a
 * day
 */
export async function update(
  scope: Scope,
  id: string,
  changes: UserUpdate,
  hash?: () => Promise<string>,
): Promise<User> {
  const { db, actor } = scope;
  const kept = (value: string | undefined, column: PgColumn) =>
    sql`coalesce(${value ?? null}::text, ${column})`;
  const key = changes.username === undefined ? undefined : usernameKey(changes.username);
  const anyRole = actor.role === 'Administrator' || actor.id === id;
  if (hash) {
    const before = await get(scope, id);
    if (scope.versions?.includes(before.version) === false) throw stale();
    if (key !== undefined && key !== usernameKey(before.username)) await refuseTaken(db, key);
  }
  const passwordHash = await hash?.();
  const updated = sql`
    update users set
      first_name = ${kept(changes.firstName, users.firstName)},
      last_name = ${kept(changes.lastName, users.lastName)},
      username = ${kept(changes.username, users.username)},
      username_key = ${kept(key, users.usernameKey)},
      email = ${kept(changes.email, users.email)},
      phone_number = ${kept(changes.phoneNumber, users.phoneNumber)},
      password_hash = ${kept(passwordHash, users.passwordHash)},
      password_changed_at = case when ${hash !== undefined}::boolean then now() else password_changed_at end,
      session_epoch = session_epoch + ${hash ? 1 : 0},
      version = version + 1, updated_at = now(), changed_by = ${actingOf(scope)}
    where id = ${id} and deleted_at is null and (${anyRole}::boolean or access_level = 'User') and ${hasVersion(scope)}
    returning id`;
  const rows = await explainViolation(execute(db, updated), rules);
  const user = await get(scope, id);
  if (rows.length > 0) return user;
  if (!anyRole && user.accessLevel !== 'User')
    throw new DomainError('FORBIDDEN', 'Only an Administrator may change this account.');
  throw stale();
}

/** Merges the fields sent into the caller's own, which are no part of the record: its version stays. @throws NOT_FOUND */
export async function setPreferences({ db, actor }: Scope, changes: PreferenceChanges): Promise<Preferences> {
  const [user] = await updatePreferences(db, { id: actor.id, changes: JSON.stringify(changes) });
  if (!user) throw notFound('user');
  return effectivePreferences(user.preferences);
}
