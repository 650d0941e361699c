import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { known, logIn, variants, visitAs, withBrowser } from '../support/browser.ts';
import { installedFor } from '../support/installed.ts';
import { keptOf, readDatabases } from '../support/kept.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');

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
