const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 30_000;
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
  return { delayMs: Math.min(MIN_DELAY_MS * 2 ** counted, MAX_DELAY_MS), failures: counted + 1 };
}
