import { createStore, del, entries, get, set } from 'idb-keyval';
import type { Entry, Store } from './outbox.ts';

/** In the browser's own database, where it survives the page. */
export function deviceStore<W, Q>(name: string): Store<W, Q> {
  const store = createStore(name, 'entries');
  return {
    async of(person) {
      const all = await entries<string, Entry<W, Q>>(store);
      return all.map(([, entry]) => entry).filter((entry) => entry.person === person);
    },
    get: (id) => get(id, store),
    put: (entry) => set(entry.id, entry, store),
    remove: (id) => del(id, store),
  };
}
