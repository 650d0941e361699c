import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isFull,
  isQuick,
  type Variant,
  type Visit,
  visit,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { type Ids, loaded, paths, someIds, withIds } from '../support/screens.ts';
import { textsOf } from '../support/texts.ts';
import { cutOff, type Options, setSpacing, settled, walk } from '../support/walk.ts';

// Every screen by Tab to its end and by Shift+Tab back: each stop is in view, not covered, has a name and shows that it
// has the focus, in an order that can be followed. E2E=quick takes one width of each, E2E=full every width and
// magnification and long samples.
const limits = isFull ? { ofList: 40, ofAll: 600 } : { ofList: 5, ofAll: 300 };

const light = { colorScheme: 'light', language: 'en' } as const;
const dark = { colorScheme: 'dark', language: 'ar' } as const;
const quick: readonly Variant[] = [
  { name: '1280', width: 1280, height: 800, ...light },
  { name: '360, dark', width: 360, height: 740, ...dark, language: 'en' },
];
/** Where a window of 1280 × 1024 is magnified to 400 %, its page has 320 × 256. */
const others: readonly Variant[] = [
  { name: '900', width: 900, height: 800, ...light },
  { name: '200 %', width: 640, height: 400, scale: 2, ...light },
  { name: '400 %', width: 320, height: 256, scale: 4, ...light },
  { name: '1280, Arabic, dark', width: 1280, height: 800, ...dark },
  { name: '360, Arabic, dark', width: 360, height: 740, ...dark },
];

const sizes = [
  [320, 256],
  [320, 640],
  [390, 844],
  [640, 400],
  [1280, 800],
  [1440, 900],
] as const;

/** Runs in a page: the next Tab leads to its first stop, as on a page that has just been opened. */
function leaveFocus(): void {
  const start = document.createElement('div');
  start.tabIndex = -1;
  document.body.prepend(start);
  start.focus({ preventScroll: true });
  start.remove();
  scrollTo(0, 0);
}

interface Dialog {
  readonly name: string;
  readonly path: string;
  readonly open: (page: Page, text: ReturnType<typeof textsOf>) => Promise<unknown>;
}

/** Those that are no form of a record, and the longest form. */
const dialogs: readonly Dialog[] = [
  {
    name: 'a question before a deletion',
    path: '/payees',
    async open(page, text) {
      const begin = page.getByRole('button', { name: text('common.bulk.choose'), exact: true });
      if (await begin.isVisible()) await begin.click();
      await page.locator('main [data-index]:visible').first().getByRole('checkbox').click();
      const bar = page.getByRole('region', { name: text('common.bulk.title') });
      await bar.getByRole('button', { name: text('common.delete') }).click();
    },
  },
  {
    name: 'a question before a period is closed',
    path: '/closing',
    open: (page, text) =>
      page.getByRole('button', { name: text('closing.close.runAll', { day: '' }).slice(0, 8) }).click(),
  },
  {
    name: 'a series of cheques',
    path: '/cheques',
    open: (page, text) => page.getByRole('button', { name: text('cheques.series.new') }).click(),
  },
  {
    name: 'what is pasted into a month',
    path: '/logs/month',
    open: (page) =>
      page.locator('[data-cell="0:3"]').evaluate((cell) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', '9-17\tbad');
        cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }),
  },
  { name: 'the palette', path: '/bills', open: (page) => page.keyboard.press('Control+k') },
  { name: 'the keys', path: '/bills', open: (page) => page.keyboard.press('?') },
];

// What shows the focus does not depend on the width.
const seen = { light: new Set<string>(), dark: new Set<string>() };

withBrowser('a walk by Tab', () => {
  describe.each(isFull ? [...quick, ...others] : quick)('at $name', (variant) => {
    let opened: Visit;
    let compare: Page;
    let ids: Ids;
    const walked: Options['walked'] = new Map();
    const faults = (page: Page, walked?: Options['walked']) =>
      walk(page, {
        ...limits,
        isRtl: variant.language === 'ar',
        compare,
        seen: seen[variant.colorScheme],
        walked,
      });
    beforeAll(async () => {
      opened = await visitAs('admin', variant);
      compare = await opened.context.newPage();
      await opened.page.bringToFront();
      ids = await someIds();
    });
    afterAll(() => opened.close());

    const here = paths.filter((_, n) => !isQuick || n % quick.length === quick.indexOf(variant));
    it.each(here)('through %s', async (path) => {
      const { page, follow } = opened;
      await follow(withIds(path, ids));
      await loaded(page);
      await page.evaluate(leaveFocus);
      expect(await faults(page, walked)).toEqual([]);
    });

    it.each(dialogs)('through $name', async ({ path, open }) => {
      const { page, follow } = opened;
      await follow(path);
      await loaded(page);
      await open(page, textsOf(variant.language));
      const dialog = page.getByRole('dialog').last();
      await dialog.waitFor();
      await settled(page);
      expect(await faults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });

    it('through the log-in page', async () => {
      const { page, go, close } = await visit(variant);
      await go('/login');
      await loaded(page);
      expect(await faults(page)).toEqual([]);
      await close();
    });
  });

  // Small and large, and what 200 % and 400 % leave of a window; with the least spacing that WCAG 1.4.12 names.
  describe('whatever the spacing', () => {
    let opened: Visit;
    let ids: Ids;
    beforeAll(async () => {
      opened = await visitAs('admin', quick[0] as Variant);
      ids = await someIds();
    });
    afterAll(() => opened.close());

    const few = ['/', '/logs', '/logs/month', '/logs/day', '/cheques', '/cheques/calendar', '/bills'];
    it.each(isQuick ? few : paths)('cuts no text and moves nothing sideways on %s', async (path) => {
      const { page, follow } = opened;
      await follow(withIds(path, ids));
      await loaded(page);
      await setSpacing(page);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        // A chart takes the new width a moment later.
        await expect.poll(async () => [width, await cutOff(page)]).toEqual([width, []]);
      }
    });
  });

  it('through a form, while a notice stands there and while it is saved, at 400 %', async () => {
    const { page, context, follow, close } = await visitAs('samira', others[2] as Variant);
    const compare = await context.newPage();
    await page.bringToFront();
    const text = textsOf('en');
    await follow('/payees');
    const begin = () => page.getByRole('button', { name: text('payees.new'), exact: true }).press('Enter');
    const form = page.getByRole('dialog', { name: text('payees.new') });
    const field = form.getByLabel(text('payees.fields.name'));
    const options = { ...limits, isRtl: false, compare, seen: seen.light };
    await begin();
    await field.fill(`Walk ${process.pid}`);
    expect.soft(await walk(page, options)).toEqual([]);
    await field.press('Enter');
    await form.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: text('common.showSaved') }).waitFor();
    expect.soft(await walk(page, options)).toEqual([]);
    await begin();
    await page.route('**/trpc/payees.create**', () => {});
    await field.fill(`Walk ${process.pid} again`);
    await field.press('Enter');
    expect.soft(await walk(page, options)).toEqual([]);
    await close();
  });

  it('finds what is wrong', async () => {
    const { page, context, close } = await visit(quick[0] as Variant);
    const compare = await context.newPage();
    await page.bringToFront();
    await page.setContent(`<style>button, div { position: absolute; width: 90px; height: 30px; top: 100px }</style>
      <main><button style="left: 400px">First</button><button style="left: 10px">Second</button>
      <button style="left: 600px"></button><button class="plain" style="left: 700px; outline: none">Unseen</button>
      <button style="left: 800px">Covered</button></main><div style="left: 800px; background: red"></div>`);
    const faults = await walk(page, { ...limits, isRtl: false, compare, seen: new Set() });
    for (const fault of ['stands before', 'has no name', 'shows no focus', 'is covered'])
      expect(faults).toContainEqual(expect.stringContaining(fault));
    await close();
  });

  it('finds what is wrong around the content where it has walked before', async () => {
    const { page, context, close } = await visit(quick[0] as Variant);
    const compare = await context.newPage();
    await page.bringToFront();
    await page.setContent(`<style>nav { height: 90px } nav a { display: inline-block; width: 90px; height: 30px }</style>
      <nav><a href="#1">First</a> <a href="#2">Second</a></nav><main><button>Third</button><div></div></main>`);
    const options = { ...limits, isRtl: false, compare, seen: new Set<string>(), walked: new Map() };
    const again = async () => {
      await page.evaluate(leaveFocus);
      return walk(page, options);
    };
    expect(await again()).toEqual([]);
    const cover = page.locator('main div');
    await cover.evaluate(({ style }) =>
      Object.assign(style, { position: 'fixed', inset: '0 0 auto', height: '60px', background: 'red' }),
    );
    expect(await again()).toContainEqual(expect.stringMatching(/^link "First" is covered/));
    await cover.evaluate((element) => element.remove());
    await page
      .locator('main')
      .evaluate((main) => main.addEventListener('keydown', (key) => key.preventDefault()));
    expect(await again()).toContainEqual(expect.stringContaining('holds the focus'));
    await page.getByText('First').evaluate((link) => link.replaceChildren());
    expect(await again()).toContainEqual(expect.stringContaining('has no name'));
    await close();
  });

  if (!isFull)
    it(`at ${others.map(({ name }) => name).join('; ')}`, ({ skip }) => skip('E2E=full walks there as well'));
});
