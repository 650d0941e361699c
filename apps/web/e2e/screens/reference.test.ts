import { expect, it } from 'vitest';
import { known, variants, visit, withBrowser } from '../support/browser.ts';

// /docs: who logs in there by keyboard gets data from the first request on.

withBrowser('the reference', () => {
  it.for(variants.filter(({ language }) => language === 'en'))('%o', async (variant) => {
    const { url, passwords } = known();
    const opened = await visit(variant);
    const { page } = opened;
    await page.goto(`${url}/docs/`);
    await page.getByRole('heading', { name: 'Daybook', level: 1 }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);

    const log = async (password: string) => {
      await page.getByLabel('Username').fill('samira');
      await page.keyboard.press('Tab');
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
    };
    await log('something else');
    await page.getByText('The username or the password is wrong.').waitFor();
    await page.getByLabel('Password').fill('');
    await log(passwords.samira);
    await page.getByText('Logged in as samira').waitFor();
    const stored = await page.evaluate(
      'JSON.stringify([Object.values(localStorage), Object.values(sessionStorage), document.cookie])',
    );
    expect(stored).not.toContain('eyJ');
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([]);

    await page.goto(`${url}/docs/#tag/payees/GET/payees`);
    await page.getByRole('button', { name: 'Test Request (get /payees)' }).click();
    const answer = page.waitForResponse(/\/payees(\?|$)/);
    await page.getByRole('button', { name: /^Send/ }).first().click({ timeout: 60_000 });
    const response = await answer;
    expect(new URL(response.url()).search).toBe('');
    expect((await response.json()).data.length).toBeGreaterThan(0);
    await page.getByText('200 OK').waitFor({ timeout: 60_000 });
    opened.expectQuiet();

    await page.reload();
    await page.getByLabel('Username').waitFor();
    await opened.close();
  });
});
