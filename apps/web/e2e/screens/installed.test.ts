import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { known, logIn, variants, visit, visitAs, withBrowser } from '../support/browser.ts';
import { installedFor, keptOf, readDatabases } from '../support/installed.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');
const workerFile = join(import.meta.dirname, '../../dist/worker.js');

withBrowser('the application', () => {
  it('can be installed, and says once that a new version is there', async () => {
    const opened = await visit(wide, 'allow');
    const { page, context, close } = opened;
    await logIn(opened, 'samira', known().passwords.samira);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const worker = () => page.evaluate(() => navigator.serviceWorker.controller?.state);
    await expect.poll(worker).toBe('activated');

    const devtools = await context.newCDPSession(page);
    const { url, errors } = await devtools.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${known().url}/app/manifest.webmanifest`, []]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A window of its own for each test is "incognito" to Chromium.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    expect(await page.getByText(text('common.update.title')).count()).toBe(0);

    const script = await readFile(workerFile, 'utf8');
    try {
      // The next version: another script at the same address.
      await writeFile(workerFile, `${script}\n// Next.`);
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      await page.getByText(text('common.update.title')).waitFor();
      await Promise.all([
        page.waitForEvent('load'),
        page.getByRole('button', { name: text('common.update.reload') }).click(),
      ]);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
        .toBeUndefined();
      expect(await page.getByText(text('common.update.title')).count()).toBe(0);
    } finally {
      // Not before: to a page that asks again, what was there before is another new version.
      await writeFile(workerFile, script);
    }
    opened.expectQuiet();
    await close();
  });
});

const rows = (page: Page) => page.locator('main [data-index]:visible');

withBrowser('without a network', () => {
  it('a screen that was never visited is the application’s own, and comes once there is one', async () => {
    const { page, context, close } = await installedFor('samira');
    await context.setOffline(true);
    await page.getByRole('link', { name: text('bills.title'), exact: true }).click();
    await page.getByText(text('common.offline.title')).waitFor();
    await page.getByText(text('common.offline.notHere')).first().waitFor();
    await context.setOffline(false);
    await rows(page).first().waitFor();
    await close();
  });

  it('so does one whose code was never loaded, in a browser that keeps nothing', async () => {
    const { page, context, go, close } = await visitAs('samira', wide);
    await go('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: text('bills.title'), exact: true }).click();
    await page.getByText(text('common.offline.notHere')).first().waitFor();
    await context.setOffline(false);
    await rows(page).first().waitFor();
    await close();
  });

  it('nothing of a person stays on the device after their log-out', async () => {
    const { page, context, close } = await installedFor('samira');
    await expect.poll(() => keptOf(page)).toContainEqual(expect.stringContaining('home'));
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: /Samira/ }).click();
    await page.getByRole('menuitem', { name: text('common.logOut') }).click();
    await page.locator('input[name=password]').waitFor();
    await expect.poll(() => keptOf(page)).toEqual([]);
    await page.goto(`${known().url}/app/`);
    await page.locator('input[name=password]').waitFor();
    await close();
  });

  it('what one person has read is gone once another logs in', async () => {
    const visit = await installedFor('samira');
    const { page } = visit;
    await visit.go('/payees');
    await expect.poll(() => keptOf(page)).toContainEqual(expect.stringContaining('payees'));
    // The session ends elsewhere: nobody logs out here.
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${known().url}/app/`);
    await page.locator('input[name=password]').waitFor();
    await logIn(visit, 'ada', known().passwords.ada);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => keptOf(page)).not.toContainEqual(expect.stringContaining('payees'));
    await visit.close();
  });

  it('neither an answer of the service nor a token is in what the browser keeps', async () => {
    const { page, close } = await installedFor('samira');
    await expect.poll(() => keptOf(page)).toContainEqual(expect.stringContaining('home'));
    const urls = await page.evaluate(async () => {
      const names = await caches.keys();
      const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return cached.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(urls.length).toBeGreaterThan(20);
    const ofFiles = /^\/app\/($|assets\/|[\w-]+\.(js|svg|png|webmanifest)$)/;
    expect(urls.filter((path) => !ofFiles.test(path))).toEqual([]);
    expect(await page.evaluate(readDatabases)).not.toMatch(/eyJ[\w-]+\.eyJ|accessToken/);
    await close();
  });
});
