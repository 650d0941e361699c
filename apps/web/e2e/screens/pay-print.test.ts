import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  twoVariants,
  unique,
  type Visit,
  variants,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { sheetsOf } from '../support/pdf.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');

// Sheets to look at, beside the pictures of the screens.
const folder = join(import.meta.dirname, '../screenshots');
mkdirSync(folder, { recursive: true });

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
const first = 100;
const password = 'correct horse battery';

/** A worker with 45 days of work, settled; then corrected and settled again, and that made void and issued anew. */
async function records() {
  const admin = await clientOf('admin');
  const own = unique();
  const names = { firstName: 'Grace', lastName: `Paper${own}` };
  const { _id: worker } = await admin.users.create.mutate({
    ...names,
    username: `paper${own}`,
    password,
  });
  await admin.rates.create.mutate({ worker, from: daysAgo(first), basis: 'hour', amount: '37.50' });
  const logs = [];
  // One after the other: so many at once are refused where the service is busy.
  for (let at = 0; at < 45; at += 1)
    logs.push(
      await admin.logs.create.mutate({
        worker,
        date: daysAgo(first - at),
        startingTime: '08:00',
        finishingTime: '16:00',
        payment: '0',
        extraNotes: '',
        isAbsent: false,
      }),
    );
  const entry = { worker, date: daysAgo(first) };
  await admin.payEntries.create.mutate({ ...entry, kind: 'opening', amount: '-420.50' });
  await admin.payEntries.create.mutate({ ...entry, kind: 'advance', amount: '1200', extraNotes: 'سلفة' });
  await admin.settlements.create.mutate({ worker, to: daysAgo(first - 39), payout: '2000' });
  await admin.logs.update.mutate({ logID: logs[3]?._id ?? '', finishingTime: '12:00' });
  const second = { worker, to: daysAgo(first - 44) };
  const voided = await admin.settlements.create.mutate({ ...second, payout: '1500.25' });
  const { _id: settlementID } = voided;
  await admin.settlements.void.mutate({ settlementID, reason: 'Typed wrongly' });
  const issued = await admin.settlements.create.mutate({ ...second, payout: '1550' });
  return {
    worker,
    name: Object.values(names).join(' '),
    statement: `/print/statement?worker=${worker}&from=${daysAgo(first)}&to=${daysAgo(first - 44)}`,
    voided: `/print/settlement?settlement=${settlementID}`,
    issued: `/print/settlement?settlement=${issued._id}`,
    remove: () => admin.users.remove.mutate({ userID: worker }),
  };
}

/** What the page is told of the settings, which are those of all tests. */
async function withSettings({ context }: Visit) {
  const business = {
    name: 'Haddad & Sons',
    address: '14 Harbour Street',
    phoneNumber: '+97248123456',
    currency: 'ILS',
    language: 'en',
  };
  await context.route(/\/trpc\/.*settings\.get/, async (route) => {
    const response = await route.fetch();
    const names = new URL(route.request().url()).pathname.split('/trpc/')[1]?.split(',') ?? [];
    const body = await response.json();
    const answers = Array.isArray(body) ? body : [body];
    Object.assign(answers[names.indexOf('settings.get')].result.data, business);
    await route.fulfill({ response, json: body });
  });
}

async function printed(page: Page, name: string) {
  await page.locator('.list-signatures').waitFor();
  // The words come last: their language is loaded by itself.
  await page.locator('.pay-owed + p').waitFor();
  // What is printed has the letters that were measured.
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  writeFileSync(join(folder, `${name}.pdf`), pdf);
  return sheetsOf(pdf);
}

const bare = (said: string) => said.replace(/[\s\p{Cf}]/gu, '');
/** As Hebrew stands on paper. */
const seen = (said: string) => [...bare(said)].toReversed().join('');
const count = (said: string, part: string) => said.split(bare(part)).length - 1;

withBrowser('a printout of pay', () => {
  let made: Awaited<ReturnType<typeof records>>;
  beforeAll(async () => {
    made = await records();
  });
  afterAll(() => made.remove());

  it('has the days on sheets of A4, each under the head of the table, and two places to sign', async () => {
    const opened = await visitAs('samira', wide);
    await withSettings(opened);
    const { page, go, expectQuiet, close } = opened;
    await go(made.statement);
    const sheets = await printed(page, 'pay-statement-a4');
    expect(sheets.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [210, 297],
      [210, 297],
    ]);
    const head = ['worked', 'overtime', 'earned', 'paid', 'entries', 'balance']
      .map((name) => text(`printing.pay.columns.${name}`))
      .join('');
    for (const { lines } of sheets) expect(lines).toContain(bare(`${text('printing.date')}${head}`));
    const whole = sheets.flatMap(({ lines }) => lines).join('\n');
    for (const part of [
      'Haddad & Sons',
      '14 Harbour Street',
      '+97248123456',
      text('printing.pay.statementHeading'),
      'Opening balance -420.50',
      'Advance 1,200.00',
      // 44 days of 8 hours, one of 4, and what is left of it.
      '356:00',
      '₪13,350.00',
      '-₪3,550.00',
      `${made.name} is owed ₪8,179.50.`,
      'Eight thousand one hundred seventy-nine shekels and fifty agorot only',
    ])
      expect(whole).toContain(bare(part));
    expect(count(whole, text('printing.signature'))).toBe(2);
    expectQuiet();
    await close();
  });

  it('has the days of a roll one below the other, on as much of it as they need', async () => {
    const opened = await visitAs('samira', wide);
    await withSettings(opened);
    const { page, follow, expectQuiet, close } = opened;
    for (const [language, second] of [
      ['en', ''],
      ['he', 'ar'],
      ['ar', 'fr'],
    ]) {
      await follow(made.issued);
      await page.getByLabel(text('printing.pay.paper')).selectOption('roll');
      await page.getByLabel(text('printing.language')).selectOption(language ?? '');
      await page.getByLabel(text('printing.secondLanguage')).selectOption(second ?? '');
      await page.locator(`.list-paper[lang=${language}]`).waitFor();
      expect(new URL(page.url()).searchParams.get('paper')).toBe('roll');
      await page.locator('.list-signatures').waitFor();
      if (second) await page.locator(`.list-second [lang=${second}]`).first().waitFor();
      const sheets = await printed(page, `pay-settlement-roll-${language}`);
      expect(sheets.map(({ width }) => Math.round(width))).toEqual([80]);
      for (const { x, y, text: letters } of sheets[0]?.runs ?? []) {
        expect(x, letters).toBeGreaterThanOrEqual(3.9);
        expect(x, letters).toBeLessThan(76);
        expect(y, letters).toBeLessThan((sheets[0]?.height ?? 0) - 3);
      }
      // Where each letter ends, too.
      await page.emulateMedia({ media: 'print' });
      await page.waitForFunction(() => matchMedia('print').matches);
      const outside = () =>
        page.locator('.pay-roll').evaluate((paper) => {
          const { left, right } = paper.getBoundingClientRect();
          const texts = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT);
          const beyond: string[] = [];
          for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            if (node.parentElement?.closest('style')) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const box = range.getBoundingClientRect();
            if (box.left < left - 1 || box.right > right + 1) beyond.push(node.textContent ?? '');
          }
          return { beyond, width: Math.round(((right - left) * 25.4) / 96) };
        });
      await expect.poll(outside).toEqual({ beyond: [], width: 72 });
      await page.emulateMedia({ media: null });
    }
    expectQuiet();
    await close();
  });

  it('is measured when it goes to paper, and has room to spare on a roll', async () => {
    const opened = await visitAs('samira', wide);
    await withSettings(opened);
    const { page, go, close } = opened;
    // Nothing is told of a change of size.
    await page.addInitScript(() => {
      window.ResizeObserver = class {
        observe() {}
        unobserve() {}
        disconnect() {}
      };
    });
    await go(`${made.issued}&paper=roll`);
    const [sheet, ...others] = await printed(page, 'pay-settlement-roll-measured');
    expect(others).toEqual([]);
    const lastLine = Math.max(...(sheet?.runs ?? []).map(({ y }) => y));
    const left = (sheet?.height ?? 0) - 4 - lastLine;
    expect(left).toBeGreaterThan(5);
    expect(left).toBeLessThan(40);
    await close();
  });

  it('of a settlement has what was corrected, what it replaces, and its own payout', async () => {
    const opened = await visitAs('samira', wide);
    await withSettings(opened);
    const { page, go, expectQuiet, close } = opened;
    await go(`${made.issued}&second=he`);
    await page.locator('.list-second [lang=he]').first().waitFor();
    const sheets = await printed(page, 'pay-settlement-a4');
    const whole = sheets.flatMap(({ lines }) => lines).join('\n');
    for (const part of [
      text('printing.pay.settlementHeading', { number: '3' }),
      text('printing.pay.replaces', { number: '2' }),
      // 8 hours of 37.50, then 4.
      `${text('printing.pay.fields.earned')}300.00→150.00`,
      `${text('printing.pay.totals.ownPayout')}-₪1,550.00`,
      `${made.name} is owed ₪8,179.50.`,
    ])
      expect(whole).toContain(bare(part));
    const hebrew = textsOf('he');
    for (const key of ['corrections', 'forBusiness', 'forWorker', 'totals.ownPayout'])
      expect(whole).toContain(seen(hebrew(`printing.pay.${key}`)));
    expect(whole.toUpperCase()).not.toContain('VOID');
    expectQuiet();
    await close();
  });

  it.each(['a4', 'roll'])('of a void settlement says so large, %s', async (paper) => {
    const opened = await visitAs('samira', wide);
    await withSettings(opened);
    const { page, go, follow, expectQuiet, close } = opened;
    await go(`${made.voided}&paper=${paper}`);
    const sheets = await printed(page, `pay-void-${paper}`);
    for (const { runs } of sheets)
      expect(
        bare(
          runs
            .map((run) => run.text)
            .join('')
            .toUpperCase(),
        ),
      ).toContain('VOID');
    expect(sheets.flatMap(({ lines }) => lines)).toContain(
      bare(text('printing.pay.voidReason', { reason: 'Typed wrongly' })),
    );
    // The longest word of the languages is whole, too.
    await follow(`${made.voided}&paper=${paper}&language=es`);
    const mark = await page.locator('.pay-void').evaluate((box) => {
      const word = box.querySelector('span')?.offsetWidth ?? 0;
      return { share: word / box.clientWidth, size: Number.parseFloat(getComputedStyle(box).fontSize) };
    });
    expect(mark.share).toBeLessThanOrEqual(1);
    expect(mark.size).toBeGreaterThan(45);
    expectQuiet();
    await close();
  });

  it('shows a User what is their own, and nothing of others', async () => {
    const opened = await visitAs('ada', wide);
    const { page, go, follow, close } = opened;
    await go('/print/statement');
    await page.locator('.list-signatures').waitFor();
    await follow(made.statement);
    await page.getByRole('alert').getByText(text('common.errors.FORBIDDEN')).waitFor();
    await follow(made.issued);
    await page.getByRole('alert').getByText(text('common.errors.NOT_FOUND')).waitFor();
    expect(await page.getByText(made.name).count()).toBe(0);
    await close();
  });

  describe.each(twoVariants())('$name', (variant) => {
    it.each(['a4', 'roll'])('is no wider than its window, and accessible, %s', async (paper) => {
      const opened = await visitAs('samira', variant);
      await withSettings(opened);
      const { page, go, expectQuiet, close } = opened;
      await go(`${made.voided}&paper=${paper}&second=he`);
      await page.locator('.paper-view').waitFor();
      await page.screenshot({ path: join(folder, `print-pay-${paper}-${variant.name}.png`) });
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess).toBe(0);
      expect(await findings(page)).toEqual([]);
      expectQuiet();
      await close();
    });
  });
});
