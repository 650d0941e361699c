import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** `203.0.113.7`, `203.0.113.7:443`, `2001:db8::1`, `[2001:db8::1]:443` → the address without the port. */
function parseAddress(entry: string): string | undefined {
  const text = entry.trim();
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : bare;
}

/**
 * Keeps only addresses in X-Forwarded-For: with its port each connection would look like another client. An entry that is
 * not an address, and everything before it, was not written by a trusted proxy: the client is then whoever sent it.
 */
export function sanitizeForwardedFor(headers: IncomingHttpHeaders): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return;
  const addresses = String(forwarded).split(',').map(parseAddress);
  const kept = addresses.slice(addresses.lastIndexOf(undefined) + 1);
  headers['x-forwarded-for'] = kept.length > 0 ? kept.join(', ') : undefined;
}
