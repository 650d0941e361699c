import { z } from 'zod';

/** A list as somebody left it: its filters and its order, under a name. */
const View = z.object({
  /** The address of the list, without its query. */
  page: z.string(),
  name: z.string().trim().min(1).max(60),
  search: z.record(z.string(), z.string()),
  /** Absent: saved when the page of bills was that of all bills. */
  format: z.literal(2).optional(),
});
export type View = z.output<typeof View>;

/** More would not be a menu any more. */
const MAX_VIEWS = 50;
const Views = z.array(View).max(MAX_VIEWS);

const isSame = (one: View, other: View) => one.page === other.page && one.name === other.name;

/** What a list shows, without what is not set, as text that two of them are compared by. */
export const searchOf = (filters: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/** The view that shows just this. */
export const viewOf = (views: readonly View[], search: Readonly<Record<string, string>>) =>
  views.find((view) => JSON.stringify(searchOf(view.search)) === JSON.stringify(searchOf(search)));

interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/**
 * The saved views of the people who use this device, each with their own.
 * @param scope which Daybook it is, of several behind one address
 */
export function createSavedViews(store: Store, scope: string) {
  const listeners = new Set<() => void>();
  const known = new Map<string, { text: string; views: readonly View[] }>();
  const keyOf = (person: string) => `daybook-views ${scope} ${person}`;

  const of = (person: string): readonly View[] => {
    const text = store.getItem(keyOf(person)) ?? '[]';
    const before = known.get(person);
    if (before?.text === text) return before.views;
    const views = read(text);
    known.set(person, { text, views });
    return views;
  };
  const set = (person: string, views: readonly View[]) => {
    store.setItem(keyOf(person), JSON.stringify(views.slice(-MAX_VIEWS)));
    for (const listener of listeners) listener();
  };
  return {
    of,
    /** Takes the place of one of the same name. */
    save: (person: string, view: View) =>
      set(person, [...of(person).filter((one) => !isSame(one, view)), View.parse({ ...view, format: 2 })]),
    rename(person: string, view: View, name: string) {
      const renamed = View.parse({ ...view, name });
      const others = of(person).filter((one) => isSame(one, view) || !isSame(one, renamed));
      set(
        person,
        others.map((one) => (isSame(one, view) ? renamed : one)),
      );
    },
    remove: (person: string, view: View) =>
      set(
        person,
        of(person).filter((one) => !isSame(one, view)),
      ),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Those of bills from before are of all bills. */
const onItsPage = (view: View): View =>
  view.format === undefined && view.page === '/bills' ? { ...view, page: '/bills/all', format: 2 } : view;

/** What somebody else wrote there counts as nothing. */
function read(text: string): readonly View[] {
  try {
    return Views.catch([]).parse(JSON.parse(text)).map(onItsPage);
  } catch {
    return [];
  }
}
