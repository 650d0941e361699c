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

/** What is left of a bucket. */
export interface Left {
  readonly key: string;
  readonly remaining: number;
  /** Seconds until there is one more; 0 where nothing is used. */
  readonly next: number;
}

export interface Reservation {
  /** Seconds to wait, 0 when the attempt is allowed. */
  readonly wait: number;
  readonly left: readonly Left[];
}

const bucketRows = (buckets: readonly Bucket[]) =>
  sql.join(
    buckets.map(({ key, burst, seconds }) => sql`(${key}::text, ${burst}::float8, ${seconds}::float8)`),
    sql`, `,
  );

/** The buckets that exist, locked in the one order that all statements keep, so that no two can deadlock. */
const lockBuckets = (keys: readonly string[]) =>
  sql`locked as materialized (select key, drained_at from attempts where key in ${keys} order by key for update)`;

/** A bucket filled up while others were asked: once more, now that it can be seen. */
const MAX_TRIES = 4;

/**
 * Reserves one attempt in every bucket, or in none, in one statement, so that parallel attempts and other instances
 * count too. A leaky bucket is one instant: when it will be empty again (the generic cell rate algorithm of ITU-T
 * I.371).
 * One that is refused writes nothing.
 * @returns what is left afterwards, but for what others reserve at the same moment
 */
export async function reserve(db: Database, buckets: readonly Bucket[]): Promise<Reservation> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    try {
      const left = await execute<Left & { readonly wait: number }>(db, reservation(buckets));
      return { wait: Math.max(0, left[0]?.wait ?? 0), left };
    } catch (error) {
      if (databaseFailure(error)?.code !== '23502') throw error;
    }
  }
  return { wait: 1, left: [] };
}

/**
 * A bucket that others filled since this statement began gets no instant, which its column refuses: nothing of the
 * statement remains. Who is refused by what it sees locks nothing.
 */
const reservation = (buckets: readonly Bucket[]) => sql`
  with asked as materialized (
    select key, make_interval(secs => seconds) as one, make_interval(secs => burst * seconds) as room, a.drained_at
    from (values ${bucketRows(buckets)}) as b (key, burst, seconds) left join attempts a using (key)
  ), verdict as materialized (
    select ceil(extract(epoch from max(greatest(drained_at, now()) + one - room - now())))::integer as wait from asked
  ), reserved as (
    insert into attempts as a (key, drained_at)
    select key, now() + one from asked where (select wait from verdict) <= 0 order by key
    on conflict (key) do update set drained_at = (
      select greatest(a.drained_at, now()) + one from asked
      where asked.key = a.key and greatest(a.drained_at, now()) + one <= now() + room)
  )
  select key, wait, greatest(0, floor(free / seconds))::integer as remaining,
    case when free < burst * seconds then ceil(seconds - (free - greatest(0, floor(free / seconds)) * seconds)) else 0 end::integer as next
  from verdict, lateral (
    select key, burst, seconds, burst * seconds - case when wait <= 0 then seconds else 0 end
      - greatest(0, extract(epoch from drained_at - now()))::float8 as free from asked join (values ${bucketRows(buckets)}) as b (key, burst, seconds) using (key)
  ) as state`;

/** Gives back one attempt in each bucket; of one that is empty then nothing is left. */
export async function release(db: Database, buckets: readonly Bucket[]): Promise<void> {
  if (buckets.length === 0) return;
  await execute(
    db,
    sql`
    with ${lockBuckets(buckets.map(({ key }) => key))}, given as materialized (
      select key, drained_at - make_interval(secs => seconds) as instant
      from locked join (values ${bucketRows(buckets)}) as b (key, burst, seconds) using (key)
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
    with ${lockBuckets(keys)} delete from attempts using locked where attempts.key = locked.key`,
  );
}
