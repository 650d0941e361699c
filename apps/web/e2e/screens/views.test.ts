import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { twoVariants, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

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
