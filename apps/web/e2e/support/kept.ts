import type { Page } from 'playwright-core';

/** All that IndexedDB holds of this origin, as one text. Runs in a page. */
export async function readDatabases(): Promise<string> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const found: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const all = () => database.transaction(store).objectStore(store);
      found.push(await done(all().getAllKeys()), await done(all().getAll()));
    }
    database.close();
  }
  return JSON.stringify(found);
}

/** What is kept of answers, by their keys. */
export async function keptOf(page: Page): Promise<string[]> {
  const [keys = []] = JSON.parse(await page.evaluate(readDatabases)) as string[][];
  return keys;
}
