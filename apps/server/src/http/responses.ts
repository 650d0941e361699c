import type { Meta } from '@daybook/api';
import type { ErrorCode } from '@daybook/domain';
import type { Operation } from '@daybook/facade';
import type { FailureResponse } from '@daybook/facade/document';
import { meanings } from './failure-schema.ts';

const header = (description: string, required = true) => ({
  description,
  required,
  schema: { type: 'string' as const },
});

export const requestId = (required = true) => ({
  'X-Request-Id': header('Names this request in the log; the caller’s own, where one was sent', required),
});
export const setCookie = {
  'Set-Cookie': header('The refresh token: httpOnly, SameSite=Strict, for the path of /auth alone'),
};
export const link = {
  Link: header('Address of the next page, rel="next" (RFC 8288); absent on the last one', false),
};
export const etag = {
  ETag: header('The version of the record, for If-Match (RFC 9110, section 8.8.3)'),
};
const challenge = { 'WWW-Authenticate': header('A challenge of the scheme Bearer (RFC 6750)') };
const retry = { 'Retry-After': header('Seconds to wait') };

/** What node refuses before there is a request has an id in the body alone. */
const beforeRequests = new Set<ErrorCode>(['REQUEST_TIMEOUT', 'URI_TOO_LONG', 'HEADERS_TOO_LARGE']);

interface Refusal {
  readonly name: string;
  readonly codes: readonly [ErrorCode, ...ErrorCode[]];
  /** As the service says it. */
  readonly message: string;
  readonly issues?: readonly { readonly path: readonly string[]; readonly message: string }[];
  readonly headers?: NonNullable<FailureResponse['headers']>;
}

/** A failing response under components, with the codes that can come with its status. */
function response({ name, codes, message, issues, headers }: Refusal): FailureResponse {
  const [code] = codes;
  const meaning = codes.map((each) => meanings[each]).join('; ');
  return {
    name,
    description: `${meaning[0]?.toUpperCase()}${meaning.slice(1)} (${codes.join(', ')})`,
    headers: { ...(beforeRequests.has(code) ? {} : requestId(false)), ...headers },
    'x-error-codes': codes,
    example: {
      success: false,
      message,
      error: { code, requestId: '7f3f1d2e-5a64-4c39-9d0f-3a4f0f8f7c11', ...(issues && { issues }) },
    },
  };
}

const dayIssue = {
  path: ['date'],
  message: 'Send a day of the calendar as year-month-day, such as 2023-12-08, from 1900 to 9999.',
};
const badRequest = {
  request: response({ name: 'BadRequest', codes: ['VALIDATION'], message: 'The request is not valid HTTP' }),
  fields: response({
    name: 'InvalidParameter',
    codes: ['VALIDATION'],
    message: 'Mend limit.',
    issues: [{ path: ['limit'], message: 'Send a whole number from 1 to 1000.' }],
  }),
  search: response({
    name: 'InvalidSearch',
    codes: ['INVALID_SEARCH', 'TOO_MANY_RESULTS', 'VALIDATION'],
    message: '"(" is not closed: add ")", or write \\( for the sign itself (character 1)',
    issues: [
      {
        path: ['search'],
        message: '"(" is not closed: add ")", or write \\( for the sign itself (character 1)',
      },
    ],
  }),
  body: response({
    name: 'InvalidBody',
    codes: ['VALIDATION', 'INVALID_JSON'],
    message: 'Mend date.',
    issues: [dayIssue],
  }),
  reference: response({
    name: 'InvalidBodyOrReference',
    codes: ['VALIDATION', 'INVALID_JSON', 'UNKNOWN_REFERENCE'],
    message: 'Mend date.',
    issues: [dayIssue],
  }),
};

const unauthenticated = 'Log in with POST /auth and send Authorization: Bearer <token>.';
const refused = {
  token: response({
    name: 'Unauthenticated',
    codes: ['UNAUTHENTICATED'],
    message: unauthenticated,
    headers: challenge,
  }),
  credentials: response({
    name: 'InvalidCredentials',
    codes: ['INVALID_CREDENTIALS'],
    message: 'The username or the password is wrong.',
    headers: challenge,
  }),
  session: response({
    name: 'SessionEnded',
    codes: ['UNAUTHENTICATED'],
    message: 'The session has ended: log in again.',
    headers: { ...challenge, ...setCookie },
  }),
  role: response({ name: 'Forbidden', codes: ['FORBIDDEN'], message: 'Your role does not allow this.' }),
  page: response({
    name: 'ForeignPage',
    codes: ['FORBIDDEN'],
    message: 'The page of another site may not renew a session.',
  }),
  unknown: response({
    name: 'NotFound',
    codes: ['NOT_FOUND'],
    message: 'There is no bill with this identifier.',
  }),
  stale: response({
    name: 'PreconditionFailed',
    codes: ['PRECONDITION_FAILED'],
    message: 'It has changed since it was read: read it again, then decide.',
  }),
  slow: response({
    name: 'RequestTimeout',
    codes: ['REQUEST_TIMEOUT'],
    message: 'The request was sent too slowly',
  }),
  large: response({
    name: 'PayloadTooLarge',
    codes: ['PAYLOAD_TOO_LARGE'],
    message: 'The body is too large',
  }),
  long: response({ name: 'UriTooLong', codes: ['URI_TOO_LONG'], message: 'The address is too long' }),
  type: response({
    name: 'UnsupportedMediaType',
    codes: ['UNSUPPORTED_MEDIA_TYPE'],
    message: 'Send the body as application/json',
  }),
  often: response({
    name: 'TooManyRequests',
    codes: ['TOO_MANY_REQUESTS'],
    message: 'Too many failed attempts: try again in 30 seconds.',
    headers: retry,
  }),
  headers: response({
    name: 'HeadersTooLarge',
    codes: ['HEADERS_TOO_LARGE'],
    message: 'The request headers are too large',
  }),
  defect: response({
    name: 'Internal',
    codes: ['INTERNAL'],
    message: 'Something went wrong on our side.',
  }),
  away: response({
    name: 'Unavailable',
    codes: ['UNAVAILABLE'],
    message: 'The service cannot reach its database just now: try again.',
    headers: retry,
  }),
};

const administrators = response({
  name: 'AdministratorConflict',
  codes: ['LAST_ADMINISTRATOR', 'SELF_CHANGE'],
  message: 'One active Administrator must remain.',
});
const reused = response({
  name: 'KeyReused',
  codes: ['IDEMPOTENCY_KEY_REUSED'],
  message: 'This Idempotency-Key was used for another request: make a new one.',
});
const conflicts: Readonly<Record<string, FailureResponse>> = {
  'users.create': response({
    name: 'UserNotCreated',
    codes: ['USERNAME_TAKEN', 'IDEMPOTENCY_KEY_REUSED'],
    message: 'This username is taken: choose another (case does not count).',
  }),
  'logs.create': reused,
  'cheques.create': reused,
  'bills.create': reused,
  'payees.create': reused,
  'users.update': response({
    name: 'UserConflict',
    codes: ['USERNAME_TAKEN', 'SELF_CHANGE'],
    message: 'This username is taken: choose another (case does not count).',
  }),
  'users.remove': administrators,
  'users.setRole': administrators,
  'users.setStatus': administrators,
};

const comparesPasswords = new Set(['auth.login', 'users.changePassword']);
const refersToRecords = new Set(['logs.create', 'logs.update', 'cheques.create', 'cheques.update']);

function invalid({ id, input, readsBody }: Operation): FailureResponse {
  if (id === 'users.list') return badRequest.search;
  if (refersToRecords.has(id)) return badRequest.reference;
  if (readsBody) return badRequest.body;
  return input ? badRequest.fields : badRequest.request;
}

/** Is it a creation, which an Idempotency-Key makes happen once? */
export const creates = ({ id }: Operation) => id.endsWith('.create');

/** Does it change one record, which If-Match can hold to a version? */
export const changesRecord = ({ id, method, params }: Operation) =>
  params.length > 0 && method !== 'GET' && id !== 'auth.revokeSession';

/** Every failure that can come from an operation, also what is refused before its procedure runs. */
export function failuresOf(operation: Operation): Record<number, FailureResponse> {
  const { id, method, params, readsBody } = operation;
  const { access } = operation.meta as unknown as Meta;
  const restricted = access !== 'open' && Object.values(access).some((grant) => grant !== true);
  const conflict = conflicts[id];
  const unauthorized =
    id === 'auth.login' ? refused.credentials : id === 'auth.refresh' ? refused.session : refused.token;
  return {
    400: invalid(operation),
    401: unauthorized,
    ...(restricted && { 403: refused.role }),
    // A browser sends the cookie by itself.
    ...(id === 'auth.refresh' && { 403: refused.page }),
    ...(params.length > 0 && { 404: refused.unknown }),
    408: refused.slow,
    ...(conflict && { 409: conflict }),
    ...(changesRecord(operation) && { 412: refused.stale }),
    // Also a body that the operation ignores is read up to the limit; GET leaves it alone.
    ...(method !== 'GET' && { 413: refused.large }),
    414: refused.long,
    ...(readsBody && { 415: refused.type }),
    ...(comparesPasswords.has(id) && { 429: refused.often }),
    431: refused.headers,
    500: refused.defect,
    503: refused.away,
  };
}
