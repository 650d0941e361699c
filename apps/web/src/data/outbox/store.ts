import { createStore, del, get, set, values } from 'idb-keyval';
import type { Entry, Store } from './outbox.ts';

/**
 * In the browser's own database, where entries survive the page. In a browser that keeps nothing, as in some private windows,
 * they last as long as the page.
 */
export function deviceStore<E extends Pick<Entry<unknown>, 'id' | 'person'>>(name: string): Store<E> {
  const store = createStore(name, 'entries');
  const unkept = new Map<string, E>();
  return {
    async of(person) {
      const kept = await attempt(() => values<E>(store), []);
      return [...kept, ...unkept.values()].filter((entry) => entry.person === person);
    },
    get: async (id) => unkept.get(id) ?? (await attempt(() => get<E>(id, store), undefined)),
    async put(entry) {
      unkept.delete(entry.id);
      const isKept = await attempt(() => set(entry.id, entry, store).then(() => true), false);
      if (!isKept) unkept.set(entry.id, entry);
    },
    async remove(id) {
      unkept.delete(id);
      await attempt(() => del(id, store), undefined);
    },
  };
}

async function attempt<T>(run: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await run();
  } catch {
    return otherwise;
  }
}
