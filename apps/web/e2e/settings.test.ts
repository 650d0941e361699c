import { expect, it } from 'vitest';
import { clientOf, logIn, variants, visit, withBrowser } from './support/browser.ts';
import { textsOf } from './support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const password = 'correct horse battery';

withBrowser('preferences', () => {
  it('hold at once, one after the other, and go back', async () => {
    const text = textsOf('en');
    const admin = await clientOf('admin');
    const username = `prefers${process.pid}`;
    const { _id: userID } = await admin.users.create.mutate({
      firstName: 'Aa',
      lastName: 'Prefers',
      username,
      password,
    });
    const opened = await visit(wide);
    await logIn(opened, username, password);
    const { page, go } = opened;
    await go('/settings');
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
    const direction = () => page.evaluate(() => document.documentElement.dir);
    const undo = (language: string) => page.getByRole('button', { name: textsOf(language)('common.undo') });
    // The notice of a change is there before the account is asked for again.
    let saved = 0;
    const refreshed = page.waitForResponse((response) => {
      if (response.url().includes('users.setPreferences')) saved += 1;
      return saved === 2 && response.url().includes('auth.me');
    });
    for (const theme of ['dark', 'light'] as const)
      await page.getByText(text(`settings.themes.${theme}`), { exact: true }).click();
    await expect.poll(scheme).toBe('light');
    await refreshed;
    expect(await scheme()).toBe('light');
    await expect.poll(() => undo('en').count()).toBe(1);
    await undo('en').click();
    await expect.poll(scheme).toBe('dark');

    await page.getByRole('combobox', { name: text('settings.language') }).click();
    await page.getByRole('option', { name: 'العربية' }).click();
    await expect.poll(direction).toBe('rtl');
    await page.getByText(textsOf('ar')('common.saved'), { exact: true }).waitFor();
    await undo('ar').click();
    await expect.poll(direction).toBe('ltr');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: text('settings.title') }).waitFor();
    expect([await scheme(), await direction()]).toEqual(['dark', 'ltr']);
    opened.expectQuiet();
    await opened.close();
    await admin.users.remove.mutate({ userID });
  });
});
