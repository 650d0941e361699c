import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';

/** At most `burst` failures at once, then one more each `seconds`. */
export interface Bucket {
  readonly key: string;
  readonly burst: number;
  readonly seconds: number;
}

const rows = (buckets: readonly Bucket[]) =>
  sql.join(
    buckets.map(({ key, burst, seconds }) => sql`(${key}::text, ${burst}::float8, ${seconds}::float8)`),
    sql`, `,
  );

/** The buckets that exist, locked in the one order that all statements keep, so that no two can deadlock. */
const locked = (keys: readonly string[]) =>
  sql`locked as materialized (select key from attempts where key in ${keys} order by key for update)`;

/**
 * Reserves one attempt in every bucket, in one statement, so that parallel attempts and other instances count
 * too. A leaky bucket is one instant: when it will be empty again (the generic cell rate algorithm of ITU-T
 * I.371).
 * @returns seconds to wait, 0 when the attempt is allowed; a refused attempt counts in no bucket.
 */
export async function reserve(db: Database, buckets: readonly Bucket[]): Promise<number> {
  const granted = await db.execute<{ key: string }>(sql`
    insert into attempts as a (key, drained_at)
    select key, now() + make_interval(secs => seconds) from (values ${rows(buckets)}) as b (key, burst, seconds)
    order by key
    on conflict (key) do update
    set drained_at = greatest(a.drained_at, now()) + (excluded.drained_at - now())
    where greatest(a.drained_at, now()) + (excluded.drained_at - now())
      <= now() + (select make_interval(secs => burst * seconds) from (values ${rows(buckets)}) as b (key, burst, seconds)
        where b.key = a.key)
    returning key`);
  if (granted.length === buckets.length) return 0;
  const taken = new Set(granted.map(({ key }) => key));
  await release(
    db,
    buckets.filter(({ key }) => taken.has(key)),
  );
  const [wait] = await db.execute<{ seconds: number }>(sql`
    select ceil(extract(epoch from max(a.drained_at - now() - make_interval(secs => (b.burst - 1) * b.seconds))))::integer
      as seconds
    from (values ${rows(buckets)}) as b (key, burst, seconds) join attempts a using (key)`);
  return Math.max(1, wait?.seconds ?? 1);
}

/** Gives back one attempt in each bucket. */
export async function release(db: Database, buckets: readonly Bucket[]): Promise<void> {
  if (buckets.length === 0) return;
  await db.execute(sql`
    with ${locked(buckets.map(({ key }) => key))}
    update attempts set drained_at = drained_at - make_interval(secs => b.seconds)
    from locked join (values ${rows(buckets)}) as b (key, burst, seconds) using (key)
    where attempts.key = locked.key`);
}

/** Forgets the failures counted under these keys. */
export async function clear(db: Database, keys: readonly string[]): Promise<void> {
  await db.execute(sql`
    with ${locked(keys)} delete from attempts using locked where attempts.key = locked.key`);
}
