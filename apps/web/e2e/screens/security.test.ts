import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  known,
  moveTo,
  twoVariants,
  unique,
  variants,
  visit,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { startEmpty } from '../support/server.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const password = 'correct horse battery';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows for a key (RFC 6238), now or so many steps later. */
function codeOf(key: string, later = 0): string {
  const bits = Array.from(key, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1e6).padStart(6, '0');
}

/** Goes through the steps from the password on. @returns the key and the recovery codes */
async function enrol(page: Page, text: (key: string) => string) {
  await page.locator('form input[autocomplete=current-password]').last().fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: text('security.add.qrCode') }).waitFor();
  expect(await findings(page)).toEqual([]);
  const key = ((await page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(
    ' ',
    '',
  );
  const code = page.locator('input[autocomplete=one-time-code]');
  await code.fill('12345');
  await code.press('Enter');
  await page.getByText(text('common.errors.SECOND_FACTOR_WRONG')).waitFor();
  await code.fill(codeOf(key));
  await code.press('Enter');
  const shown = page.getByRole('dialog', { name: text('security.codes.title') });
  await shown.waitFor();
  expect(await findings(page)).toEqual([]);
  const codes = await shown.locator('li').allTextContents();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: text('security.codes.download') }).click(),
  ]);
  const kept = await readFile(await file.path(), 'utf8');
  for (const one of codes) expect(kept).toContain(one);
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: text('security.codes.kept') }).click();
  await shown.waitFor({ state: 'detached' });
  return { key, codes };
}

withBrowser('a second factor', () => {
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const server = await startEmpty(known().postgres);
    stop = server.stop;
    moveTo(server);
  });
  afterAll(() => stop?.());

  /** Somebody new, at the page of the log-in. */
  async function someone(variant: (typeof variants)[number]) {
    const admin = await clientOf('admin');
    const username = `secured${unique()}`;
    const name = { firstName: 'Aa', lastName: username, username };
    const { _id: userID } = await admin.users.create.mutate({ ...name, password });
    const opened = await visit(variant);
    const { page, go } = opened;
    const type = async () => {
      await go('/login');
      await page.locator('input[name=username]').fill(username);
      await page.locator('input[name=password]').fill(password);
      await page.keyboard.press('Enter');
    };
    const isIn = () => page.waitForURL((url) => !/\/(login|enrol)$/.test(url.pathname));
    return { ...opened, admin, username, userID, type, isIn };
  }

  it.each(twoVariants())('is added, asked for at a log-in, and reset, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { page, go, close, context, admin, userID, username, type, isIn } = await someone(variant);
    await type();
    await isIn();
    await go('/settings/security');
    await page.getByText(text('security.noFactor')).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: text('security.add.open') }).press('Enter');
    const { key, codes } = await enrol(page, text);
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: text('security.codes.make') }).waitFor();
    expect(await findings(page)).toEqual([]);

    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await type();
    const code = page.locator('input[autocomplete=one-time-code]');
    await expect.poll(() => code.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await findings(page)).toEqual([]);
    await page.keyboard.type('12345');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(text('common.errors.SECOND_FACTOR_WRONG')).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: text('login.code.back') }).click();
    expect(await page.locator('input[name=username]').inputValue()).toBe(username);
    await type();
    // The one of the confirmation counts no longer.
    await code.fill(codeOf(key, 1));
    await page.keyboard.press('Enter');
    await isIn();
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await type();
    await page.getByRole('button', { name: text('login.code.useRecovery') }).click();
    await code.fill((codes[0] ?? '').toLowerCase());
    await page.keyboard.press('Enter');
    await isIn();
    await close();

    const opened = await visitAs('admin', variant);
    await opened.go('/users/security');
    const row = opened.page.locator('[data-index]').filter({ hasText: username });
    await row.getByText(text('security.users.has')).waitFor();
    expect(await findings(opened.page)).toEqual([]);
    await opened.page.getByRole('checkbox', { name: text('security.users.without') }).check();
    await expect.poll(() => row.count()).toBe(0);
    await opened.page.getByRole('checkbox', { name: text('security.users.without') }).uncheck();
    await row.getByRole('button', { name: text('security.reset.open') }).click();
    const drawer = opened.page.getByRole('dialog');
    await drawer.getByLabel(text('security.reset.reason')).fill('The phone is lost');
    expect(await findings(opened.page)).toEqual([]);
    await drawer.getByRole('button', { name: text('security.reset.open') }).click();
    await row.getByText(text('security.users.hasNone')).waitFor();
    await opened.go('/history');
    await opened.page.getByText('The phone is lost').first().waitFor();
    opened.expectQuiet();
    await opened.close();
    await admin.users.remove.mutate({ userID });
  });

  it('that the role requires is set up before anything else', async () => {
    const text = textsOf(wide.language);
    const { page, go, close, admin, userID, type, isIn } = await someone(wide);
    await type();
    await isIn();
    await admin.settings.update.mutate({ requireSecondFactor: ['User'] });
    await go('/logs');
    await page.getByText(text('security.required.text')).waitFor();
    expect(await findings(page)).toEqual([]);
    await go('/settings/security');
    await page.getByText(text('security.required.text')).waitFor();
    await enrol(page, text);
    await page.waitForURL((url) => url.pathname.endsWith('/settings/security'));
    await page.getByRole('heading', { level: 1, name: text('security.title') }).waitFor();
    await close();
    await admin.settings.update.mutate({ requireSecondFactor: [] });
    await admin.users.remove.mutate({ userID });
  });
});
