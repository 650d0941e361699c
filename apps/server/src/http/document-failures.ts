import type { Deprecation, Meta } from '@daybook/api';
import {
  type DomainError,
  type ErrorCode,
  freshLogInRequired,
  insufficientScope,
  invalid,
  notDeleted,
  notFound,
  stale,
  statuses,
  tokenNotAllowed,
} from '@daybook/domain';
import type { Operation } from '@daybook/facade';
import type { FailureResponse } from '@daybook/facade/document';
import { meanings } from './failure-schema.ts';
import {
  challenge,
  contentRange,
  deprecation,
  rateLimit,
  requestId,
  retry,
  scopeChallenge,
  setCookie,
  unknownNames,
} from './response-headers.ts';

/** It compares a password, whose failures are counted; other operations are bounded by what they leave behind. */
export const isCounted = ({ errors, batch }: Meta) =>
  batch === false && errors?.includes('TOO_MANY_REQUESTS') === true;

/** Every code that an operation can fail with, also what is refused before its procedure runs. */
function codesOf({ method, params, readsBody, meta }: Operation<Meta>): readonly ErrorCode[] {
  const {
    access,
    scope,
    scopes,
    fresh,
    whileEnrolling,
    credentials,
    creates,
    ifNone,
    changesRecord,
    errors = [],
  } = meta;
  const restricted = access !== 'open' && Object.values(access).some((grant) => grant !== true);
  const also = (condition: unknown, ...codes: ErrorCode[]) => (condition ? codes : []);
  return [
    'VALIDATION',
    ...also(readsBody, 'INVALID_JSON', 'UNSUPPORTED_MEDIA_TYPE'),
    credentials === 'password' ? 'INVALID_CREDENTIALS' : 'UNAUTHENTICATED',
    ...also(restricted, 'FORBIDDEN'),
    ...also(access !== 'open', (scope ?? scopes) ? 'INSUFFICIENT_SCOPE' : 'TOKEN_NOT_ALLOWED'),
    ...also(access !== 'open' && !whileEnrolling, 'ENROLMENT_REQUIRED'),
    ...also(fresh, 'FRESH_LOG_IN_REQUIRED'),
    ...also(params.length > 0, 'NOT_FOUND'),
    ...also(creates, 'IDEMPOTENCY_KEY_REUSED'),
    ...also(changesRecord || ifNone, 'PRECONDITION_FAILED'),
    // Also a body that the operation ignores is read up to the limit; GET leaves it alone.
    ...also(method !== 'GET', 'PAYLOAD_TOO_LARGE'),
    'REQUEST_TIMEOUT',
    'URI_TOO_LONG',
    'HEADERS_TOO_LARGE',
    'INTERNAL',
    'UNAVAILABLE',
    ...errors,
  ];
}

const renamed = ({ name, ...response }: FailureResponse, suffix: string): FailureResponse => ({
  ...response,
  ...(name !== undefined && { name: `${name}${suffix}` }),
});

/** Of an operation that is counted: what can come once it has been. */
const counted = (status: string, response: FailureResponse): FailureResponse =>
  ['400', '401', '429', '500', '503'].includes(status)
    ? { ...renamed(response, 'Counted'), headers: { ...response.headers, ...rateLimit } }
    : response;

/** Of a deprecated operation: what comes once it is known which operation it is. */
const deprecatedResponse = (
  status: string,
  deprecated: Deprecation,
  response: FailureResponse,
): FailureResponse =>
  ['408', '414', '431'].includes(status)
    ? response
    : {
        ...renamed(response, deprecated.since === undefined ? 'Sunset' : 'Deprecated'),
        headers: { ...response.headers, ...deprecation(deprecated) },
      };

/** Every failing response of an operation, by status. */
export function failuresOf(operation: Operation<Meta>): Record<number, FailureResponse> {
  const { input, meta } = operation;
  const byStatus = Object.groupBy(codesOf(operation), (code) => statuses[code]);
  const responses = Object.entries(byStatus).map(([status, codes = []]) => {
    const response = refusal(codes);
    return [status, isCounted(meta) ? counted(status, response) : response] as const;
  });
  const all: Record<string, FailureResponse> = {
    ...Object.fromEntries(responses),
    ...(!input && { 400: withoutInput }),
    ...(meta.ifNone && ofIfNone),
    ...(meta.credentials === 'refreshCookie' && ofRefreshCookie),
  };
  const { deprecated } = meta;
  return deprecated
    ? Object.fromEntries(
        Object.entries(all).map(([status, one]) => [status, deprecatedResponse(status, deprecated, one)]),
      )
    : all;
}

/** A failure with each code, as the service says it; the compiler holds the list complete. */
const examples: Readonly<Record<ErrorCode, DomainError | string>> = {
  INVALID_SEARCH: invalid('INVALID_SEARCH', ['search'], 'pattern_open_group', { position: 1 }),
  VALIDATION: invalid('VALIDATION', ['date'], 'invalid_date'),
  INVALID_JSON: 'The body is not valid JSON',
  TOO_MANY_RESULTS: invalid('TOO_MANY_RESULTS', ['limit'], 'too_many_results', { max: 10_000 }),
  UNKNOWN_REFERENCE: invalid('UNKNOWN_REFERENCE', ['payee'], 'unknown_reference'),
  LINK_INVALID: 'The link was used, has ended, or never was one: ask for another one.',
  PASSKEY_INVALID:
    'The passkey does not belong to an account here, or was asked for too long ago: try again.',
  INVALID_CREDENTIALS: 'The username or the password is wrong.',
  UNAUTHENTICATED: 'Log in with POST /auth and send Authorization: Bearer <token>.',
  SECOND_FACTOR_REQUIRED: 'Send a code of your authenticator app, or a recovery code, as `code` too.',
  SECOND_FACTOR_WRONG: 'The code is wrong, or was used already.',
  SSO_REQUIRED: 'This account logs in with Company: choose that on the log-in page.',
  SSO_FAILED: 'The log-in with Company did not succeed: begin again.',
  SSO_UNKNOWN:
    'Your account at Company is linked to no active account here: link it in your settings, or ask an Administrator to.',
  FORBIDDEN: 'Your role does not allow this.',
  ENROLMENT_REQUIRED: 'Your role needs a second factor: add one first.',
  FRESH_LOG_IN_REQUIRED: freshLogInRequired(),
  INSUFFICIENT_SCOPE: insufficientScope('bills:write'),
  TOKEN_NOT_ALLOWED: tokenNotAllowed(),
  NOT_FOUND: notFound('bill'),
  METHOD_NOT_ALLOWED: 'Call queries with GET and mutations with POST.',
  REQUEST_TIMEOUT: 'The request was sent too slowly',
  NOT_DELETED: notDeleted('bill'),
  NOT_SETTLED: invalid('NOT_SETTLED', ['userID'], 'not_settled', { balance: '12.50' }),
  ALREADY_ERASED: 'The personal data of this user is erased already.',
  GONE: invalid('GONE', ['after'], 'position_gone', { oldest: 1200, newest: 5400 }),
  UNDO_CONFLICT: invalid('UNDO_CONFLICT', ['value'], 'changed_since', { expected: '12.50', actual: '13' }),
  NOT_UNDOABLE: 'A change of this sort cannot be undone.',
  USERNAME_TAKEN: invalid('USERNAME_TAKEN', ['username'], 'username_taken'),
  LAST_ADMINISTRATOR: 'One active Administrator must remain.',
  ACCOUNT_INACTIVE: 'The account is inactive: activate it first.',
  IDENTITY_TAKEN: 'The account has a link to this provider: end it first.',
  SELF_CHANGE: 'Ask another Administrator to change your account.',
  BOOK_OVERLAP: invalid('BOOK_OVERLAP', ['firstSerial', 'lastSerial'], 'book_overlap'),
  READING_EXISTS: invalid('READING_EXISTS', ['date'], 'reading_exists'),
  RATE_EXISTS: invalid('RATE_EXISTS', ['from'], 'rate_exists'),
  ALREADY_SETTLED: invalid('ALREADY_SETTLED', ['to'], 'already_settled', { to: '2024-01-31' }),
  SETTLEMENT_STATE: invalid('SETTLEMENT_STATE', ['settlementID'], 'settlement_state', { status: 'void' }),
  CHEQUE_STATE: invalid('CHEQUE_STATE', ['value'], 'fixed_in_status', { status: 'presented', attempts: 0 }),
  BILL_PAID: invalid('BILL_PAID', ['bills'], 'bill_paid'),
  CURRENCY_FIXED: invalid('CURRENCY_FIXED', ['currency'], 'currency_fixed'),
  PERIOD_CLOSED: invalid('PERIOD_CLOSED', ['date'], 'period_closed', { through: '2024-01-31' }),
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request: make a new one.',
  PRECONDITION_FAILED: stale(),
  PAYLOAD_TOO_LARGE: 'The body is too large',
  BATCH_TOO_LARGE: 'The answers of a batch have at most 16 MiB: send this call alone.',
  URI_TOO_LONG: 'The address is too long',
  UNSUPPORTED_MEDIA_TYPE: 'Send the body as application/json',
  RANGE_NOT_SATISFIABLE: 'Ask for bytes of 0-1023: the file has no others.',
  STORAGE_FULL: 'There is no room for more files: delete some, or ask the operator for more room.',
  TOO_MANY_REQUESTS: 'Too many failed attempts: try again in 30 seconds.',
  HEADERS_TOO_LARGE: 'The request headers are too large',
  INTERNAL: 'Something went wrong on our side.',
  UNAVAILABLE: 'The service cannot reach its database just now: try again.',
};

interface Named {
  readonly name?: string;
  readonly message?: string;
}

/** What node refuses before there is a request has an id in the body alone. */
const beforeRequests = new Set<ErrorCode>(['REQUEST_TIMEOUT', 'URI_TOO_LONG', 'HEADERS_TOO_LARGE']);
const headersOf: Partial<Record<ErrorCode, FailureResponse['headers']>> = {
  INVALID_CREDENTIALS: challenge,
  UNAUTHENTICATED: challenge,
  SECOND_FACTOR_REQUIRED: challenge,
  SECOND_FACTOR_WRONG: challenge,
  SSO_REQUIRED: challenge,
  SSO_FAILED: challenge,
  SSO_UNKNOWN: challenge,
  INSUFFICIENT_SCOPE: scopeChallenge,
  TOO_MANY_REQUESTS: retry,
  RANGE_NOT_SATISFIABLE: contentRange(false),
  UNAVAILABLE: retry,
};

const order = Object.keys(statuses) as ErrorCode[];
const inWords = (code: ErrorCode) =>
  code.toLowerCase().replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
/** A longer name helps nobody: then the response stands in the operation itself. */
const MAX_CODES_IN_NAME = 3;

/** The failing response of these codes, which have one status, with the first one as its example. */
function refusal(declared: readonly ErrorCode[], { name, message }: Named = {}): FailureResponse {
  const codes = order.filter((code) => declared.includes(code));
  const [code = 'INTERNAL'] = codes;
  const example = message ?? examples[code];
  const { message: said, issues } =
    typeof example === 'string' ? { message: example, issues: undefined } : example;
  const meaning = codes.map((each) => meanings[each]).join('; ');
  return {
    ...(codes.length <= MAX_CODES_IN_NAME && { name: name ?? codes.map(inWords).join('Or') }),
    description: `${meaning[0]?.toUpperCase()}${meaning.slice(1)} (${codes.join(', ')})`,
    headers: {
      ...(!beforeRequests.has(code) && requestId(false)),
      ...(codes.includes('VALIDATION') && unknownNames(codes.includes('INVALID_JSON'))),
      ...Object.assign({}, ...codes.map((each) => headersOf[each])),
    },
    'x-error-codes': codes,
    example: {
      success: false,
      message: said,
      error: { code, requestId: '7f3f1d2e-5a64-4c39-9d0f-3a4f0f8f7c11', ...(issues && { issues }) },
    },
  };
}

/** Where a code means something else. */
const withoutInput = refusal(['VALIDATION'], {
  name: 'BadRequest',
  message: 'The request is not valid HTTP',
});
const ofIfNone = {
  412: refusal(['PRECONDITION_FAILED'], {
    name: 'LogExists',
    message: 'There is a log of this worker on this date already.',
  }),
};
const sessionEnded = refusal(['UNAUTHENTICATED'], {
  name: 'SessionEnded',
  message: 'The session has ended: log in again.',
});
const ofRefreshCookie = {
  401: { ...sessionEnded, headers: { ...sessionEnded.headers, ...setCookie } },
  // A browser sends the cookie by itself.
  403: refusal(['FORBIDDEN'], {
    name: 'ForeignPage',
    message: 'The page of another site may not renew a session.',
  }),
};
