interface Unsent {
  readonly entries: readonly unknown[];
  clear(): Promise<void>;
}

const boxes = new Set<Unsent>();

/** Counts the changes of an outbox among those that a log-out would lose. */
export function addOutbox<T extends Unsent>(box: T): T {
  boxes.add(box);
  return box;
}

export const countUnsent = () => [...boxes].reduce((sum, { entries }) => sum + entries.length, 0);

export const discardUnsent = () => Promise.all([...boxes].map((box) => box.clear()));
