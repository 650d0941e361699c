import { clientNetwork } from '@daybook/api';
import { HttpError, serverOptions, setErrorHandlers } from '@daybook/facade';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
  type RouteOptions,
} from 'fastify';
import { ImportThread } from '../imports/thread.ts';
import { admission } from './admission.ts';
import { bulkheadLimits, bulkheadToEnter } from './bulkheads.ts';
import { calendar } from './calendar.ts';
import { compressAnswers } from './compression.ts';
import { limitClosingTime, limitConnections, limitPipelining } from './connections.ts';
import { deviceOf } from './cookies.ts';
import type { Dependencies } from './dependencies.ts';
import { docs } from './docs.ts';
import { EventStreams } from './event-streams.ts';
import { restFailure } from './failure.ts';
import { health } from './health.ts';
import { limitMemory } from './memory.ts';
import { hasOneHost, requestId, sanitizeForwardedFor } from './request-headers.ts';
import { securityHeaders } from './response-headers.ts';
import { rest } from './rest.ts';
import { rpc } from './rpc.ts';
import { hasWeb, web } from './web.ts';

const seconds = (count: number) => count * 1000;

/** Procedures have schemas, and no route has: with this, Fastify loads no compiler for them, which is a hundred modules. */
const noSchemas = (): never => {
  throw new Error('A route has a schema.');
};

const timed = (route: RouteOptions) => {
  route.handlerTimeout ??= seconds(6);
};

/**
 * The whole application, which does not listen: REST, tRPC, the OpenAPI document and its reference, the front-end, and health.
 * @param logger options of pino, or false
 */
export async function buildApp(
  dependencies: Dependencies,
  logger: FastifyServerOptions['logger'] = false,
): Promise<FastifyInstance> {
  const { metrics, traces } = dependencies;
  const { basePath, corsOrigins, trustProxy, maxConnections, maxStreams } = dependencies.settings;
  const app = Fastify({
    ...serverOptions(restFailure),
    logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy === false ? false : [...trustProxy],
    bodyLimit: 1024 * 1024,
    // A body sent too slowly is answered 408 only while the headers' limit is the smaller one. Uploads take the longest.
    requestTimeout: seconds(60),
    // Node looks every so often whether any of an answer was read since: at the second look without it, it cuts.
    connectionTimeout: seconds(15),
    http: { headersTimeout: seconds(10), connectionsCheckingInterval: seconds(1), requireHostHeader: false },
    // To start: Fastify's own 10 s are too few where the machine does much else.
    pluginTimeout: seconds(60),
    genReqId: requestId,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  setErrorHandlers(app, restFailure);
  limitClosingTime(app);
  limitConnections(app, maxConnections);
  limitPipelining(app);
  const memory = limitMemory(app);
  // Node would answer these two itself, in a shape of its own. An unknown expectation may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const importThread = new ImportThread();
  app.decorate('importThread', importThread);
  app.addHook('onClose', () => importThread.close());
  const eventStreams = new EventStreams(dependencies.pools.others, app.log, maxStreams);
  app.decorate('eventStreams', eventStreams);
  app.addHook('preClose', async () => eventStreams.close());
  app.decorateRequest('callerId', undefined);
  app.decorateRequest('callerToken', undefined);
  app.decorateRequest('failureCode', undefined);
  app.decorateRequest('bulkhead', undefined);
  app.decorateRequest('traceId', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id).header('cache-control', 'no-store');
    const { headers } = request;
    if (trustProxy !== false) sanitizeForwardedFor(headers);
    else if (headers['x-forwarded-for'] !== undefined) warnOfProxy(app);
    done(hasOneHost(request.raw) ? undefined : new HttpError('BAD_REQUEST', 'Send one valid Host header'));
  });
  if (corsOrigins.length > 0)
    await app.register(cors, {
      origin: [...corsOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'accept-ranges',
        'content-disposition',
        'content-language',
        'content-range',
        'deprecation',
        'etag',
        'idempotent-replayed',
        'link',
        'preference-applied',
        'ratelimit',
        'ratelimit-policy',
        'retry-after',
        'sunset',
        'unknown-fields',
        'unknown-parameters',
        'x-request-id',
      ],
      maxAge: 600,
    });
  await app.register(cookie);

  app.addHook('onResponse', (req, res, done) => {
    const { callerId: user, callerToken: personalToken, failureCode: code, traceId } = req;
    req.log.info(
      { req, res, ms: Math.round(res.elapsedTime), user, personalToken, code, traceId },
      'request',
    );
    done();
  });

  let bulkheads: ReturnType<typeof admission> = () => ({});
  metrics?.watchApp(app, {
    basePath,
    db: dependencies.pools.others,
    bulkheads: () => bulkheads(),
    limits: bulkheadLimits,
    memory,
    maxConnections,
    streams: () => eventStreams.count,
  });
  await app.register(
    async (scope) => {
      await scope.register(async (business) => {
        traces?.watchApp(business);
        const device = (request: FastifyRequest) => deviceOf(dependencies, request);
        bulkheads = admission(
          business,
          bulkheadLimits,
          (request) => bulkheadToEnter(request, (one) => device(one) !== undefined),
          (request) => device(request) ?? clientNetwork(request.ip),
        );
        await compressAnswers(business);
        // REST keeps deadlines of its own, which cost less than Fastify's.
        await business.register(rest(dependencies));
        await business.register(async (others) => {
          others.addHook('onRoute', timed);
          await others.register(rpc(dependencies));
          await others.register(calendar(dependencies));
        });
      });
      await scope.register(async (others) => {
        others.addHook('onRoute', timed);
        await others.register(health(dependencies.pools.readiness));
        await others.register(docs(dependencies));
        await others.register(web(basePath));
        others.get('/', async (_request, reply) =>
          reply.redirect(`${basePath}/${hasWeb() ? 'app' : 'docs'}/`),
        );
      });
    },
    { prefix: basePath },
  );
  return app;
}

const warned = new WeakSet<FastifyInstance>();

/** Behind a proxy that is not declared every client has the proxy's address, and shares its limits. */
function warnOfProxy(app: FastifyInstance) {
  if (warned.has(app)) return;
  warned.add(app);
  app.log.warn(
    'a request came through a proxy: set TRUST_PROXY to its address, or all clients share one limit',
  );
}
