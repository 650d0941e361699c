import { isIPv6 } from 'node:net';
import { DomainError, usernameKey } from '@daybook/domain';
import { attempts } from '@daybook/domain/server';
import type { Context } from '../context.ts';
import { sha256 } from './tokens.ts';

/** An IPv6 network of 64 bits belongs to one client; IPv4 in its IPv6 form is IPv4. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const groups = [
    ...before,
    ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'),
    ...after,
  ];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** 10 per account and address and 100 per address in 5 minutes; 100 per account in an hour, from anywhere. */
function bucketsOf(username: string, address: string) {
  const account = sha256(usernameKey(username));
  const network = clientNetwork(address);
  return {
    pair: { key: `pair:${account}:${network}`, burst: 10, seconds: 30 },
    network: { key: `network:${network}`, burst: 100, seconds: 3 },
    account: { key: `account:${account}`, burst: 100, seconds: 36 },
  };
}

/**
 * Runs a comparison of passwords that counts as a failure unless it succeeds. The attempt is reserved first, so
 * that parallel ones cannot slip through.
 * @param username known or not; @throws TOO_MANY_REQUESTS, with the seconds to wait
 */
export async function throttled<T>(
  ctx: Pick<Context, 'db' | 'caller' | 'settings'>,
  username: string,
  compare: () => Promise<T | undefined>,
): Promise<T | undefined> {
  if (!ctx.settings.limitLogins) return compare();
  const { pair, network, account } = bucketsOf(username, ctx.caller.address);
  const all = [pair, network, account];
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
    await attempts.clear(ctx.db, [pair.key, account.key]);
    await attempts.release(ctx.db, [network]);
  }
  return result;
}
