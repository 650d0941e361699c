import { expect, it } from 'vitest';
import { directionOf } from '../../src/i18n/languages.ts';
import { findings } from '../support/axe.ts';
import { known, twoVariants, variants, visit, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');

withBrowser('the session', () => {
  it.each(twoVariants())('begins at the log-in page, $name', async (variant) => {
    const text = textsOf(variant.language);
    const opened = await visit(variant);
    const { page, go, expectQuiet } = opened;
    await go('/cheques');
    expect(page.url()).toContain('/app/login?to=%2Fcheques');
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe(directionOf(variant.language));
    expect(await findings(page)).toEqual([]);

    await page.getByLabel(text('login.username')).fill('samira');
    await page.getByLabel(text('login.password'), { exact: true }).fill('wrong password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(text('common.errors.INVALID_CREDENTIALS')).waitFor();

    await page.getByLabel(text('login.password'), { exact: true }).fill(known().passwords.samira);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/cheques');
    expectQuiet();
    await opened.close();
  });

  it('survives a reload, without a token where a script could find it', async () => {
    const { page, go, context, close } = await visitAs('samira', wide);
    await go('/payees');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toMatch(/\/app\/payees$/);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toMatch(/eyJ|daybook_/);
    const cookies = await context.cookies(`${known().url}/auth`);
    expect(cookies.map(({ name }) => name).toSorted()).toEqual(['daybook_device', 'daybook_refresh']);
    for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    await close();
  });
});
