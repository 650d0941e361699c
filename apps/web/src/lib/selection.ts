/** Rows that somebody has selected, by their identifiers. Each row hears of its own changes only. */
export function createSelection(initial: readonly string[] = []) {
  let selected: ReadonlySet<string> = new Set(initial);
  let last: string | undefined;
  const listeners = new Set<() => void>();
  const set = (next: Iterable<string>) => {
    selected = new Set(next);
    for (const listener of listeners) listener();
  };
  return {
    has: (id: string) => selected.has(id),
    all: () => selected,
    /** @param order with Shift: of the list, so that all from the last one on become as this one */
    toggle(id: string, order?: readonly string[]) {
      const isSelected = !selected.has(id);
      const ids = new Set(selected);
      for (const one of order && last ? between(order, last, id) : [id])
        if (isSelected) ids.add(one);
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
export type RowSelection = ReturnType<typeof createSelection>;

function between(order: readonly string[], one: string, other: string): readonly string[] {
  const [from = -1, to = -1] = [order.indexOf(one), order.indexOf(other)].toSorted((a, b) => a - b);
  return from < 0 ? [other] : order.slice(from, to + 1);
}
