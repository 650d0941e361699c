import type { FactorMethod } from './factors/factors.schema.ts';
import type { TokenScope } from './tokens/scopes.ts';
import { type Issue, type IssueCode, type IssueParams, issueAt } from './values/issues.ts';

/**
 * Everything that can go wrong on purpose, and the HTTP status of each: the only table of them. Of several codes with one
 * status, the document shows the first as its example.
 */
export const statuses = {
  INVALID_SEARCH: 400,
  VALIDATION: 400,
  INVALID_JSON: 400,
  TOO_MANY_RESULTS: 400,
  UNKNOWN_REFERENCE: 400,
  LINK_INVALID: 400,
  PASSKEY_INVALID: 400,
  INVALID_CREDENTIALS: 401,
  UNAUTHENTICATED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  SECOND_FACTOR_WRONG: 401,
  SSO_REQUIRED: 401,
  SSO_FAILED: 401,
  SSO_UNKNOWN: 401,
  FORBIDDEN: 403,
  ENROLMENT_REQUIRED: 403,
  FRESH_LOG_IN_REQUIRED: 403,
  INSUFFICIENT_SCOPE: 403,
  TOKEN_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  NOT_DELETED: 409,
  NOT_SETTLED: 409,
  ALREADY_ERASED: 409,
  UNDO_CONFLICT: 409,
  NOT_UNDOABLE: 409,
  USERNAME_TAKEN: 409,
  LAST_ADMINISTRATOR: 409,
  SELF_CHANGE: 409,
  ACCOUNT_INACTIVE: 409,
  IDENTITY_TAKEN: 409,
  BOOK_OVERLAP: 409,
  READING_EXISTS: 409,
  RATE_EXISTS: 409,
  ALREADY_SETTLED: 409,
  SETTLEMENT_STATE: 409,
  CHEQUE_STATE: 409,
  CURRENCY_FIXED: 409,
  PERIOD_CLOSED: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  BATCH_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const satisfies Readonly<Record<string, number>>;

export type ErrorCode = keyof typeof statuses;

/** The codes that come with the fields at fault. */
export const codesWithIssues = [
  'VALIDATION',
  'INVALID_SEARCH',
  'TOO_MANY_RESULTS',
  'UNKNOWN_REFERENCE',
  'USERNAME_TAKEN',
  'BOOK_OVERLAP',
  'READING_EXISTS',
  'RATE_EXISTS',
  'ALREADY_SETTLED',
  'SETTLEMENT_STATE',
  'NOT_SETTLED',
  'PERIOD_CLOSED',
  'CURRENCY_FIXED',
  'UNDO_CONFLICT',
  'CHEQUE_STATE',
  'GONE',
] as const satisfies readonly ErrorCode[];

export type CodeWithIssues = (typeof codesWithIssues)[number];

interface Details {
  readonly issues?: readonly Issue[];
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number;
  /** What a personal access token would need. */
  readonly scope?: string | undefined;
  /** How somebody enrolled may prove the second factor. */
  readonly methods?: readonly FactorMethod[] | undefined;
  readonly cause?: unknown;
}

/** An error whose message may be shown to the caller. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfter: number | undefined;
  readonly scope: string | undefined;
  readonly methods: readonly FactorMethod[] | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
    this.scope = details.scope;
    this.methods = details.methods;
  }
}

export const notFound = (noun: string) =>
  new DomainError('NOT_FOUND', `There is no ${noun} with this identifier.`);

export const stale = () =>
  new DomainError('PRECONDITION_FAILED', 'It has changed since it was read: read it again, then decide.');

/** @param scopes of which all are needed */
export const insufficientScope = (...scopes: readonly TokenScope[]) =>
  new DomainError('INSUFFICIENT_SCOPE', `The token needs the scope ${scopes.join(' and ')} for this.`, {
    scope: scopes.join(' '),
  });

export const freshLogInRequired = () =>
  new DomainError(
    'FRESH_LOG_IN_REQUIRED',
    'This needs a log-in of the last 15 minutes: send the password to POST /auth/confirm, then this request again.',
  );

export const tokenNotAllowed = () =>
  new DomainError(
    'TOKEN_NOT_ALLOWED',
    'This is not for personal access tokens, whatever their scopes: log in for it.',
  );

export const notDeleted = (noun: string) =>
  new DomainError('NOT_DELETED', `The ${noun} is not deleted, so it cannot be restored.`);

/** Fields at fault for one reason, by rules that no schema can decide. */
export function invalid<Code extends IssueCode>(
  error: CodeWithIssues,
  fields: readonly string[],
  code: Code,
  ...params: IssueParams<Code>
): DomainError {
  const issues = fields.map((field) => issueAt([field], code, ...params));
  return new DomainError(error, `${fields.join(' and ')} ${issues[0]?.message}.`, { issues });
}
