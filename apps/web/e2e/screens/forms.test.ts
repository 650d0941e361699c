import { expect, it } from 'vitest';
import { clientOf, type Visit, variants, visitAs, withBrowser } from '../support/browser.ts';
import { removeByKeys } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

const [wide, , arabic] = variants;
if (!wide || !arabic) throw new Error('There are no variants.');

let made = 0;
const fresh = (stem: string) => `${stem} ${process.pid}${made++}`;

async function newBill({ page, go }: Visit, text: ReturnType<typeof textsOf>, description: string) {
  await go('/bills/all');
  await page.getByRole('button', { name: text('bills.new'), exact: true }).click();
  const form = page.getByRole('dialog', { name: text('bills.new') });
  await form.getByLabel(text('bills.fields.value')).fill('12');
  await form.getByLabel(text('bills.fields.description')).fill(description);
  return form;
}

withBrowser('a form', () => {
  it.each(['31/02/2026', '2026-02-30', '1899-12-31', 'soon'])(
    'refuses %s in the place of a date, and keeps it to be corrected',
    async (typed) => {
      const text = textsOf('en');
      const samira = await clientOf('samira');
      const opened = await visitAs('samira', wide);
      const { page } = opened;
      const description = fresh('Typed');
      const form = await newBill(opened, text, description);
      const date = form.getByRole('textbox', { name: text('bills.fields.date'), exact: true });
      await date.fill(typed);
      await page.keyboard.press('Tab');
      await form.getByText(text('common.noDay', { example: '31/1/2026' })).waitFor();
      await form.getByRole('button', { name: text('common.save'), exact: true }).click();
      await expect.poll(() => date.inputValue()).toBe(typed);
      await expect.poll(() => date.getAttribute('aria-invalid')).toBe('true');
      expect((await samira.bills.list.query({ search: description })).items).toEqual([]);

      await date.fill('31/1/2026');
      await page.keyboard.press('Tab');
      await expect.poll(() => date.inputValue()).toBe('31 Jan 2026');
      await form.getByRole('button', { name: text('common.save'), exact: true }).click();
      await form.waitFor({ state: 'detached' });
      expect((await samira.bills.list.query({ search: description })).items).toMatchObject([
        { date: '2026-01-31' },
      ]);
      opened.expectQuiet();
      await opened.close();
    },
  );

  it('takes a date as it is written in the lists, in Arabic too', async () => {
    const text = textsOf('ar');
    const samira = await clientOf('samira');
    const opened = await visitAs('samira', arabic);
    const description = fresh('Typed');
    const form = await newBill(opened, text, description);
    await form.getByRole('textbox', { name: text('bills.fields.date'), exact: true }).fill('٥ يناير ٢٠٢٦');
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    await form.waitFor({ state: 'detached' });
    expect((await samira.bills.list.query({ search: description })).items).toMatchObject([
      { date: '2026-01-05' },
    ]);
    opened.expectQuiet();
    await opened.close();
  });

  it('says so where a filter cannot be read, and leaves the list as it is', async () => {
    const text = textsOf('en');
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await go('/bills/all?from=2026-01-01');
    const from = page.getByRole('textbox', { name: text('common.from') });
    await from.fill('2026-02-30');
    await page.keyboard.press('Tab');
    await page.getByText(text('common.noDay', { example: '31/1/2026' })).waitFor();
    expect(new URL(page.url()).search).toBe('?from=2026-01-01');
    await expect.poll(() => from.inputValue()).toBe('2026-02-30');
    opened.expectQuiet();
    await opened.close();
  });

  it('takes back that there was no answer, once the network is there again', async () => {
    const text = textsOf('en');
    const { page, context, go, close } = await visitAs('samira', wide);
    await go('/payees');
    await page.getByRole('button', { name: text('payees.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('payees.new') });
    await form.getByLabel(text('payees.fields.name')).fill(fresh('Offline'));
    await context.setOffline(true);
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    const failure = form.getByText(text('common.errors.NETWORK'));
    await failure.waitFor();
    await context.setOffline(false);
    await failure.waitFor({ state: 'detached' });
    await close();
  });

  it('about a row that is deleted leaves the focus at the row in its place', async () => {
    const text = textsOf('en');
    const samira = await clientOf('samira');
    const stem = fresh('Gone');
    for (const letter of ['a', 'b']) await samira.payees.create.mutate({ name: `${stem} ${letter}` });
    await samira.bills.create.mutate({ date: '2039-01-05', value: '1', description: stem });
    const opened = await visitAs('samira', wide);
    const { page, go, follow } = opened;
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await go(`/payees?search=${encodeURIComponent(stem)}`);
    await removeByKeys(page, text, `${stem} a`);
    await expect.poll(focused).toBe(`${text('common.actions')}: ${stem} b`);
    // Of a longer list the next page fills up: as many rows as before.
    await follow('/bills/all');
    const row = page.locator('tr', { hasText: stem });
    await row.waitFor();
    await removeByKeys(page, text, `5 Jan 2039, ${stem}, ₪1.00`);
    await row.waitFor({ state: 'detached' });
    await expect.poll(focused).toContain(`${text('common.actions')}: `);
    // The last one: there is no row to go to.
    await follow(`/payees?search=${encodeURIComponent(stem)}`);
    await removeByKeys(page, text, `${stem} b`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    opened.expectQuiet();
    await opened.close();
  });
});

const text = textsOf('en');

withBrowser('a picker', () => {
  it('of payees makes a new one of what was typed at Enter, and the form stays as it is', async () => {
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await go('/cheques');
    await page.getByRole('button', { name: text('cheques.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('cheques.new') });
    const payee = form.getByRole('combobox', { name: text('payees.payee') });
    const name = `Zeta Brand New ${process.pid}`;
    await payee.fill(name);
    await payee.press('Enter');
    const payeeForm = page.getByRole('dialog', { name: text('payees.new') });
    await payeeForm.waitFor();
    await expect.poll(() => payeeForm.getByLabel(text('payees.fields.name')).inputValue()).toBe(name);
    expect(await form.getByText(text('issues.empty')).count()).toBe(0);
    await payeeForm.getByRole('button', { name: text('common.save'), exact: true }).click();
    await payeeForm.waitFor({ state: 'detached' });
    await expect.poll(() => payee.inputValue()).toBe(name);

    // A slip of the pen makes no second one: Enter asks.
    await payee.fill(name.replace('Zeta', 'Zetta'));
    await payee.press('Enter');
    await form.getByText(text('common.notChosen')).waitFor();
    await expect.poll(() => payeeForm.count()).toBe(0);
    await page.getByRole('option', { name }).click();
    await expect.poll(() => payee.inputValue()).toBe(name);

    await payee.fill('Nobody of this name');
    await page.keyboard.press('Tab');
    await form.getByText(text('common.notChosen')).waitFor();
    await expect.poll(() => payee.inputValue()).toBe('Nobody of this name');
    await form
      .getByRole('button', { name: text('payees.createNamed', { name: 'Nobody of this name' }) })
      .click();
    await payeeForm.waitFor();
    opened.expectQuiet();
    await opened.close();
  });

  it('of workers takes the first match at Enter, and keeps what is nobody’s name', async () => {
    const samira = await clientOf('samira');
    const { items } = await samira.users.list.query({ search: 'nad' });
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await go('/logs');
    await page.getByRole('button', { name: text('logs.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('logs.new') });
    const worker = form.getByRole('combobox', { name: text('logs.fields.worker') });
    await worker.fill('nad');
    await worker.press('Enter');
    await expect.poll(() => worker.inputValue()).toBe(items[0]?.fullName);
    expect(await form.locator('[aria-invalid=true]').count()).toBe(0);

    await worker.fill('xyz');
    await worker.press('Enter');
    await form.getByText(text('common.notChosen')).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => worker.inputValue()).toBe('xyz');
    await expect.poll(() => form.count()).toBe(1);
    opened.expectQuiet();
    await opened.close();
  });

  it('says how many match, and of no match has no open list', async () => {
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await go('/logs');
    await page.getByRole('button', { name: text('logs.new'), exact: true }).click();
    const worker = page
      .getByRole('dialog', { name: text('logs.new') })
      .getByRole('combobox', { name: text('logs.fields.worker') });
    await worker.fill('nad');
    await page
      .getByRole('status')
      .getByText(text('commands.found_one', { count: '1' }))
      .waitFor({ state: 'attached' });
    await worker.press('ArrowDown');
    await expect.poll(() => worker.getAttribute('aria-activedescendant')).not.toBe(null);
    await worker.pressSequentially('xyz');
    await page.getByRole('status').getByText(text('commands.nothing')).waitFor({ state: 'attached' });
    expect(await worker.getAttribute('aria-expanded')).toBe('false');
    expect(await worker.getAttribute('aria-activedescendant')).toBe(null);
    opened.expectQuiet();
    await opened.close();
  });

  it('of a filter takes the first match at Enter', async () => {
    const opened = await visitAs('samira', wide);
    const { page, follow } = opened;
    await follow('/logs?range=all');
    const workers = page.getByRole('combobox', { name: text('logs.workersFilter') });
    await workers.fill('ada');
    await workers.press('Enter');
    await page.waitForURL(/worker=/);
    await expect.poll(() => workers.inputValue()).toBe('');
    await follow('/cheques');
    const payee = page.getByRole('combobox', { name: text('payees.payee') });
    await payee.fill('a');
    await payee.press('Enter');
    await page.waitForURL(/payee=/);
    await follow('/history');
    opened.expectQuiet();
    await opened.close();
  });
});
