/** Rows that somebody has chosen, by their identifiers. Each row hears of its own changes only. */
export function createChoice() {
  let chosen: ReadonlySet<string> = new Set();
  let last: string | undefined;
  const listeners = new Set<() => void>();
  const set = (next: Iterable<string>) => {
    chosen = new Set(next);
    for (const listener of listeners) listener();
  };
  return {
    has: (id: string) => chosen.has(id),
    all: () => chosen,
    /** @param order with Shift: of the list, so that all from the last one on become as this one */
    toggle(id: string, order?: readonly string[]) {
      const isChosen = !chosen.has(id);
      const ids = new Set(chosen);
      for (const one of order && last ? between(order, last, id) : [id])
        if (isChosen) ids.add(one);
        else ids.delete(one);
      last = id;
      set(ids);
    },
    setAll: (ids: Iterable<string>) => set(ids),
    clear() {
      last = undefined;
      set([]);
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type Choice = ReturnType<typeof createChoice>;

function between(order: readonly string[], one: string, other: string): readonly string[] {
  const [from = -1, to = -1] = [order.indexOf(one), order.indexOf(other)].toSorted((a, b) => a - b);
  return from < 0 ? [other] : order.slice(from, to + 1);
}
