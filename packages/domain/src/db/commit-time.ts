import type { Database } from './client.ts';

/** @returns milliseconds that a commit takes at the least, without the way to PostgreSQL (migration 0030) */
export async function commitTime(db: Database): Promise<number> {
  const [row] = await db.execute<{ ms: number }>('call commit_time(null)');
  return Number(row?.ms);
}
