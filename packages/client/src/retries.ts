import { mayPass } from './answers.ts';
import { isApiError, isNetworkError } from './errors.ts';
import { pause } from './waiting.ts';

/** Seconds that are waited for at most, if an answer says how long. */
export const longestWait = 30;

/** Milliseconds before the first, second … repetition at most, if no answer says how long. */
const backOff = (retry: number) => Math.min(10_000, 300 * 2 ** (retry - 1));

/** Milliseconds: somewhere between at once and the bound, so that many clients do not come back together. */
export const jittered = (retry: number) => Math.random() * backOff(retry);

/** Milliseconds before the repetition; undefined if it is of no use. */
export function delayOf(error: unknown, retry: number, delay: (retry: number) => number): number | undefined {
  if (isNetworkError(error)) return delay(retry);
  if (!isApiError(error) || !mayPass(error.data.httpStatus)) return undefined;
  const { retryAfter = 0 } = error.data;
  return retryAfter <= longestWait ? retryAfter * 1000 + delay(retry) : undefined;
}

/** Does it again after what may pass by itself, at most so many times. */
export async function withRetries<T>(
  retries: number,
  delay: (retry: number) => number,
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      const milliseconds = retry <= retries ? delayOf(error, retry, delay) : undefined;
      if (milliseconds === undefined) throw error;
      await pause(milliseconds, signal);
    }
  }
}
