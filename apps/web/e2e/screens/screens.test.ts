import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { navItems } from '../../src/shell/navigation.ts';
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
