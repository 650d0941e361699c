import type { IncomingMessage } from 'node:http';

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
