import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify';
import { acceptJsonObjects, ignoreBodies } from './body.ts';
import { deadlines, type Pending } from './deadlines.ts';
import { HttpError } from './errors.ts';
import { invoker } from './invoke.ts';
import { type Operation, operationsOf } from './operations.ts';
import { answer, type Failure, JSON_TYPE } from './server.ts';

/** One request for one operation. */
export interface RestCall {
  request: FastifyRequest;
  reply: FastifyReply;
  operation: Operation;
}

export interface RestHooks<Context> {
  /**
   * Runs in onRequest, before the body is read: authenticate, authorise, or throw. What it returns is the procedure's
   * `ctx`.
   */
  context(call: RestCall): Context | Promise<Context>;
  /** The JSON body of a 200. May set headers on `reply`. A procedure without a result gives `null`. */
  success(data: unknown, call: RestCall): unknown;
  /** The answer to every failure of these routes. */
  failure: Failure;
  /** Milliseconds after which a request is answered as UNAVAILABLE; none without it. */
  deadline?: number;
  /** More Fastify route options for one operation. */
  route?(operation: Operation): RestRouteOptions;
}

export type RestRouteOptions = Pick<
  RouteShorthandOptions,
  'config' | 'bodyLimit' | 'handlerTimeout' | 'logLevel'
>;

/** Where the context waits between onRequest and the handler: a property of the request, not a map beside it. */
const CONTEXT = Symbol('rest.context');
const PENDING = Symbol('rest.pending');
type RestRequest = FastifyRequest & { [CONTEXT]?: unknown; [PENDING]?: Pending };

/**
 * An encapsulated Fastify plugin with one native route for each REST operation of the router:
 * `app.register(restPlugin(router, hooks), { prefix })`.
 *
 * A procedure's input is its path parameters and, for GET and DELETE, the query (strings, or arrays of strings for a
 * repeated key), else the JSON body; a path parameter wins. Nothing is coerced. The answer is 200.
 *
 * @throws Error (at once, not at a request) for metadata that `operationsOf` refuses.
 */
export function restPlugin<Context>(router: AnyTRPCRouter, hooks: RestHooks<Context>): FastifyPluginAsync {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures;
  const operations = operationsOf(router).map((operation) => {
    const procedure = procedures[operation.id] as AnyTRPCProcedure;
    return { operation, procedure };
  });

  return async (app) => {
    app.decorateRequest(CONTEXT, undefined);
    app.decorateRequest(PENDING, undefined);
    const timed =
      hooks.deadline === undefined
        ? undefined
        : deadlines(hooks.deadline, (reply) => {
            answer(
              reply,
              new HttpError('UNAVAILABLE', 'The answer took too long; try again later'),
              hooks.failure,
            );
          });
    if (timed) app.addHook('onClose', async () => timed.stop());
    app.setErrorHandler((error, _request, reply) => answer(reply, error, hooks.failure));

    // Body parsers belong to a scope: one for the operations that read a body, one for the others.
    for (const readsBody of [true, false]) {
      await app.register(async (scope) => {
        if (readsBody) acceptJsonObjects(scope);
        else ignoreBodies(scope);
        for (const { operation, procedure } of operations) {
          if (operation.readsBody === readsBody) addRoute(scope, operation, procedure, hooks, timed);
        }
      });
    }
  };
}

function addRoute<Context>(
  scope: FastifyInstance,
  operation: Operation,
  procedure: AnyTRPCProcedure,
  hooks: RestHooks<Context>,
  timed: ReturnType<typeof deadlines> | undefined,
): void {
  const invoke = invoker(procedure, operation.id);
  const options = hooks.route?.(operation);
  const gather = gatherer(operation);
  // With a deadline Fastify makes the signal anyway; without one, making it costs more than most procedures.
  const deadline = (scope.initialConfig as { handlerTimeout?: number }).handlerTimeout;
  const hasSignal = Boolean(options?.handlerTimeout ?? deadline);

  scope.route({
    ...options,
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    async onRequest(request: RestRequest, reply) {
      if (timed) request[PENDING] = timed.begin(reply);
      request[CONTEXT] = await hooks.context({ request, reply, operation });
    },
    async handler(request: RestRequest, reply) {
      const rawInput = gather(request);
      const data = await invoke({
        ctx: request[CONTEXT],
        rawInput,
        signal: hasSignal ? request.signal : undefined,
      });
      if (request[PENDING]) timed?.end(request[PENDING]);
      // Answered meanwhile: the deadline has passed.
      if (reply.sent) return reply;
      const body = hooks.success(data === undefined ? null : data, { request, reply, operation });
      return reply.header('content-type', JSON_TYPE).send(JSON.stringify(body));
    },
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** What the operation's input is made of, decided once. */
function gatherer(operation: Operation): (request: FastifyRequest) => Fields | undefined {
  if (!operation.input) return () => undefined;
  const readsQuery = operation.method === 'GET' || operation.method === 'DELETE';
  return (request) => {
    const params = request.params as Record<string, string>;
    for (const name of operation.params) {
      // `/notes//` is no address of a note.
      if (params[name] === '') throw new HttpError('NOT_FOUND', 'There is nothing at this path');
    }
    const others = readsQuery ? request.query : operation.readsBody ? request.body : undefined;
    return { ...(others as Fields | undefined), ...params };
  };
}
