import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { known, logIn, variants, visit, withBrowser } from './support/browser.ts';

const dist = join(import.meta.dirname, '../dist');
const most = 350_000;

/** Bytes, gzipped, of everything of ours that the page has loaded so far; and that it loaded nothing else. */
function loads(page: Page) {
  const loaded = new Map<string, number>();
  const others: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== new URL(known().url).origin) others.push(request.url());
    const file = join(dist, pathname.replace(/^\/app\//, ''));
    if (!pathname.startsWith('/app/assets/')) return;
    loaded.set(pathname, statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size);
  });
  return { total: () => [...loaded.values()].reduce((sum, size) => sum + size, 0), others };
}

withBrowser('the first screen', () => {
  it.each(variants.filter(({ width }) => width > 1000))(
    `takes less than ${most / 1000} kB, and nothing from elsewhere, $name`,
    async (variant) => {
      const opened = await visit(variant);
      const { total, others } = loads(opened.page);
      await opened.go('/login');
      const first = total();
      await logIn(opened, 'samira', known().passwords.samira);
      await opened.page.getByRole('heading', { level: 1 }).waitFor();
      const start = total();
      await opened.page.waitForLoadState('networkidle');
      process.stdout.write(
        `${variant.name}: log-in ${first} bytes gzipped, start page ${start}, with its charts ${total()}\n`,
      );
      expect(others).toEqual([]);
      expect(first).toBeGreaterThan(50_000);
      expect(first).toBeLessThan(most);
      await opened.close();
    },
  );
});
