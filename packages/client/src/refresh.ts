import { TRPCClientError } from '@trpc/client';
import { failure, foreign } from './answers.ts';
import { Aborted, NoAnswer } from './errors.ts';
import { addressOf, type Fetch, request } from './request.ts';
import type { AppRouter, Login } from './service.ts';
import { within } from './waiting.ts';

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
  readonly error?: { readonly code: string; readonly requestId?: string };
}

/** The body as the REST interface sends it; undefined if it is nothing of the kind. */
function bodyOf(text: string): RestAnswer | undefined {
  try {
    const body: RestAnswer | null = JSON.parse(text);
    return body?.data || body?.error ? body : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A new access token by the cookie that the log-in set, in a browser: after a page was loaded again, or for the option
 * `refresh`. Undefined when there is no session (any more).
 * @throws what calls reject with: ApiError for any other refusal, NetworkError, AbortedError
 */
export async function refreshSession(options: RefreshOptions): Promise<Login | undefined> {
  const { url, fetch, timeout = 30_000, signal } = options;
  const late = () => new NoAnswer(`The service did not answer within ${timeout} ms.`);
  // The cookie belongs to the paths under /auth, so it does not come along over tRPC.
  const ask = (limited: AbortSignal) =>
    request(fetch, addressOf(url, '/auth/refresh'), { method: 'POST', signal: limited });
  const { response, text } = await within(timeout, late, signal, ask).catch((error: Error) => {
    throw TRPCClientError.from<AppRouter>(signal?.aborted ? new Aborted(signal.reason) : error);
  });
  const body = bodyOf(text);
  if (response.ok && body?.data) return body.data;
  if (response.status === 401) return undefined;
  const refused = body?.error;
  throw TRPCClientError.from<AppRouter>(
    refused
      ? failure(body.message ?? '', { ...refused, httpStatus: response.status }, response)
      : foreign(response),
  );
}
