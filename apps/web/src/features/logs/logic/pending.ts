import type { DayText } from '../../../lib/dates.ts';
import type { Log } from './values.ts';

/** What a log will be: null once it is removed. */
export interface Pending {
  readonly id: string;
  readonly log: Log | null;
}

interface Days {
  readonly from: DayText;
  readonly to: DayText;
}

/** The logs as they will be; new ones at the end, those of other days left out. */
export function withPending(logs: readonly Log[], changes: readonly Pending[], { from, to }: Days) {
  if (changes.length === 0) return logs;
  const latest = new Map(changes.map(({ id, log }) => [id, log]));
  const known = new Set(logs.map(({ _id }) => _id));
  const changed = logs.map((log) => (latest.has(log._id) ? latest.get(log._id) : log));
  const added = [...latest].filter(([id]) => !known.has(id)).map(([, log]) => log);
  return [...changed, ...added].filter(
    (log): log is Log => log !== null && log !== undefined && log.date >= from && log.date <= to,
  );
}

/** Changes under way. Kept beside what was asked for, so that an answer on its way does not hide them. */
export function createPending() {
  let changes: readonly Pending[] = [];
  const listeners = new Set<() => void>();
  const become = (next: readonly Pending[]) => {
    changes = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => changes,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Shows the change until the work, with all that follows from it, is over. */
    async during<T>(change: Pending, work: () => Promise<T>): Promise<T> {
      become([...changes, change]);
      try {
        return await work();
      } finally {
        become(changes.filter((other) => other !== change));
      }
    },
  };
}
