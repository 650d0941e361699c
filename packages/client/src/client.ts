import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  type Operation,
  splitLink,
  type TRPCClient,
  type TRPCClientError,
} from '@trpc/client';
import { type Call, callLink, conditionHeaders, isUnbatched, recordToken, shared } from './calls.ts';
import { type Events, eventsOf } from './events.ts';
import { type Fetch, fetchForLinks, joinUrl } from './request.ts';
import { randomBackOffMs } from './retries.ts';
import type { AppRouter } from './service.ts';
import { streamLink } from './streams.ts';
import { createTokenManager } from './tokens.ts';

export interface ClientOptions {
  /** Where the service is, with its base path if it has one: `https://daybook.example.org`; `''` or `/daybook` in a page from there. */
  readonly url: string;
  /** The access token, or how to get the present one, or a personal access token; without it only `auth.login` can be called. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /**
   * How to get a new access token when the service does not accept the present one any more; undefined when the session
   * is over. Asked once for all calls that wait for it; each of them is then repeated once.
   */
  readonly refresh?: (() => Promise<string | undefined>) | undefined;
  /** Called once when `refresh` found the session over; the calls that waited reject with the 401. */
  readonly onSignedOut?: (() => void) | undefined;
  /**
   * Asks the person for the password and sends it to `auth.confirm`, where a call needs a log-in of the last 15 minutes: asked
   * once for all calls that wait for it. After `true` each of them is repeated once, with the same Idempotency-Key; after
   * `false` they reject with FRESH_LOG_IN_REQUIRED.
   */
  readonly confirm?: (() => Promise<boolean>) | undefined;
  /** Called for every call that fails in the end, but not for those that were aborted. */
  readonly onError?: ((error: TRPCClientError<AppRouter>, call: Call) => void) | undefined;
  /** Milliseconds each attempt may take; 30 000 if left out. A file adds a second for each 32 KiB. */
  readonly timeout?: number | undefined;
  /** How often a query, or a creation with {@link once}, is repeated after a failure that may pass; 2 if left out. */
  readonly retries?: number | undefined;
  /** Milliseconds before the first, second … repetition, after any `Retry-After`; random up to 300, 600, 1200 … 10 000 if left out. */
  readonly retryDelay?: ((retry: number) => number) | undefined;
  /** Instead of the platform's own. */
  readonly fetch?: Fetch | undefined;
}

/** The typed client of all procedures: tRPC's own, so whatever takes one of those takes this. Its `events` can be called too. */
export type Client = TRPCClient<AppRouter> & { readonly events: Events };

/**
 * A typed client of all procedures: `await createClient({ url, token }).bills.list.query({})`.
 *
 * Queries that start together go in one request. Calls reject with what {@link isApiError}, {@link isNetworkError} and
 * {@link isAborted} tell apart.
 */
export function createClient(options: ClientOptions): Client {
  const { url, token, refresh, onSignedOut, confirm, onError } = options;
  const { timeout = 30_000, retries = 2, retryDelay = randomBackOffMs } = options;
  const tokens = createTokenManager({ token, refresh, onSignedOut, timeout });
  const http = { url: joinUrl(url, '/trpc'), fetch: fetchForLinks(options.fetch) };
  const headers = async (operations: readonly Operation[]): Promise<Record<string, string>> => {
    const present = await tokens.token();
    recordToken(operations, present);
    return present === undefined ? {} : { authorization: `Bearer ${present}` };
  };
  const client = createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: streamLink({
          url: http.url,
          fetch: options.fetch,
          headers: (op) => headers([op]),
          tokens,
          retryDelay,
          timeout,
          onError,
        }),
        false: [
          callLink({ tokens, retries, retryDelay, timeout, confirm: confirm && shared(confirm), onError }),
          splitLink({
            condition: (op) => op.type === 'mutation' || isUnbatched(op),
            true: httpLink({
              ...http,
              headers: async ({ op }) => ({ ...(await headers([op])), ...conditionHeaders(op.context) }),
            }),
            false: httpBatchLink({
              ...http,
              headers: ({ opList }) => headers(opList),
              maxItems: 50,
              maxURLLength: 12_000,
            }),
          }),
        ],
      }),
    ],
  });
  const follow = eventsOf(client);
  const events = new Proxy(client.events, { apply: (_, __, [input, more]) => follow(input, more) });
  return new Proxy(client, {
    get: (target, name) => (name === 'events' ? events : Reflect.get(target, name)),
  }) as Client;
}
