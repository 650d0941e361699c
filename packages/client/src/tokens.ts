import { TRPCClientError } from '@trpc/client';
import { Aborted, NoAnswer } from './errors.ts';
import { type Fetch, failure, foreign, joinUrl, request } from './request.ts';
import { withTimeout } from './retries.ts';
import type { AppRouter, Inputs, Login } from './service.ts';

type Awaitable<T> = T | Promise<T>;

export interface TokenOptions {
  readonly token: string | (() => Awaitable<string | undefined>) | undefined;
  readonly refresh: (() => Promise<string | undefined>) | undefined;
  readonly onSignedOut: (() => void) | undefined;
  /** Milliseconds. */
  readonly timeout: number;
}

export interface TokenManager {
  /** The token to send now. */
  token(): Promise<string | undefined>;
  /** Resolves when no refresh is running; never rejects. */
  settled(): Promise<unknown>;
  /**
   * Gets a new token in place of one that the service has rejected: one refresh for all calls.
   * @throws what `refresh` throws
   */
  renew(rejected: string): Promise<Renewal>;
}

/** The last one: there is no `refresh`, or the token is a personal access token, in whose place no other comes. */
type Renewal = 'renewed' | 'signed out' | 'already signed out' | 'not supported';

const isPersonal = (token: string) => token.startsWith('dbk_');

export function createTokenManager({
  token: configured,
  refresh,
  onSignedOut,
  timeout,
}: TokenOptions): TokenManager {
  let renewed: { readonly replaced: string | undefined; readonly token: string } | undefined;
  let signedOutToken: string | undefined;
  let refreshing: Promise<string | undefined> | undefined;

  const configuredToken = async () => (typeof configured === 'function' ? configured() : configured);
  // A fixed token, or one stored where `refresh` does not write to, stays the old one.
  const token = async () => {
    const current = await configuredToken();
    return renewed && current === renewed.replaced ? renewed.token : current;
  };

  async function refreshToken(rejected: string, refresh: () => Promise<string | undefined>) {
    const current = await token();
    if (current !== rejected) return current;
    const replaced = await configuredToken();
    const timeoutError = () => new NoAnswer(`There was no new token within ${timeout} ms.`);
    const newToken = await withTimeout(timeout, timeoutError, undefined, refresh);
    if (newToken !== undefined) renewed = { replaced, token: newToken };
    else onSignedOut?.();
    return newToken;
  }

  return {
    token,
    settled: () => Promise.allSettled([refreshing]),
    async renew(rejected) {
      if (!refresh || isPersonal(rejected)) return 'not supported';
      if (rejected === signedOutToken) return 'already signed out';
      refreshing ??= refreshToken(rejected, refresh).finally(() => {
        refreshing = undefined;
      });
      if ((await refreshing) !== undefined) return 'renewed';
      const wasReported = rejected === signedOutToken;
      signedOutToken = rejected;
      return wasReported ? 'already signed out' : 'signed out';
    },
  };
}

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

const sendTo = async (options: RefreshOptions, path: string, body: object): Promise<Login> => {
  const headers = { 'content-type': 'application/json' };
  return (await post(options, path, { headers, body: JSON.stringify(body) })) as Login;
};

/**
 * `auth.login` for a browser: with its cookie, by which the service counts the failures of a device that has logged in
 * before apart from those of others. Whoever has a second factor sends a code of it, or a recovery code, as well.
 * @throws what calls reject with: ApiError, NetworkError, AbortedError
 */
export async function logIn(
  options: RefreshOptions,
  credentials: { readonly username: string; readonly password: string; readonly code?: string | undefined },
): Promise<Login> {
  return sendTo(options, '/auth', credentials);
}

/**
 * `auth.ssoLogIn` for a browser, with the cookie of `auth.beginSso`: what the provider has sent back.
 * @throws what calls reject with: ApiError, NetworkError, AbortedError
 */
export const logInWithProvider = (
  options: RefreshOptions,
  answer: Inputs['auth']['ssoLogIn'],
): Promise<Login> => sendTo(options, '/auth/sso/log-in', answer);

/**
 * `auth.passkeyLogIn` for a browser, with the same cookies.
 * @param response what the browser made of `auth.passkeyChallenge`
 * @throws what calls reject with: ApiError, NetworkError, AbortedError
 */
export const logInWithPasskey = (
  options: RefreshOptions,
  response: Inputs['auth']['passkeyLogIn']['response'],
): Promise<Login> => sendTo(options, '/auth/passkeys/log-in', { response });
