import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, known, moveTo, twoVariants, visitAs, withBrowser } from '../support/browser.ts';
import { act, rowOf } from '../support/rows.ts';
import { startEmpty } from '../support/server.ts';
import { textsOf } from '../support/texts.ts';

withBrowser('a closed period', () => {
  // What is closed is for all.
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const server = await startEmpty(known().postgres);
    stop = server.stop;
    moveTo(server);
  });
  afterAll(() => stop?.());

  it.each(twoVariants())('lets a bill be paid, and nothing else of it be changed, $name', async (variant) => {
    const text = textsOf(variant.language);
    const word = `Lime of ${variant.name}`;
    const admin = await clientOf('admin');
    const { current } = await admin.closings.get.query();
    const date = new Date().toISOString().slice(0, 10);
    const { _id: billID } = await admin.bills.create.mutate({
      ...{ date, value: '71.25', description: word, dueDate: '2026-01-20' },
    });
    const read = () => admin.bills.get.query({ billID });
    await admin.closings.create.mutate({ through: date, kinds: ['bills'] });
    const { page, go, expectQuiet, close } = await visitAs('samira', variant);
    await go(`/bills/all?search=${encodeURIComponent(word)}`);
    const row = rowOf(page, word);
    await act(row, { button: text('bills.paidToday'), actions: text('common.actions') });
    await expect.poll(read).toMatchObject({ status: 'paid' });
    await row.getByText(text('bills.statuses.paid'), { exact: true }).waitFor();
    await row.getByText(word).first().click();
    const form = page.getByRole('dialog', { name: text('bills.edit') });
    const field = (name: string) =>
      form.getByRole('textbox', { name: text(`bills.fields.${name}`), exact: true });
    await form.getByRole('link', { name: text('closing.title') }).waitFor();
    for (const name of ['date', 'value', 'description'])
      expect([name, await field(name).getAttribute('readonly')]).toEqual([name, '']);
    await field('paidOn').fill('2026-01-31');
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await expect.poll(read).toMatchObject({ paidOn: '2026-01-31', value: '71.25' });
    expectQuiet();
    await close();
    await admin.closings.create.mutate({ through: current.bills, kinds: ['bills'], reason: 'As before' });
  });
});
