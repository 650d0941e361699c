import { createStore, del, get, set, values } from 'idb-keyval';
import type { Entry, Store } from './outbox.ts';

/** In the browser's own database, where it survives the page. */
export function deviceStore<E extends Pick<Entry<unknown>, 'id' | 'person'>>(name: string): Store<E> {
  const store = createStore(name, 'entries');
  return {
    of: async (person) => (await values<E>(store)).filter((entry) => entry.person === person),
    get: (id) => get<E>(id, store),
    put: (entry) => set(entry.id, entry, store),
    remove: (id) => del(id, store),
  };
}
