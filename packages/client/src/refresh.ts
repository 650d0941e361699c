import { TRPCClientError } from '@trpc/client';
import { failure, foreign } from './answers.ts';
import { Aborted, NoAnswer } from './errors.ts';
import { type Fetch, joinUrl, request } from './request.ts';
import type { AppRouter, Login } from './service.ts';
import { withTimeout } from './timeouts.ts';

export interface RefreshOptions {
  /** As for `createClient`. */
  readonly url: string;
  readonly fetch?: Fetch | undefined;
  /** Milliseconds; 30 000 if left out. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface RestAnswer {
  readonly success: boolean;
  readonly message?: string;
  readonly data?: Login;
  readonly error?: Readonly<Record<string, unknown>> & { readonly code: string };
}

/** The body, if it has the format of the REST interface. */
function parseBody(text: string): RestAnswer | undefined {
  try {
    const body: RestAnswer | null = JSON.parse(text);
    return body?.data || body?.error ? body : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Over REST: browsers send the cookies to paths under /auth only, so not over tRPC.
 * @returns undefined if the status is `signedOutStatus`
 */
async function post(
  { url, fetch, timeout = 30_000, signal }: RefreshOptions,
  path: string,
  init: RequestInit,
  signedOutStatus?: number,
): Promise<Login | undefined> {
  const timeoutError = () => new NoAnswer(`The service did not answer within ${timeout} ms.`);
  const sendRequest = (innerSignal: AbortSignal) =>
    request(fetch, joinUrl(url, path), { method: 'POST', ...init, signal: innerSignal });
  const { response, text } = await withTimeout(timeout, timeoutError, signal, sendRequest).catch(
    (cause: Error) => {
      throw TRPCClientError.from<AppRouter>(signal?.aborted ? new Aborted(signal.reason) : cause);
    },
  );
  const body = parseBody(text);
  if (response.ok && body?.data) return body.data;
  if (response.status === signedOutStatus) return undefined;
  const error = body?.error;
  throw TRPCClientError.from<AppRouter>(
    error
      ? failure(body.message ?? '', { ...error, httpStatus: response.status }, response)
      : foreign(response),
  );
}

/**
 * A new access token by the cookie of the log-in, in a browser: after a page has been reloaded, or for the option
 * `refresh`. Undefined when there is no session (any more).
 * @throws what calls reject with: ApiError for any other refusal, NetworkError, AbortedError
 */
export const refreshSession = (options: RefreshOptions): Promise<Login | undefined> =>
  post(options, '/auth/refresh', {}, 401);

/**
 * `auth.login` for a browser: with its cookie, by which the service counts the failures of a device that has logged in
 * before apart from those of others.
 * @throws what calls reject with: ApiError, NetworkError, AbortedError
 */
export async function logIn(
  options: RefreshOptions,
  credentials: { readonly username: string; readonly password: string },
): Promise<Login> {
  const headers = { 'content-type': 'application/json' };
  const init = { headers, body: JSON.stringify(credentials) };
  return (await post(options, '/auth', init)) as Login;
}
