import { randomUUID } from 'node:crypto';
import { type Failure, failureOf } from '@daybook/api';
import { DomainError, type ErrorCode } from '@daybook/domain';
import { type FailureAnswer, HttpError, type HttpErrorKind } from '@daybook/facade';
import type { FastifyRequest } from 'fastify';
import { OverloadError } from './admission.ts';
import { securityHeaders } from './response-headers.ts';

/** The façade's kinds are codes of the same name, but that what is wrong with a request as a whole is VALIDATION. */
export const codeOf = (kind: HttpErrorKind): ErrorCode =>
  kind === 'INVALID_BODY' || kind === 'BAD_REQUEST' ? 'VALIDATION' : kind;

/** What HTTP itself refused becomes one of the service's own errors. */
export const asDomainError = (error: unknown): unknown =>
  error instanceof HttpError
    ? new DomainError(codeOf(error.kind), error.message, {
        ...(error.kind === 'UNAVAILABLE' && { retryAfter: 1 }),
        cause: error,
      })
    : error;

/** Defects and outages are logged with their cause; what a client did wrong is a code in the request's own line. */
export function logFailure(request: FastifyRequest | undefined, failure: Failure, error: unknown): void {
  if (request) request.failureCode = failure.code;
  if (error instanceof OverloadError) return;
  if (failure.code === 'INTERNAL') request?.log.error({ err: error }, 'a request failed');
  else if (failure.code === 'SSO_FAILED')
    request?.log.warn({ err: error }, 'a log-in at the provider failed');
  else if (failure.code === 'UNAVAILABLE') request?.log.warn({ err: error }, 'a request could not be served');
  // A proxy that tells another address, or a passkey that was copied.
  else if (failure.code === 'PASSKEY_INVALID') request?.log.warn({ err: error }, 'a passkey was refused');
}

/** Headers that belong to a failure: RFC 6750 section 3 for 401 and a scope, RFC 9110 section 10.2.3 for waiting. */
export function failureHeaders(
  failure: Failure,
  request: FastifyRequest | undefined,
): Record<string, string> {
  const invalidToken = failure.code === 'UNAUTHENTICATED' && request?.headers.authorization !== undefined;
  return {
    ...(failure.status === 401 && {
      'www-authenticate': invalidToken
        ? 'Bearer realm="daybook", error="invalid_token", error_description="The token is not valid (any more)"'
        : 'Bearer realm="daybook"',
    }),
    ...(failure.scope !== undefined && {
      'www-authenticate': `Bearer realm="daybook", error="insufficient_scope", scope="${failure.scope}"`,
    }),
    ...(failure.retryAfter !== undefined && { 'retry-after': String(failure.retryAfter) }),
  };
}

/** The one answer of the REST interface to everything that goes wrong. */
export function restFailure(error: unknown, request: FastifyRequest | undefined): FailureAnswer {
  const failure = failureOf(asDomainError(error));
  logFailure(request, failure, error);
  const { status, message, code, issues, methods } = failure;
  const requestId = request?.id ?? randomUUID();
  return {
    status,
    // Some failures come before any hook could set these.
    headers: {
      'x-request-id': requestId,
      ...securityHeaders,
      'cache-control': 'no-store',
      ...failureHeaders(failure, request),
    },
    body: {
      success: false,
      message,
      error: { code, requestId, ...(issues && { issues }), ...(methods && { methods }) },
    },
  };
}
