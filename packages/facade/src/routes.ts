import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify';
import { type AnswerForm, askedForm, bigintAsText, createAnswerer, varies } from './answers.ts';
import { acceptBodies, type FileReader, ignoreBodies } from './body.ts';
import { deadlines, type Pending } from './deadlines.ts';
import { defaultFailure, HttpError } from './errors.ts';
import { eventsOf, eventTexts, trackedText } from './events.ts';
import { createInvoker } from './invoke.ts';
import { defaultLimits, type JsonLimits } from './json.ts';
import { mayHold } from './kinds.ts';
import type { RestMeta } from './meta.ts';
import { bodyRulesOf, type MetaOf, type Operation, operationsOf } from './operations.ts';
import { createInputReader } from './reader.ts';
import { sendEvents, sendWritten, serialize, serializeBigints, setHead, untilClosed } from './serialize.ts';
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
  /**
   * The JSON body of a success, by default the result itself; of answers that are JSON alone. May set headers on `reply`. A procedure without a result
   * gives `null`.
   */
  success?(data: unknown, call: RestCall<Meta>): unknown;
  /** Makes the response to every failure of these routes. Default: `defaultFailure`. */
  failure?: FailureFormatter;
  /** Limits of JSON bodies that differ from the usual ones: 20 levels, 25 000 names, objects and arrays. */
  jsonLimits?: Partial<JsonLimits>;
  /** A request that takes longer is answered as UNAVAILABLE; no limit without it. */
  timeoutMs?: number | ((operation: Operation<Meta>) => number);
  /** Other forms of the answer to one operation, of GET alone. JSON is that of who does not ask for another. */
  forms?(operation: Operation<Meta>): readonly AnswerForm<Context, Meta>[];
  /** Sends the answer to a success itself, instead of JSON. No time limit holds from here on. */
  send?(
    operation: Operation<Meta>,
  ): ((data: unknown, call: RestCall<Meta>) => Promise<FastifyReply>) | undefined;
  /** Reads bodies of the operation that are files as they arrive; without it a file is a `File` in memory. */
  readFile?(operation: Operation<Meta>): FileReader | undefined;
  /** More Fastify route options for one operation. */
  route?(operation: Operation<Meta>): RestRouteOptions;
}

export type RestRouteOptions = Pick<
  RouteShorthandOptions,
  'config' | 'bodyLimit' | 'handlerTimeout' | 'logLevel' | 'preHandler' | 'onSend'
>;

interface Served {
  readonly operation: Operation;
  readonly procedure: AnyTRPCProcedure;
}

type Fields = Readonly<Record<string, unknown>>;

/** Where the context waits between onRequest and the handler: a property of the request, not a map beside it. */
const CONTEXT = Symbol('rest.context');
const PENDING = Symbol('rest.pending');
type RestRequest = FastifyRequest & { [CONTEXT]?: unknown; [PENDING]?: Pending };

/**
 * An encapsulated Fastify plugin with one native route for each REST operation of the router:
 * `app.register(restPlugin(router, hooks), { prefix })`.
 *
 * A procedure's input is its path parameters and, for GET and DELETE, the query (strings, or arrays of strings for a
 * repeated key), else the JSON body; a path parameter wins. Nothing is coerced. The answer is 200. Where an operation
 * says otherwise, see `RestOperation`.
 *
 * @throws Error (at once, not at a request) for metadata that `operationsOf` refuses.
 */
export function restPlugin<Context, Router extends AnyTRPCRouter>(
  router: Router,
  hooks: RestHooks<Context, MetaOf<Router>>,
): FastifyPluginAsync {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures;
  const { failure = defaultFailure } = hooks;
  const limits = { ...defaultLimits, ...hooks.jsonLimits };
  const operations = operationsOf(router).map((operation) => {
    const procedure = procedures[operation.id] as AnyTRPCProcedure;
    return { operation, procedure };
  });

  return async (app) => {
    app.decorateRequest(CONTEXT, undefined);
    app.decorateRequest(PENDING, undefined);
    const { timeoutMs } = hooks;
    const byTime = new Map<number, ReturnType<typeof deadlines>>();
    const expire = (reply: FastifyReply) => {
      // The rest of a body that has not arrived would be waited for.
      if (!reply.request.raw.complete) reply.header('connection', 'close');
      sendFailure(reply, new HttpError('UNAVAILABLE', 'The answer took too long; try again later'), failure);
    };
    /** One timer for all operations that may take as long. */
    const timeoutsOf = (operation: Operation<MetaOf<Router>>) => {
      const time = typeof timeoutMs === 'function' ? timeoutMs(operation) : timeoutMs;
      if (time === undefined) return undefined;
      const timeouts = byTime.get(time) ?? deadlines(time, expire);
      byTime.set(time, timeouts);
      return timeouts;
    };
    app.addHook('onClose', async () => {
      for (const timeouts of byTime.values()) timeouts.stop();
    });
    app.setErrorHandler((error, _request, reply) => sendFailure(reply, error, failure));

    // Body parsers belong to a scope: one for all operations that take the same bodies.
    const readers = new Map<FileReader | undefined, Map<string, Served[]>>();
    for (const served of operations) {
      const reader = hooks.readFile?.(served.operation);
      const scopes = readers.get(reader) ?? new Map<string, Served[]>();
      readers.set(reader, scopes);
      const rules = JSON.stringify(bodyRulesOf(served.operation));
      scopes.set(rules, [...(scopes.get(rules) ?? []), served]);
    }
    const groups = [...readers].flatMap(([reader, scopes]) =>
      Array.from(scopes.values(), (members) => ({ reader, members })),
    );
    for (const { reader, members } of groups) {
      await app.register(async (scope) => {
        const [first] = members;
        if (first?.operation.readsBody) acceptBodies(scope, bodyRulesOf(first.operation), limits, reader);
        else ignoreBodies(scope);
        for (const { operation, procedure } of members)
          addRoute(scope, operation, procedure, hooks, failure, timeoutsOf(operation));
      });
    }
  };
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

function addRoute<Context, Meta extends RestMeta>(
  scope: FastifyInstance,
  operation: Operation<Meta>,
  procedure: AnyTRPCProcedure,
  hooks: RestHooks<Context, Meta>,
  failure: FailureFormatter,
  timeouts: ReturnType<typeof deadlines> | undefined,
): void {
  const invoke = createInvoker(procedure, operation.id);
  const options = hooks.route?.(operation);
  const success = hooks.success?.bind(hooks) ?? ((data: unknown) => data);
  const readInput = createInputReader(operation);
  const forms = operation.method === 'GET' ? (hooks.forms?.(operation) ?? []) : [];
  const mediaTypes = forms.map(({ mediaType }) => mediaType);
  const answer = createAnswerer(operation);
  const toText = mayHold(operation.output, 'bigint') ? serializeBigints : serialize;
  // Fastify creates the signal anyway where there is a handlerTimeout; else it would cost more than most procedures.
  const handlerTimeout = (scope.initialConfig as { handlerTimeout?: number }).handlerTimeout;
  const hasSignal = Boolean(options?.handlerTimeout ?? handlerTimeout);

  const { events } = operation.meta.openapi;
  const isUsual = !events && !answer;

  const jsonOf = (request: FastifyRequest, reply: FastifyReply, data: unknown) =>
    toText(success(data === undefined ? null : data, { request, reply, operation }));

  /** Returns what is sent, or nothing if the answer is sent already: for a reply, which is thenable, Fastify would wait. */
  async function usual(request: RestRequest, reply: FastifyReply): Promise<string | Buffer | undefined> {
    const rawInput = readInput(request);
    const signal = hasSignal ? request.signal : undefined;
    const data = await invoke({ ctx: request[CONTEXT], rawInput, signal });
    if (request[PENDING]) timeouts?.end(request[PENDING]);
    // The time limit has passed.
    if (reply.sent) return undefined;
    const text = jsonOf(request, reply, data);
    const payload = typeof text === 'string' ? text : await text;
    if (reply.sent) return undefined;
    reply.header('content-type', JSON_TYPE);
    return payload;
  }

  /** Where the operation says more of its answer: a function of its own, so that the usual one does not pay for it. */
  async function special(request: RestRequest, reply: FastifyReply): Promise<FastifyReply> {
    const rawInput = readInput(request);
    const signal = events ? untilClosed(reply) : hasSignal ? request.signal : undefined;
    const data = await invoke({ ctx: request[CONTEXT], rawInput, signal });
    if (request[PENDING]) timeouts?.end(request[PENDING]);
    if (reply.sent) return reply;
    if (events && signal) {
      const stream = eventsOf(data, signal, operation.id);
      const write = (event: unknown) => JSON.stringify(event, bigintAsText);
      return sendEvents(
        reply,
        eventTexts(stream, trackedText(events, write), (error) => failure(error, request).body),
      );
    }
    const answered = answer?.(data, request.headers.accept);
    if (answered && (answered.written || !answered.hasBody)) return sendWritten(reply, answered);
    const payload = await jsonOf(request, reply, answered ? answered.data : data);
    if (reply.sent) return reply;
    if (answered) setHead(reply, answered);
    return reply.header('content-type', JSON_TYPE).send(payload);
  }

  const inJson = isUsual ? usual : special;
  const send = hooks.send?.(operation);

  /** By the host. */
  async function sent(request: RestRequest, reply: FastifyReply): Promise<FastifyReply> {
    const signal = hasSignal ? request.signal : undefined;
    const data = await invoke({ ctx: request[CONTEXT], rawInput: readInput(request), signal });
    if (request[PENDING]) timeouts?.end(request[PENDING]);
    return reply.sent || !send ? reply : send(data, { request, reply, operation });
  }

  /** In the form that the request asks for. */
  async function inForm(request: RestRequest, reply: FastifyReply): Promise<unknown> {
    varies(reply, 'Accept');
    const asked = askedForm(request, mediaTypes);
    if (asked === undefined) return inJson(request, reply);
    const input = (readInput(request) ?? {}) as Fields;
    const form = forms.find((one) => one.mediaType === asked && (one.applies?.(input) ?? true));
    if (!form) return inJson(request, reply);
    const signal = hasSignal ? request.signal : undefined;
    const context = request[CONTEXT] as Context;
    const data = await invoke({ ctx: context, rawInput: form.input?.(input, request) ?? input, signal });
    if (request[PENDING]) timeouts?.end(request[PENDING]);
    if (reply.sent) return reply;
    const call = { request, reply, operation };
    const again = async (next: Fields) => invoke({ ctx: await hooks.context(call), rawInput: next, signal });
    return form.answer(data, { ...call, context, input, again });
  }

  scope.route({
    ...options,
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // With a callback, which costs less than a promise of its own.
    onRequest(request: RestRequest, reply, done) {
      if (timeouts) request[PENDING] = timeouts.begin(reply);
      // Whatever was thrown is the formatter's to read; nothing would mean success.
      const fail = (error: unknown) =>
        done((error || new Error('context() failed without an error')) as Error);
      const go = (context: unknown) => {
        request[CONTEXT] = context;
        done();
      };
      let context: unknown;
      try {
        context = hooks.context({ request, reply, operation });
      } catch (error) {
        return fail(error);
      }
      if (isThenable(context)) context.then(go, fail);
      else go(context);
    },
    handler: send ? sent : forms.length > 0 ? inForm : inJson,
  });
}
