import type { IncomingMessage } from 'node:http';

const valid = /^([\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(:\d{0,5})?$/i;

/** RFC 9112, section 3.2: exactly one Host, and a valid one. Of two, Node would take the first. */
export function hasOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined || !valid.test(headers.host)) return false;
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1;
}
