import { expect, it } from 'vitest';
import {
  clientOf,
  newWorker,
  unique,
  variants,
  visitAs,
  withBrowser,
  withoutStream,
} from '../support/browser.ts';
import { cellOf, menuOf, removeByKeys } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

// Two people at the same records at the same time, who hear of one another when they save.
const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');

/** In the business's zone. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(new Date());

withBrowser('two people', () => {
  it('who record the same worker at the start page make one log', async () => {
    const samira = await clientOf('samira');
    const { _id, fullName } = await newWorker();
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await withoutStream(opened);
    await go('/');
    const button = page.getByRole('button', { name: `${text('logs.present')}: ${fullName}` });
    await button.waitFor();
    const asked: string[] = [];
    // Charts that come into view load their code meanwhile.
    page.on('request', (request) => request.url().includes('/trpc/') && asked.push(request.url()));
    const date = today();
    await samira.logs.create.mutate({ date, worker: _id, isAbsent: true });
    await button.click();
    await page.getByText(text('logs.recordedMeanwhile', { names: `\u2068${fullName}\u2069` })).waitFor();
    // The creation itself fails where the day has a log: the list is not asked before.
    expect(asked[0]).toContain('/trpc/logs.create');
    await button.waitFor({ state: 'detached' });
    const { items } = await samira.logs.list.query({ from: date, to: date, worker: _id });
    expect(items).toMatchObject([{ isAbsent: true }]);
    opened.expectQuiet();
    await opened.close();
  });

  it('who record the same worker in the sheet make one log, and two where it is a shift on purpose', async () => {
    const samira = await clientOf('samira');
    const { _id, fullName } = await newWorker();
    const date = '2031-04-01';
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await withoutStream(opened);
    await go(`/logs/day?day=${date}`);
    const row = page.locator('table.day-sheet tbody tr', { hasText: fullName });
    await row.first().getByText(text('logs.present'), { exact: true }).click();
    await samira.logs.create.mutate({ date, worker: _id, startingTime: '10:00', finishingTime: '12:00' });
    await page.getByRole('button', { name: text('logs.saveChanges_one', { count: '1' }) }).click();
    await page.getByText(text('logs.recordedMeanwhile', { names: `\u2068${fullName}\u2069` })).waitFor();
    const start = row.first().locator('[data-column=start] input');
    await expect.poll(() => start.inputValue()).toBe('10:00');
    const logs = async () => (await samira.logs.list.query({ from: date, to: date, worker: _id })).items;
    await expect.poll(() => logs()).toHaveLength(1);

    await page.getByRole('button', { name: `${text('logs.addShift')}: ${fullName}` }).click();
    await row.nth(1).getByText(text('logs.present'), { exact: true }).click();
    await page.getByRole('button', { name: text('logs.saveChanges_one', { count: '1' }) }).click();
    await expect.poll(async () => (await logs()).length).toBe(2);
    opened.expectQuiet();
    await opened.close();
  });

  it('who fill the same cells of a month hear whose day is taken, and nothing is half done', async () => {
    const samira = await clientOf('samira');
    const [one, two] = [await newWorker(), await newWorker()];
    const day = { from: '2031-05-06', to: '2031-05-06', worker: `${one._id},${two._id}` };
    const opened = await visitAs('samira', wide);
    const { page, go, close } = opened;
    await withoutStream(opened);
    await go('/logs/month?month=2031-05');
    await cellOf(page, one.fullName, 5).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => cellOf(page, two.fullName, 5).getAttribute('aria-selected')).toBe('true');
    await samira.logs.create.mutate({ date: day.from, worker: two._id, isAbsent: true });
    await page.keyboard.type('8-16');
    await page.keyboard.press('Control+Enter');
    const refused = page.getByRole('alert').filter({ hasText: text('common.bulk.nothingDone') });
    const named = refused.getByRole('listitem').filter({ hasText: two.fullName });
    await named.getByText(text('common.bulk.recordedMeanwhile')).waitFor();
    expect(await refused.getByRole('listitem').count()).toBe(1);
    expect((await samira.logs.list.query(day)).items).toMatchObject([{ worker: two._id, isAbsent: true }]);
    await close();
  });

  it('who change a log in the sheet hear of one another', async () => {
    const samira = await clientOf('samira');
    const { _id, fullName } = await newWorker();
    const date = '2031-04-02';
    const times = { startingTime: '10:00', finishingTime: '12:00' };
    const { _id: logID } = await samira.logs.create.mutate({ date, worker: _id, ...times });
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await withoutStream(opened);
    await go(`/logs/day?day=${date}`);
    const row = page.locator('table.day-sheet tbody tr', { hasText: fullName });
    const start = row.locator('[data-column=start] input');
    const save = page.getByRole('button', { name: text('logs.saveChanges_one', { count: '1' }) });
    await start.fill('9:30');
    await samira.logs.update.mutate({ logID, payment: '50' });
    await save.click();
    await expect
      .poll(() => samira.logs.get.query({ logID }))
      .toMatchObject({ startingTime: '09:30', payment: '50' });

    await start.fill('9:00');
    await samira.logs.update.mutate({ logID, startingTime: '11:00' });
    await save.click();
    await row.getByText(text('common.changedMeanwhile', { value: '11:00' })).waitFor();
    await expect.poll(() => start.inputValue()).toBe('09:00');
    await expect.poll(() => samira.logs.get.query({ logID })).toMatchObject({ startingTime: '11:00' });
    await save.click();
    await expect.poll(() => samira.logs.get.query({ logID })).toMatchObject({ startingTime: '09:00' });
    opened.expectQuiet();
    await opened.close();
  });

  it('who change a payee keep both changes, or are asked', async () => {
    const samira = await clientOf('samira');
    const name = `Both${unique()}`;
    const { _id: payeeID } = await samira.payees.create.mutate({ name });
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await withoutStream(opened);
    await go(`/payees?search=${name}`);
    const form = page.getByRole('dialog', { name: text('payees.edit') });
    const edit = () => page.getByRole('button', { name: `${text('common.edit')}: ${name}` }).click();
    const save = form.getByRole('button', { name: text('common.save'), exact: true });

    await edit();
    await form.getByLabel(text('payees.fields.email')).fill('a@example.org');
    await samira.payees.update.mutate({ payeeID, extraNotes: 'Theirs' });
    await save.click();
    await form.waitFor({ state: 'detached' });
    const payee = () => samira.payees.get.query({ payeeID });
    await expect.poll(() => payee()).toMatchObject({ email: 'a@example.org', extraNotes: 'Theirs' });

    await page.getByRole('cell', { name: 'Theirs' }).waitFor();
    await edit();
    await form.getByLabel(text('payees.fields.extraNotes')).fill('Mine');
    await samira.payees.update.mutate({ payeeID, extraNotes: 'Again theirs', email: 'b@example.org' });
    await save.click();
    await form.getByText(text('common.changedMeanwhile', { value: 'Again theirs' })).waitFor();
    await expect.poll(() => form.getByLabel(text('payees.fields.extraNotes')).inputValue()).toBe('Mine');
    await expect.poll(() => form.getByLabel(text('payees.fields.email')).inputValue()).toBe('b@example.org');
    await expect.poll(() => payee()).toMatchObject({ extraNotes: 'Again theirs' });
    await save.click();
    await form.waitFor({ state: 'detached' });
    await expect.poll(() => payee()).toMatchObject({ email: 'b@example.org', extraNotes: 'Mine' });
    opened.expectQuiet();
    await opened.close();
  });

  it('who change the amount and the day of a bill see what they are now, as lists write them', async () => {
    const samira = await clientOf('samira');
    const description = `Both${unique()}`;
    const { _id: billID } = await samira.bills.create.mutate({
      description,
      value: '10',
      date: '2026-03-01',
    });
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await withoutStream(opened);
    await go(`/bills/all?search=${description}`);
    await page.getByRole('rowheader', { name: description, exact: true }).click();
    const form = page.getByRole('dialog', { name: text('bills.edit') });
    await form.getByLabel(text('bills.fields.value')).fill('20');
    await form.getByRole('textbox', { name: text('bills.fields.date'), exact: true }).fill('2026-03-02');
    await samira.bills.update.mutate({ billID, value: '1250.5', date: '2026-03-04' });
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    for (const value of ['₪1,250.50', '4 Mar 2026'])
      await form.getByText(text('common.changedMeanwhile', { value })).waitFor();
    opened.expectQuiet();
    await opened.close();
  });

  it('of whom one deletes what the other has just changed: it stays, and the list shows it as it is now', async () => {
    const samira = await clientOf('samira');
    const name = `Stays${unique()}`;
    const { _id: payeeID } = await samira.payees.create.mutate({ name });
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await withoutStream(opened);
    await go(`/payees?search=${name}`);
    const button = menuOf(page, text, name);
    const remove = () => removeByKeys(page, text, name);
    await button.waitFor();
    await samira.payees.update.mutate({ payeeID, extraNotes: 'Theirs' });
    await remove();
    await page.getByText(text('common.errors.PRECONDITION_FAILED')).waitFor();
    await page.getByRole('cell', { name: 'Theirs' }).waitFor();
    await expect.poll(() => samira.payees.get.query({ payeeID })).toMatchObject({ extraNotes: 'Theirs' });
    await remove();
    await button.waitFor({ state: 'detached' });
    opened.expectQuiet();
    await opened.close();
  });
});
