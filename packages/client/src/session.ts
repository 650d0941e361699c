import { NoAnswer } from './errors.ts';
import { within } from './waiting.ts';

type Awaitable<T> = T | Promise<T>;

export interface SessionOptions {
  readonly token: string | (() => Awaitable<string | undefined>) | undefined;
  readonly refresh: (() => Promise<string | undefined>) | undefined;
  readonly onSignedOut: (() => void) | undefined;
  /** Milliseconds. */
  readonly timeout: number;
}

export interface Session {
  /** The token to send now. */
  token(): Promise<string | undefined>;
  /** Fulfils when no refresh is under way; never rejects. */
  settled(): Promise<unknown>;
  /**
   * Looks for another token instead of this one, which the service did not accept: one refresh for all who ask.
   * @throws what `refresh` throws
   */
  renew(rejected: string): Promise<Renewal>;
}

/** A new token; none, since the session is over; the same, but somebody heard of it before; none, as none can be had. */
export type Renewal = 'renewed' | 'over' | 'known to be over' | 'impossible';

export function createSession({ token: given, refresh, onSignedOut, timeout }: SessionOptions): Session {
  let renewed: { readonly instead: string | undefined; readonly token: string } | undefined;
  let ended: string | undefined;
  let refreshing: Promise<string | undefined> | undefined;

  const told = async () => (typeof given === 'function' ? given() : given);
  // Whoever gives one token, or keeps it somewhere that `refresh` does not write to, gives the old one again.
  const token = async () => {
    const present = await told();
    return renewed && present === renewed.instead ? renewed.token : present;
  };

  async function exchange(rejected: string, ask: () => Promise<string | undefined>) {
    const present = await token();
    if (present !== rejected) return present;
    const instead = await told();
    const late = () => new NoAnswer(`There was no new token within ${timeout} ms.`);
    const fresh = await within(timeout, late, undefined, ask);
    if (fresh !== undefined) renewed = { instead, token: fresh };
    else onSignedOut?.();
    return fresh;
  }

  return {
    token,
    settled: () => Promise.allSettled([refreshing]),
    async renew(rejected) {
      if (!refresh) return 'impossible';
      if (rejected === ended) return 'known to be over';
      refreshing ??= exchange(rejected, refresh).finally(() => {
        refreshing = undefined;
      });
      if ((await refreshing) !== undefined) return 'renewed';
      const isKnown = rejected === ended;
      ended = rejected;
      return isKnown ? 'known to be over' : 'over';
    },
  };
}
