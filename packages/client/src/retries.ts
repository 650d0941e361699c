import { isApiError, isNetworkError } from './errors.ts';
import { mayPass } from './request.ts';

/** Settles as the promise does, or rejects with the signal's reason as soon as it is aborted. */
export function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Waits, or rejects with the signal's reason as soon as it is aborted. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return rejectOnAbort(elapsed, signal).finally(() => clearTimeout(timer));
}

/**
 * Runs something with a signal that is aborted with `timeoutError()` after the timeout, or with the outer signal's reason.
 * Rejects at the abort, whether the work has ended or not.
 */
export async function withTimeout<T>(
  timeoutMs: number,
  timeoutError: () => Error,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(outer?.reason);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => controller.abort(timeoutError()), timeoutMs);
  try {
    controller.signal.throwIfAborted();
    return await rejectOnAbort(work(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}

/** A longer Retry-After is not waited for. */
const maxRetryAfterSeconds = 30;

/** The longest delay before the first, second … retry without Retry-After. */
const maxBackOffMs = (retry: number) => Math.min(10_000, 300 * 2 ** (retry - 1));

/** Random, so that many clients do not retry at the same time. */
export const randomBackOffMs = (retry: number) => Math.random() * maxBackOffMs(retry);

/**
 * The delay before the retry, undefined if a retry is of no use: Retry-After and then the back-off, since all who were
 * told the same would come back at once.
 * @param maxRetryAfter seconds that are waited for
 */
export function retryDelayMs(
  error: unknown,
  retry: number,
  backOffMs: (retry: number) => number,
  maxRetryAfter = maxRetryAfterSeconds,
): number | undefined {
  if (isNetworkError(error)) return backOffMs(retry);
  if (!isApiError(error) || !mayPass(error.data.httpStatus)) return undefined;
  const { retryAfter = 0 } = error.data;
  return retryAfter <= maxRetryAfter ? retryAfter * 1000 + backOffMs(retry) : undefined;
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
