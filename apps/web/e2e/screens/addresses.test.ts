import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { twoVariants, type Username, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const addresses: readonly (readonly [Username, readonly string[]])[] = [
  ['samira', ['/history']],
  ['ada', ['/bills', '/cheques/calendar', '/payees/1', '/users', '/nowhere']],
];

withBrowser('an address', () => {
  it.each(twoVariants())(
    'that leads nowhere, or where the role may not go, says so, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      for (const [username, paths] of addresses) {
        const opened = await visitAs(username, variant);
        const { page, go } = opened;
        for (const path of paths) {
          await go(path);
          const title = text(path === '/nowhere' ? 'common.notFound' : 'common.notForRole');
          await page.getByRole('heading', { level: 1, name: title }).waitFor();
          await expect.poll(() => page.title()).toBe(`${title} · ${text('common.daybook')}`);
          expect(await page.getByRole('button', { name: text('common.tryAgain') }).count()).toBe(0);
          await expect.poll(() => page.locator('nav').getByText(text('settings.title')).count()).toBe(1);
        }
        expect(await findings(page)).toEqual([]);
        opened.expectQuiet();
        await opened.close();
      }
    },
  );
});
