import { DomainError, type ErrorCode, type Issue, issuesOf, statuses } from '@daybook/domain';
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
  /** What a personal access token would need. */
  readonly scope?: string | undefined;
  /** How the second factor may be proven. */
  readonly methods?: readonly string[] | undefined;
}

/** tRPC's own complaints about a request; whatever is not here is a defect. */
const protocol: Partial<Record<TRPCError['code'], readonly [ErrorCode, string]>> = {
  BAD_REQUEST: ['VALIDATION', 'The request is not one of tRPC.'],
  PARSE_ERROR: ['VALIDATION', 'The request is not one of tRPC.'],
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
  const issues = issuesOf(error);
  const fields = [...new Set(issues.flatMap(({ path }) => (path.length > 0 ? [path.join('.')] : [])))];
  const message =
    fields.length > 0
      ? `Invalid input: ${fields.join(', ')}.`
      : `The input ${issues[0]?.message ?? 'is not valid'}.`;
  return failure('VALIDATION', message, { issues });
}

/** Any error as what may be said of it: what is not known here is a defect, with a fixed message. */
export function failureOf(error: unknown): Failure {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
  if (cause instanceof DomainError) {
    const { issues, retryAfter, scope, methods } = cause;
    return failure(cause.code, cause.message, { issues, retryAfter, scope, methods });
  }
  if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') {
    if (cause instanceof ZodError) return invalidFields(cause);
    if (cause instanceof SyntaxError) return failure('INVALID_JSON', 'The input is not valid JSON.');
    const [code, message] = protocol[error.code] ?? ['INTERNAL', 'Something went wrong on our side.'];
    return failure(code, message);
  }
  const code = databaseFailure(cause)?.code;
  if (code === 'COMMIT_NOT_REPLICATED')
    return failure(
      'UNAVAILABLE',
      'No standby confirmed the change: it may have been made, and may be lost again. Look before you make it once more.',
      {
        retryAfter: 1,
      },
    );
  if (code && isUnavailable(code))
    return failure('UNAVAILABLE', 'The service cannot reach its database just now: try again.', {
      retryAfter: 1,
    });
  return failure('INTERNAL', 'Something went wrong on our side.');
}
