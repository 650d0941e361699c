import type { Role } from '../access.ts';
import type { Database } from '../db/client.ts';
import { desc, sql } from '../db/drizzle.ts';
import { explainViolation, type Rules, tooManyInADay } from '../db/failures.ts';
import { newId } from '../db/new-id.ts';
import { subjectOf } from '../db/repository.ts';
import { actingOf, type Scope } from '../db/scope.ts';
import { build, execute, statement } from '../db/statement.ts';
import { DomainError, notFound } from '../errors.ts';
import type { Account } from '../sessions/sessions.repo.ts';
import { accountColumns, isAlive } from '../sessions/sessions.repo.ts';
import { sessions } from '../sessions/sessions.table.ts';
import * as accounts from '../users/users.repo.ts';
import { users } from '../users/users.table.ts';
import type { Identity } from './identities.schema.ts';
import { identities } from './identities.table.ts';

const { placeholder } = sql;

export const subject = subjectOf(identities, { title: identities.subject });

const taken = (message: string) => () => new DomainError('IDENTITY_TAKEN', message);
const rules: Rules = {
  credentials_bounded: tooManyInADay('50 credentials were made'),
  identities_subject: taken('The account at the provider is linked to another account: end that link first.'),
  identities_user: taken('The account has a link to this provider: end it first.'),
};

const { id: _id, userId: user, issuer, subject: sub, createdAt, lastUsedAt } = identities;
const columns = { _id, user, issuer, subject: sub, createdAt, lastUsedAt };
const selectOf = statement<Identity>(columns, () =>
  build
    .select(columns)
    .from(identities)
    .where(sql`${user} = ${placeholder('userId')} and ${identities.deletedAt} is null`)
    .orderBy(desc(createdAt), desc(_id)),
);
const selectById = statement<Identity>(columns, () =>
  build
    .select(columns)
    .from(identities)
    .where(sql`${_id} = ${placeholder('id')}`),
);

/** Those of one person that nobody has ended. */
export const list = ({ db }: Pick<Scope, 'db'>, userId: string): Promise<Identity[]> =>
  selectOf(db, { userId });

async function get({ db }: Pick<Scope, 'db'>, id: string): Promise<Identity> {
  const [row] = await selectById(db, { id });
  if (!row) throw notFound('identity');
  return row;
}

/** Of the caller, who has proved to own the account at the provider. @throws NOT_FOUND, IDENTITY_TAKEN, TOO_MANY_REQUESTS */
export async function linkOwn(
  scope: Scope,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<Identity> {
  const { db, actor } = scope;
  const id = newId();
  const made = sql`
    insert into identities (id, user_id, issuer, subject, changed_by)
    select ${id}::uuid, ${users.id}, ${issuer}, ${subject}, ${users.id} from users, sessions
    where ${users.id} = ${actor.id} and ${sessions.id} = ${actor.sessionId} and ${isAlive} for share of users
    returning id`;
  const rows = await explainViolation(execute(db, made), rules);
  if (rows.length === 0) throw notFound('user');
  return get(scope, id);
}

/** Of anybody, by an Administrator. @throws NOT_FOUND, ACCOUNT_INACTIVE, IDENTITY_TAKEN, TOO_MANY_REQUESTS */
export async function link(
  scope: Scope,
  userId: string,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<Identity> {
  const id = newId();
  const made = sql`
    insert into identities (id, user_id, issuer, subject, changed_by)
    select ${id}::uuid, id, ${issuer}, ${subject}, ${actingOf(scope)} from users
    where id = ${userId} and active and deleted_at is null for share
    returning id`;
  const rows = await explainViolation(execute(scope.db, made), rules);
  if (rows.length > 0) return get(scope, id);
  await accounts.get(scope, userId);
  throw new DomainError('ACCOUNT_INACTIVE', 'The account is inactive: activate it first.');
}

/** @throws NOT_FOUND */
export async function remove(scope: Scope, userId: string, id: string): Promise<{ _id: string }> {
  const rows = await execute(
    scope.db,
    sql`update identities set deleted_at = now(), version = version + 1, updated_at = now(), changed_by = ${actingOf(scope)}
      where id = ${id} and user_id = ${userId} and deleted_at is null returning id`,
  );
  if (rows.length === 0) throw notFound('identity');
  return { _id: id };
}

const selectAccount = statement(accountColumns, () =>
  build
    .select(accountColumns)
    .from(users)
    .where(sql`${users.active} and ${users.deletedAt} is null and ${users.id} = (select user_id from identities
      where issuer = ${placeholder('issuer')} and subject = ${placeholder('subject')} and deleted_at is null)`),
);

/** Whose account it logs in to, where that is active. */
export async function account(
  db: Database,
  identity: Pick<Identity, 'issuer' | 'subject'>,
): Promise<Account | undefined> {
  const [row] = await selectAccount(db, identity);
  return row;
}

/** It was used to log in: says whether nobody has ended it. */
export async function use(
  db: Database,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<boolean> {
  const used = sql`update identities set last_used_at = now()
    where issuer = ${issuer} and subject = ${subject} and deleted_at is null returning id`;
  return (await execute(db, used)).length > 0;
}

/**
 * Whether somebody with a link to the provider logs in with it alone. Not while no active Administrator is left who can log in
 * with a password.
 * @param provider `only`: for whom that holds
 */
export async function isOnlyWay(
  db: Database,
  userId: string,
  { issuer, only: roles }: { readonly issuer: string; readonly only: readonly Role[] },
): Promise<boolean> {
  if (roles.length === 0) return false;
  const isLinked = sql`exists (select from identities where user_id = users.id and issuer = ${issuer} and deleted_at is null)`;
  const found = sql`select id from users where id = ${userId} and access_level = any(${`{${roles}}`}::text[]) and ${isLinked}
    and exists (select from users where access_level = 'Administrator' and active and deleted_at is null and password_hash <> ''
      and not (${roles.includes('Administrator')}::boolean and ${isLinked}))`;
  return (await execute(db, found)).length > 0;
}
