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
import { type AnswerForm, askedForm, varies } from './forms.ts';
import { createInvoker } from './invoke.ts';
import type { RestMeta } from './meta.ts';
import { type MetaOf, type Operation, operationsOf } from './operations.ts';
import { serialize } from './serialize.ts';
import { type FailureFormatter, JSON_TYPE, sendFailure } from './server.ts';

/** One request for one operation. */
export interface RestCall<Meta extends RestMeta = RestMeta> {
  request: FastifyRequest;
  reply: FastifyReply;
  operation: Operation<Meta>;
}

export interface RestHooks<Context, Meta extends RestMeta = RestMeta> {
  /**
   * Runs in onRequest, before the body is read: authenticate, authorise, or throw. What it returns is the procedure's
   * `ctx`.
   */
  context(call: RestCall<Meta>): Context | Promise<Context>;
  /** The JSON body of a 200. May set headers on `reply`. A procedure without a result gives `null`. */
  success(data: unknown, call: RestCall<Meta>): unknown;
  /** Makes the response to every failure of these routes. */
  failure: FailureFormatter;
  /** A request that takes longer is answered as UNAVAILABLE; no limit without it. */
  timeoutMs?: number;
  /** Other forms of the answer to one operation, of GET alone. JSON is that of who does not ask for another. */
  forms?(operation: Operation<Meta>): readonly AnswerForm<Context, Meta>[];
  /** More Fastify route options for one operation. */
  route?(operation: Operation<Meta>): RestRouteOptions;
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
export function restPlugin<Context, Router extends AnyTRPCRouter>(
  router: Router,
  hooks: RestHooks<Context, MetaOf<Router>>,
): FastifyPluginAsync {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures;
  const operations = operationsOf(router).map((operation) => {
    const procedure = procedures[operation.id] as AnyTRPCProcedure;
    return { operation, procedure };
  });

  return async (app) => {
    app.decorateRequest(CONTEXT, undefined);
    app.decorateRequest(PENDING, undefined);
    const timeouts =
      hooks.timeoutMs === undefined
        ? undefined
        : deadlines(hooks.timeoutMs, (reply) => {
            sendFailure(
              reply,
              new HttpError('UNAVAILABLE', 'The answer took too long; try again later'),
              hooks.failure,
            );
          });
    if (timeouts) app.addHook('onClose', async () => timeouts.stop());
    app.setErrorHandler((error, _request, reply) => sendFailure(reply, error, hooks.failure));

    // Body parsers belong to a scope: one for the operations that read a body, one for the others.
    for (const readsBody of [true, false]) {
      await app.register(async (scope) => {
        if (readsBody) acceptJsonObjects(scope);
        else ignoreBodies(scope);
        for (const { operation, procedure } of operations) {
          if (operation.readsBody === readsBody) addRoute(scope, operation, procedure, hooks, timeouts);
        }
      });
    }
  };
}

function addRoute<Context, Meta extends RestMeta>(
  scope: FastifyInstance,
  operation: Operation<Meta>,
  procedure: AnyTRPCProcedure,
  hooks: RestHooks<Context, Meta>,
  timeouts: ReturnType<typeof deadlines> | undefined,
): void {
  const invoke = createInvoker(procedure, operation.id);
  const options = hooks.route?.(operation);
  const readInput = createInputReader(operation);
  const forms = operation.method === 'GET' ? (hooks.forms?.(operation) ?? []) : [];
  const mediaTypes = forms.map(({ mediaType }) => mediaType);
  const formOf = (request: FastifyRequest, reply: FastifyReply) => {
    if (forms.length === 0) return undefined;
    varies(reply, 'Accept');
    const asked = askedForm(request, mediaTypes);
    return forms.find(({ mediaType }) => mediaType === asked);
  };
  // Fastify creates the signal anyway where there is a handlerTimeout; else it would cost more than most procedures.
  const handlerTimeout = (scope.initialConfig as { handlerTimeout?: number }).handlerTimeout;
  const hasSignal = Boolean(options?.handlerTimeout ?? handlerTimeout);

  scope.route({
    ...options,
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    async onRequest(request: RestRequest, reply) {
      if (timeouts) request[PENDING] = timeouts.begin(reply);
      request[CONTEXT] = await hooks.context({ request, reply, operation });
    },
    async handler(request: RestRequest, reply) {
      const form = formOf(request, reply);
      const rawInput = readInput(request);
      const signal = hasSignal ? request.signal : undefined;
      const data = await invoke({
        ctx: request[CONTEXT],
        rawInput: form?.input?.(rawInput ?? {}) ?? rawInput,
        signal,
      });
      if (request[PENDING]) timeouts?.end(request[PENDING]);
      // Answered already: the time limit has passed.
      if (reply.sent) return reply;
      const call = { request, reply, operation };
      if (form) {
        const again = async (input: Fields) =>
          invoke({ ctx: await hooks.context(call), rawInput: input, signal });
        const context = request[CONTEXT] as Context;
        return form.answer(data, { ...call, context, input: rawInput ?? {}, again });
      }
      const body = hooks.success(data === undefined ? null : data, call);
      const text = serialize(body);
      const payload = typeof text === 'string' ? text : await text;
      if (reply.sent) return reply;
      return reply.header('content-type', JSON_TYPE).send(payload);
    },
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the operation's input from a request. */
function createInputReader(operation: Operation): (request: FastifyRequest) => Fields | undefined {
  if (!operation.input) return () => undefined;
  const readsQuery = operation.method === 'GET' || operation.method === 'DELETE';
  return (request) => {
    const params = request.params as Record<string, string>;
    for (const name of operation.params) {
      // `/notes//` has an empty id.
      if (params[name] === '') throw new HttpError('NOT_FOUND', 'There is nothing at this path');
    }
    const fields = readsQuery ? request.query : operation.readsBody ? request.body : undefined;
    return { ...(fields as Fields | undefined), ...params };
  };
}
