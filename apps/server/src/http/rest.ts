import { admit, appRouter, type Context, holdsToken, type Meta } from '@daybook/api';
import { MAX_IMPORT_BYTES, unjoinedRecords } from '@daybook/domain';
import { type Operation, type RestCall, type RestHooks, restPlugin } from '@daybook/facade';
import type { AnyTRPCRouter } from '@trpc/server';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { readFile, sendFile } from './attachments.ts';
import { authenticate, contextOf, sendsPersonalToken } from './context.ts';
import type { Dependencies } from './dependencies.ts';
import { eventStream } from './event-streams.ts';
import { restFailure } from './failure.ts';
import { formsOf, mediaTypesOf } from './files/forms.ts';
import { deprecationHeaders } from './response-headers.ts';
import { tagsOf, versionTag } from './tags.ts';
import { parametersOf, tellUnknownNames } from './unknown-names.ts';

interface Listed {
  readonly items: unknown[];
  readonly nextCursor: string | null;
  readonly until?: string;
}

const isList = (data: unknown): data is Listed =>
  typeof data === 'object' && data !== null && 'items' in data && 'nextCursor' in data;

/** The address of the next page, relative to this one (RFC 8288); without tokens that somebody put into the query. */
function nextLink(url: string, cursor: string, operation: Operation): string {
  // A second `?` is part of the query (RFC 3986, section 3.4).
  const begin = url.includes('?') ? url.indexOf('?') : url.length;
  const path = url.slice(0, begin);
  const parameters = new URLSearchParams(url.slice(begin + 1));
  const known = parametersOf(operation);
  for (const [name, value] of [...parameters])
    if (!known.includes(name) && (holdsToken(name) || holdsToken(value))) parameters.delete(name);
  parameters.set('cursor', cursor);
  return `<${path}?${parameters}>; rel="next"`;
}

/** Lists answer their items as data. */
function success(data: unknown, { request, reply, operation }: RestCall<Meta>) {
  if (!isList(data)) {
    const { version } = (data ?? {}) as { version?: number };
    if (version !== undefined) reply.header('etag', versionTag(version));
    return { success: true, data };
  }
  const { items, nextCursor, until } = data;
  if (nextCursor !== null) reply.header('link', nextLink(request.url, nextCursor, operation));
  return operation.meta.nextPage === 'header'
    ? { success: true, data: items }
    : { success: true, data: items, nextCursor, ...(until !== undefined && { until }) };
}

/** What is imported or attached, and the form around it. */
export const uploadLimit = MAX_IMPORT_BYTES + 1024 * 1024;

/** Milliseconds until a request is answered 503; files and their statements may take longer. */
export const timeoutOf = (meta: Pick<Meta, 'bulkhead' | 'upload'>): number => (hasTime(meta) ? 60_000 : 6000);
const hasTime = ({ bulkhead, upload }: Pick<Meta, 'bulkhead' | 'upload'>) =>
  bulkhead === 'imports' || upload !== undefined;

/** Nothing is sent while it is worked on: the connection lasts as long, until its next request. */
export function keepConnection({ raw }: FastifyRequest, meta: Pick<Meta, 'bulkhead' | 'upload'>): void {
  if (hasTime(meta)) raw.setTimeout(timeoutOf(meta));
}

/** The 25 operations of the interface and the additions, as routes. */
export function rest(dependencies: Dependencies, router: AnyTRPCRouter = appRouter): FastifyPluginAsync {
  const [file, reader] = [sendFile(dependencies), readFile(dependencies)];
  const hooks: RestHooks<Context, Meta> = {
    async context({ request, reply, operation }) {
      const { meta } = operation;
      if (meta.deprecated) reply.headers(deprecationHeaders([meta]));
      keepConnection(request, meta);
      const principal = meta.access === 'open' ? undefined : await authenticate(dependencies, request);
      const { userID } = request.params as { userID?: string };
      admit(meta, principal, userID, principal === undefined && sendsPersonalToken(request));
      return contextOf(dependencies, request, reply, principal);
    },
    success,
    failure: restFailure,
    timeoutMs: ({ meta }) => timeoutOf(meta),
    send: ({ meta }) => (meta.download ? file : undefined),
    readFile: ({ meta }) => (meta.uploadTypes ? reader : undefined),
    forms: (operation) => (operation.meta.eventStream ? [eventStream] : formsOf(operation)),
    route(operation) {
      // Days that are none are refused at the start.
      deprecationHeaders([operation.meta]);
      return {
        config: {
          procedure: operation.id,
          mediaTypes: mediaTypesOf(operation),
          ...(operation.meta.uploadTypes && { streamedTypes: operation.meta.uploadTypes }),
        },
        preHandler: tellUnknownNames(operation),
        ...(operation.meta.upload && { bodyLimit: uploadLimit }),
        onSend: tagsOf(unjoinedRecords.has(operation.output)),
      };
    },
  };
  return restPlugin(router, hooks);
}
