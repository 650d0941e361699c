import { expect, it } from 'vitest';
import { clientOf, variants, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
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
