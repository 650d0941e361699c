import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';
import { databaseFailure } from '../db/failures.ts';
import { execute } from '../db/statement.ts';

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
  sql`locked as materialized (select key, drained_at from attempts where key in ${keys} order by key for update)`;

/** A bucket filled up while others were asked: once more, now that it can be seen. */
const mostTries = 4;

/**
 * Reserves one attempt in every bucket, or in none, in one statement, so that parallel attempts and other instances
 * count too. A leaky bucket is one instant: when it will be empty again (the generic cell rate algorithm of ITU-T
 * I.371).
 * @returns seconds to wait, 0 when the attempt is allowed; one that is refused writes nothing
 */
export async function reserve(db: Database, buckets: readonly Bucket[]): Promise<number> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    try {
      const [answer] = await execute<{ wait: number }>(db, reservation(buckets));
      return Math.max(0, answer?.wait ?? 0);
    } catch (error) {
      if (databaseFailure(error)?.code !== '23502') throw error;
    }
  }
  return 1;
}

/**
 * A bucket that others filled since this statement began gets no instant, which its column refuses: nothing of the
 * statement remains. Who is refused by what it sees locks nothing.
 */
const reservation = (buckets: readonly Bucket[]) => sql`
  with asked as materialized (
    select key, make_interval(secs => seconds) as one, make_interval(secs => burst * seconds) as room, a.drained_at
    from (values ${rows(buckets)}) as b (key, burst, seconds) left join attempts a using (key)
  ), verdict as materialized (
    select ceil(extract(epoch from max(greatest(drained_at, now()) + one - room - now())))::integer as wait from asked
  ), reserved as (
    insert into attempts as a (key, drained_at)
    select key, now() + one from asked where (select wait from verdict) <= 0 order by key
    on conflict (key) do update set drained_at = (
      select greatest(a.drained_at, now()) + one from asked
      where asked.key = a.key and greatest(a.drained_at, now()) + one <= now() + room)
  )
  select wait from verdict`;

/** Gives back one attempt in each bucket; of one that is empty then nothing is left. */
export async function release(db: Database, buckets: readonly Bucket[]): Promise<void> {
  if (buckets.length === 0) return;
  await execute(
    db,
    sql`
    with ${locked(buckets.map(({ key }) => key))}, given as materialized (
      select key, drained_at - make_interval(secs => seconds) as instant
      from locked join (values ${rows(buckets)}) as b (key, burst, seconds) using (key)
    ), emptied as (
      delete from attempts using given where attempts.key = given.key and instant <= now()
    )
    update attempts set drained_at = instant from given where attempts.key = given.key and instant > now()`,
  );
}

/** Forgets the failures counted under these keys. */
export async function clear(db: Database, keys: readonly string[]): Promise<void> {
  await execute(
    db,
    sql`
    with ${locked(keys)} delete from attempts using locked where attempts.key = locked.key`,
  );
}
