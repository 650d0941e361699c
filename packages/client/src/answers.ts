import { codesWithIssues, statuses } from '@daybook/domain/error-codes';
import type { ErrorCode } from './service.ts';

/** A failure as tRPC carries it. */
export interface Failure {
  readonly error: {
    readonly message: string;
    readonly code: number;
    readonly data: Readonly<Record<string, unknown>> & { readonly code: string; readonly httpStatus: number };
  };
}

/** What the status of an answer can mean that something in front of the service gave. */
const foreignCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'URI_TOO_LONG',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'HEADERS_TOO_LARGE',
  'UNAVAILABLE',
] as const;

/** A gateway has statuses of its own, 502 and 504, for a service that is away. */
const codeOf = (status: number): ErrorCode =>
  status === 502 || status === 504
    ? 'UNAVAILABLE'
    : (foreignCodes.find((code) => statuses[code] === status) ?? 'INTERNAL');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isFailure = (value: unknown): value is Failure =>
  isObject(value) &&
  isObject(value.error) &&
  typeof value.error.message === 'string' &&
  isObject(value.error.data) &&
  typeof value.error.data.code === 'string';

/** Whether the same call may succeed later. */
export const mayPass = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** A failure with what its answer's headers say. In a batch they are those of the first failure. */
export function failure(
  message: string,
  data: Failure['error']['data'],
  { headers }: Response,
  code = -32603,
): Failure {
  const retryAfter = mayPass(data.httpStatus) ? parseRetryAfter(headers.get('retry-after')) : undefined;
  const hasIssues = codesWithIssues.some((known) => known === data.code);
  return {
    error: {
      message,
      code,
      data: {
        ...data,
        ...(hasIssues && { issues: data.issues ?? [] }),
        ...(retryAfter !== undefined && { retryAfter }),
      },
    },
  };
}

/** The failure that an answer means which is not the service's own: a proxy's page, another server. */
export function foreign(response: Response): Failure {
  const { status } = response;
  return failure(
    `The address does not answer as the service does (HTTP status ${status}).`,
    { code: codeOf(status), httpStatus: status },
    response,
  );
}

/** One answer of tRPC, with failures completed. */
function answerOf(item: unknown, response: Response): unknown {
  if (isFailure(item)) return failure(item.error.message, item.error.data, response, item.error.code);
  return isObject(item) && 'result' in item ? item : foreign(response);
}

/** An answer, or the answers of a batch, in which whatever is not tRPC's has become a failure. */
export function answersOf(text: string, response: Response): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return Array.isArray(body) ? body.map((item) => answerOf(item, response)) : answerOf(body, response);
  } catch {
    return foreign(response);
  }
}

/** Seconds to wait by a Retry-After header, which holds seconds or an HTTP date (RFC 9110, section 10.2.3). */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
