import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { known, withBrowser } from '../support/browser.ts';
import { installedFor, keptOf } from '../support/installed.ts';
import { textsOf } from '../support/texts.ts';

const text = textsOf('en');

const rows = (page: Page) => page.locator('main [data-index]:visible');

withBrowser('without a network', () => {
  it('a page loaded anew is the application, for the same person, with what they have read', async () => {
    const { page, context, go, close } = await installedFor('samira');
    await go('/payees');
    const name = (await rows(page).first().textContent()) ?? '';
    // What was read is written down a moment later.
    await expect.poll(() => keptOf(page)).toContainEqual(expect.stringContaining('payees'));
    await context.setOffline(true);
    await page.reload();
    await page.getByText(text('common.offline.title')).waitFor();
    await expect.poll(() => rows(page).first().textContent()).toBe(name);
    await page.goto(`${known().url}/app/cheques`);
    await page.getByText(text('common.offline.notHere')).first().waitFor();
    expect(await page.getByText(text('common.failed')).count()).toBe(0);
    await context.setOffline(false);
    await rows(page).first().waitFor();
    await close();
  });
});
