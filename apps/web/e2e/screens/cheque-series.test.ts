import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
import { rowOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

const folder = join(import.meta.dirname, '../screenshots');
mkdirSync(folder, { recursive: true });

/** For this window alone: other tests read the same settings. */
const withSettings = ({ context }: Visit, changes: object) =>
  context.route(/\/trpc\/[^?]*settings\.get/, async (route) => {
    const response = await route.fetch();
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    const answers = await response.json();
    Object.assign(answers[names.indexOf('settings.get')].result.data, changes);
    await route.fulfill({ response, json: answers });
  });

async function records(word: string) {
  const admin = await clientOf('admin');
  const { _id: payee } = await admin.payees.create.mutate({ name: word });
  const { _id: account } = await admin.bankAccounts.create.mutate({ name: word });
  const { _id: book } = await admin.chequebooks.create.mutate({
    account,
    firstSerial: '000101',
    lastSerial: '000105',
  });
  return {
    admin,
    payee,
    serials: async () =>
      (await admin.cheques.list.query({ payee })).items
        .map(({ serial, dueDate }) => [serial, dueDate])
        .sort(),
    remove: async () => {
      for (const { _id: chequeID } of (await admin.cheques.list.query({ payee })).items)
        await admin.cheques.remove.mutate({ chequeID });
      await admin.chequebooks.remove.mutate({ chequebookID: book });
      await admin.bankAccounts.remove.mutate({ bankAccountID: account });
      await admin.payees.remove.mutate({ payeeID: payee });
    },
  };
}

const days = ['2040-01-31', '2040-02-29', '2040-03-31'];

withBrowser('a series of cheques', () => {
  it.each(twoVariants())('is shown, saved and taken back, $name', async (variant) => {
    const text = textsOf(variant.language);
    const word = `Series ${process.pid} ${variant.name}`;
    const { serials, remove } = await records(word);
    const opened = await visitAs('samira', variant);
    const { page, go, expectQuiet, close } = opened;
    // The last of March 2040 is a Saturday.
    await withSettings(opened, { weekend: [6] });
    await go('/cheques');
    await page.getByRole('button', { name: text('cheques.series.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('cheques.series.title') });
    const field = (name: string) => form.getByRole('textbox', { name: text(name) });
    const choose = async (name: string, typed: string) => {
      await form.getByRole('combobox', { name: text(name) }).fill(typed);
      await page.getByRole('option', { name: typed, exact: true }).click();
    };
    const show = form.getByRole('button', { name: text('cheques.series.show'), exact: true });
    const list = form.getByRole('region', { name: text('cheques.series.list') });

    // What is missing is told at its field.
    await show.click();
    await expect.poll(() => field('cheques.series.value').getAttribute('aria-invalid')).toBe('true');
    await field('cheques.series.value').fill('1200.5');
    await choose('cheques.fields.payee', word);
    await field('cheques.series.firstDueDate').fill('2040-01-31');
    await page.keyboard.press('Tab');
    await field('cheques.series.months').fill('3');
    await choose('cheques.fields.account', word);
    const numbers = form.getByRole('combobox', { name: text('cheques.series.numbers') });
    await expect.poll(() => numbers.inputValue()).toContain('000105');
    await show.click();
    await list.waitFor();
    const rows = await list.locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => /000\d+/.exec(row)?.[0])).toEqual(['000101', '000102', '000103']);
    expect(rows.map((row) => row.includes(text('cheques.series.weekend')))).toEqual([false, false, true]);
    expect(await list.locator('tfoot').textContent()).toMatch(/3[.,٬]?601[.,٫]50|٣٬٦٠١٫٥٠/);
    expect(await serials()).toEqual([]);
    expect(await findings(page)).toEqual([]);
    await page.screenshot({ path: join(folder, `series-${variant.name}.png`) });

    // Changed values have other cheques.
    await field('cheques.fields.description').fill('Rent');
    await list.waitFor({ state: 'detached' });
    await show.click();
    await list.waitFor();
    await form.getByRole('button', { name: new RegExp(`^${text('common.save')}`) }).click();
    await form.waitFor({ state: 'detached' });
    for (const serial of ['000101', '000102', '000103']) await rowOf(page, serial).waitFor();
    expect(await serials()).toEqual([
      ['000101', days[0]],
      ['000102', days[1]],
      ['000103', days[2]],
    ]);
    expect(await findings(page)).toEqual([]);
    await page.screenshot({ path: join(folder, `series-saved-${variant.name}.png`) });
    await page.getByRole('button', { name: text('common.undo'), exact: true }).click();
    await expect.poll(serials).toEqual([]);
    await rowOf(page, '000101').waitFor({ state: 'detached' });
    expectQuiet();
    await close();
    await remove();
  });

  it('is begun from anywhere, with a first serial, and warns of what is odd', async () => {
    const [wide] = variants;
    if (!wide) throw new Error('There are no variants.');
    const text = textsOf('en');
    const word = `Series ${unique()}`;
    const { serials, remove } = await records(word);
    const { page, go, close } = await visitAs('samira', wide);
    await go('/bills');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: text('commands.title') }).fill(text('cheques.series.title'));
    await page.getByRole('option', { name: text('cheques.series.title') }).click();
    const form = page.getByRole('dialog', { name: text('cheques.series.title') });
    await form.getByRole('textbox', { name: text('cheques.series.value') }).fill('10');
    await form.getByRole('combobox', { name: text('cheques.fields.payee') }).fill(word);
    await page.getByRole('option', { name: word, exact: true }).click();
    await form.getByRole('textbox', { name: text('cheques.series.firstDueDate') }).fill('2040-05-31');
    await page.keyboard.press('Tab');
    await form.getByRole('textbox', { name: text('cheques.series.months') }).fill('6');
    await form.getByRole('combobox', { name: text('cheques.fields.account') }).fill(word);
    await page.getByRole('option', { name: word, exact: true }).click();
    // The book is offered once it is known.
    const numbers = form.getByRole('combobox', { name: text('cheques.series.numbers') });
    await expect.poll(() => numbers.inputValue()).toContain('000101');
    await form.getByRole('textbox', { name: text('cheques.series.months') }).press('Enter');
    const usedUp = text('issues.book_used_up', { left: '5' }).replace(/[\u2066-\u2069]/g, '');
    await form.getByText(usedUp).waitFor();
    await form.getByRole('textbox', { name: text('cheques.series.months') }).fill('2');
    await numbers.click();
    await page.getByRole('option', { name: text('cheques.series.typed') }).click();
    const serial = form.getByRole('textbox', { name: text('cheques.series.firstSerial') });
    await serial.fill('none');
    await serial.press('Enter');
    await form.getByText(text('issues.invalid_serial')).waitFor();
    await serial.fill('000209');
    await serial.press('Enter');
    const list = form.getByRole('region', { name: text('cheques.series.list') });
    await list.getByText(text('cheques.warnings.serial_outside_books')).first().waitFor();
    // What was typed is not lost by a key.
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: text('common.unsaved.title') });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await form.getByRole('button', { name: new RegExp(`^${text('common.save')}`) }).click();
    // The list in the form has warned already.
    await form.waitFor({ state: 'detached' });
    await page.getByText(text('cheques.warnings.serial_outside_books')).first().waitFor();
    expect((await serials()).map(([one]) => one)).toEqual(['000209', '000210']);
    await page.screenshot({ path: join(folder, 'series-warned.png') });
    await close();
    await remove();
  });
});
