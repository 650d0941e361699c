import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Variant, visitAs, withBrowser } from '../support/browser.ts';
import { loaded } from '../support/screens.ts';

// WCAG 1.4.11: what makes a control known as one differs from its ground by 3 to 1. axe looks at texts alone.
const wide: Variant = { name: 'wide', language: 'en', width: 1280, height: 800, colorScheme: 'light' };
const screens = ['/logs/day', '/settings', '/cheques', '/pay/settle'];

/** Of each kind of control the least contrast to what it stands on. */
const contrasts = (page: Page) =>
  page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const rgba = (colour: string) => {
      if (!context) throw new Error('There is no canvas.');
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data;
    };
    const luminance = (colour: string) => {
      const [r = 0, g = 0, b = 0] = [...rgba(colour)].map((value) =>
        value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const groundOf = (element: Element | null): string => {
      if (!element)
        return getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'black' : 'white';
      const { backgroundColor } = getComputedStyle(element);
      return rgba(backgroundColor)[3] === 255 ? backgroundColor : groundOf(element.parentElement);
    };
    const kinds = {
      border: [
        '.mantine-Input-input:not(:disabled, [data-error], [data-variant=unstyled])',
        'borderTopColor',
      ],
      switch: ['.mantine-Switch-input:not(:checked, :disabled) + .mantine-Switch-track', 'backgroundColor'],
      chevron: ['.mantine-ComboboxChevron-chevron', 'color'],
      choice: ['.status-choice', 'borderTopColor'],
      checkbox: ['.mantine-Checkbox-input:not(:checked, :disabled, [data-indeterminate])', 'borderTopColor'],
    } as const;
    return Object.entries(kinds).flatMap(([kind, [selector, property]]) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const [a, b] = [
            luminance(getComputedStyle(element)[property]),
            luminance(groundOf(element.parentElement)),
          ];
          return { kind, ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) };
        }),
    );
  });

withBrowser('the contrast of controls', () => {
  it.each(['light', 'dark'] as const)('is 3 to 1 at least, %s', async (colorScheme) => {
    const { page, follow, close } = await visitAs('samira', { ...wide, colorScheme });
    const kinds = new Set<string>();
    for (const path of screens) {
      await follow(path);
      await loaded(page);
      const found = await contrasts(page);
      for (const { kind } of found) kinds.add(kind);
      expect(
        found.filter(({ ratio }) => ratio < 3),
        path,
      ).toEqual([]);
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['border', 'switch', 'choice', 'checkbox']));
    await close();
  });

  it('is that of lines where the person has set all colours', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    await page.emulateMedia({ forcedColors: 'active' });
    await go('/logs/day');
    const track = page.locator('.mantine-Switch-track').first();
    const look = () =>
      track.evaluate((element) => {
        const { backgroundColor, borderTopWidth } = getComputedStyle(element);
        return { backgroundColor, borderTopWidth };
      });
    await track.waitFor();
    const off = await look();
    await track.click();
    const on = await look();
    expect(Number.parseFloat(off.borderTopWidth)).toBeGreaterThan(0);
    expect(on.backgroundColor).not.toBe(off.backgroundColor);
    const outlined = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outlined('nav a[aria-current]')).toBe('solid');
    expect(await outlined('.views a[aria-current]')).toBe('solid');
    await go('/settings');
    expect(await outlined('.mantine-SegmentedControl-indicator')).toBe('solid');
    await close();
  });
});
