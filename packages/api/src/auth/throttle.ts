import { isIPv6 } from 'node:net';
import { DomainError, usernameKey } from '@daybook/domain';
import { attempts } from '@daybook/domain/server';
import type { Context, Limit } from '../context.ts';
import { sha256 } from './tokens.ts';

/** An IPv6 network of 64 bits belongs to one client; IPv4 in its IPv6 form is IPv4. */
export function clientNetwork(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  // A URL knows the canonical form of RFC 5952, with an IPv4 part in hexadecimal.
  const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return groups.slice(0, 4).join(':');
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}

interface Bucket extends attempts.Bucket {
  /** What callers are told that the limit is called. */
  readonly policy: string;
  /** Others count too: what is left of it would tell of them. */
  readonly hidden?: true;
}

interface Buckets {
  /** Emptied by a success. */
  readonly own: readonly Bucket[];
  /** A success gives back its attempt alone. */
  readonly shared: readonly Bucket[];
}

/**
 * 10 per account and address and 100 per address in 5 minutes; 100 per account in an hour, from anywhere. A device that
 * has logged in to the account before, and a session of it, have 10 in 5 minutes of their own, whatever others do.
 */
function bucketsOf(username: string, address: string, device: string | undefined): Buckets {
  const account = sha256(usernameKey(username));
  if (device !== undefined)
    return {
      own: [{ policy: 'device', key: `device:${account}:${device}`, burst: 10, seconds: 30 }],
      shared: [],
    };
  const network = clientNetwork(address);
  const pair = { policy: 'account-and-address', key: `pair:${account}:${network}`, burst: 10, seconds: 30 };
  const everywhere = {
    policy: 'account',
    key: `account:${account}`,
    burst: 100,
    seconds: 36,
    hidden: true,
  } as const;
  return { own: [pair, everywhere], shared: [addressBucket(network)] };
}

const addressBucket = (network: string): Bucket => ({
  policy: 'address',
  key: `network:${network}`,
  burst: 100,
  seconds: 3,
});

/** What is left of each limit, as far as it may be told; one that refuses tells that by itself. */
function limitsOf(
  buckets: readonly Bucket[],
  { wait, left }: attempts.Reservation,
  returned: Returned = {},
): Limit[] {
  return buckets.flatMap(({ policy, key, burst, seconds, hidden }) => {
    const found = left.find((one) => one.key === key);
    const limit = { policy, quota: burst, window: burst * seconds };
    const refuses = wait > 0 && found?.remaining === 0;
    if (!found || (hidden && !refuses)) return [limit];
    const remaining =
      returned[policy] === 'all' ? burst : Math.min(burst, found.remaining + (returned[policy] ?? 0));
    return [{ ...limit, remaining, ...(remaining < burst && { next: found.next }) }];
  });
}
/** By policy: attempts that were given back since. */
type Returned = Readonly<Record<string, 'all' | 1>>;
const returnedTo = (buckets: readonly Bucket[], what: 'all' | 1): Returned =>
  Object.fromEntries(buckets.map(({ policy }) => [policy, what]));

type Throttling = Pick<Context, 'db' | 'caller' | 'settings' | 'limited'>;

/**
 * Runs a comparison of passwords that counts as a failure unless it succeeds. The attempt is reserved first, so
 * that parallel ones cannot slip through.
 * @param username known or not; @param device the hash of one that the account knows, or the session that asks
 * @throws TOO_MANY_REQUESTS, with the seconds to wait
 */
export function throttled<T>(
  ctx: Throttling,
  username: string,
  compare: () => Promise<T | undefined>,
  device?: string,
): Promise<T | undefined> {
  return counted(ctx, bucketsOf(username, ctx.caller.address, device), compare);
}

/** The same of what belongs to no account before it is known; counted for the address alone. */
export const throttledAddress = <T>(
  ctx: Throttling,
  compare: () => Promise<T | undefined>,
): Promise<T | undefined> =>
  counted(ctx, { own: [], shared: [addressBucket(clientNetwork(ctx.caller.address))] }, compare);

/** Seconds that each wrong code after the fifth waits. */
const codeWaits = [30, 60, 120, 240, 480, 960];

/**
 * Five wrong codes, then each further one waits twice as long, up to an hour: a bucket for each wait, with room for one more code
 * than the one before, and the seconds of all waits up to it; the last lets one code in an hour through.
 */
const codeBuckets = (key: string): Bucket[] =>
  [...codeWaits, 3600].map((wait, n) => ({
    policy: 'code',
    key: `code:${key}:${n}`,
    burst: 5 + n,
    seconds: n < codeWaits.length ? codeWaits.slice(0, n).reduce((sum, one) => sum + one, wait) : wait,
  }));

/**
 * The same for codes, which have limits of their own; no response shows what is left of them.
 * @param apart a device that has logged in to the account before, or the session that asks: these have a count of their own,
 * whatever others do
 * @throws TOO_MANY_REQUESTS
 */
export const throttledCode = <T>(
  { db, caller, settings }: Throttling,
  userId: string,
  apart: string | undefined,
  compare: () => Promise<T | undefined>,
): Promise<T | undefined> =>
  counted(
    { db, caller, settings, limited: () => {} },
    { own: codeBuckets(apart === undefined ? userId : `${userId}:${apart}`), shared: [] },
    compare,
  );

async function counted<T>(
  ctx: Throttling,
  { own, shared }: Buckets,
  compare: () => Promise<T | undefined>,
): Promise<T | undefined> {
  if (!ctx.settings.limitLogins) return compare();
  const all = [...own, ...shared];
  const reserved = await attempts.reserve(ctx.db, all);
  const { wait } = reserved;
  ctx.limited(limitsOf(all, reserved));
  if (wait > 0)
    throw new DomainError('TOO_MANY_REQUESTS', `Too many failed attempts: try again in ${wait} seconds.`, {
      retryAfter: wait,
    });
  let result: T | undefined;
  try {
    result = await compare();
  } catch (error) {
    await attempts.release(ctx.db, all);
    ctx.limited(limitsOf(all, reserved, returnedTo(all, 1)));
    throw error;
  }
  if (result !== undefined) {
    const keys = own.map(({ key }) => key);
    if (keys.length > 0) await attempts.clear(ctx.db, keys);
    await attempts.release(ctx.db, shared);
    ctx.limited(limitsOf(all, reserved, { ...returnedTo(own, 'all'), ...returnedTo(shared, 1) }));
  }
  return result;
}
