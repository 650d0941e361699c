import { codesWithIssues } from './errors.ts';
import { secondsOf } from './retry-after.ts';
import type { ErrorCode } from './service.ts';

/** A failure as tRPC carries it. */
export interface Failure {
  readonly error: {
    readonly message: string;
    readonly code: number;
    readonly data: Readonly<Record<string, unknown>> & { readonly code: string; readonly httpStatus: number };
  };
}

/** What can be said of an answer that only something in front of the service can have given. */
const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  431: 'HEADERS_TOO_LARGE',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

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
  const retryAfter = mayPass(data.httpStatus) ? secondsOf(headers.get('retry-after')) : undefined;
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
    { code: codes[status] ?? 'INTERNAL', httpStatus: status },
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
