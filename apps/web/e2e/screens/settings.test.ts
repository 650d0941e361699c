import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  logIn,
  twoVariants,
  unique,
  variants,
  visit,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const password = 'correct horse battery';

const dayIn = (timeZone: string, options: Intl.DateTimeFormatOptions = {}) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date());

withBrowser('preferences', () => {
  it('ask for a time zone where the device’s is another; until then days are those of the service', async () => {
    const text = textsOf('en');
    const admin = await clientOf('admin');
    const username = `elsewhere${unique()}`;
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
    const username = `prefers${unique()}`;
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

withBrowser('the settings of the business', () => {
  it.each(twoVariants())(
    'are changed by an Administrator, and refused with a reason, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const admin = await clientOf('admin');
      // Other tests read no number of a house.
      const { address: before } = await admin.settings.get.query();
      const address = before.replace(/\d+/, variant.language === 'ar' ? '14' : '16');
      const stored = async () => (await admin.settings.get.query()).address;
      const { page, go, expectQuiet, close } = await visitAs('admin', variant);
      await go('/settings');
      const section = page.getByRole('region', { name: text('settings.business') });
      const save = section.getByRole('button', { name: text('common.save'), exact: true });
      await section.getByLabel(text('settings.fields.address'), { exact: true }).fill(address);
      await section.getByLabel(text('settings.dayLength')).fill('24:01');
      await save.click();
      await section.getByText(text('settings.invalidDayLength')).waitFor();
      expect(await findings(page)).toEqual([]);
      await section.getByLabel(text('settings.dayLength')).fill('8');
      await save.click();
      await expect.poll(stored).toBe(address);
      // Once more, of what was saved.
      const field = section.getByLabel(text('settings.fields.address'), { exact: true });
      await field.fill(before);
      // By key, since a notice may lie over the button.
      await save.press('Enter');
      await expect.poll(stored).toBe(before);
      expectQuiet();
      await close();
    },
  );

  it.each(twoVariants())('show amounts with their currency, $name', async (variant) => {
    const { page, context, go, expectQuiet, close } = await visitAs('samira', variant);
    // For this window alone: other tests read the same settings.
    await context.route(/\/trpc\/[^?]*settings\.get/, async (route) => {
      const response = await route.fetch();
      const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
      const answers = await response.json();
      Object.assign(answers[names.indexOf('settings.get')].result.data, { currency: 'JOD' });
      await route.fulfill({ response, json: answers });
    });
    await go('/cheques');
    const amount = page.locator('main .figure-value').first();
    const symbol = variant.language === 'ar' ? 'د.أ.' : 'JOD';
    await expect.poll(() => amount.textContent()).toContain(symbol);
    expect(await amount.textContent()).toMatch(/\d[.,]\d{3}\D*$/);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess).toBe(0);
    expectQuiet();
    await close();
  });
});
