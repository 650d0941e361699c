import { expect, it } from 'vitest';
import { known, logIn, variants, visit, withBrowser } from './support/browser.ts';
import { textsOf } from './support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');

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

    // The next version, as the server would have it: another script at the same address.
    await context.route('**/app/worker.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n// The next version.` });
    });
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
    opened.expectQuiet();
    await close();
  });
});
