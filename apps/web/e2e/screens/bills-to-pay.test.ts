import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, unique, variants, visitAs, withBrowser } from '../support/browser.ts';
import { act, rowOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

/** A bill that is overdue, to a payee of its own, and a bank account with a chequebook. */
async function records(word: string) {
  const samira = await clientOf('samira');
  const { _id: payee } = await samira.payees.create.mutate({ name: word });
  const { _id: account } = await samira.bankAccounts.create.mutate({ name: word });
  const book = { account, firstSerial: '004101', lastSerial: '004105' };
  const { _id: chequebookID } = await samira.chequebooks.create.mutate(book);
  const { _id: billID } = await samira.bills.create.mutate({
    ...{ date: '2026-01-05', value: '71.25', description: word, payee, account, dueDate: '2026-01-20' },
  });
  return {
    samira,
    payee,
    read: () => samira.bills.get.query({ billID }),
    remove: async () => {
      for (const { _id } of (await samira.bills.list.query({ payee })).items)
        await samira.bills.remove.mutate({ billID: _id });
      for (const { _id: chequeID } of (await samira.cheques.list.query({ payee })).items)
        await samira.cheques.remove.mutate({ chequeID });
      await samira.chequebooks.remove.mutate({ chequebookID });
      await samira.bankAccounts.remove.mutate({ bankAccountID: account });
      await samira.payees.remove.mutate({ payeeID: payee });
    },
  };
}

withBrowser('a bill to pay', () => {
  it.each(twoVariants())(
    'is paid at one tap and taken back, and paid by a cheque, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const word = `Gravel ${process.pid} ${variant.name}`;
      const { read, remove } = await records(word);
      const { page, go, expectQuiet, close } = await visitAs('samira', variant);
      await go(`/bills?search=${encodeURIComponent(word)}`);
      const row = rowOf(page, word);
      await row.getByText(text('bills.fields.isOverdue'), { exact: true }).waitFor();
      expect(await findings(page)).toEqual([]);

      await act(row, { button: text('bills.paidToday'), actions: text('common.actions') });
      await row.waitFor({ state: 'detached' });
      expect(await read()).toMatchObject({ status: 'paid', isOverdue: false });
      await page.getByRole('button', { name: text('common.undo'), exact: true }).click();
      await row.waitFor();
      await expect.poll(read).toMatchObject({ status: 'due', paidOn: null, isOverdue: true });

      const menu = row.getByRole('button', { name: text('common.actions') });
      await menu.press('Enter');
      await page.getByRole('menuitem', { name: text('bills.payByCheque') }).press('Enter');
      const form = page.getByRole('dialog', { name: `${text('bills.payByCheque')}: ${word}` });
      await expect.poll(() => form.getByLabel(text('cheques.fields.serial')).inputValue()).toBe('004101');
      await form.getByRole('button', { name: text('common.save'), exact: true }).click();
      await form.waitFor({ state: 'detached' });
      const link = row.getByRole('link', { name: text('cheques.named', { serial: '004101' }) });
      await link.click();
      await page.waitForURL('**/cheques/*');
      await rowOf(page, word).waitFor();
      expect(await read()).toMatchObject({ status: 'due', chequeSerial: '004101' });
      expectQuiet();
      await close();
      await remove();
    },
  );

  it('and another one are paid by one cheque, which one undo takes back', async () => {
    const [wide] = variants;
    if (!wide) throw new Error('There are no variants.');
    const text = textsOf(wide.language);
    const word = `Sand ${process.pid}`;
    const { samira, payee, remove } = await records(word);
    const bill = {
      date: '2026-01-05',
      value: '8.75',
      description: `Finer ${word}`,
      payee,
      dueDate: '2026-01-19',
    };
    await samira.bills.create.mutate(bill);
    const bills = async () => (await samira.bills.list.query({ payee, sort: 'dueDate' })).items;
    const { page, go, expectQuiet, close } = await visitAs('samira', wide);
    await go(`/bills?search=${encodeURIComponent(word)}`);
    await rowOf(page, bill.description).waitFor();
    await page.getByRole('checkbox', { name: text('common.bulk.all') }).press('Space');
    const bar = page.getByRole('region', { name: text('common.bulk.title') });
    await bar.getByRole('button', { name: text('bills.payByCheque') }).press('Enter');
    const title = `${text('bills.payByCheque')}: ${text('bills.count_other', { count: '2' })}`;
    const form = page.getByRole('dialog', { name: title });
    await expect.poll(() => form.getByLabel(text('cheques.fields.value')).inputValue()).toBe('80.00');
    const serial = `S${unique()}`;
    await form.getByLabel(text('cheques.fields.serial')).fill(serial);
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    await rowOf(page, bill.description)
      .getByRole('link', { name: text('cheques.named', { serial }) })
      .waitFor();
    const named = { chequeSerial: serial, status: 'due' };
    expect(await bills()).toMatchObject([named, named]);
    const [cheque, ...others] = (await samira.cheques.list.query({ payee })).items;
    expect([cheque, ...others]).toMatchObject([{ serial, value: '80.00', dueDate: '2026-01-19', payee }]);
    await page.getByRole('button', { name: text('common.undo'), exact: true }).click();
    await expect.poll(bills).toMatchObject([{ cheque: null }, { cheque: null }]);
    expect((await samira.cheques.list.query({ payee })).items).toEqual([]);
    expectQuiet();
    await close();
    await remove();
  });

  it.each(twoVariants())('that was paid can be due again, $name', async (variant) => {
    const text = textsOf(variant.language);
    const word = `Lime ${process.pid} ${variant.name}`;
    const { read, remove } = await records(word);
    const { page, go, expectQuiet, close } = await visitAs('samira', variant);
    await go(`/bills/all?search=${encodeURIComponent(word)}`);
    const row = rowOf(page, word);
    const actions = text('common.actions');
    await act(row, { button: text('bills.paidToday'), actions });
    await expect.poll(read).toMatchObject({ status: 'paid' });
    await row.getByText(text('bills.statuses.paid'), { exact: true }).waitFor();
    await act(row, { button: text('bills.dueAgain'), actions });
    await expect.poll(read).toMatchObject({ status: 'due', paidOn: null, isOverdue: true });
    expectQuiet();
    await close();
    await remove();
  });

  it.each(twoVariants())('takes payee and account from a similar earlier one, $name', async (variant) => {
    const text = textsOf(variant.language);
    const word = `Cement ${process.pid} ${variant.name}`;
    const { samira, payee, remove } = await records(word);
    const { page, go, expectQuiet, close } = await visitAs('samira', variant);
    await go('/bills');
    await page.getByRole('button', { name: text('bills.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('bills.new') });
    await form.getByLabel(text('bills.fields.value')).fill('3');
    const description = form.getByRole('combobox', { name: text('bills.fields.description') });
    await description.fill(word.slice(0, -1));
    await page.getByRole('option', { name: word }).waitFor();
    await description.press('ArrowDown');
    await description.press('Enter');
    await expect.poll(() => description.inputValue()).toBe(word);
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const { items } = await samira.bills.list.query({ payee, value: '3' });
    expect(items).toMatchObject([{ description: word, payeeName: word, accountName: word }]);
    expectQuiet();
    await close();
    await remove();
  });

  it.each(twoVariants())('of each month is shown, saved and taken back, $name', async (variant) => {
    const text = textsOf(variant.language);
    const word = `Lease ${process.pid} ${variant.name}`;
    const { samira, payee, remove } = await records(word);
    const bills = async () => (await samira.bills.list.query({ payee, value: '750' })).items;
    const made = async () => (await bills()).length;
    const { page, go, expectQuiet, close } = await visitAs('samira', variant);
    await go('/bills');
    await page.getByRole('button', { name: text('bills.series.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('bills.series.title') });
    const field = (name: string) => form.getByRole('textbox', { name: text(name) });
    await field('bills.series.value').fill('750');
    await field('bills.series.firstDate').fill('2040-01-31');
    await field('bills.series.months').fill('3');
    await form.getByRole('combobox', { name: text('bills.fields.payee') }).fill(word);
    await page.getByRole('option', { name: word }).first().click();
    const show = form.getByRole('button', { name: text('bills.series.show'), exact: true });
    await show.click();
    const list = form.getByRole('region', { name: text('bills.series.list') });
    await list.waitFor();
    expect(await list.locator('tbody tr').count()).toBe(3);
    // A bill without a due date is not one to pay.
    await field('bills.series.dueAfterDays').fill('');
    await show.click();
    await list.waitFor();
    expect(await made()).toBe(0);
    expect(await findings(page)).toEqual([]);
    await form
      .getByRole('button', { name: text('common.save') })
      .last()
      .click();
    await page.waitForURL('**/bills/all?*');
    await expect.poll(made).toBe(3);
    expect((await bills()).map(({ dueDate }) => dueDate)).toEqual([null, null, null]);
    await page.getByRole('button', { name: text('common.undo'), exact: true }).click();
    await expect.poll(made).toBe(0);
    expectQuiet();
    await close();
    await remove();
  });
});
