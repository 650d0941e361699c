import { z } from 'zod';
import { batched } from '../db/batched.ts';
import { type Database, perDatabase } from '../db/client.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { explainViolation, type Rules, tooManyInADay } from '../db/failures.ts';
import { equals } from '../db/filters.ts';
import { idempotentInsert } from '../db/idempotency.ts';
import { pages, position, toPage } from '../db/pages.ts';
import { subjectOf } from '../db/repository.ts';
import type { Scope } from '../db/scope.ts';
import { build, execute, mark, statement } from '../db/statement.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import { isAlive, lacksFactor } from '../sessions/sessions.repo.ts';
import { sessions } from '../sessions/sessions.table.ts';
import { users } from '../users/users.table.ts';
import { issueAt } from '../values/issues.ts';
import type { Page } from '../values/paging.ts';
import { toDay } from '../values/scalars.ts';
import { startOfDay, today } from '../values/zones.ts';
import { type TokenScope, tokenScopes } from './scopes.ts';
import {
  DEFAULT_TOKEN_DAYS,
  MAX_TOKEN_DAYS,
  type Token,
  type TokenCreate,
  type TokenQuery,
} from './tokens.schema.ts';
import { tokens } from './tokens.table.ts';

const { placeholder } = sql;
/** Of one person, that count; the database holds it. */
const MAX_TOKENS = 20;

export const subject = subjectOf(tokens, { title: tokens.name });

/** Of whatever makes tokens or calendar addresses. */
export const credentialRules: Rules = {
  credentials_bounded: tooManyInADay('You have made 50 tokens and calendar addresses'),
};
const rules: Rules = {
  ...credentialRules,
  tokens_bounded: () =>
    new DomainError('VALIDATION', `You have ${MAX_TOKENS} personal access tokens: end one first.`, {
      issues: [issueAt([], 'limit_reached', { max: MAX_TOKENS })],
    }),
};

/** Which of these scopes this version knows; a later one may have stored others. */
const known = (scopes: readonly string[]): TokenScope[] =>
  tokenScopes.filter((scope) => scopes.includes(scope));

/** When a token expires that is asked for until then. @throws VALIDATION */
function expiryOf({ timeZone }: Scope, asked: string | undefined): string | null {
  if (asked === undefined) return null;
  const day = toDay(asked);
  const expires = day === undefined ? Date.parse(asked) : startOfDay(day, timeZone, 1) * 1000;
  const latest = startOfDay(today(timeZone), timeZone, MAX_TOKEN_DAYS + 1) * 1000;
  if (expires > Date.now() && expires <= latest) return new Date(expires).toISOString();
  throw invalid('VALIDATION', ['expiresAt'], 'invalid_expiry', { days: MAX_TOKEN_DAYS });
}

const { id: _id, name, scopes, expiresAt } = tokens;
const insertedColumns = { _id, name, scopes, expiresAt };
/**
 * The caller, whose account is locked: where it, the password or the session has just ended, there is none. What ends them sees
 * what is made before that.
 */
export const lockedCaller = sql`users, sessions where ${users.id} = ${placeholder('actor')}::uuid
  and ${sessions.id} = ${placeholder('session')}::uuid and ${isAlive} for share of users`;
const insertToken = idempotentInsert(
  'tokens',
  insertedColumns,
  () => sql`
    insert into tokens (id, user_id, name, scopes, token_hash, expires_at, changed_by)
    select ${placeholder('id')}::uuid, users.id, ${placeholder('name')}, ${placeholder('scopes')}::jsonb, ${placeholder('tokenHash')},
      coalesce(${placeholder('expiresAt')}::timestamptz, now() + make_interval(days => ${sql.raw(String(DEFAULT_TOKEN_DAYS))})), users.id
    from ${lockedCaller}
    returning id, name, scopes, expires_at`,
);

/**
 * Of the caller. The token is not kept: the identifier has to determine it.
 * @param tokenHash SHA-256 of the token
 * @throws IDEMPOTENCY_KEY_REUSED; VALIDATION for more than 20; TOO_MANY_REQUESTS for more than 50 credentials in a day; NOT_FOUND
 * where the account or the session has just ended
 */
export async function create(scope: Scope, id: string, tokenHash: string, token: TokenCreate) {
  const values = {
    id,
    tokenHash,
    session: scope.actor.sessionId,
    name: token.name,
    scopes: JSON.stringify(known(token.scopes)),
    expiresAt: expiryOf(scope, token.expiresAt),
  };
  const row = await explainViolation(insertToken(scope, values, token), rules);
  if (!row) throw notFound('user');
  return { ...row, scopes: known(row.scopes) };
}

/** By which a request that is repeated finds the token that it made. */
export async function hashOf({ db }: Scope, id: string): Promise<string | undefined> {
  const rows = await execute<{ hash: string }>(
    db,
    sql`select token_hash as hash from tokens where id = ${id}`,
  );
  return rows[0]?.hash;
}

const { createdAt, lastUsedAt, lastUsedFrom } = tokens;
const columns = { _id, name, scopes, user: tokens.userId, createdAt, lastUsedAt, lastUsedFrom, expiresAt };
type Row = Omit<Token, 'scopes'> & { scopes: string[] };
const toToken = (row: Row): Token => ({
  ...row,
  scopes: known(row.scopes),
});
const filters = {
  user: equals(tokens.userId, 'user'),
  after: sql`(${createdAt}, ${tokens.id}) < (${placeholder('afterKey')}::timestamptz, ${placeholder('afterId')}::uuid)`,
};
const aMoment = z.iso.datetime({ precision: 3 });
const isMoment = (key: string) => aMoment.safeParse(key).success && key > '1970';
const selectPage = pages<Row>(filters, columns, (where) =>
  build
    .select(columns)
    .from(tokens)
    .where(and(isNull(tokens.deletedAt), ...where))
    .orderBy(desc(createdAt), desc(tokens.id))
    .limit(placeholder('limit')),
);

/**
 * Those of one person that nobody has ended, expired ones too, newest first.
 * @throws FORBIDDEN for another's, unless an Administrator asks; VALIDATION for a cursor of another list
 */
export async function list(
  { db, actor }: Scope,
  { limit = 100, cursor, user = actor.id }: TokenQuery,
): Promise<Page<Token>> {
  if (user !== actor.id && actor.role !== 'Administrator')
    throw new DomainError('FORBIDDEN', 'Only an Administrator sees the tokens of others.');
  const at = position(cursor, isMoment);
  const rows = await selectPage(db, { ...at, user, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.createdAt, toToken);
}

const selectById = statement<Row>(columns, () =>
  build
    .select(columns)
    .from(tokens)
    .where(eq(tokens.id, placeholder('id'))),
);

/** For the journal: one of anybody, also one that has ended. @throws NOT_FOUND */
export async function get({ db }: Scope, id: string): Promise<Token> {
  const [row] = await selectById(db, { id });
  if (!row) throw notFound('token');
  return toToken(row);
}

/** One of the caller's own, or for an Administrator of anybody: it counts no longer. @throws NOT_FOUND */
export async function remove({ db, actor }: Scope, id: string): Promise<{ _id: string }> {
  const mayEndAll = actor.role === 'Administrator';
  const rows = await execute(
    db,
    sql`update tokens set deleted_at = now(), version = version + 1, updated_at = now(), changed_by = ${actor.id}
      where id = ${id} and deleted_at is null and (user_id = ${actor.id} or ${mayEndAll}::boolean) returning id`,
  );
  if (rows.length === 0) throw notFound('token');
  return { _id: id };
}

const isUnused = sql`coalesce(last_used_at < now() - interval '5 minutes', true)`;
const principalColumns = {
  tokenHash: tokens.tokenHash,
  tokenId: tokens.id,
  tokenName: name,
  id: tokens.userId,
  role: users.accessLevel,
  preferences: users.preferences,
  scopes,
  mustEnrol: sql<boolean>`${lacksFactor}`,
  unused: sql<boolean>`${isUnused}`,
};
const selectPrincipals = statement(principalColumns, () =>
  build
    .select(principalColumns)
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(sql`${tokens.tokenHash} = any(${placeholder('hashes')}::text[]) and ${tokens.deletedAt} is null
      and ${expiresAt} > now() and ${users.active} and ${users.deletedAt} is null`),
);

/** At once, as of sessions. */
const MAX_CHECKS = 4;
const principalByHash = perDatabase((db) =>
  batched(async (hashes) => {
    const rows = await selectPrincipals(db, { hashes: `{${hashes}}` });
    return new Map(rows.map((row) => [row.tokenHash, row]));
  }, MAX_CHECKS),
);

/**
 * Whose token this is, and what for, as the rows say now; undefined once it has ended or expired.
 * @param marks where it is written down, once in five minutes, that the token was used
 * @param tokenHash SHA-256 of the token, by which it is found: no comparison tells how much of a guess is right
 * @param address from where it is used
 */
export async function principal(db: Database, marks: Database, tokenHash: string, address: string) {
  const row = await principalByHash(db)(tokenHash);
  if (row?.unused)
    mark(
      marks,
      row.tokenId,
      sql`update tokens set last_used_at = now(), last_used_from = ${address} where id = ${row.tokenId} and ${isUnused}`,
    );
  return row;
}
