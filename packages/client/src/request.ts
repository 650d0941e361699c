import { codesWithIssues, statuses } from '@daybook/domain/error-codes';
import { NoAnswer } from './errors.ts';
import type { ErrorCode } from './service.ts';

/** The part of the platform's `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An answer that has arrived completely. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

/** No answer, or only a part of one. */
export const noAnswer = (cause: unknown): NoAnswer =>
  new NoAnswer(`The service did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  });

/** Sends a request with cookies: a log-in sets one that `refreshSession` sends. */
export function send(fetch: Fetch | undefined, url: string, init: RequestInit): Promise<Response> {
  // Looked up at each call, since it may be replaced, and called as a method, as browsers require.
  const options = { credentials: 'include', ...init } as const;
  return fetch ? fetch(url, options) : globalThis.fetch(url, options);
}

/**
 * One request and its answer.
 * @throws NoAnswer, also when the signal in `init` aborted it
 */
export async function request(fetch: Fetch | undefined, url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await send(fetch, url, init);
    return { response, text: await response.text() };
  } catch (error) {
    throw noAnswer(error);
  }
}

/** What tRPC's links read of a response, and what `meta.response` of an error holds. */
interface LinkResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  json(): Promise<unknown>;
}

/** {@link request} for tRPC's links. They always get a response in tRPC's format. */
export const fetchForLinks =
  (fetch: Fetch | undefined): ((url: unknown, init: unknown) => Promise<LinkResponse>) =>
  async (url, init) => {
    const { response, text } = await request(fetch, String(url), init as RequestInit);
    const { ok, status, headers } = response;
    return { ok, status, headers, json: async () => answersOf(text, response) };
  };

/** The URL of a path of the service, whose own URL may have a path; '' is the page's origin. */
export function joinUrl(url: string, path: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return `${url.slice(0, end)}${path}`;
}

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
export function parseRetryAfter(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
