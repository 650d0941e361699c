import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';
import { subjectOf } from '../db/repository.ts';
import { execute } from '../db/statement.ts';
import type { FactorMethod } from './factors.schema.ts';
import { factors } from './factors.table.ts';

export const subject = subjectOf(factors, { title: factors.name });

/** That it counts, of the table's row: a passkey does from the beginning. */
const counts = sql`factors.deleted_at is null and (factors.confirmed_at is not null or factors.kind = 'passkey')`;

/** How this account proves its second factor: nothing where it has none. Recovery codes alone are none. */
export async function methods(db: Database, userId: string): Promise<readonly FactorMethod[]> {
  const [row] = await execute<{ totp: boolean | null; passkey: boolean | null; recovery: boolean }>(
    db,
    sql`
    select bool_or(kind = 'totp') as totp, bool_or(kind = 'passkey') as passkey,
      exists (select from recovery_codes where user_id = ${userId}) as recovery
    from factors where user_id = ${userId} and ${counts}`,
  );
  if (!row?.totp && !row?.passkey) return [];
  return (['totp', 'recovery', 'passkey'] as const).filter((method) => row[method]);
}

/** The secrets of an account's authenticator apps, as they are stored. */
export const secrets = (db: Database, userId: string) =>
  execute<{ id: string; secret: string }>(
    db,
    sql`select id, secret from factors where user_id = ${userId} and kind = 'totp' and ${counts}`,
  );

/** Uses a time step of an authenticator app, once, and none before it any more: says whether it did. */
export async function useStep(db: Database, id: string, step: number): Promise<boolean> {
  const rows = await execute(
    db,
    sql`
    update factors set last_step = ${step}::bigint, last_used_at = now()
    where id = ${id} and coalesce(last_step, -1) < ${step}::bigint and ${counts} returning id`,
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
