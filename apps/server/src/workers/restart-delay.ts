const shortestMs = 100;
const longestMs = 30_000;
/** A worker that ran for this long is no failure of the one before. */
const settledMs = 60_000;

/**
 * When to start another worker in place of one that ended: at once, as far as anybody notices, and later from time to time
 * where it ends again and again.
 * @param failures how many before it ended soon after their start
 * @param ranMs how long it ran
 */
export function restartDelay(failures: number, ranMs: number): { delayMs: number; failures: number } {
  const counted = ranMs >= settledMs ? 0 : failures;
  return { delayMs: Math.min(shortestMs * 2 ** counted, longestMs), failures: counted + 1 };
}
