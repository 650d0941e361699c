import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { holdsToken } from '@daybook/api';

const validHost = /^([\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(:\d{0,5})?$/i;

/**
 * RFC 9112, section 3.2: exactly one Host, and a valid one. Of two, Node would take the first. HTTP/1.0, which some
 * load balancers use for health checks, needs none.
 */
export function hasOneHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  if (!validHost.test(headers.host)) return false;
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1;
}

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

/** A client's own id of a request is kept if it cannot forge a log line and is no token. */
export function requestId({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.-]{1,64}$/.test(sent) && !holdsToken(sent) ? sent : randomUUID();
}
