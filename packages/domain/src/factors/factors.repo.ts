import type { SQL } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';
import { explainViolation } from '../db/failures.ts';
import { subjectOf } from '../db/repository.ts';
import type { Scope } from '../db/scope.ts';
import { build, execute, statement } from '../db/statement.ts';
import { DomainError, notFound, stale } from '../errors.ts';
import { isAlive } from '../sessions/sessions.repo.ts';
import { credentialRules, lockedCaller } from '../tokens/tokens.repo.ts';
import * as users from '../users/users.repo.ts';
import { issueAt } from '../values/issues.ts';
import type { Factor, FactorMethod, OwnFactors } from './factors.schema.ts';
import { factors, isUsable } from './factors.table.ts';

const { placeholder } = sql;

export const subject = subjectOf(factors, { title: factors.name });

/** How this account proves its second factor: nothing where it has none. Recovery codes alone are none. */
export async function methods(db: Database, userId: string): Promise<readonly FactorMethod[]> {
  const [row] = await execute<{ totp: boolean | null; passkey: boolean | null; recovery: boolean }>(
    db,
    sql`
    select bool_or(kind = 'totp') as totp, bool_or(kind = 'passkey') as passkey,
      exists (select from recovery_codes where user_id = ${userId}) as recovery
    from factors where user_id = ${userId} and ${isUsable}`,
  );
  if (!row?.totp && !row?.passkey) return [];
  return (['totp', 'recovery', 'passkey'] as const).filter((method) => row[method]);
}

/** The secrets of an account's authenticator apps, as they are stored. */
export const secrets = (db: Database, userId: string) =>
  execute<{ id: string; secret: string }>(
    db,
    sql`select id, secret from factors where user_id = ${userId} and kind = 'totp' and ${isUsable}`,
  );

/** Uses a time step of an authenticator app, once, and none before it any more: says whether it did. */
export async function useStep(db: Database, id: string, step: number): Promise<boolean> {
  const rows = await execute(
    db,
    sql`
    update factors set last_step = ${step}::bigint, last_used_at = now()
    where id = ${id} and coalesce(last_step, -1) < ${step}::bigint and ${isUsable} returning id`,
  );
  return rows.length > 0;
}

/** Uses a recovery code, once: says whether it did. @param hash its SHA-256 */
export async function useRecoveryCode(db: Database, userId: string, hash: string): Promise<boolean> {
  const rows = await execute(
    db,
    sql`delete from recovery_codes where user_id = ${userId} and hash = ${hash} returning user_id`,
  );
  return rows.length > 0;
}

const { id: _id, kind, name, createdAt, lastUsedAt } = factors;
const columns = { _id, kind, name, createdAt, lastUsedAt };
const selectOwn = statement<Factor>(columns, () =>
  build
    .select(columns)
    .from(factors)
    .where(sql`${factors.userId} = ${placeholder('actor')} and ${isUsable}`)
    .orderBy(createdAt, _id),
);

/** The caller's own, in the order in which they were made. */
export async function list({ db, actor }: Scope): Promise<OwnFactors> {
  const [own, [codes]] = await Promise.all([
    selectOwn(db, { actor: actor.id }),
    execute<{ left: number }>(
      db,
      sql`select count(*)::integer as left from recovery_codes where user_id = ${actor.id}`,
    ),
  ]);
  return { factors: own, recoveryCodesLeft: codes?.left ?? 0 };
}

/** Of one person. */
const MAX_FACTORS = 20;

/** Of whatever makes factors. @throws VALIDATION where the caller has 20 */
export async function checkRoom(scope: Scope): Promise<void> {
  if ((await list(scope)).factors.length < MAX_FACTORS) return;
  throw new DomainError('VALIDATION', `You have ${MAX_FACTORS} second factors: remove one first.`, {
    issues: [issueAt([], 'limit_reached', { max: MAX_FACTORS })],
  });
}

/** What is encrypted goes at once. */
const ended = sql`deleted_at = now(), secret = null, version = version + 1, updated_at = now()`;
const insertTotp = statement(
  { _id },
  () => sql`
  with ended as (
    update factors set ${ended}, changed_by = ${placeholder('actor')}::uuid
    where user_id = ${placeholder('actor')}::uuid and kind = 'totp' and confirmed_at is null and deleted_at is null
  )
  insert into factors (id, user_id, kind, name, secret, changed_by)
  select ${placeholder('id')}::uuid, users.id, 'totp', ${placeholder('name')}, ${placeholder('secret')}, users.id
  from ${lockedCaller}
  returning id`,
);

/**
 * Begins an authenticator app of the caller's, which counts once it is confirmed; one that was begun before ends.
 * @param secret encrypted
 * @throws VALIDATION for more than 20; TOO_MANY_REQUESTS for more than 50 credentials in a day; NOT_FOUND where the account or the
 * session has just ended
 */
export async function addTotp(
  scope: Scope,
  factor: { readonly id: string; readonly name: string; readonly secret: string },
): Promise<void> {
  await checkRoom(scope);
  const { id: actor, sessionId: session } = scope.actor;
  const made = insertTotp(scope.db, { ...factor, actor, session });
  const rows = await explainViolation(made, credentialRules);
  if (rows.length === 0) throw notFound('user');
}

/** The secret of an authenticator app that the caller has begun. @throws NOT_FOUND */
export async function unconfirmedSecret({ db, actor }: Scope, id: string): Promise<string> {
  const [row] = await execute<{ secret: string }>(
    db,
    sql`select secret from factors where id = ${id} and user_id = ${actor.id} and kind = 'totp'
      and confirmed_at is null and deleted_at is null`,
  );
  if (!row) throw notFound('factor');
  return row.secret;
}

/** As `lockedCaller` of tokens: nobody whose session has just ended. */
const caller = ({ id, sessionId }: Scope['actor']) => sql`caller as materialized (
  select users.id from users, sessions where users.id = ${id} and sessions.id = ${sessionId} and ${isAlive} for share of users
)`;

const array = (hashes: readonly string[]) => sql`${`{${hashes.join(',')}}`}::text[]`;

/**
 * From now on an authenticator app counts, after the step of its first code. An account without recovery codes gets them, of
 * two factors at once with the first alone: says whether it did. The session has the factor too.
 * @param hashes of ten new recovery codes
 * @throws NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function confirmTotp(
  { db, actor }: Scope,
  id: string,
  step: number,
  hashes: readonly string[],
): Promise<boolean> {
  const confirmed = execute<{ isFirst: boolean }>(
    db,
    sql`
    with ${caller(actor)}, confirmed as (
      update factors set confirmed_at = now(), last_step = ${step}::bigint, last_used_at = now(), version = version + 1,
        updated_at = now(), changed_by = user_id
      from caller where factors.id = ${id} and user_id = caller.id and confirmed_at is null and deleted_at is null returning user_id
    ), ${firstCodes(sql`select user_id from confirmed`, sql`${actor.sessionId}::uuid`, array(hashes))}
    select exists (select from made) as "isFirst" from confirmed`,
  );
  const [row] = await explainViolation(confirmed, users.rules);
  if (!row) throw notFound('factor');
  return row.isFirst;
}

/** Parts of a statement that makes a factor count, of the account that `enrolled` selects. @param hashes as text[] */
export const firstCodes = (enrolled: SQL, session: SQL, hashes: SQL) => sql`
  made as (
    update users set recovery_codes_at = now(), version = version + 1, updated_at = now(), changed_by = id
    where id in (${enrolled}) and recovery_codes_at is null returning id
  ), codes as (
    insert into recovery_codes (user_id, hash) select id, unnest(${hashes}) from made
  ), proven as (
    update sessions set has_second_factor = true where id = ${session} and user_id in (${enrolled})
  )`;

/**
 * New recovery codes of the caller's in the place of the old ones. @throws NOT_FOUND without a factor, TOO_MANY_REQUESTS;
 * PRECONDITION_FAILED where another request makes them at the same time
 */
export async function replaceRecoveryCodes({ db, actor }: Scope, hashes: readonly string[]): Promise<void> {
  const seen = sql`select recovery_codes_at::text as at from users where id = ${actor.id} and deleted_at is null
    and exists (select from factors where user_id = users.id and ${isUsable})`;
  const [row] = await execute<{ at: string | null }>(db, seen);
  if (!row) throw notFound('factor');
  const replaced = execute(
    db,
    sql`
    with ${caller(actor)}, changed as (
      update users set recovery_codes_at = clock_timestamp(), version = version + 1, updated_at = now(), changed_by = users.id
      from caller where users.id = caller.id and recovery_codes_at is not distinct from ${row.at}::timestamptz returning users.id
    ), ended as (
      delete from recovery_codes using changed where user_id = changed.id
    ), codes as (
      insert into recovery_codes (user_id, hash) select id, unnest(${array(hashes)}) from changed
    )
    select id from changed`,
  );
  if ((await explainViolation(replaced, users.rules)).length === 0) throw stale();
}

/** One of the caller's own; with the last one the recovery codes go. @throws NOT_FOUND, TOO_MANY_REQUESTS */
export async function remove({ db, actor }: Scope, id: string): Promise<{ _id: string }> {
  const removed = execute(
    db,
    sql`
    with ${caller(actor)}, removed as (
      update factors set ${ended}, changed_by = user_id
      from caller where factors.id = ${id} and user_id = caller.id and deleted_at is null returning user_id
    ), last as (
      update users set recovery_codes_at = null, version = version + 1, updated_at = now(), changed_by = id
      where id in (select user_id from removed) and recovery_codes_at is not null
        and not exists (select from factors where user_id = users.id and id <> ${id} and ${isUsable})
      returning id
    ), codes as (
      delete from recovery_codes using last where user_id = last.id
    ), opened as (
      update sessions set has_second_factor = false from removed where sessions.user_id = removed.user_id
        and not exists (select from factors where user_id = removed.user_id and id <> ${id} and ${isUsable})
    )
    select user_id from removed`,
  );
  if ((await explainViolation(removed, users.rules)).length === 0) throw notFound('factor');
  return { _id: id };
}

/**
 * Ends the second factors, recovery codes and sessions of an account. The journal has the reason.
 * @param actor null: the operator
 * @returns whether there is such an account
 */
export async function reset(
  {
    db,
    actor,
    isMatched = sql`true`,
  }: { readonly db: Database; readonly actor: SQL; readonly isMatched?: SQL },
  userId: string,
  reason: string,
): Promise<boolean> {
  const changed = sql`
    with changed as (
      update users set recovery_codes_at = null, session_epoch = session_epoch + 1, version = version + 1,
        updated_at = now(), changed_by = ${actor}
      where id = ${userId} and deleted_at is null and ${isMatched} returning id, version as now_at, changed_by as who
    ), removed as (
      update factors set ${ended}, changed_by = who from changed
      where user_id = changed.id and factors.deleted_at is null
    ), codes as (
      delete from recovery_codes using changed where user_id = changed.id
    ), told as (
      insert into journal (actor_id, kind, record_id, action, before, after, version)
      select who, 'users', id, 'update', '{"factors_reset": null}'::jsonb, jsonb_build_object('factors_reset', ${reason}::text), now_at
      from changed
    )
    select id from changed`;
  return (await explainViolation(execute(db, changed), users.rules)).length > 0;
}

/** Rows that are looked at together. */
const BATCH = 100;

/**
 * Encrypts secrets anew, a row at a time, unless somebody else has done so meanwhile.
 * @param seal the secret as it is to be stored; undefined: as it is
 */
export async function sealAnew(
  db: Database,
  seal: (sealed: string, id: string) => string | undefined,
): Promise<void> {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after !== undefined) {
    const rows: readonly { id: string; secret: string }[] = await execute<{ id: string; secret: string }>(
      db,
      sql`select id, secret from factors where secret is not null and id > ${after}::uuid order by id limit ${BATCH}`,
    );
    for (const { id, secret } of rows) {
      const anew = seal(secret, id);
      if (anew !== undefined)
        await execute(db, sql`update factors set secret = ${anew} where id = ${id} and secret = ${secret}`);
    }
    after = rows.length < BATCH ? undefined : rows.at(-1)?.id;
  }
}
