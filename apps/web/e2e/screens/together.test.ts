import { expect, it } from 'vitest';
import {
  clientOf,
  isStream,
  logIn,
  type Visit,
  variants,
  visit,
  visitAs,
  withBrowser,
  withoutStream,
} from '../support/browser.ts';
import { cellOf, menuOf, removeByKeys } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

// Two people at the same records at the same time.
const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');
const password = 'correct horse battery';
let made = 0;
const fresh = (stem: string) => `${stem}${process.pid}${made++}`;

async function worker() {
  const admin = await clientOf('admin');
  const lastName = fresh('Twice');
  return admin.users.create.mutate({ firstName: 'Aa', lastName, username: lastName.toLowerCase(), password });
}

/** Goes to an address, and waits until what others change is followed. */
async function openLive({ page, go }: Visit, path: string) {
  const followed = page.waitForResponse((response) => isStream(response.url()));
  await go(path);
  await followed;
}

withBrowser('two people', () => {
  it('who record the same worker at the start page make one log', async () => {
    const samira = await clientOf('samira');
    const { _id, fullName } = await worker();
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await withoutStream(opened);
    await go('/');
    const button = page.getByRole('button', { name: `${text('logs.present')}: ${fullName}` });
    await button.waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const today = await page.evaluate(() =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(new Date()),
    );
    await samira.logs.create.mutate({ date: today, worker: _id, isAbsent: true });
    await button.click();
    await page.getByText(text('logs.recordedMeanwhile', { names: `\u2068${fullName}\u2069` })).waitFor();
    // The creation itself fails where the day has a log: the list is not asked before.
    expect(asked[0]).toContain('/trpc/logs.create');
    await button.waitFor({ state: 'detached' });
    const { items } = await samira.logs.list.query({ from: today, to: today, worker: _id });
    expect(items).toMatchObject([{ isAbsent: true }]);
    opened.expectQuiet();
    await opened.close();
  });

  it('who record the same worker in the sheet make one log, and two where it is a shift on purpose', async () => {
    const samira = await clientOf('samira');
    const { _id, fullName } = await worker();
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
    const [one, two] = [await worker(), await worker()];
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
    const { _id, fullName } = await worker();
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
    const name = fresh('Both');
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
    const description = fresh('Both');
    const { _id: billID } = await samira.bills.create.mutate({
      description,
      value: '10',
      date: '2026-03-01',
    });
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await withoutStream(opened);
    await go(`/bills?search=${description}`);
    await page.getByRole('rowheader', { name: description, exact: true }).click();
    const form = page.getByRole('dialog', { name: text('bills.edit') });
    await form.getByLabel(text('bills.fields.value')).fill('20');
    await form.getByRole('textbox', { name: text('bills.fields.date') }).fill('2026-03-02');
    await samira.bills.update.mutate({ billID, value: '1250.5', date: '2026-03-04' });
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    for (const value of ['₪1,250.50', '4 Mar 2026'])
      await form.getByText(text('common.changedMeanwhile', { value })).waitFor();
    opened.expectQuiet();
    await opened.close();
  });

  it('of whom one deletes what the other has just changed: it stays, and the list shows it as it is now', async () => {
    const samira = await clientOf('samira');
    const name = fresh('Stays');
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

  it('see what the other changes, who it was, and keep what they type', async () => {
    const admin = await clientOf('admin');
    const { fullName } = await admin.auth.me.query();
    const who = { name: `\u2068${fullName}\u2069` };
    const name = fresh('Live');
    const { _id: payeeID } = await admin.payees.create.mutate({ name });
    const opened = await visitAs('samira', wide);
    const { page } = opened;
    await openLive(opened, `/payees?search=${name}`);
    await page.getByRole('button', { name: `${text('common.edit')}: ${name}` }).click();
    const form = page.getByRole('dialog', { name: text('payees.edit') });
    const email = form.getByLabel(text('payees.fields.email'));
    await email.fill('a@example.org');
    await admin.payees.update.mutate({ payeeID, extraNotes: 'Theirs' });
    await form.getByText(text('common.live.changed', who)).waitFor();
    await page.locator('tr.changed-by-others', { hasText: 'Theirs' }).waitFor();
    const row = page.locator('tr', { hasText: 'Theirs' });
    expect(await row.getAttribute('title')).toBe(text('common.live.changedBy', who));
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
    const name = fresh('Own');
    const { _id: payeeID } = await samira.payees.create.mutate({ name });
    await openLive(opened, `/payees?search=${name}`);
    await samira.payees.update.mutate({ payeeID, extraNotes: 'Mine' });
    await page.getByRole('cell', { name: 'Mine' }).waitFor();
    expect(await page.locator('.changed-by-others').count()).toBe(0);
    await opened.close();
  });

  it('see after a time without a network what the other has changed meanwhile', async () => {
    const admin = await clientOf('admin');
    const name = fresh('Away');
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
    const name = fresh('Tabs');
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
    const { _id, fullName: workerName } = await worker();
    const date = '2031-04-03';
    const opened = await visitAs('samira', wide);
    const { page } = opened;
    await openLive(opened, `/logs/day?day=${date}`);
    const row = page.locator('table.day-sheet tbody tr', { hasText: workerName });
    const start = row.first().locator('[data-column=start] input');
    await start.fill('7:15');
    await admin.logs.create.mutate({ date, worker: _id, startingTime: '10:00', finishingTime: '12:00' });
    const note = text('common.live.changedBy', { name: `\u2068${fullName}\u2069` });
    await expect.poll(() => row.nth(1).getAttribute('title')).toBe(note);
    expect(await start.inputValue()).toBe('7:15');
    expect(await start.evaluate((input) => input === document.activeElement)).toBe(true);
    await opened.close();
  });

  it('see the other fill the month', async () => {
    const admin = await clientOf('admin');
    const { _id, fullName } = await worker();
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
    const user = await worker();
    const opened = await visit(wide);
    const { page } = opened;
    await page.clock.install();
    await logIn(opened, user.username, password);
    const bills = page.getByRole('link', { name: text('bills.title') });
    await page.getByRole('link', { name: text('settings.title') }).waitFor();
    await expect.poll(() => bills.count()).toBe(0);
    await admin.users.setRole.mutate({ userID: user._id, role: 'Supervisor' });
    await bills.first().waitFor();
    opened.expectQuiet();
    await opened.close();
  });
});
