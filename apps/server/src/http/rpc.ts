import { type AppRouter, appRouter, failureOf, ofRequest } from '@daybook/api';
import { DomainError } from '@daybook/domain';
import { HttpError, httpErrorOf, jsonText } from '@daybook/facade';
import { type FastifyTRPCPluginOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, contextOf, type Dependencies } from './context.ts';
import { asDomainError, failureHeaders, logFailure } from './failure.ts';

const mostBatched = 50;
/** Guessing many passwords in one request would look like one request. */
const unbatched = new Set(['auth.login', 'users.changePassword']);

/** The path of its cookie keeps this one to REST. */
const restOnly = 'auth.refresh';

function refuseCalls(calls: readonly { readonly path: string }[]) {
  if (calls.some(({ path }) => path === restOnly))
    throw new DomainError('NOT_FOUND', 'Renew a session with POST /auth/refresh.');
  if (calls.length > mostBatched)
    throw new DomainError('VALIDATION', `Send at most ${mostBatched} calls in one batch.`);
  if (calls.length > 1 && calls.some(({ path }) => unbatched.has(path)))
    throw new DomainError('VALIDATION', `Call ${[...unbatched].join(' and ')} alone, not in a batch.`);
}

/** The same procedures for the typed client. A failure before any procedure has tRPC's shape too. */
export function rpc(dependencies: Dependencies): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler((error, request, reply) => {
      const failure = failureOf(asDomainError(httpErrorOf(error) ?? error));
      logFailure(request, failure, error);
      const { code, status, message } = failure;
      const data = { code, httpStatus: status, requestId: request.id };
      return reply
        .code(status)
        .headers(failureHeaders(failure, request))
        .send({ error: { message, code: -32600, data } });
    });

    // The adapter's own plugin would take any method, and bytes that are no UTF-8.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
      done(null, jsonText(request, bytes));
    });
    app.addContentTypeParser('*', () => {
      throw new HttpError('UNSUPPORTED_MEDIA_TYPE', 'Send the input as application/json');
    });

    const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
      router: appRouter,
      async createContext({
        req,
        res,
        info,
      }: {
        req: FastifyRequest;
        res: FastifyReply;
        info: { calls: { path: string }[] };
      }) {
        refuseCalls(info.calls);
        return contextOf(dependencies, req, res, await authenticate(dependencies, req));
      },
      onError({ error, req }) {
        ofRequest(error, req.id);
        logFailure(req, failureOf(error), error.cause ?? error);
      },
      responseMeta({ errors }) {
        const [error] = errors;
        return error ? { headers: failureHeaders(failureOf(error), undefined) } : {};
      },
    };
    app.route<{ Params: { path: string } }>({
      method: ['GET', 'POST'],
      url: '/trpc/:path',
      handler: (req, res) => fastifyRequestHandler({ ...trpcOptions, req, res, path: req.params.path }),
    });
  };
}
