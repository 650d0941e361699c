import { setTimeout as wait } from 'node:timers/promises';
import { type Database, events, purging } from '@daybook/domain/server';

/** Between two runs: after rows were removed or could not be, and after there were none. */
const busyIntervalMs = 60_000;
const idleIntervalMs = 600_000;

interface Log {
  info(details: unknown, message: string): void;
  warn(details: unknown, message: string): void;
}

/**
 * Removes expired rows repeatedly: each kind by itself, so that one which fails or is locked does not stop the others. Before that, the
 * newest changes get their positions in the feed, so that no reader has to wait for many of them.
 * @param retention what else expires, and when
 * @param firstDelayMs delay of the first run, since other instances may start at the same time
 * @returns stops it; a batch that is running ends with the database's connections
 */
export function startPurging(
  db: Database,
  log: Log,
  retention: purging.Retention = {},
  firstDelayMs = 2000,
): () => void {
  const kinds = Object.entries({ ...purging.kinds, ...purging.retentionKinds(retention) });
  const controller = new AbortController();
  const { signal } = controller;
  /** @returns whether there may be more soon */
  const purge = async (kind: string, expired: purging.Batch): Promise<boolean> => {
    try {
      const rows = await purging.purge(db, expired, signal);
      if (rows > 0) log.info({ kind, rows }, 'removed expired rows');
      return rows > 0;
    } catch (err) {
      if (!signal.aborted) log.warn({ err, kind }, 'expired rows could not be removed');
      return true;
    }
  };
  const assignPositions = async () => {
    try {
      while (await events.assignPositions(db)) signal.throwIfAborted();
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'changes could not get their positions in the feed');
    }
  };
  const purgeRepeatedly = async () => {
    for (let delayMs = firstDelayMs; ; ) {
      await wait(delayMs, undefined, { signal, ref: false });
      await assignPositions();
      let foundAny = false;
      for (const [kind, expired] of kinds) foundAny = (await purge(kind, expired)) || foundAny;
      delayMs = foundAny ? busyIntervalMs : idleIntervalMs;
    }
  };
  // Rejects only when it is stopped.
  purgeRepeatedly().catch(() => {});
  return () => controller.abort();
}
