import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, variants, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
let made = 0;
const fresh = (stem: string) => `${stem}${process.pid}${made++}`;

withBrowser('the palette', () => {
  it.each(twoVariants())('finds pages, people, payees, serials and actions, $name', async (variant) => {
    const text = textsOf(variant.language);
    const samira = await clientOf('samira');
    const name = fresh('Pälette');
    const { _id: payee } = await samira.payees.create.mutate({ name });
    const serial = fresh('PAL');
    const cheque = await samira.cheques.create.mutate({ serial, payee, value: '10', dueDate: '2031-01-01' });
    const opened = await visitAs('samira', variant);
    const { page, go } = opened;
    await go('/bills');
    const title = text('commands.title');
    const field = page.getByRole('combobox', { name: title });
    const option = (label: string) => page.getByRole('option', { name: label });
    const path = () => new URL(page.url()).pathname;

    await page.getByRole('searchbox').waitFor();
    // Also where a field of the page has the focus.
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await findings(page)).toEqual([]);
    await field.fill(name.replace('ä', 'a'));
    await option(name).first().waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/payees/${payee}`);

    await page.getByRole('button', { name: title }).click();
    await expect.poll(() => field.inputValue()).toBe('');
    await field.fill(serial);
    await option(serial).click();
    await page.waitForURL(`**/cheques/${cheque._id}`);

    // An amount, with either sign.
    const description = fresh('Paper');
    await samira.bills.create.mutate({ date: '2031-01-02', value: '-4711.07', description });
    await page.keyboard.press('Control+k');
    await field.fill('4711.07');
    await option(description).click();
    await page.waitForURL('**/bills/all?*');
    await page.locator('tbody tr', { hasText: description }).waitFor();

    // A page by another word for it.
    await page.keyboard.press('Control+k');
    await field.fill(text('commands.keywords.forecast').split(' ').at(-1) ?? '');
    await option(text('forecast.title')).click();
    await page.waitForURL('**/forecast');

    await page.keyboard.press('Control+k');
    await field.fill('ada');
    await option('ada').first().waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await field.fill(text('bills.new'));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: text('bills.new') }).waitFor();
    expect(path()).toBe('/app/bills');
    opened.expectQuiet();
    await opened.close();
  });

  it('offers what the role may do', async () => {
    const text = textsOf('en');
    const opened = await visitAs('ada', wide);
    const { page, go } = opened;
    await go('/');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: text('commands.title') });
    await field.waitFor();
    expect(await page.getByRole('option', { name: text('cheques.new') }).count()).toBe(0);
    await field.fill('cheque');
    await page.getByText(text('commands.nothing')).waitFor();
    await field.fill(text('common.logOut'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
    opened.expectQuiet();
    await opened.close();
  });
});

withBrowser('the keys', () => {
  it.each(twoVariants())('are told by ?, begin, search, and go to pages, $name', async (variant) => {
    const text = textsOf(variant.language);
    const opened = await visitAs('samira', variant);
    const { page, go } = opened;
    await go('/payees');
    await page.keyboard.press('Shift+?');
    const help = page.getByRole('dialog', { name: text('commands.keys') });
    await help.getByText(text('commands.shortcuts.search')).waitFor();
    await help.getByText(text('bills.title')).waitFor();
    expect(await findings(page)).toEqual([]);
    // Under a dialog the keys are silent.
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });

    await page.keyboard.press('/');
    await page.keyboard.type('n?gb');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('n?gb');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    await page.locator('#main').focus();
    // As an Arabic keyboard has it.
    await page.evaluate(() => {
      const press = (key: string, code: string) =>
        window.dispatchEvent(new KeyboardEvent('keydown', { key, code, cancelable: true }));
      press('ل', 'KeyG');
      press('لا', 'KeyB');
    });
    await page.waitForURL('**/bills');
    await page.getByRole('button', { name: text('bills.new'), exact: true }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: text('bills.new') }).waitFor();
    opened.expectQuiet();
    await opened.close();
  });

  it('of a single character can be turned off', async () => {
    const text = textsOf('en');
    const samira = await clientOf('samira');
    const opened = await visitAs('samira', wide);
    const { page, go, follow } = opened;
    try {
      await go('/settings');
      await page.getByRole('switch', { name: text('settings.characterKeys') }).click({ force: true });
      await expect.poll(async () => (await samira.auth.me.query()).preferences.characterKeys).toBe(false);
      await follow('/bills');
      await page.keyboard.press('n');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: text('commands.title') }).waitFor();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
      opened.expectQuiet();
    } finally {
      await samira.users.setPreferences.mutate({ characterKeys: true });
      await opened.close();
    }
  });
});

withBrowser('a saved view', () => {
  it.each(twoVariants())(
    'is kept, offered, found by the palette, renamed and deleted, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const opened = await visitAs('samira', variant);
      const { page, go } = opened;
      await go('/payees?search=a&sort=name');
      const views = page.getByRole('navigation', { name: text('commands.views.title') });
      const named = (name: string) => views.getByRole('link', { name, exact: true });
      const query = () => new URL(page.url()).search;
      const nameForm = page.getByRole('dialog');

      await views.getByRole('button', { name: text('commands.views.save') }).click();
      await page.keyboard.press('Enter');
      await nameForm.getByText(text('commands.views.nameMissing')).waitFor();
      await nameForm.getByRole('textbox').fill('Bakery أ');
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await named('Bakery أ').waitFor();
      await expect.poll(() => named('Bakery أ').getAttribute('aria-current')).toBe('page');
      expect(await findings(page)).toEqual([]);

      // From elsewhere, after a reload too.
      await named(text('commands.views.all')).click();
      await expect.poll(query).toBe('');
      await go('/bills/all');
      await page.getByRole('button', { name: text('commands.title') }).click();
      await page.getByRole('combobox', { name: text('commands.title') }).fill('bakery');
      await page.getByRole('option', { name: 'Bakery أ' }).first().click();
      await page.waitForURL('**/payees?*');
      expect(query()).toBe('?search=a&sort=name');

      const actions = (name: string) =>
        views.getByRole('button', { name: text('commands.views.actions', { name }) }).click();
      await actions('Bakery أ');
      await page.getByRole('menuitem', { name: text('commands.views.rename') }).click();
      await nameForm.getByRole('textbox').fill('Ovens');
      await page.keyboard.press('Enter');
      await named('Ovens').waitFor();
      await actions('Ovens');
      await page.getByRole('menuitem', { name: text('commands.views.remove') }).click();
      await named('Ovens').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: text('common.undo'), exact: true }).click();
      await named('Ovens').waitFor();
      opened.expectQuiet();
      await opened.close();
    },
  );
});
