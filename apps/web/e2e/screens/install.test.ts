import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { known, logIn, variants, visit, withBrowser } from '../support/browser.ts';
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
