import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { admit, appRouter, Batch, declarations, failureOf, ofRequest } from '@daybook/api';
import { DomainError } from '@daybook/domain';
import { HttpError, httpErrorOf, jsonText } from '@daybook/facade';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { incomingMessageToRequest } from '@trpc/server/adapters/node-http';
import { resolveResponse } from '@trpc/server/http';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, contextOf, sendsPersonalToken } from './context.ts';
import type { Dependencies } from './dependencies.ts';
import { asDomainError, failureHeaders, logFailure } from './failure.ts';
import { deprecationHeaders } from './response-headers.ts';
import { keepConnection, timeoutOf, uploadLimit } from './rest.ts';

type Call = FastifyRequest<{ Params: { path: string } }>;

const MAX_CALLS = 50;
/** The procedures that must not be in a batch. */
const unbatched = [...declarations].flatMap(([path, { batch }]) => (batch === false ? [path] : []));
const { procedures }: { procedures: Record<string, AnyTRPCProcedure> } = (appRouter as AnyTRPCRouter)._def;
const subscriptions = [...declarations.keys()].filter(
  (path) => procedures[path]?._def.type === 'subscription',
);
/** The procedures that are to go; today there are none. */
const deprecated = new Map([...declarations].filter(([, meta]) => meta.deprecated));

/** What is refused before tRPC works on it, whoever asks. */
function refuse({ params, headers, method }: Call): void {
  // tRPC would decode the path once more, and find a procedure under a name that nobody has looked at.
  if (params.path.includes('%')) throw new DomainError('NOT_FOUND', 'There is no such procedure.');
  const names = params.path.split(',');
  // The path of its cookie keeps it to REST.
  const withCookie = names
    .map((name) => declarations.get(name))
    .find((call) => call?.credentials === 'refreshCookie');
  if (withCookie) throw new DomainError('NOT_FOUND', `Call ${withCookie.rest} instead.`);
  if (method !== 'GET' && names.some((name) => subscriptions.includes(name)))
    throw new DomainError('METHOD_NOT_ALLOWED', 'Subscribe with GET.');
  if (names.length > MAX_CALLS)
    throw new DomainError('VALIDATION', `A batch must have at most ${MAX_CALLS} calls.`);
  if (names.length > 1 && names.some((name) => unbatched.includes(name)))
    throw new DomainError('VALIDATION', `Call ${unbatched.join(' and ')} alone, not in a batch.`);
  // A streamed answer says 200 before anything is done.
  const { 'trpc-accept': wanted = 'application/json', accept = '' } = headers;
  if (wanted !== 'application/json' || accept.includes('application/jsonl'))
    throw new DomainError('VALIDATION', 'trpc-accept must be application/json: answers are not streamed.');
}

/** The same procedures for the typed client. A failure before any procedure has tRPC's shape too. */
export function rpc(dependencies: Dependencies): FastifyPluginAsync {
  async function answer(request: Call, reply: FastifyReply): Promise<Response> {
    const { raw, body } = request;
    // Where tRPC's adapters look for a body that was read already; they know none of bytes.
    Object.assign(raw, { body: Buffer.isBuffer(body) ? undefined : body });
    const read = incomingMessageToRequest(raw, reply.raw, { maxBodySize: null });
    return resolveResponse({
      router: appRouter,
      path: request.params.path,
      req: Buffer.isBuffer(body)
        ? new Request(read.url, { method: 'POST', headers: read.headers, body: new Uint8Array(body) })
        : read,
      error: null,
      async createContext({ info }) {
        const principal = await authenticate(dependencies, request);
        const isBatch = info !== undefined && info.calls.length > 1;
        const endsSession = isBatch && info.calls.some(({ path }) => declarations.get(path)?.endsSession);
        const batch = isBatch ? new Batch(() => reply.sent || reply.raw.destroyed, endsSession) : undefined;
        return { ...contextOf(dependencies, request, reply, principal), batch };
      },
      onError({ error }) {
        ofRequest(error, request.id);
        logFailure(request, failureOf(error), error.cause ?? error);
      },
      responseMeta({ errors }) {
        const [error] = errors;
        return error ? { headers: failureHeaders(failureOf(error), undefined) } : {};
      },
    });
  }

  return async (app) => {
    app.setErrorHandler((error, request, reply) => {
      const failure = failureOf(asDomainError(httpErrorOf(error) ?? error));
      logFailure(request, failure, error);
      const { code, status, message } = failure;
      const data = { code, httpStatus: status, requestId: request.id };
      return (
        reply
          .code(status)
          .headers(failureHeaders(failure, request))
          // As REST does: its time is up before the rest of its body has arrived.
          .headers(status === 503 && !request.raw.complete ? { connection: 'close' } : {})
          .send({ error: { message, code: -32600, data } })
      );
    });

    // The adapter's own plugin would take any method, and bytes that are no UTF-8.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
      done(null, jsonText(request, bytes));
    });
    app.addContentTypeParser('*', () => {
      throw new HttpError('UNSUPPORTED_MEDIA_TYPE', 'Send the input as application/json');
    });

    const route = {
      async onRequest(request: Call, reply: FastifyReply) {
        refuse(request);
        if (deprecated.size > 0) {
          const called = request.params.path.split(',').map((name) => deprecated.get(name) ?? {});
          reply.headers(deprecationHeaders(called));
        }
      },
      async handler(request: Call, reply: FastifyReply) {
        const answered = await answer(request, reply);
        // Answered meanwhile: the deadline has passed.
        if (reply.sent) return reply;
        return (
          reply
            .code(answered.status)
            // Where it fails before it has looked at the call tRPC forgets the type.
            .headers({ ...Object.fromEntries(answered.headers), 'content-type': 'application/json' })
            .send(Buffer.from(await answered.arrayBuffer()))
        );
      },
    };
    app.route<{ Params: { path: string } }>({ method: ['GET', 'POST'], url: '/trpc/:path', ...route });

    for (const path of subscriptions) {
      const meta = declarations.get(path);
      app.route<{ Params: { path: string } }>({
        method: 'GET',
        url: `/trpc/:path(^${path}$)`,
        // The longest that a timer takes: Fastify's limit holds until the answer's end.
        handlerTimeout: 2 ** 31 - 1,
        // A stream says 200 before its procedure is called.
        async onRequest(request: Call, reply: FastifyReply) {
          await route.onRequest(request, reply);
          admit(meta, await authenticate(dependencies, request), undefined, sendsPersonalToken(request));
        },
        async handler(request: Call, reply: FastifyReply) {
          const { headers, body } = await answer(request, reply);
          return reply.headers(Object.fromEntries(headers)).send(Readable.fromWeb(body as WebStream));
        },
      });
    }

    await app.register(async (uploads) => {
      uploads.removeAllContentTypeParsers();
      uploads.addContentTypeParser(
        'multipart/form-data',
        { parseAs: 'buffer' },
        async (_request: unknown, bytes: Buffer) => bytes,
      );
      uploads.addContentTypeParser('*', () => {
        throw new HttpError('UNSUPPORTED_MEDIA_TYPE', 'Send the input as multipart/form-data');
      });
      const taken = new Map([...declarations].filter(([, { upload }]) => upload !== undefined));
      uploads.route<{ Params: { path: string } }>({
        ...route,
        method: 'POST',
        url: `/trpc/:path(^(?:${[...taken.keys()].join('|')})$)`,
        bodyLimit: uploadLimit,
        handlerTimeout: Math.max(...[...taken.values()].map(timeoutOf)),
        // Before the body is read.
        async onRequest(request: Call, reply: FastifyReply) {
          await route.onRequest(request, reply);
          const meta = taken.get(request.params.path);
          if (!meta) return;
          keepConnection(request, meta);
          admit(meta, await authenticate(dependencies, request), undefined, sendsPersonalToken(request));
        },
      });
    });
  };
}
