import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type Variant, type Visit, visitAs, withBrowser } from './support/browser.ts';
import { type Ids, paths, someIds, withIds } from './support/screens.ts';
import { treeOf } from './support/tree.ts';

// What a screen reader finds on each screen, read by a person before it was kept: `trees/<language>/`. A change of it is
// to be read as well, then kept by `vitest run --project e2e trees -u`.
const wide: Variant = { name: '', language: 'en', width: 1280, height: 800, colorScheme: 'light' };

withBrowser('what a screen reader finds', () => {
  describe.each(['en', 'ar'] as const)('in %s', (language) => {
    let opened: Visit;
    let ids: Ids;
    let names: readonly string[];
    beforeAll(async () => {
      const samira = await clientOf('samira');
      const [payees, users] = await Promise.all([
        samira.payees.list.query({ limit: 1000 }),
        samira.users.list.query({ limit: 1000 }),
      ]);
      names = [
        ...payees.items.map(({ name }) => name),
        ...users.items.flatMap(({ fullName, username }) => [fullName, username]),
      ].filter((name) => name.length > 3);
      ids = await someIds();
      opened = await visitAs('samira', { ...wide, language });
    });
    afterAll(() => opened.close());

    it.each(paths)('on %s', async (path) => {
      const { page, go } = opened;
      await go(withIds(path, ids));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.mantine-Loader-root, .mantine-Skeleton-root').waitFor({ state: 'detached' });
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-').replaceAll('$', '');
      const tree = await treeOf(page, language === 'ar' ? 'ar' : 'en-GB', names);
      await expect(tree).toMatchFileSnapshot(`trees/${language}/${name}.txt`);
    });
  });
});
