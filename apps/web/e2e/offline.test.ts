import { expect, it } from 'vitest';
import { known, logIn, type Visit, variants, visit, withBrowser } from './support/browser.ts';
import { textsOf } from './support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');

/** Logged in, and everything that the application consists of on the device. */
async function installed(): Promise<Visit> {
  const opened = await visit(wide as NonNullable<typeof wide>, 'allow');
  await logIn(opened, 'samira', known().passwords.samira);
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  await opened.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await opened.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return opened;
}

withBrowser('without a network', () => {
  it('a screen that was never visited is the application’s own, and says what is not there', async () => {
    const { page, context, close } = await installed();
    await context.setOffline(true);
    for (const path of ['/cheques', '/history', '/settings']) {
      await page.goto(`${known().url}/app${path}`);
      await page.getByText(text('common.offline.title')).first().waitFor();
    }
    await page.goto(`${known().url}/app/bills`);
    await page.getByText(text('common.offline.notHere')).first().waitFor();
    await context.setOffline(false);
    await page.getByRole('table').first().waitFor();
    await close();
  });

  it('nothing of the service’s answers is kept by the service worker', async () => {
    const { page, close } = await installed();
    const urls = await page.evaluate(async () => {
      const names = await caches.keys();
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(urls.length).toBeGreaterThan(20);
    expect(
      urls.filter((path) => !/^\/app\/($|assets\/|[\w-]+\.(js|svg|png|webmanifest)$)/.test(path)),
    ).toEqual([]);
    await close();
  });
});
