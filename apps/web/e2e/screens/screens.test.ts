import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { navItems } from '../../src/features.ts';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  hebrew,
  isFull,
  isQuick,
  known,
  twoVariants,
  type Username,
  unique,
  type Variant,
  type Visit,
  variants,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { loaded } from '../support/screens.ts';
import { textsOf } from '../support/texts.ts';

// Each screen in two variants, with E2E=quick in one, with E2E=full in five: quiet, accessible, no wider than its window; a picture of each to look at.
const folder = join(import.meta.dirname, '../screenshots');
mkdirSync(folder, { recursive: true });

const menu = navItems.map(({ to }) => to);
const screens: Readonly<Record<Username, readonly string[]>> = {
  samira: [
    ...menu.filter((to) => to !== '/history'),
    '/logs/month',
    '/logs/day',
    '/cheques/calendar',
    '/cheques/past-due',
    '/forecast',
    '/import',
    '/import/past',
  ],
  admin: ['/users', '/history', '/trash', '/settings', '/settings/security'],
  ada: ['/', '/logs', '/pay', '/settings'],
};

async function look({ page, follow, expectQuiet }: Visit, path: string, name: string) {
  await follow(path);
  // On a slow machine the network can be quiet before anybody has asked for the data.
  await loaded(page);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: false });
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft([path, 'excess width', excess]).toEqual([path, 'excess width', 0]);
  expect.soft(await findings(page), path).toEqual([]);
  expectQuiet();
}

/** Of tables: cells that are too narrow, and words that stand in two lines. */
const faultsOfCells = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    for (const cell of document.querySelectorAll<HTMLElement>('table.table :is(td, th)')) {
      if (cell.scrollWidth > cell.clientWidth + 1) faults.push(`cut: ${cell.textContent}`);
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data } = texts.currentNode as Text;
        for (const { index, 0: word } of data.matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) faults.push(`broken: ${word}`);
        }
      }
    }
    return faults;
  });

const two: Readonly<Record<Username, readonly string[]>> = {
  samira: ['ar-narrow-light', 'en-wide-light'],
  admin: ['en-narrow-dark', 'ar-wide-dark'],
  ada: ['en-narrow-dark', 'ar-wide-dark'],
};
const variantsOf = (username: Username) =>
  isFull
    ? [...variants, hebrew]
    : variants.filter(({ name }) => two[username].slice(0, isQuick ? 1 : 2).includes(name));

withBrowser('every screen', () => {
  for (const [username, paths] of Object.entries(screens))
    for (const variant of variantsOf(username as Username))
      it(`of ${username}, ${variant.name}`, async () => {
        const opened = await visitAs(username as Username, variant);
        for (const path of paths)
          await look(opened, path, `${username}${path.replaceAll('/', '-')}-${variant.name}`);
        await opened.close();
      });

  it('of accounts whose names, addresses and numbers nobody would expect', async () => {
    const admin = await clientOf('admin');
    const [username, password] = [`zz${unique()}`.padEnd(40, 'z'), 'correct horse battery'];
    const { _id: userID } = await admin.users.create.mutate({
      firstName: 'Zz'.repeat(30),
      lastName: 'Zz'.repeat(30),
      username,
      password,
      email: `${'z'.repeat(60)}@${'example'.repeat(8)}.org`,
      phoneNumber: `+${'5'.repeat(63)}`,
    });
    const crowded = [
      ['samira', '/users?search=^zz', '5'.repeat(63)],
      ['admin', '/history', 'Zz'.repeat(30)],
    ] as const;
    for (const variant of twoVariants())
      for (const [visitor, path, text] of crowded) {
        const { page, go, expectQuiet, close } = await visitAs(visitor, variant);
        for (const width of [variant.width, 320]) {
          await page.setViewportSize({ width, height: variant.height });
          await go(path);
          await page.getByText(text).first().waitFor();
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect.soft([path, variant.name, width, excess]).toEqual([path, variant.name, width, 0]);
        }
        expectQuiet();
        await close();
      }
    await admin.users.remove.mutate({ userID });
  });

  it('with a table, in a window of 1024 pixels: nothing is cut, and no word is broken', async () => {
    const { page, go, close } = await visitAs(
      'samira',
      variants.find(({ name }) => name === 'en-wide-light') as Variant,
    );
    await page.setViewportSize({ width: 1024, height: 768 });
    for (const path of [
      '/bills/all',
      '/bills',
      '/cheques',
      '/logs',
      '/payees',
      '/accounts',
      '/pay',
      '/trash',
    ]) {
      await go(path);
      await page.locator('table.table:not([aria-busy])').first().waitFor();
      expect.soft([path, await faultsOfCells(page)]).toEqual([path, []]);
    }
    await page.setViewportSize({ width: 1600, height: 768 });
    await go('/bills/all');
    // What there was no room for is there where there is room.
    await page.getByRole('columnheader', { name: textsOf('en')('bills.fields.extraNotes') }).waitFor();
    await close();
  });

  it('while its data is on the way', async () => {
    const { page, context, expectQuiet, close } = await visitAs('samira', variants[0] as Variant);
    await context.route(/logs\.list/, () => {});
    await page.goto(`${known().url}/app/logs`);
    await page.locator('.mantine-Loader-root').waitFor();
    expect(await findings(page)).toEqual([]);
    // Who wants less motion has none that goes on.
    const bar = page.locator('.progress > *');
    await expect.poll(() => bar.evaluate((element) => element.getAnimations().length)).toBe(0);
    expectQuiet();
    await close();
  });

  it('with a form that is left half typed', async () => {
    const variant = variants[0] as Variant;
    const text = textsOf(variant.language);
    const { page, go, expectQuiet, close } = await visitAs('samira', variant);
    await go('/payees');
    const form = page.getByRole('dialog', { name: text('payees.new') });
    const question = page.getByRole('dialog', { name: text('common.unsaved.title') });
    const begin = () => page.getByRole('button', { name: text('payees.new'), exact: true }).click();
    await begin();
    await form.waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await begin();
    await form.getByLabel(text('payees.fields.name')).fill('Half typed');
    await page.keyboard.press('Escape');
    await question.waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => form.getByLabel(text('payees.fields.name')).inputValue()).toBe('Half typed');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: text('common.unsaved.discard'), exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await question.waitFor({ state: 'detached' });
    expectQuiet();
    await close();
  });
});

// WCAG 1.4.11: what makes a control known as one differs from its ground by 3 to 1. axe looks at texts alone.
const wide: Variant = { name: 'wide', language: 'en', width: 1280, height: 800, colorScheme: 'light' };
const contrastScreens = ['/logs/day', '/settings', '/cheques', '/pay/settle'];

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
    for (const path of contrastScreens) {
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
