import { mayPass } from './answers.ts';
import { isApiError, isNetworkError } from './errors.ts';
import { delay } from './timeouts.ts';

/** A longer Retry-After is not waited for. */
const maxRetryAfterSeconds = 30;

/** The longest delay before the first, second … retry without Retry-After. */
const maxBackOffMs = (retry: number) => Math.min(10_000, 300 * 2 ** (retry - 1));

/** Random, so that many clients do not retry at the same time. */
export const randomBackOffMs = (retry: number) => Math.random() * maxBackOffMs(retry);

/**
 * The delay before the retry, undefined if a retry is of no use: Retry-After and then the back-off, since all who were
 * told the same would come back at once.
 */
export function retryDelayMs(
  error: unknown,
  retry: number,
  backOffMs: (retry: number) => number,
): number | undefined {
  if (isNetworkError(error)) return backOffMs(retry);
  if (!isApiError(error) || !mayPass(error.data.httpStatus)) return undefined;
  const { retryAfter = 0 } = error.data;
  return retryAfter <= maxRetryAfterSeconds ? retryAfter * 1000 + backOffMs(retry) : undefined;
}

/** Retries after failures that may be temporary. */
export async function withRetries<T>(
  retries: number,
  backOffMs: (retry: number) => number,
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      const delayMs = retry <= retries ? retryDelayMs(error, retry, backOffMs) : undefined;
      if (delayMs === undefined) throw error;
      await delay(delayMs, signal);
    }
  }
}
