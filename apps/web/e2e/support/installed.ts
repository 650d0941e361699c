import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { known, logIn, type Visit, variants, visit } from './browser.ts';

/** Logged in, in a browser that has the application on the device. */
export async function installedFor(username: keyof ReturnType<typeof known>['passwords']): Promise<Visit> {
  const [wide] = variants;
  if (!wide) throw new Error('There are no variants.');
  const opened = await visit(wide, 'allow');
  await logIn(opened, username, known().passwords[username]);
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  await expect
    .poll(() => opened.page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
  return opened;
}

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
