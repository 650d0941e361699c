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
