import type { Deprecation, Meta } from '@daybook/api';
import { type ErrorCode, statuses } from '@daybook/domain';
import type { Operation } from '@daybook/facade';
import type { FailureResponse } from '@daybook/facade/document';
import { ofIfNone, ofRefreshCookie, refusal, withoutInput } from './refusals.ts';
import { deprecation, rateLimit } from './response-headers.ts';

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
