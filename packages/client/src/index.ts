import type { AppRouter } from '@daybook/api';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, TRPCClientError } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

export type { AppRouter };
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

export interface ClientOptions {
  /** Where the service is, with its base path if it has one: https://daybook.example.org */
  readonly url: string;
  /** The access token, or how to get the present one; without it only `auth.login` can be called. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>);
}

/** Log-ins must not be batched: the service refuses it. */
const alone = new Set(['auth.login', 'users.changePassword']);

/** A typed client of all procedures: `await createClient({ url, token }).bills.list.query({})`. */
export function createClient({ url, token }: ClientOptions) {
  const options = {
    url: `${url.replace(/\/$/, '')}/trpc`,
    async headers() {
      const present = typeof token === 'function' ? await token() : token;
      return present === undefined ? {} : { authorization: `Bearer ${present}` };
    },
  };
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type, path }) => type === 'mutation' || alone.has(path),
        true: httpLink(options),
        false: httpBatchLink({ ...options, maxItems: 50, maxURLLength: 12_000 }),
      }),
    ],
  });
}

export type Client = ReturnType<typeof createClient>;
/** What a call rejects with: `error.data` holds the same code and issues as over REST. */
export type ApiError = TRPCClientError<AppRouter>;
export const isApiError = (error: unknown): error is ApiError => error instanceof TRPCClientError;
