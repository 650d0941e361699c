import { expect, it } from 'vitest';
import { clientOf, logIn, variants, visit, withBrowser } from './support/browser.ts';
import { textsOf } from './support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const password = 'correct horse battery';

const dayIn = (timeZone: string, options: Intl.DateTimeFormatOptions = {}) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date());

withBrowser('preferences', () => {
  it('ask for a time zone where the device’s is another; until then days are those of the service', async () => {
    const text = textsOf('en');
    const admin = await clientOf('admin');
    const username = `elsewhere${process.pid}`;
    const names = { firstName: 'Aa', lastName: 'Elsewhere' };
    const { _id: userID } = await admin.users.create.mutate({ ...names, username, password });
    const service = (await admin.auth.me.query()).timeZone;
    // At any time of the day it is another day in one of the two.
    const zones = ['Pacific/Kiritimati', 'Etc/GMT+12'];
    const elsewhere = zones.find((zone) => dayIn(zone) !== dayIn(service)) ?? '';
    const opened = await visit({ ...wide, timeZone: elsewhere });
    await logIn(opened, username, password);
    const { page } = opened;
    const shown = (zone: string) =>
      page
        .locator('main')
        .getByText(dayIn(zone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }), {
          exact: true,
        })
        .first();
    await shown(service).waitFor();
    await page.getByRole('button', { name: text('home.zone.use', { zone: elsewhere }), exact: true }).click();
    await shown(elsewhere).waitFor();
    expect(await page.getByText(text('home.zone.keep', { zone: service })).count()).toBe(0);
    await page.reload();
    await shown(elsewhere).waitFor();
    opened.expectQuiet();
    await opened.close();
    await admin.users.remove.mutate({ userID });
  });

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
    await expect.poll(() => scheme()).toBe('light');
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
