import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Variant, type Visit, visitAs, withBrowser } from './support/browser.ts';
import { type Ids, paths, someIds, withIds } from './support/screens.ts';
import { type Limits, walk } from './support/walk.ts';

// Every screen by Tab to its end and by Shift+Tab back: each stop is in view, not covered, has a name and shows that it
// has the focus, in an order that can be followed. WALK=full takes every width and magnification and long samples.
const isFull = process.env.WALK === 'full';
const limits: Limits = isFull ? { ofList: 40, ofAll: 600 } : { ofList: 5, ofAll: 300 };

const light = { colorScheme: 'light', language: 'en' } as const;
/** Where a window of 1280 × 1024 is magnified to 400 %, its page has 320 × 256. */
const windows: readonly Variant[] = [
  { name: '1280', width: 1280, height: 800, ...light },
  { name: '900', width: 900, height: 800, ...light },
  { name: '360, dark', width: 360, height: 740, language: 'en', colorScheme: 'dark' },
  { name: '200 %', width: 640, height: 400, scale: 2, ...light },
  { name: '400 %', width: 320, height: 256, scale: 4, ...light },
  ...(isFull
    ? [
        {
          name: '1280, Arabic, dark',
          width: 1280,
          height: 800,
          language: 'ar',
          colorScheme: 'dark',
        } as const,
        { name: '360, Arabic, dark', width: 360, height: 740, language: 'ar', colorScheme: 'dark' } as const,
      ]
    : []),
];

/** What is known and not yet mended: a part of the fault. */
const exceptions: readonly string[] = [];

// What shows the focus does not depend on the width.
const seen = { light: new Set<string>(), dark: new Set<string>() };

withBrowser('a walk by Tab', () => {
  describe.each(windows)('at $name', (variant) => {
    let opened: Visit;
    let compare: Page;
    let ids: Ids;
    beforeAll(async () => {
      opened = await visitAs('admin', variant);
      compare = await opened.context.newPage();
      await opened.page.bringToFront();
      ids = await someIds();
    });
    afterAll(() => opened.close());

    it.each(paths)('through %s', async (path) => {
      const { page, go } = opened;
      await go(withIds(path, ids));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.mantine-Loader-root').waitFor({ state: 'detached' });
      const faults = await walk(page, {
        ...limits,
        isRtl: variant.language === 'ar',
        compare,
        seen: seen[variant.colorScheme],
      });
      expect(faults.filter((fault) => !exceptions.some((part) => fault.includes(part)))).toEqual([]);
    });
  });
});
