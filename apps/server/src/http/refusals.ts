import { type ErrorCode, type Issue, issueAt, tokenNotAllowed } from '@daybook/domain';
import type { FailureResponse } from '@daybook/facade/document';
import { meanings } from './failure-schema.ts';
import { payRefusals } from './pay-refusals.ts';
import { challenge, requestId, retry, scopeChallenge, setCookie, unknownNames } from './response-headers.ts';

/** What node refuses before there is a request has an id in the body alone. */
const beforeRequests = new Set<ErrorCode>(['REQUEST_TIMEOUT', 'URI_TOO_LONG', 'HEADERS_TOO_LARGE']);

export interface Refusal {
  readonly name: string;
  readonly codes: readonly [ErrorCode, ...ErrorCode[]];
  /** As the service says it. */
  readonly message: string;
  readonly issues?: readonly Issue[];
  readonly headers?: NonNullable<FailureResponse['headers']>;
}

/** A failing response under components, with the codes that can come with its status. */
function response({ name, codes, message, issues, headers }: Refusal) {
  const [code] = codes;
  const meaning = codes.map((each) => meanings[each]).join('; ');
  return {
    name,
    description: `${meaning[0]?.toUpperCase()}${meaning.slice(1)} (${codes.join(', ')})`,
    headers: {
      ...(beforeRequests.has(code) ? {} : requestId(false)),
      ...(codes.includes('VALIDATION') && unknownNames(codes.includes('INVALID_JSON'))),
      ...headers,
    },
    'x-error-codes': codes,
    example: {
      success: false,
      message,
      error: { code, requestId: '7f3f1d2e-5a64-4c39-9d0f-3a4f0f8f7c11', ...(issues && { issues }) },
    },
  };
}

const dayIssue = issueAt(['date'], 'invalid_date');
const exportIssue = issueAt(['userID'], 'export_too_large', { mebibytes: 8 });
const payeeIssue = issueAt(['payee'], 'unknown_reference');
const fixedIssue = issueAt(['value'], 'fixed_in_status', { status: 'presented', attempts: 0 });
const eventIssue = issueAt(['kind'], 'event_not_allowed', { status: 'cleared', allowed: ['undo'] });
const bookIssues = ['firstSerial', 'lastSerial'].map((field) => issueAt([field], 'book_overlap'));
const bookMessage = `firstSerial and lastSerial ${bookIssues[0]?.message}.`;
const readingIssue = issueAt(['date'], 'reading_exists');
const readingMessage = `date ${readingIssue.message}.`;
const searchIssue = issueAt(['search'], 'pattern_open_group', { position: 1 });
/** One response for each set of codes that can come with a status. */
export const refusals = [
  response({
    name: 'InvalidParameter',
    codes: ['VALIDATION'],
    message: 'Invalid input: limit.',
    issues: [issueAt(['limit'], 'invalid_integer', { min: 1, max: 1000 })],
  }),
  response({
    name: 'InvalidSearch',
    codes: ['INVALID_SEARCH', 'TOO_MANY_RESULTS', 'VALIDATION'],
    message: `search ${searchIssue.message}.`,
    issues: [searchIssue],
  }),
  response({
    name: 'InvalidBody',
    codes: ['VALIDATION', 'INVALID_JSON'],
    message: 'Invalid input: date.',
    issues: [dayIssue],
  }),
  response({
    name: 'InvalidBodyOrReference',
    codes: ['VALIDATION', 'INVALID_JSON', 'UNKNOWN_REFERENCE'],
    message: 'Invalid input: date.',
    issues: [dayIssue],
  }),
  response({
    name: 'Unauthenticated',
    codes: ['UNAUTHENTICATED'],
    message: 'Log in with POST /auth and send Authorization: Bearer <token>.',
    headers: challenge,
  }),
  response({
    name: 'InvalidCredentials',
    codes: ['INVALID_CREDENTIALS'],
    message: 'The username or the password is wrong.',
    headers: challenge,
  }),
  response({
    name: 'Forbidden',
    codes: ['FORBIDDEN', 'INSUFFICIENT_SCOPE'],
    message: 'Your role does not allow this.',
    headers: scopeChallenge,
  }),
  response({
    name: 'InsufficientScope',
    codes: ['INSUFFICIENT_SCOPE'],
    message: 'The token needs the scope bills:write for this.',
    headers: scopeChallenge,
  }),
  response({
    name: 'TokenNotAllowed',
    codes: ['TOKEN_NOT_ALLOWED'],
    message: tokenNotAllowed().message,
  }),
  response({
    name: 'ForbiddenToTokens',
    codes: ['FORBIDDEN', 'TOKEN_NOT_ALLOWED'],
    message: 'Your role does not allow this.',
  }),
  response({
    name: 'ForbiddenChange',
    codes: ['FORBIDDEN', 'INSUFFICIENT_SCOPE', 'TOKEN_NOT_ALLOWED'],
    message: 'Your role does not allow this.',
    headers: scopeChallenge,
  }),
  response({
    name: 'NotDeleted',
    codes: ['NOT_DELETED'],
    message: 'The bill is not deleted, so it cannot be restored.',
  }),
  response({
    name: 'UserNotRestored',
    codes: ['NOT_DELETED', 'USERNAME_TAKEN'],
    message: 'The user is not deleted, so it cannot be restored.',
  }),
  response({
    name: 'ExportTooLarge',
    codes: ['VALIDATION', 'TOO_MANY_RESULTS'],
    message: `userID ${exportIssue.message}.`,
    issues: [exportIssue],
  }),
  response({
    name: 'NotErased',
    codes: ['NOT_DELETED', 'NOT_SETTLED', 'ALREADY_ERASED'],
    message: 'The user is not deleted: delete the account first, then erase it.',
  }),
  response({
    name: 'UnknownReference',
    codes: ['VALIDATION', 'UNKNOWN_REFERENCE'],
    message: `payee ${payeeIssue.message}.`,
    issues: [payeeIssue],
  }),
  response({
    name: 'NotUndone',
    codes: [
      'UNDO_CONFLICT',
      'NOT_UNDOABLE',
      'SELF_CHANGE',
      'LAST_ADMINISTRATOR',
      'USERNAME_TAKEN',
      'CHEQUE_STATE',
      'BOOK_OVERLAP',
      'READING_EXISTS',
      'RATE_EXISTS',
      'SETTLEMENT_STATE',
      'CURRENCY_FIXED',
      'PERIOD_CLOSED',
    ],
    message: 'The record has changed since: value. Nothing was undone.',
    issues: [issueAt(['value'], 'changed_since', { expected: '12.50', actual: '13' })],
  }),
  response({
    name: 'ChequeFixed',
    codes: ['CHEQUE_STATE'],
    message: `value ${fixedIssue.message}.`,
    issues: [fixedIssue],
  }),
  response({
    name: 'ChequeNotRestored',
    codes: ['NOT_DELETED', 'CHEQUE_STATE'],
    message: 'The cheque is not deleted, so it cannot be restored.',
  }),
  response({
    name: 'EventNotAllowed',
    codes: ['CHEQUE_STATE', 'IDEMPOTENCY_KEY_REUSED'],
    message: `kind ${eventIssue.message}.`,
    issues: [eventIssue],
  }),
  response({
    name: 'NotFound',
    codes: ['NOT_FOUND'],
    message: 'There is no bill with this identifier.',
  }),
  response({
    name: 'UserNotCreated',
    codes: ['USERNAME_TAKEN', 'IDEMPOTENCY_KEY_REUSED'],
    message: 'This username is taken: choose another (case does not count).',
  }),
  response({
    name: 'UserConflict',
    codes: ['USERNAME_TAKEN', 'SELF_CHANGE'],
    message: 'This username is taken: choose another (case does not count).',
  }),
  response({
    name: 'AdministratorConflict',
    codes: ['LAST_ADMINISTRATOR', 'SELF_CHANGE'],
    message: 'One active Administrator must remain.',
  }),
  response({
    name: 'KeyReused',
    codes: ['IDEMPOTENCY_KEY_REUSED'],
    message: 'This Idempotency-Key was used for another request: make a new one.',
  }),
  response({
    name: 'BookOverlap',
    codes: ['BOOK_OVERLAP'],
    message: bookMessage,
    issues: bookIssues,
  }),
  response({
    name: 'BookNotCreated',
    codes: ['BOOK_OVERLAP', 'IDEMPOTENCY_KEY_REUSED'],
    message: bookMessage,
    issues: bookIssues,
  }),
  response({
    name: 'BookNotRestored',
    codes: ['NOT_DELETED', 'BOOK_OVERLAP'],
    message: 'The chequebook is not deleted, so it cannot be restored.',
  }),
  response({
    name: 'ReadingExists',
    codes: ['READING_EXISTS'],
    message: readingMessage,
    issues: [readingIssue],
  }),
  response({
    name: 'ReadingNotCreated',
    codes: ['READING_EXISTS', 'IDEMPOTENCY_KEY_REUSED'],
    message: readingMessage,
    issues: [readingIssue],
  }),
  response({
    name: 'ReadingNotRestored',
    codes: ['NOT_DELETED', 'READING_EXISTS'],
    message: 'The balance reading is not deleted, so it cannot be restored.',
  }),
  ...payRefusals.map(response),
  response({
    name: 'PreconditionFailed',
    codes: ['PRECONDITION_FAILED'],
    message: 'It has changed since it was read: read it again, then decide.',
  }),
  response({
    name: 'RequestTimeout',
    codes: ['REQUEST_TIMEOUT'],
    message: 'The request was sent too slowly',
  }),
  response({
    name: 'PayloadTooLarge',
    codes: ['PAYLOAD_TOO_LARGE'],
    message: 'The body is too large',
  }),
  response({ name: 'UriTooLong', codes: ['URI_TOO_LONG'], message: 'The address is too long' }),
  response({
    name: 'UnsupportedMediaType',
    codes: ['UNSUPPORTED_MEDIA_TYPE'],
    message: 'Send the body as application/json',
  }),
  response({
    name: 'TooManyRequests',
    codes: ['TOO_MANY_REQUESTS'],
    message: 'Too many failed attempts: try again in 30 seconds.',
    headers: retry,
  }),
  response({
    name: 'HeadersTooLarge',
    codes: ['HEADERS_TOO_LARGE'],
    message: 'The request headers are too large',
  }),
  response({
    name: 'Internal',
    codes: ['INTERNAL'],
    message: 'Something went wrong on our side.',
  }),
  response({
    name: 'Unavailable',
    codes: ['UNAVAILABLE'],
    message: 'The service cannot reach its database just now: try again.',
    headers: retry,
  }),
];

/** Where the same code means something else. */
export const withoutInput = response({
  name: 'BadRequest',
  codes: ['VALIDATION'],
  message: 'The request is not valid HTTP',
});
export const ofIfNone = {
  412: response({
    name: 'LogExists',
    codes: ['PRECONDITION_FAILED'],
    message: 'There is a log of this worker on this date already.',
  }),
};
export const ofRefreshCookie = {
  401: response({
    name: 'SessionEnded',
    codes: ['UNAUTHENTICATED'],
    message: 'The session has ended: log in again.',
    headers: { ...challenge, ...setCookie },
  }),
  // A browser sends the cookie by itself.
  403: response({
    name: 'ForeignPage',
    codes: ['FORBIDDEN'],
    message: 'The page of another site may not renew a session.',
  }),
};
