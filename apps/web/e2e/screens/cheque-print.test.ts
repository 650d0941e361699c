import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  oneIfQuick,
  twoVariants,
  type Variant,
  type Visit,
  variants,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');

// Sheets to look at, beside the pictures of the screens.
const folder = join(import.meta.dirname, '../screenshots');
mkdirSync(folder, { recursive: true });

const chequeForm = {
  width: 160,
  height: 75,
  margin: { left: 20, top: 10 },
  fields: {
    date: { x: 118, y: 9, width: 36, size: 4 },
    payee: { x: 24.5, y: 22, width: 88, size: 4 },
    words: { x: 24.5, y: 31, width: 60, size: 3.5 },
    wordsSecondLine: { x: 8, y: 39, width: 100, size: 3.5 },
    amount: { x: 118, y: 30, width: 38, size: 4.5 },
    crossed: { x: 2, y: 2, width: 30, size: 2.8 },
  },
};

async function records() {
  const admin = await clientOf('admin');
  const { _id: account } = await admin.bankAccounts.create.mutate({
    name: `Paper ${process.pid}`,
    chequeForm,
  });
  const { _id: payee } = await admin.payees.create.mutate({ name: `Harbour Glass ${process.pid}` });
  const cheques = await Promise.all(
    ['1200.50', '33.75', '9'].map((value, at) =>
      admin.cheques.create.mutate({
        serial: `0014${at}`,
        payee,
        value,
        dueDate: `2039-0${3 - at}-08`,
        isCancelled: at === 2,
      }),
    ),
  );
  const ids = cheques.map(({ _id }) => _id);
  const remove = async () => {
    await Promise.all(ids.map((chequeID) => admin.cheques.remove.mutate({ chequeID })));
    await admin.payees.remove.mutate({ payeeID: payee });
    await admin.bankAccounts.remove.mutate({ bankAccountID: account });
  };
  return { account, payee: `Harbour Glass ${process.pid}`, ids, cheque: ids[0] ?? '', remove };
}

/** What the page is told of the settings, which are those of all tests. */
async function withSettings({ context }: Visit, changes: object) {
  await context.route(/\/trpc\/.*settings\.get/, async (route) => {
    const response = await route.fetch();
    const names = new URL(route.request().url()).pathname.split('/trpc/')[1]?.split(',') ?? [];
    const body = await response.json();
    const answers = Array.isArray(body) ? body : [body];
    Object.assign(answers[names.indexOf('settings.get')].result.data, changes);
    await route.fulfill({ response, json: body });
  });
}

const business = { name: 'Haddad & Sons', currency: 'ILS', language: 'en' };

interface PaperField {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
  readonly fits: boolean;
}

/** By field, where it is on paper: millimetres from the edges of the sheet, and its text. */
async function fieldsOf(page: Page): Promise<Readonly<Record<string, PaperField>>> {
  await page.emulateMedia({ media: 'print' });
  // The words come last: their language is loaded by itself.
  await page.locator('[data-field=words]').filter({ hasText: /\S/ }).waitFor();
  const fields = await page.locator('[data-field]').evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, width } = element.getBoundingClientRect();
      const mm = (pixels: number) => Math.round((pixels * 254) / 96) / 10;
      return [
        (element as HTMLElement).dataset.field,
        {
          x: mm(left),
          y: mm(top),
          width: mm(width),
          text: element.textContent,
          fits: element.scrollWidth - width < 1,
        },
      ] as const;
    }),
  );
  return Object.fromEntries(fields);
}

/** The sheets, in millimetres. */
async function sheetsOf(page: Page, name: string) {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  writeFileSync(join(folder, `${name}.pdf`), pdf);
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[([^\]]*)\]/g);
  return [...boxes].map(([, box = '']) =>
    box
      .trim()
      .split(/\s+/)
      .slice(2)
      .map((points) => Math.round((Number(points) * 25.4) / 72)),
  );
}

withBrowser('a cheque on the form of its bank', () => {
  let made: Awaited<ReturnType<typeof records>>;
  beforeAll(async () => {
    made = await records();
  });
  afterAll(() => made.remove());
  const path = (language: string) =>
    `/print/cheque/${made.cheque}?account=${made.account}&language=${language}`;

  it.each(oneIfQuick(variants.filter(({ width }) => width > 1000)))(
    'has its texts in their places, to a tenth of a millimetre, on one sheet, $name',
    async (variant) => {
      const opened = await visitAs('samira', variant);
      await withSettings(opened, business);
      const { page, go, expectQuiet, close } = opened;
      await go(path('en'));
      const fields = await fieldsOf(page);
      const at = ({ x, y }: { x: number; y: number }) => ({ x: x + 20, y: y + 10 });
      expect(fields).toMatchObject({
        date: { ...at(chequeForm.fields.date), width: 36, text: '08/03/2039' },
        payee: { ...at(chequeForm.fields.payee), width: 88, text: made.payee },
        amount: { ...at(chequeForm.fields.amount), width: 38, text: '***1,200.50***' },
        words: { ...at(chequeForm.fields.words), width: 60 },
        wordsSecondLine: { ...at(chequeForm.fields.wordsSecondLine), width: 100 },
        crossed: { ...at(chequeForm.fields.crossed), width: 30, text: text('printing.crossed') },
      });
      const { words, wordsSecondLine } = fields;
      expect(`${words?.text} ${wordsSecondLine?.text}`).toBe(
        'One thousand two hundred shekels and fifty agorot only',
      );
      expect(wordsSecondLine?.text).not.toBe('');
      for (const [name, { fits }] of Object.entries(fields)) expect(fits, name).toBe(true);
      // Nothing else goes to paper.
      const [shown = ''] = await page.locator('body').allInnerTexts();
      expect(shown.replace(/\s+/g, ' ').trim()).toBe(
        Object.values(fields)
          .map((field) => field.text)
          .join(' '),
      );
      expect(await sheetsOf(page, 'cheque-en')).toEqual([[180, 85]]);
      expectQuiet();
      await close();
    },
  );

  it('is said in the language that is chosen, from right to left where that is', async () => {
    const opened = await visitAs('samira', wide);
    await withSettings(opened, business);
    const { page, go, expectQuiet, close } = opened;
    for (const [language, words, crossed] of [
      ['ar', 'فقط ألف ومائتا شيكل وخمسون أغورة لا غير', 'يصرف للمستفيد الأول فقط'],
      ['fr', 'Mille deux cents shekels et cinquante agorot', 'Payable au seul bénéficiaire'],
      ['tr', 'Yalnız binikiyüz şekel elli agora', 'Yalnız lehtara ödenir'],
      ['he', '***1,200.50***', 'למוטב בלבד'],
      ['es', '***1.200,50***', 'Para abonar en cuenta'],
    ] as const) {
      await go(path(language));
      const said = async () => {
        const fields = await fieldsOf(page);
        const line = [fields.words?.text, fields.wordsSecondLine?.text].filter(Boolean).join(' ');
        return [line, fields.crossed?.text];
      };
      await expect.poll(said).toEqual([words, crossed]);
      const isRtl = language === 'ar' || language === 'he';
      const edges = await page.locator('[data-field=words]').evaluate((box) => {
        const range = document.createRange();
        range.selectNodeContents(box);
        const [outer, inner] = [box.getBoundingClientRect(), range.getBoundingClientRect()];
        return { start: inner.left - outer.left, end: outer.right - inner.right };
      });
      expect(Math.abs(isRtl ? edges.end : edges.start), language).toBeLessThan(1);
      expect(await sheetsOf(page, `cheque-${language}`)).toEqual([[180, 85]]);
      await page.emulateMedia({ media: 'screen' });
      expect(await page.getByText(text('printing.noWords')).count()).toBe(words.startsWith('***') ? 1 : 0);
    }
    expectQuiet();
    await close();
  });

  it('is printed on the form of its own account', async () => {
    const samira = await clientOf('samira');
    const [, chequeID = ''] = made.ids;
    await samira.cheques.update.mutate({ chequeID, account: made.account });
    const opened = await visitAs('samira', wide);
    await withSettings(opened, business);
    const { page, go, expectQuiet, close } = opened;
    await go(`/print/cheque/${chequeID}`);
    await page.locator('[data-field=words]').waitFor();
    expect(await page.getByLabel(text('printing.account')).count()).toBe(0);
    await go(`/print/list?account=${made.account}`);
    await page.locator('.list-paper tbody tr').waitFor();
    expect(await page.locator('.list-paper tbody tr').count()).toBe(1);
    expectQuiet();
    await samira.cheques.update.mutate({ chequeID, account: null });
    await close();
  });

  it('is not crossed where a person says so, and asks for an account where it has none', async () => {
    const opened = await visitAs('samira', wide);
    await withSettings(opened, business);
    const { page, go, close } = opened;
    await go(`/print/cheque/${made.cheque}`);
    await page.getByText(text('printing.noAccount')).waitFor();
    await page.getByLabel(text('printing.account')).selectOption({ label: `Paper ${process.pid}` });
    await page.locator('[data-field=crossed]').waitFor();
    await page.getByLabel(text('printing.crossed')).click();
    await page.locator('[data-field=crossed]').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('crossed')).toBe('false');
    await close();
  });

  it('is tried on a test sheet, and its places are moved', async () => {
    const opened = await visitAs('admin', wide);
    await withSettings(opened, business);
    const { page, go, expectQuiet, close } = opened;
    await go(`/print/form/${made.account}`);
    const payee = page.getByRole('group', { name: text('printing.fields.payee') });
    const left = payee.getByLabel(text('printing.fromLeft'));
    await left.fill('30,5');
    await left.press('ArrowUp');
    await page.getByRole('checkbox', { name: text('printing.fields.crossed') }).click();
    const moved = await fieldsOf(page);
    expect(moved.payee).toMatchObject({ x: 51, y: 32, text: text('printing.examplePayee') });
    expect(moved.crossed).toBeUndefined();
    expect(
      await page
        .locator('.ruler')
        .evaluate((ruler) => Math.round((ruler.getBoundingClientRect().width * 25.4) / 96)),
    ).toBe(160);
    expect(await sheetsOf(page, 'cheque-test-sheet')).toEqual([[180, 85]]);
    await page.emulateMedia({ media: 'screen' });
    const save = page.getByRole('button', { name: text('common.save'), exact: true });
    await save.click();
    const admin = await clientOf('admin');
    const saved = async () =>
      (await admin.bankAccounts.get.query({ bankAccountID: made.account })).chequeForm?.fields;
    await expect.poll(saved).toEqual({
      ...chequeForm.fields,
      payee: { ...chequeForm.fields.payee, x: 31 },
      crossed: undefined,
    });
    // What it is compared with is what was saved.
    await left.fill('32');
    await left.press('Enter');
    await expect.poll(async () => (await saved())?.payee?.x).toBe(32);
    await left.fill('500');
    // Nothing is saved before the answer is there.
    await save.and(page.locator(':enabled')).waitFor();
    await left.press('Enter');
    await expect.poll(() => left.getAttribute('aria-invalid')).toBe('true');
    expectQuiet();
    await admin.bankAccounts.update.mutate({ bankAccountID: made.account, chequeForm });
    await close();
  });

  it('is listed with others, to sign', async () => {
    const opened = await visitAs('samira', wide);
    await withSettings(opened, business);
    const { page, go, expectQuiet, close } = opened;
    await go(`/print/list?ids=${made.ids.join(',')}`);
    await page.getByText(text('printing.withoutCancelled')).waitFor();
    await page.getByLabel(text('printing.secondLanguage')).selectOption('ar');
    await page.getByText(textsOf('ar')('printing.receivedBy')).waitFor();
    await page.emulateMedia({ media: 'print' });
    const rows = await page.locator('.list-paper tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split('\t'))).toEqual([
      ['1', '00141', made.payee, '8 Feb 2039', '33.75'],
      ['2', '00140', made.payee, '8 Mar 2039', '1,200.50'],
    ]);
    const [shown = ''] = await page.locator('body').allInnerTexts();
    for (const part of [
      'Haddad & Sons',
      '1,234.25',
      'One thousand two hundred thirty-four shekels and twenty-five agorot only',
    ])
      expect(shown).toContain(part);
    for (const key of ['listHeading', 'handedOverBy', 'receivedBy', 'statement'])
      for (const language of ['en', 'ar']) expect(shown).toContain(textsOf(language)(`printing.${key}`));
    expect(await page.getByText(text('printing.signature')).count()).toBe(2);
    expect(await page.locator('main :is(button, select):visible').count()).toBe(0);
    expect(await sheetsOf(page, 'cheque-list')).toHaveLength(1);
    expectQuiet();
    await close();
  });

  describe.each(twoVariants())('$name', (variant: Variant) => {
    it.each(['cheque', 'form', 'list'])('%s is no wider than its window, and accessible', async (screen) => {
      const opened = await visitAs('admin', variant);
      await withSettings(opened, business);
      const { page, go, expectQuiet, close } = opened;
      const paths: Readonly<Record<string, string>> = {
        cheque: `/print/cheque/${made.cheque}?account=${made.account}`,
        form: `/print/form/${made.account}`,
        list: `/print/list?ids=${made.ids.join(',')}&second=he`,
      };
      await go(paths[screen] ?? '');
      await page.locator('.paper-view').waitFor();
      await page.screenshot({ path: join(folder, `print-${screen}-${variant.name}.png`) });
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess).toBe(0);
      expect(await findings(page)).toEqual([]);
      expectQuiet();
      await close();
    });
  });
});
