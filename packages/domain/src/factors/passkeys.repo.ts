import type { Database } from '../db/client.ts';
import { and, asc, eq, isNotNull, isNull, sql } from '../db/drizzle.ts';
import { explainViolation, type Rules } from '../db/failures.ts';
import { newId } from '../db/new-id.ts';
import type { Scope } from '../db/scope.ts';
import { build, execute, statement } from '../db/statement.ts';
import { DomainError, notFound } from '../errors.ts';
import { type Account, accountColumns } from '../sessions/sessions.repo.ts';
import { credentialRules, lockedCaller } from '../tokens/tokens.repo.ts';
import { rules as userRules } from '../users/users.repo.ts';
import { users } from '../users/users.table.ts';
import { firstCodes } from './factors.repo.ts';
import type { Factor } from './factors.schema.ts';
import { factors } from './factors.table.ts';

const { placeholder } = sql;
const counts = and(eq(factors.kind, 'passkey'), isNull(factors.deletedAt), isNotNull(factors.credentialId));

/** A credential as it was made; binary values are base64url. */
export interface Passkey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

interface Named {
  readonly id: string;
  readonly transports: string[];
}
const named = {
  id: sql<string>`${factors.credentialId}`,
  transports: sql<string[]>`coalesce(${factors.transports}, '[]')`,
};
const selectOwn = statement<Named>(named, () =>
  build
    .select(named)
    .from(factors)
    .where(and(counts, eq(factors.userId, placeholder('user'))))
    .orderBy(asc(factors.id)),
);

/** The credentials of the caller's passkeys. */
export const ownCredentials = ({ db, actor }: Scope): Promise<readonly Named[]> =>
  selectOwn(db, { user: actor.id });

const rules: Rules = {
  ...userRules,
  ...credentialRules,
  factors_credential: () => new DomainError('PASSKEY_INVALID', 'This passkey is stored already.'),
};
const { id: _id, kind, name, createdAt, lastUsedAt } = factors;
const factorColumns = { _id, kind, name, createdAt, lastUsedAt };
const createdColumns = { ...factorColumns, isFirst: sql<boolean>`exists (select from made)` };
const insertPasskey = statement<Factor & { readonly isFirst: boolean }>(
  createdColumns,
  () => sql`
    with added as (
      insert into factors (id, user_id, kind, name, confirmed_at, credential_id, public_key, counter, transports, changed_by)
      select ${placeholder('id')}::uuid, users.id, 'passkey', ${placeholder('name')}, now(), ${placeholder('credentialId')}, ${placeholder('publicKey')},
        ${placeholder('counter')}::bigint, ${placeholder('transports')}::jsonb, users.id
      from ${lockedCaller}
      returning id, user_id, kind, name, created_at, last_used_at
    ), ${firstCodes(
      sql`select user_id from added`,
      sql`${placeholder('session')}::uuid`,
      sql`string_to_array(${placeholder('hashes')}, ',')`,
    )}
    select id, kind, name, created_at, last_used_at, exists (select from made) from added`,
);

/**
 * Of the caller; `isFirst`: the account had no recovery codes and has these now.
 * @param hashes of ten new recovery codes
 * @throws PASSKEY_INVALID for a credential that is stored; TOO_MANY_REQUESTS for more than 50 credentials in a day; NOT_FOUND where
 * the account or the session has just ended
 */
export async function create(
  scope: Scope,
  given: string,
  passkey: Passkey,
  hashes: readonly string[],
): Promise<Factor & { readonly isFirst: boolean }> {
  const { id: actor, sessionId: session } = scope.actor;
  const transports = JSON.stringify(passkey.transports);
  const values = { ...passkey, id: newId(), transports, name: given, actor, session, hashes: hashes.join() };
  const [row] = await explainViolation(insertPasskey(scope.db, values), rules);
  if (!row) throw notFound('user');
  return row;
}

const foundColumns = {
  ...accountColumns,
  factorId: factors.id,
  publicKey: sql<string>`${factors.publicKey}`,
};
type Found = Account & { readonly factorId: string; readonly publicKey: string };
const selectByCredential = statement<Found>(foundColumns, () =>
  build
    .select(foundColumns)
    .from(factors)
    .innerJoin(users, eq(users.id, factors.userId))
    .where(
      and(counts, eq(factors.credentialId, placeholder('id')), sql`${users.active}`, isNull(users.deletedAt)),
    ),
);

/** The passkey with this credential, and the active account that it belongs to. */
export async function find(db: Database, credentialId: string) {
  const [row] = await selectByCredential(db, { id: credentialId });
  if (!row) return undefined;
  const { factorId, publicKey, ...account } = row;
  return { factorId, publicKey, account };
}

/** Writes down that a passkey was used: says whether its counter went on, as that of a copy does not, or stays 0. */
export async function use(db: Database, factorId: string, counter: number): Promise<boolean> {
  const rows = await execute(
    db,
    sql`
    update factors set counter = ${counter}::bigint, last_used_at = now()
    where id = ${factorId} and deleted_at is null
      and (counter < ${counter}::bigint or counter = 0 and ${counter}::bigint = 0) returning id`,
  );
  return rows.length > 0;
}
