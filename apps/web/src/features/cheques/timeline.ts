interface Event {
  readonly _id: string;
  readonly kind: string;
  /** The event that it takes back. */
  readonly undoes: string | null;
}

/** The events that were taken back. */
export const undoneIn = (events: readonly Event[]): ReadonlySet<string> =>
  new Set(events.flatMap(({ undoes }) => undoes ?? []));

/** The event that an undo would take back. @param events oldest first */
export function lastOf<E extends Event>(events: readonly E[]): E | undefined {
  const undone = undoneIn(events);
  return events.findLast(({ _id, kind }) => kind !== 'undo' && !undone.has(_id));
}
