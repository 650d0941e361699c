import { DomainError, type ErrorCode, type Issue } from '@daybook/domain';
import { databaseFailure, isUnavailable } from '@daybook/domain/server';
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';

/** What a caller is told of an error, whatever threw it. */
export interface Failure {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly issues?: readonly Issue[] | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

const statuses: Readonly<Record<ErrorCode, number>> = {
  INVALID_JSON: 400,
  VALIDATION: 400,
  INVALID_SEARCH: 400,
  TOO_MANY_RESULTS: 400,
  UNKNOWN_REFERENCE: 400,
  INVALID_CREDENTIALS: 401,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  USERNAME_TAKEN: 409,
  LAST_ADMINISTRATOR: 409,
  SELF_CHANGE: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

/** tRPC's own complaints about a request; whatever is not here is a defect. */
const protocol: Partial<Record<TRPCError['code'], readonly [ErrorCode, string]>> = {
  BAD_REQUEST: ['VALIDATION', 'The request is not one of tRPC.'],
  NOT_FOUND: ['NOT_FOUND', 'There is no such procedure.'],
  METHOD_NOT_SUPPORTED: ['METHOD_NOT_ALLOWED', 'Call queries with GET and mutations with POST.'],
  PAYLOAD_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The request is too large.'],
  UNSUPPORTED_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Send application/json.'],
};

const failure = (code: ErrorCode, message: string, more: Partial<Failure> = {}): Failure => ({
  code,
  status: statuses[code],
  message,
  ...more,
});

function invalidFields(error: ZodError): Failure {
  const issues = error.issues.map(({ path, message }) => ({
    path: path.map((key) => (typeof key === 'symbol' ? String(key) : key)),
    message,
  }));
  const fields = [...new Set(issues.flatMap(({ path }) => (path.length > 0 ? [path.join('.')] : [])))];
  const message =
    fields.length > 0 ? `Mend ${fields.join(', ')}.` : (issues[0]?.message ?? 'The input is not valid.');
  return failure('VALIDATION', message, { issues });
}

/** Any error as what may be said of it: what is not known here is a defect, with a fixed message. */
export function failureOf(error: unknown): Failure {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
  if (cause instanceof DomainError)
    return failure(cause.code, cause.message, { issues: cause.issues, retryAfter: cause.retryAfter });
  if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') {
    if (cause instanceof ZodError) return invalidFields(cause);
    if (cause instanceof SyntaxError) return failure('INVALID_JSON', 'The input is not valid JSON.');
    const [code, message] = protocol[error.code] ?? ['INTERNAL', 'Something went wrong on our side.'];
    return failure(code, message);
  }
  const code = databaseFailure(cause)?.code;
  if (code && isUnavailable(code))
    return failure('UNAVAILABLE', 'The service cannot reach its database just now: try again.', {
      retryAfter: 1,
    });
  return failure('INTERNAL', 'Something went wrong on our side.');
}
