import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { defaultFailure, type FailureAnswer, HttpError, httpErrorOf } from './errors.ts';

/**
 * Makes the response to any failure. `error` is an `HttpError` if HTTP itself refused the request, else what was thrown
 * (a `TRPCError` from a procedure). `request` is undefined where the request could not be parsed.
 * Must not throw. The headers of an `HttpError` are added to those it returns.
 */
export type FailureFormatter = (error: unknown, request: FastifyRequest | undefined) => FailureAnswer;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends the response to an error. */
export function sendFailure(reply: FastifyReply, error: unknown, failure: FailureFormatter): FastifyReply {
  const httpError = httpErrorOf(error);
  const { status, headers, body } = failure(httpError ?? error, reply.request);
  return reply
    .code(status)
    .headers({ ...httpError?.headers, ...headers, 'content-type': JSON_TYPE })
    .send(JSON.stringify(body));
}

/**
 * Fastify options: the same response shape for what fails before routing (a malformed path, 408, 414, 431, invalid HTTP),
 * trailing slashes are ignored, and path parameters may be as long as Node's limit for the address.
 */
export function serverOptions(failure: FailureFormatter = defaultFailure) {
  return {
    frameworkErrors(error, _request, reply) {
      sendFailure(reply as FastifyReply, error, failure);
    },
    clientErrorHandler(error, socket) {
      sendFailureOnSocket(socket, error, failure);
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
export function setErrorHandlers(app: FastifyInstance, failure: FailureFormatter = defaultFailure): void {
  app.setNotFoundHandler((request, reply) => sendFailure(reply, notFound(app, request), failure));
  app.setErrorHandler((error, request, reply) => {
    // Fastify parses the body even for an unknown path: that is reported first.
    const isUnknownPath = request.is404 && isBodyError(error);
    return sendFailure(reply, isUnknownPath ? notFound(app, request) : error, failure);
  });
}

function isBodyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_ERR_CTP_');
}

function notFound(app: FastifyInstance, request: FastifyRequest): HttpError {
  const url = request.raw.url ?? '/';
  const methods = app.supportedMethods.filter((method) => hasRoute(app, method, url));
  // Also called by handlers that find nothing (a static file server), with a method that is allowed.
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

/** Where Node keeps the response in progress. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

function sendFailureOnSocket(socket: HttpSocket, error: Error, failure: FailureFormatter): void {
  const isGone = !socket.writable || ('code' in error && error.code === 'ECONNRESET');
  if (isGone || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  socket.end(rawResponse(failure(httpErrorOf(error) ?? error, undefined)), () => socket.destroy());
}

/** A complete HTTP/1.1 response that closes the connection, for a socket without a `ServerResponse`. */
export function rawResponse({ status, headers, body }: FailureAnswer): string {
  const text = JSON.stringify(body);
  const fields = {
    ...headers,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}
