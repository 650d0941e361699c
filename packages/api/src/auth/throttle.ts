import { isIPv6 } from 'node:net';
import { DomainError, usernameKey } from '@daybook/domain';
import { attempts } from '@daybook/domain/server';
import type { Context } from '../context.ts';
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

interface Buckets {
  /** Emptied by a success. */
  readonly own: readonly attempts.Bucket[];
  /** A success gives back its attempt alone. */
  readonly shared: readonly attempts.Bucket[];
}

/**
 * 10 per account and address and 100 per address in 5 minutes; 100 per account in an hour, from anywhere. A device that
 * has logged in to the account before has 10 in 5 minutes of its own, whatever others do.
 */
function bucketsOf(username: string, address: string, device: string | undefined): Buckets {
  const account = sha256(usernameKey(username));
  if (device !== undefined)
    return { own: [{ key: `device:${account}:${device}`, burst: 10, seconds: 30 }], shared: [] };
  const network = clientNetwork(address);
  const pair = { key: `pair:${account}:${network}`, burst: 10, seconds: 30 };
  const everywhere = { key: `account:${account}`, burst: 100, seconds: 36 };
  return { own: [pair, everywhere], shared: [{ key: `network:${network}`, burst: 100, seconds: 3 }] };
}

/**
 * Runs a comparison of passwords that counts as a failure unless it succeeds. The attempt is reserved first, so
 * that parallel ones cannot slip through.
 * @param username known or not; @param device the hash of one that the account knows
 * @throws TOO_MANY_REQUESTS, with the seconds to wait
 */
export async function throttled<T>(
  ctx: Pick<Context, 'db' | 'caller' | 'settings'>,
  username: string,
  compare: () => Promise<T | undefined>,
  device?: string,
): Promise<T | undefined> {
  if (!ctx.settings.limitLogins) return compare();
  const { own, shared } = bucketsOf(username, ctx.caller.address, device);
  const all = [...own, ...shared];
  const wait = await attempts.reserve(ctx.db, all);
  if (wait > 0)
    throw new DomainError('TOO_MANY_REQUESTS', `Too many failed attempts: try again in ${wait} seconds.`, {
      retryAfter: wait,
    });
  let result: T | undefined;
  try {
    result = await compare();
  } catch (error) {
    await attempts.release(ctx.db, all);
    throw error;
  }
  if (result !== undefined) {
    const keys = own.map(({ key }) => key);
    await attempts.clear(ctx.db, keys);
    await attempts.release(ctx.db, shared);
  }
  return result;
}
