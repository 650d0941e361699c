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
  INVALID_CREDENTIALS: 401,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
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
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
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
