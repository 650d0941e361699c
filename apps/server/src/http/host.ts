import type { IncomingMessage } from 'node:http';

const valid = /^([\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(:\d{0,5})?$/i;

/** RFC 9112, section 3.2: exactly one Host, and a valid one. Of two, Node would take the first. */
export function hasOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined || !valid.test(headers.host)) return false;
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  return names.length === 1;
}
