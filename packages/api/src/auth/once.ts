import { attempts } from '@daybook/domain/server';
import type { Context } from '../context.ts';

/** Says whether it is the first use of something, on all instances: a bucket with room for one. @param seconds until it is empty again */
export async function isFirstUse(
  { db }: Pick<Context, 'db'>,
  key: string,
  seconds: number,
): Promise<boolean> {
  const { wait } = await attempts.reserve(db, [{ key, burst: 1, seconds }]);
  return wait === 0;
}
