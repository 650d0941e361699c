/** Everything that can go wrong on purpose. Each transport maps this closed union exhaustively. */
export type ErrorCode =
  | 'INVALID_JSON'
  | 'VALIDATION'
  | 'INVALID_SEARCH'
  | 'TOO_MANY_RESULTS'
  | 'UNKNOWN_REFERENCE'
  | 'INVALID_CREDENTIALS'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'USERNAME_TAKEN'
  | 'LAST_ADMINISTRATOR'
  | 'SELF_CHANGE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'HEADERS_TOO_LARGE'
  | 'TOO_MANY_REQUESTS'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** A field at fault: where it stands in the input, and how to mend it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface Details {
  readonly issues?: readonly Issue[];
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** An error whose message may be shown to the caller. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
  }
}

export const notFound = (noun: string) =>
  new DomainError('NOT_FOUND', `There is no ${noun} with this identifier.`);

export const stale = () =>
  new DomainError('PRECONDITION_FAILED', 'It has changed since it was read: read it again, then decide.');

/** A single field at fault, for rules that only the database can decide. */
export const invalid = (code: ErrorCode, field: string, message: string) =>
  new DomainError(code, message, { issues: [{ path: [field], message }] });
