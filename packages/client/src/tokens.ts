import { NoAnswer } from './errors.ts';
import { withTimeout } from './timeouts.ts';

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
