import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type Variant, type Visit, visitAs, withBrowser } from './support/browser.ts';
import { type Ids, paths, someIds, withIds } from './support/screens.ts';
import { treeOf } from './support/tree.ts';

// What a screen reader finds on each screen, read by a person before it was kept: `trees/<language>/`. A change of it is
// to be read as well, then kept by `vitest run --project e2e trees -u`.
const wide: Variant = { name: '', language: 'en', width: 1280, height: 800, colorScheme: 'light' };
// What is on the start screen, and of one payee, depends on the day; its parts stand in the other screens.
const shown = paths.filter((path) => path !== '/' && path !== '/payees/$payeeID');

withBrowser('what a screen reader finds', () => {
  describe.each(['en', 'ar'] as const)('in %s', (language) => {
    let opened: Visit;
    let ids: Ids;
    let names: readonly string[];
    beforeAll(async () => {
      const admin = await clientOf('admin');
      const { items } = await admin.users.list.query({ limit: 1000 });
      names = items.map(({ fullName }) => fullName);
      ids = await someIds();
      opened = await visitAs('admin', { ...wide, language });
    });
    afterAll(() => opened.close());

    it.each(shown)('on %s', async (path) => {
      const { page, go } = opened;
      await go(withIds(path, ids));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('.mantine-Loader-root, .mantine-Skeleton-root').count()).toBe(0);
      const name = path.slice(1).replaceAll('/', '-').replaceAll('$', '');
      const tree = await treeOf(page, language, names);
      await expect(tree).toMatchFileSnapshot(`trees/${language}/${name}.txt`);
    });
  });
});
