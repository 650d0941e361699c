import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { holdsToken } from '@daybook/api';

/** A client's own id of a request is kept if it cannot forge a log line and is no token. */
export function requestId({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.-]{1,64}$/.test(sent) && !holdsToken(sent) ? sent : randomUUID();
}
