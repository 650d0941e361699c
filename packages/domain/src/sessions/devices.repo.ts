import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';
import { execute } from '../db/statement.ts';
import { usernameKey } from '../values/text.ts';

/**
 * Whose device this is: of whom it logged in before and whose password, status and account are the same since.
 * @param hash SHA-256 of its cookie; @param username known or not
 */
export async function find(
  db: Database,
  hash: string,
  username: string,
): Promise<'this account' | 'another account' | 'unknown'> {
  const [row] = await execute<{ own: boolean | null }>(
    db,
    sql`
    select bool_or(username_key = ${usernameKey(username)}) as own
    from devices join users on id = user_id and epoch = session_epoch and active and deleted_at is null
    where hash = ${hash}`,
  );
  if (row?.own === true) return 'this account';
  return row?.own === false ? 'another account' : 'unknown';
}
