import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { bigintAsText, createAnswerer } from './answers.ts';
import { defaultFailure, type FailureAnswer, HttpError, httpErrorOf } from './errors.ts';
import { EVENT_STREAM, eventsOf, eventTexts, trackedText } from './events.ts';
import { readBody } from './fetch-body.ts';
import { createInvoker } from './invoke.ts';
import { defaultLimits, type JsonLimits } from './json.ts';
import { mayHold } from './kinds.ts';
import type { RestMeta } from './meta.ts';
import { bodyRulesOf, type MetaOf, type Operation, operationsOf } from './operations.ts';
import { createInputReader } from './reader.ts';

export { defaultFailure, type FailureAnswer, HttpError, type HttpErrorKind } from './errors.ts';
export type { RestMeta, RestOperation } from './meta.ts';

/** One request for one operation. */
export interface FetchCall<Meta extends RestMeta = RestMeta, Platform = unknown> {
  /** As the platform gave it. */
  readonly request: Request;
  /** Which operation it is for. */
  readonly operation: Operation<Meta>;
  /** The path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The headers of the answer. */
  readonly headers: Headers;
  /** What the handler was given beside the request: Cloudflare's `env`, Hono's context. */
  readonly platform: Platform;
}

/** What `fetchHandler` takes. */
export interface FetchHooks<Context, Meta extends RestMeta = RestMeta, Platform = unknown> {
  /** Runs before the body is read: authenticate, authorise, or throw. What it returns is the procedure's `ctx`. */
  context(call: FetchCall<Meta, Platform>): Context | Promise<Context>;
  /** The JSON body of a success, by default the result itself. A procedure without a result gives `null`. */
  success?(data: unknown, call: FetchCall<Meta, Platform>): unknown;
  /** Makes the response to every failure. Must not throw. Default: `defaultFailure`. */
  failure?(error: unknown, request: Request): FailureAnswer;
  /** The path under which the operations stand, such as `/api`. */
  prefix?: string;
  /** The most bytes of a body. Default: 1 MiB, as Fastify's. */
  bodyLimit?: number;
  /** Limits of JSON bodies that differ from the usual ones: 20 levels, 25 000 names, objects and arrays. */
  jsonLimits?: Partial<JsonLimits>;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const MIB = 1024 * 1024;

/**
 * The REST operations of a router as a function from `Request` to `Response`, for Bun, Deno, Cloudflare, Hono or Next.
 * They are read, run and answered by the same code as those of `restPlugin`.
 *
 * @throws Error (at once, not at a request) for metadata that `operationsOf` refuses.
 */
export function fetchHandler<Context, Router extends AnyTRPCRouter, Platform = unknown>(
  router: Router,
  hooks: FetchHooks<Context, MetaOf<Router>, Platform>,
): (request: Request, platform?: Platform) => Promise<Response> {
  const { failure = defaultFailure, prefix = '' } = hooks;
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures;
  const entries = operationsOf(router).map((operation) => ({
    operation,
    serve: createServer(operation, procedures[operation.id] as AnyTRPCProcedure, hooks, failure),
  }));
  const match = createMatcher(entries);

  return async (request, platform) => {
    const isHead = request.method === 'HEAD';
    let response: Response;
    try {
      const { pathname } = new URL(request.url);
      const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) || '/' : '';
      // `/apiary` is not below `/api`.
      const found = path.startsWith('/') ? match(path) : undefined;
      if (!found) throw nothingHere();
      const entry = found.methods.get(isHead ? 'GET' : request.method);
      if (!entry) throw wrongMethod([...found.methods.keys()]);
      response = await entry.serve(request, found.values, platform as Platform);
    } catch (error) {
      response = failed(error, request, failure);
    }
    if (!isHead) return response;
    await response.body?.cancel();
    return new Response(null, response);
  };
}

const nothingHere = () => new HttpError('NOT_FOUND', 'There is nothing at this path');

function wrongMethod(methods: readonly string[]): HttpError {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].toSorted().join(', ');
  return new HttpError('METHOD_NOT_ALLOWED', `Use one of: ${allow}`, { headers: { allow } });
}

function failed(
  error: unknown,
  request: Request,
  failure: NonNullable<FetchHooks<never>['failure']>,
): Response {
  const httpError = httpErrorOf(error);
  const { status, headers, body } = failure(httpError ?? error, request);
  const all = { ...httpError?.headers, ...headers, 'content-type': JSON_TYPE };
  return new Response(JSON.stringify(body), { status, headers: all });
}

/** One operation. */
function createServer<Context, Meta extends RestMeta, Platform>(
  operation: Operation<Meta>,
  procedure: AnyTRPCProcedure,
  hooks: FetchHooks<Context, Meta, Platform>,
  failure: NonNullable<FetchHooks<never>['failure']>,
) {
  const invoke = createInvoker(procedure, operation.id);
  const readInput = createInputReader(operation);
  const answer = createAnswerer(operation);
  const replacer = mayHold(operation.output, 'bigint') ? bigintAsText : undefined;
  const { events } = operation.meta.openapi;
  const rules = bodyRulesOf(operation);
  const { bodyLimit = MIB } = hooks;
  const limits = { ...defaultLimits, ...hooks.jsonLimits };

  return async (request: Request, values: readonly string[], platform: Platform): Promise<Response> => {
    const params = paramsOf(operation, values);
    const headers = new Headers();
    const call = { request, operation, params, headers, platform };
    const ctx = await hooks.context(call);
    const sent = Object.fromEntries(request.headers);
    const body = operation.readsBody ? await readBody(request, sent, rules, bodyLimit, limits) : undefined;
    const rawInput = readInput({ params, query: queryOf(request.url), headers: sent, body });
    const gone = events ? abortedWith(request.signal) : undefined;
    const data = await invoke({ ctx, rawInput, signal: gone?.signal ?? request.signal });
    if (events && gone) {
      const stream = eventsOf(data, gone.signal, operation.id);
      const write = (event: unknown) => JSON.stringify(event, bigintAsText);
      const texts = eventTexts(stream, trackedText(events, write), (error) => failure(error, request).body);
      // Nobody may be reading any more.
      gone.signal.addEventListener('abort', () => void texts.return(undefined), { once: true });
      return respond(
        200,
        headers,
        EVENT_STREAM,
        streamOf(texts, () => gone.abort()),
      );
    }
    const answered = answer?.(data, sent.accept);
    if (answered && !answered.hasBody) return respond(answered.status, headers, answered.headers, null);
    if (answered?.written) {
      const { type, content } = answered.written;
      const isWhole = typeof content === 'string' || content instanceof Uint8Array;
      const all = { ...answered.headers, 'content-type': type };
      return respond(answered.status, headers, all, isWhole ? content : streamOf(content));
    }
    const result = answered ? answered.data : data;
    const success = result === undefined ? null : result;
    const text = JSON.stringify(hooks.success ? hooks.success(success, call) : success, replacer);
    return respond(
      answered?.status ?? 200,
      headers,
      { ...answered?.headers, 'content-type': JSON_TYPE },
      text,
    );
  };
}

function respond(
  status: number,
  headers: Headers,
  more: Readonly<Record<string, string>>,
  body: string | Uint8Array | ReadableStream<Uint8Array> | null,
): Response {
  for (const [name, value] of Object.entries(more)) {
    if (name === 'vary') headers.append(name, value);
    else headers.set(name, value);
  }
  return new Response(body as string, { status, headers });
}

function paramsOf({ params }: Operation, values: readonly string[]): Record<string, string> {
  try {
    return Object.fromEntries(params.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]));
  } catch (cause) {
    throw new HttpError('BAD_REQUEST', 'The path is not valid percent-encoded UTF-8', { cause });
  }
}

/** Strings, or arrays of strings for a repeated key. */
function queryOf(url: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  const at = url.indexOf('?');
  if (at < 0) return query;
  for (const [name, value] of new URLSearchParams(url.slice(at + 1).split('#')[0])) {
    const before = query[name];
    query[name] = before === undefined ? value : [before, value].flat();
  }
  return query;
}

/** Aborted with the request, or when the answer is cancelled: platforms do the one or the other. */
function abortedWith(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  return controller;
}

function streamOf(
  parts: AsyncIterable<string | Uint8Array>,
  cancelled: () => void = () => undefined,
): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      cancelled();
      void iterator.return?.();
    },
  });
}

/** What a path leads to: the operation of each method, and the values of the parameters, still encoded. */
export interface Match<Entry> {
  readonly methods: ReadonlyMap<string, Entry>;
  readonly values: readonly string[];
}

interface Node<Entry> {
  readonly names: Map<string, Node<Entry>>;
  parameter?: Node<Entry>;
  readonly methods: Map<string, Entry>;
}

const node = <Entry>(): Node<Entry> => ({ names: new Map(), methods: new Map() });

/** Finds operations by their path: a name before a parameter, whatever was declared first, as Fastify does. */
export function createMatcher<Entry extends { readonly operation: Operation }>(entries: readonly Entry[]) {
  const root = node<Entry>();
  for (const entry of entries) {
    let at = root;
    for (const part of entry.operation.path.split('/').filter(Boolean)) {
      if (part.startsWith('{')) {
        at.parameter ??= node();
        at = at.parameter;
      } else {
        const next: Node<Entry> = at.names.get(part) ?? node();
        at.names.set(part, next);
        at = next;
      }
    }
    at.methods.set(entry.operation.method, entry);
  }

  function find(
    at: Node<Entry>,
    parts: readonly string[],
    values: readonly string[],
  ): Match<Entry> | undefined {
    const [part, ...others] = parts;
    if (part === undefined) return at.methods.size > 0 ? { methods: at.methods, values } : undefined;
    const named = at.names.get(part);
    const found = named && find(named, others, values);
    if (found || !at.parameter || part === '') return found;
    return find(at.parameter, others, [...values, part]);
  }

  /** @param path as sent, beginning with a slash; one slash at its end is ignored */
  return (path: string): Match<Entry> | undefined => {
    const parts = (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).split('/').slice(1);
    return find(root, parts.length === 1 && parts[0] === '' ? [] : parts, []);
  };
}
