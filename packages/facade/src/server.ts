import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { HttpError, httpErrorOf } from './errors.ts';

/** The answer to a failed request. */
export interface FailureAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body: unknown;
}

/**
 * The one answer to everything that goes wrong. `error` is an `HttpError` if HTTP itself was at fault, else whatever
 * was thrown (a `TRPCError` from a procedure). `request` is missing where the request could not even be read.
 * Must not throw. The headers of an `HttpError` are sent without its doing.
 */
export type Failure = (error: unknown, request: FastifyRequest | undefined) => FailureAnswer;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers an error in the one shape. */
export function answer(reply: FastifyReply, error: unknown, failure: Failure): FastifyReply {
  const refusal = httpErrorOf(error);
  const { status, headers, body } = failure(refusal ?? error, reply.request);
  return reply
    .code(status)
    .headers({ ...refusal?.headers, ...headers, 'content-type': JSON_TYPE })
    .send(JSON.stringify(body));
}

/**
 * Fastify options that give the one shape to what fails before routing (a malformed path, 408, 414, 431, broken HTTP),
 * and routing that takes a trailing slash and path parameters as long as node takes the address.
 */
export function serverOptions(failure: Failure) {
  return {
    frameworkErrors(error, _request, reply) {
      answer(reply as FastifyReply, error, failure);
    },
    clientErrorHandler(error, socket) {
      answerSocket(socket, error, failure);
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 65_536 },
    // Fastify's 503 while closing has a body of its own; requests that still arrive are answered as usual.
    return503OnClosing: false,
  } satisfies FastifyServerOptions;
}

/**
 * Error and not-found handlers for the whole application. Call it on the root instance before anything is registered.
 * A path that exists under another method, whoever registered it, is 405 with `Allow` (RFC 9110 §15.5.6).
 */
export function failures(app: FastifyInstance, failure: Failure): void {
  app.setNotFoundHandler((request, reply) => answer(reply, notFound(app, request), failure));
  app.setErrorHandler((error, request, reply) => {
    // Fastify parses the body even where nothing is found; that the path is unknown comes first.
    const unread = request.is404 && isBodyError(error);
    return answer(reply, unread ? notFound(app, request) : error, failure);
  });
}

function isBodyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_ERR_CTP_');
}

function notFound(app: FastifyInstance, request: FastifyRequest): HttpError {
  const url = request.raw.url ?? '/';
  const methods = app.supportedMethods.filter((method) => hasRoute(app, method, url));
  // A handler that finds nothing after all (a static file server) comes here too: its method is right.
  if (methods.length === 0 || methods.includes(request.method)) {
    return new HttpError('NOT_FOUND', 'There is nothing at this path');
  }
  const allow = methods.toSorted().join(', ');
  return new HttpError('METHOD_NOT_ALLOWED', `Use one of: ${allow}`, { headers: { allow } });
}

/**
 * Whether the router knows this path. A wildcard (static files, a preflight handler's `OPTIONS *`) names no path, and
 * neither does an empty parameter.
 */
function hasRoute(app: FastifyInstance, method: string, url: string): boolean {
  const route = app.findRoute({ method, url });
  return (
    route !== null && Object.entries(route.params).every(([name, value]) => name !== '*' && value !== '')
  );
}

/** Node keeps the response in progress there, and looks at it for the same reason. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

function answerSocket(socket: HttpSocket, error: Error, failure: Failure): void {
  const isGone = !socket.writable || ('code' in error && error.code === 'ECONNRESET');
  if (isGone || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = failure(httpErrorOf(error) ?? error, undefined);
  const text = JSON.stringify(body);
  const fields = {
    ...headers,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`, () =>
    socket.destroy(),
  );
}
