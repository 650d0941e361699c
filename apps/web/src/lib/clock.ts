const minute = 60_000;

/** Milliseconds by which the service's clock is ahead of this device's. */
let ahead = 0;
const listeners = new Set<() => void>();

/** The present moment by the service's clock: a device's may be days off. */
export const now = (): Date => new Date(Date.now() + ahead);

/** Learns the service's time from an answer that has just come; what is less than a minute is the way it took. */
export function learnTime({ headers }: Response): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (Number.isNaN(difference) || Math.abs(difference - ahead) < minute) return;
  ahead = Math.abs(difference) < minute ? 0 : difference;
  for (const listener of listeners) listener();
}

export function onTimeLearned(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
