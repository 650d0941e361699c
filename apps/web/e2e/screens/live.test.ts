import type { ElementHandle } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  clientOf,
  isStream,
  logIn,
  newWorker,
  unique,
  type Visit,
  variants,
  visit,
  visitAs,
  withBrowser,
  workerPassword,
} from '../support/browser.ts';
import { cellOf, menuOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

// Two people at the same records at the same time, each of whom sees what the other does as it is done.
const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');

/** In the business's zone. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(new Date());

/** Goes to an address, and waits until what others change is followed. */
async function openLive({ page, go }: Visit, path: string) {
  const followed = page.waitForResponse((response) => isStream(response.url()));
  await go(path);
  await followed;
}

withBrowser('people who follow one another', () => {
  it('see what the other changes, who it was, and keep what they type', async () => {
    const admin = await clientOf('admin');
    const { fullName } = await admin.auth.me.query();
    const who = { name: `\u2068${fullName}\u2069` };
    const name = `Live${unique()}`;
    const { _id: payeeID } = await admin.payees.create.mutate({ name });
    const opened = await visitAs('samira', wide);
    const { page } = opened;
    await openLive(opened, `/payees?search=${name}`);
    await page.getByRole('button', { name: `${text('common.edit')}: ${name}` }).click();
    const form = page.getByRole('dialog', { name: text('payees.edit') });
    const email = form.getByLabel(text('payees.fields.email'));
    await email.fill('a@example.org');
    const heightOf = () => page.locator('tr', { hasText: name }).evaluate((tr) => tr.clientHeight);
    const height = await heightOf();
    await admin.payees.update.mutate({ payeeID, extraNotes: 'Theirs' });
    await form.getByText(text('common.live.changed', who)).waitFor();
    await page.locator('tr.changed-by-others', { hasText: 'Theirs' }).waitFor();
    const row = page.locator('tr', { hasText: 'Theirs' });
    expect(await row.getAttribute('title')).toBe(text('common.live.changedBy', who));
    const tag = await row.evaluate((tr) => getComputedStyle(tr, '::after').content);
    expect(tag).toContain(text('common.live.changedBy', who));
    expect(await heightOf()).toBe(height);
    expect(await email.inputValue()).toBe('a@example.org');
    expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);

    await form.getByRole('button', { name: text('common.live.show') }).click();
    await expect.poll(() => form.getByLabel(text('payees.fields.extraNotes')).inputValue()).toBe('Theirs');
    expect(await form.getByText(text('common.live.changed', who)).count()).toBe(0);
    expect(await email.inputValue()).toBe('a@example.org');
    await admin.payees.remove.mutate({ payeeID });
    await form.getByText(text('common.live.deleted', who)).waitFor();
    expect(await email.inputValue()).toBe('a@example.org');
    opened.expectQuiet();
    await opened.close();
  });

  it('are not told of what they change themselves', async () => {
    const opened = await visitAs('samira', wide);
    const { page } = opened;
    const samira = await clientOf('samira');
    const name = `Own${unique()}`;
    const { _id: payeeID } = await samira.payees.create.mutate({ name });
    await openLive(opened, `/payees?search=${name}`);
    await samira.payees.update.mutate({ payeeID, extraNotes: 'Mine' });
    await page.getByRole('cell', { name: 'Mine' }).waitFor();
    expect(await page.locator('.changed-by-others').count()).toBe(0);
    await opened.close();
  });

  it('see after a time without a network what the other has changed meanwhile', async () => {
    const admin = await clientOf('admin');
    const name = `Away${unique()}`;
    const { _id: payeeID } = await admin.payees.create.mutate({ name });
    const opened = await visitAs('samira', wide);
    const { page, context } = opened;
    await openLive(opened, `/payees?search=${name}`);
    await context.setOffline(true);
    await page.getByText(text('common.offline.title')).waitFor();
    await admin.payees.update.mutate({ payeeID, extraNotes: 'Theirs' });
    await context.setOffline(false);
    await page.getByRole('cell', { name: 'Theirs' }).waitFor();
    opened.expectQuiet();
    await opened.close();
  });

  it('follow one another by one stream in two tabs, which the second goes on with', async () => {
    const admin = await clientOf('admin');
    const name = `Tabs${unique()}`;
    const { _id: payeeID } = await admin.payees.create.mutate({ name });
    const opened = await visitAs('samira', wide);
    const { page, context } = opened;
    const streams = new Set<unknown>();
    context.on('request', (request) => isStream(request.url()) && streams.add(request));
    await openLive(opened, `/payees?search=${name}`);
    const other = await context.newPage();
    await other.goto(page.url());
    const notes = (tab: typeof page, extraNotes: string) =>
      tab.getByRole('cell', { name: extraNotes }).waitFor();
    await menuOf(other, text, name).waitFor();
    await admin.payees.update.mutate({ payeeID, extraNotes: 'To both' });
    await Promise.all([notes(page, 'To both'), notes(other, 'To both')]);
    expect(streams.size).toBe(1);
    const next = other.waitForRequest((request) => isStream(request.url()));
    await page.close();
    await next;
    await admin.payees.update.mutate({ payeeID, extraNotes: 'To one' });
    await notes(other, 'To one');
    await other.close();
    await opened.close();
  });

  it('record the same worker in the sheet: what is typed stays where it is, and the other log is below', async () => {
    const admin = await clientOf('admin');
    const { fullName } = await admin.auth.me.query();
    const { _id, fullName: workerName } = await newWorker();
    const date = '2031-04-03';
    const opened = await visitAs('samira', wide);
    const { page } = opened;
    await openLive(opened, `/logs/day?day=${date}`);
    const row = page.locator('table.day-sheet tbody tr', { hasText: workerName });
    const start = row.first().locator('[data-column=start] input');
    await start.fill('7:15');
    await admin.logs.create.mutate({ date, worker: _id, startingTime: '10:00', finishingTime: '12:00' });
    const note = text('common.live.createdBy', { name: `\u2068${fullName}\u2069` });
    await expect.poll(() => row.nth(1).getAttribute('title')).toBe(note);
    expect(await start.inputValue()).toBe('7:15');
    expect(await start.evaluate((input) => input === document.activeElement)).toBe(true);
    await opened.close();
  });

  it('see at the start page and in a worker’s own list what the other has recorded', async () => {
    const admin = await clientOf('admin');
    const { fullName } = await admin.auth.me.query();
    const user = await newWorker();
    const date = today();
    const { _id: logID } = await admin.logs.create.mutate({ date, worker: user._id, isAbsent: true });
    const keeper = await visitAs('samira', wide);
    await openLive(keeper, '/');
    const self = await visit(wide);
    const followed = self.page.waitForResponse((response) => isStream(response.url()));
    await logIn(self, user.username, workerPassword);
    await followed;
    await admin.logs.update.mutate({ logID, extraNotes: 'Ill' });
    for (const [opened, note] of [
      [keeper, text('common.live.changedBy', { name: `\u2068${fullName}\u2069` })],
      // Workers do not learn of others' names.
      [self, text('common.live.unnamed.changedBy')],
    ] as const) {
      const row = opened.page.locator('main li.changed-by-others', { hasText: 'Ill' });
      await row.first().waitFor();
      expect(await row.first().getAttribute('data-note')).toBe(note);
      opened.expectQuiet();
      await opened.close();
    }
  });

  it('read and choose where they are while the other writes', async () => {
    const admin = await clientOf('admin');
    const opened = await visitAs('samira', wide);
    const { page } = opened;
    await openLive(opened, '/bills/all');
    await page.locator('table:not([aria-busy]) tbody tr[data-index="12"]').waitFor();
    await page.evaluate(() => window.scrollTo(0, 1500));
    // In the middle of the window, so that nothing scrolls to it.
    const read = page.locator('tbody tr[data-index="37"]');
    const row = (await read.elementHandle()) as ElementHandle<HTMLElement> | null;
    if (!row) throw new Error('The row is not there.');
    const placeOf = () =>
      row.evaluate((tr) => ({ index: Number(tr.dataset.index), top: tr.getBoundingClientRect().top }));
    const before = await placeOf();
    // Rows that are drawn above the window have not moved the page.
    expect(Math.round((await page.evaluate(() => window.scrollY)) / 100)).toBe(15);
    await read.getByRole('button', { name: `${text('common.actions')}: ` }).click();
    const choice = page.getByRole('menuitem', { name: text('common.delete') });
    await choice.focus();
    await admin.bills.create.mutate({ description: `Above${unique()}`, value: '1', date: today() });
    await expect.poll(async () => (await placeOf()).index).toBeGreaterThan(before.index);
    await expect.poll(async () => Math.abs((await placeOf()).top - before.top)).toBeLessThanOrEqual(1);
    expect(await choice.evaluate((item) => item === document.activeElement)).toBe(true);
    await opened.close();
  });

  it('type into the month while the other fills it, and edit a day that the other changes and deletes', async () => {
    const admin = await clientOf('admin');
    const who = { name: `\u2068${(await admin.auth.me.query()).fullName}\u2069` };
    const [one, two] = [await newWorker(), await newWorker()];
    const times = { startingTime: '10:00', finishingTime: '12:00' };
    const place = { date: '2031-07-07', worker: one._id };
    const { _id: logID } = await admin.logs.create.mutate({ ...place, ...times });
    const opened = await visitAs('samira', wide);
    const { page } = opened;
    await openLive(opened, '/logs/month?month=2031-07');
    await cellOf(page, one.fullName, 8).focus();
    await page.keyboard.type('8-1');
    await admin.logs.create.mutate({ date: '2031-07-08', worker: two._id, isAbsent: true });
    await page.locator('.cell.absent.changed-by-others').waitFor();
    const typed = page.locator('.month-grid .typed input');
    expect(await typed.inputValue()).toBe('8-1');
    expect(await typed.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');

    await cellOf(page, one.fullName, 6).click();
    const editor = page.getByRole('dialog', { name: one.fullName });
    const start = editor.getByLabel(text('logs.fields.startingTime'));
    await start.fill('9:30');
    await admin.logs.update.mutate({ logID, startingTime: '11:00', payment: '50' });
    await editor.getByText(text('common.live.changed', who)).waitFor();
    expect(await start.inputValue()).toBe('9:30');
    await editor.getByRole('button', { name: text('common.save') }).click();
    await editor.getByText(text('common.changedMeanwhile', { value: '11:00' })).waitFor();
    await expect.poll(() => editor.getByLabel(text('logs.fields.payment')).inputValue()).toBe('50.00');
    expect((await admin.logs.get.query({ logID })).startingTime).toBe('11:00');

    await admin.logs.remove.mutate({ logID });
    await editor.getByText(text('common.live.deleted', who)).waitFor();
    expect(await start.inputValue()).toBe('09:30');
    await editor.getByRole('button', { name: text('logs.recordAgain') }).click();
    const day = { from: '2031-07-07', to: '2031-07-07', worker: one._id };
    const logs = async () => (await admin.logs.list.query(day)).items;
    await expect.poll(logs).toMatchObject([{ startingTime: '09:30', payment: '50' }]);
    opened.expectQuiet();
    await opened.close();
  });

  it('of whom one deletes what stands in the other’s sheet: it says so, and what is typed is recorded anew', async () => {
    const admin = await clientOf('admin');
    const who = { name: `\u2068${(await admin.auth.me.query()).fullName}\u2069` };
    const [one, two] = [await newWorker(), await newWorker()];
    const date = '2031-04-04';
    const times = { startingTime: '10:00', finishingTime: '12:00' };
    const logOf = (worker: string) => admin.logs.create.mutate({ date, worker, ...times });
    const [typedOver, read] = [await logOf(one._id), await logOf(two._id)];
    const opened = await visitAs('samira', wide);
    const { page } = opened;
    await openLive(opened, `/logs/day?day=${date}`);
    const rowOf = (name: string) => page.locator('table.day-sheet tbody tr', { hasText: name });
    const start = rowOf(one.fullName).locator('[data-column=start] input');
    await start.fill('9:15');
    for (const { _id: logID } of [typedOver, read]) await admin.logs.remove.mutate({ logID });
    await rowOf(one.fullName).getByText(text('common.live.deleted', who)).waitFor();
    const note = text('common.live.deletedBy', who);
    await expect.poll(() => rowOf(two.fullName).getAttribute('data-note')).toBe(note);
    expect(await start.inputValue()).toBe('9:15');
    expect(await start.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: text('logs.saveChanges_one', { count: '1' }) }).click();
    const logs = async () => (await admin.logs.list.query({ from: date, to: date, worker: one._id })).items;
    await expect.poll(logs).toMatchObject([{ startingTime: '09:15', finishingTime: '12:00' }]);
    opened.expectQuiet();
    await opened.close();
  });

  it('see the other fill the month', async () => {
    const admin = await clientOf('admin');
    const { _id, fullName } = await newWorker();
    const opened = await visitAs('samira', wide);
    const { page } = opened;
    await openLive(opened, '/logs/month?month=2031-06');
    await cellOf(page, fullName, 5).focus();
    await admin.logs.create.mutate({ date: '2031-06-06', worker: _id, isAbsent: true });
    await page.locator('.cell.absent.changed-by-others').waitFor();
    await expect.poll(() => cellOf(page, fullName, 5).getAttribute('class')).toContain('absent');
    const cell = cellOf(page, fullName, 5);
    expect(await cell.evaluate((element) => element === document.activeElement)).toBe(true);
    await opened.close();
  });

  it('of whom one gives the other a role: the menu follows', async () => {
    const admin = await clientOf('admin');
    const user = await newWorker();
    const opened = await visit(wide);
    const { page } = opened;
    await page.clock.install();
    await logIn(opened, user.username, workerPassword);
    const bills = page.getByRole('link', { name: text('bills.title') });
    await page.getByRole('link', { name: text('settings.title') }).waitFor();
    await expect.poll(() => bills.count()).toBe(0);
    await admin.users.setRole.mutate({ userID: user._id, role: 'Supervisor' });
    await bills.first().waitFor();
    opened.expectQuiet();
    await opened.close();
  });
});
