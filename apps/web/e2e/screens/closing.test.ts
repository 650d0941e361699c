import { closingKinds } from '@daybook/domain';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, addMonths, lastMonthsEnd, monthOf, monthRange } from '../../src/lib/dates.ts';
import { formatsOf } from '../../src/lib/format.ts';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  known,
  moveTo,
  twoVariants,
  type Visit,
  visitAs,
  withBrowser,
  withoutStream,
} from '../support/browser.ts';
import { rowOf } from '../support/rows.ts';
import { startEmpty } from '../support/server.ts';
import { textsOf } from '../support/texts.ts';

/** The last days of two months that are over, one for each test: what is closed stays so for the next. */
function lastDay(months: number): string {
  const end = lastMonthsEnd(new Date().toISOString().slice(0, 10));
  return monthRange(addMonths(monthOf(end), -months)).to;
}

/** A worker with two shifts at one time on a day. */
async function someOverlap(date: string, name: string) {
  const admin = await clientOf('admin');
  const { _id: worker } = await admin.users.create.mutate({
    firstName: 'Closed',
    lastName: name,
    username: `closed-${name}`,
    password: 'correct horse battery',
  });
  for (const [startingTime, finishingTime] of [
    ['08:00', '12:00'],
    ['11:30', '15:00'],
  ] as const)
    await admin.logs.create.mutate({ worker, date, startingTime, finishingTime, payment: '10' });
  return { admin, worker, name: `Closed ${name}` };
}

async function expectSound(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  // A button that can be pressed again takes a moment to look so.
  await expect.poll(() => findings(page)).toEqual([]);
}

withBrowser('closing a period', () => {
  // What is closed, and what is said of it, is for all.
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const server = await startEmpty(known().postgres);
    stop = server.stop;
    moveTo(server);
  });
  afterAll(() => stop?.());

  it.each(twoVariants())(
    'refuses changes until it is opened again, which all see, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const { day } = formatsOf(variant.language === 'en' ? 'en-GB' : variant.language);
      const through = lastDay(variant === twoVariants()[0] ? 1 : 0);
      const [earlier, date] = [lastMonthsEnd(through), addDays(through, -3)];
      const { admin, worker, name } = await someOverlap(date, variant.name);
      const reason = `A bill was missing in ${variant.name}`;
      const binned = `Binned in ${variant.name}`;
      const { _id: billID } = await admin.bills.create.mutate({ date, value: '9', description: binned });
      await admin.bills.remove.mutate({ billID });
      const { page, go, follow, expectQuiet, close } = await visitAs('admin', variant);
      const notice = page.getByRole('note', { name: text('closing.notice.title') });
      const button = (label: string) => page.getByRole('button', { name: label, exact: true });
      const run = button(text('closing.close.runAll', { day: day(through) }));
      const upTo = (of: string) =>
        page.getByRole('definition').getByText(text('closing.now.upTo', { day: day(of) }));

      // What is odd is listed with a link to it, and counted before the period is closed.
      await go(`/closing?through=${through}`);
      const found = page.getByRole('main').locator(`a[href*="from=${date}&to=${date}&worker=${worker}"]`);
      await found.waitFor();
      // The days after the log have none.
      await page.getByText(text('closing.findings.unrecorded.title')).waitFor();
      const nextDay = page.locator(`a[href$="/logs/day?day=${addDays(date, 1)}"]`);
      await nextDay.first().waitFor();
      await expectSound(page);
      await run.click();
      const question = page.getByRole('dialog', { name: text('closing.close.confirm.title') });
      await question.waitFor();
      await expectSound(page);
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      expect((await admin.closings.get.query()).current.logs).not.toBe(through);
      await run.click();
      await question.getByRole('button', { name: text('closing.close.confirm.run') }).click();
      await expect.poll(() => upTo(through).count()).toBe(closingKinds.length);
      await page.getByText(text('closing.close.allClosed')).waitFor();
      expect(await notice.count()).toBe(0);
      await expectSound(page);

      // What is closed has a lock, and its form shows all but lets only the notes be changed.
      await follow(`/logs?from=${date}&to=${date}&worker=${worker}`);
      const row = rowOf(page, name).first();
      await row.waitFor();
      expect(await row.getByRole('button', { name: text('common.actions') }).count()).toBe(0);
      const lock = text('closing.locked.short', { day: day(through) });
      await row.getByRole('button', { name: lock }).click();
      const log = page.getByRole('dialog', { name: text('logs.edit') });
      await log.getByText(text('closing.locked.logs', { day: day(through) })).waitFor();
      expect(await log.getByLabel(text('logs.fields.payment')).isEditable()).toBe(false);
      await expectSound(page);
      await log.getByLabel(text('logs.fields.extraNotes')).fill(`Seen in ${variant.name}`);
      await log.getByRole('button', { name: text('common.save'), exact: true }).click();
      await log.waitFor({ state: 'detached' });
      const { items } = await admin.logs.list.query({ worker, from: date, to: date });
      expect(items.filter(({ extraNotes }) => extraNotes === `Seen in ${variant.name}`)).toHaveLength(1);

      // So it is in the month, where nothing is typed over a closed day, and in the day's sheet.
      await follow(`/logs/month?month=${monthOf(date)}`);
      const cell = page.getByRole('gridcell', { name }).and(page.locator('.mixed'));
      expect(await cell.getAttribute('aria-readonly')).toBe('true');
      await cell.focus();
      await page.keyboard.press('7');
      const editor = page.getByRole('dialog', { name });
      await editor.getByText(text('closing.locked.logs', { day: day(through) })).waitFor();
      expect(await editor.getByLabel(text('logs.fields.payment')).isEditable()).toBe(false);
      expect(await editor.getByRole('button', { name: text('common.delete') }).count()).toBe(0);
      await expectSound(page);
      await page.keyboard.press('Escape');
      await follow(`/logs/day?day=${date}`);
      await page
        .getByRole('note')
        .getByText(text('closing.locked.logs', { day: day(through) }))
        .waitFor();
      // In a narrow window the fields unfold.
      const allFields = page.getByRole('button', { name: `${text('logs.allFields')}: ${name}` });
      if (variant.width < 768) await allFields.first().click();
      const payment = page.getByRole('textbox', { name: `${text('logs.fields.payment')}: ${name}` }).first();
      expect(await payment.isEditable()).toBe(false);
      expect(await page.getByRole('group', { name: text('logs.fillLabel') }).count()).toBe(0);
      await expectSound(page);

      // Neither the history nor the trash offers what would be refused.
      await follow('/history?kind=bills&action=create');
      await page.getByRole('main').getByText(lock, { exact: true }).first().waitFor();
      await follow('/trash?kind=bills');
      await rowOf(page, binned).getByText(lock, { exact: true }).waitFor();
      expect(await rowOf(page, binned).getByRole('button').count()).toBe(0);
      await expectSound(page);
      // A new record of such a day is refused at the field of the day.
      await follow('/bills/all');
      await button(text('bills.new')).first().click();
      const bill = page.getByRole('dialog', { name: text('bills.new') });
      await bill.getByLabel(text('bills.fields.value')).fill('11');
      await bill.getByRole('textbox', { name: text('bills.fields.date'), exact: true }).fill(date);
      await bill.getByRole('button', { name: text('common.save'), exact: true }).click();
      const refused = text('issues.period_closed', { through: day(through) });
      const message = bill.getByText(refused);
      await message.waitFor();
      // The field has the focus, and no calendar over what is said below it.
      const isSeen = (element: Element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === element;
      };
      await expect.poll(() => message.evaluate(isSeen)).toBe(true);
      const field = bill.getByRole('textbox', { name: text('bills.fields.date'), exact: true });
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      await field.click();
      await page.locator('table.mantine-DateInput-month').waitFor();
      await bill.getByLabel(text('bills.fields.description')).focus();
      await bill.getByRole('button', { name: text('common.cancel') }).click();
      await page.getByRole('button', { name: text('common.unsaved.discard') }).click();
      await bill.waitFor({ state: 'detached' });

      // It is opened with a reason, up to a day before.
      await follow('/closing');
      await button(text('closing.reopen.begin')).click();
      const form = page.getByRole('dialog', { name: text('closing.reopen.title') });
      const last = form.getByRole('textbox', { name: text('closing.reopen.through') });
      const open = () => form.getByRole('button', { name: text('closing.reopen.run'), exact: true }).click();
      await expect.poll(() => last.inputValue()).toBe(day(earlier));
      await last.fill(through);
      await open();
      await form.getByText(text('issues.reason_required')).waitFor();
      await form.getByText(text('closing.reopen.tooLate', { day: day(through) })).waitFor();
      await form.getByLabel(text('closing.reopen.reason')).focus();
      await page.locator('table.mantine-DateInput-month').waitFor({ state: 'detached' });
      await expectSound(page);
      await last.fill(earlier);
      await form.getByLabel(text('closing.reopen.reason')).fill(reason);
      await open();
      await form.waitFor({ state: 'detached' });
      await notice.getByText(reason).waitFor();
      await expect.poll(() => upTo(earlier).count()).toBe(closingKinds.length);
      await found.waitFor();
      await expectSound(page);
      await follow('/bills/all');
      await notice.getByText(day(addDays(earlier, 1))).waitFor();
      await notice.getByText('First Administrator').waitFor();
      expectQuiet();
      await close();

      // A Supervisor sees it, cannot open more, and closes it again; a worker sees nothing of it.
      const supervisor = await visitAs('samira', variant);
      await supervisor.go('/');
      const other = supervisor.page;
      const way = other.getByRole('note').getByRole('link', { name: text('closing.title') });
      await way.click();
      await other.waitForURL((url) => url.pathname.endsWith('/closing'));
      await other.getByText(text('closing.close.byAdministrator')).waitFor();
      expect(await other.getByRole('button', { name: text('closing.reopen.begin') }).count()).toBe(0);
      await other.getByLabel(text('closing.close.through')).fill(through);
      await other.keyboard.press('Tab');
      await other
        .getByRole('button', { name: text('closing.close.runAll', { day: day(through) }), exact: true })
        .click();
      await other.getByRole('button', { name: text('closing.close.confirm.run') }).click();
      await other.getByRole('note').waitFor({ state: 'detached' });
      const acts = other.getByRole('region', { name: text('closing.acts.title') }).getByRole('listitem');
      await expect.poll(() => acts.first().textContent()).toContain('Samira');
      expect(await acts.nth(1).textContent()).toContain(reason);
      await expectSound(other);
      supervisor.expectQuiet();
      await supervisor.close();
      const { current, history } = await admin.closings.get.query();
      expect(Object.values(current)).toEqual(closingKinds.map(() => through));
      expect(history.slice(0, 3).map(({ reopened }) => reopened)).toEqual([false, true, false]);
    },
  );

  it('is not for workers, and its notice keeps no page from being shown', async () => {
    const [variant] = twoVariants();
    if (!variant) throw new Error('There is no variant.');
    const text = textsOf(variant.language);
    const admin = await clientOf('admin');
    const { current } = await admin.closings.get.query();
    await admin.closings.create.mutate({ through: null, kinds: ['bills'], reason: 'All of it' });
    await admin.payees.create.mutate({ name: 'Harbour Glass' });

    const worker = await visitAs('ada', variant);
    const asked: string[] = [];
    worker.page.on('request', (request) => asked.push(request.url()));
    await worker.go('/closing');
    await worker.page.getByRole('heading', { level: 1, name: text('common.notForRole') }).waitFor();
    await worker.go('/');
    expect(await worker.page.getByRole('note', { name: text('closing.notice.title') }).count()).toBe(0);
    expect(asked.filter((url) => url.includes('closings.'))).toEqual([]);
    await worker.close();

    const { page, go, close } = await visitAs('admin', variant);
    const notice = page.getByRole('note', { name: text('closing.notice.title') });
    await go('/bills/all');
    await notice.getByText('All of it').waitFor();
    await page.route('**/trpc/*closings.get*', (route) => route.abort());
    await page.goto(`${known().url}/app/payees`);
    await page.getByRole('heading', { level: 1, name: text('payees.title') }).waitFor();
    await page.locator('main [data-index]:visible').first().waitFor();
    expect(await notice.count()).toBe(0);
    await close();
    await admin.closings.create.mutate({ through: current.bills, kinds: ['bills'] });
  });

  it.each(['admin', 'samira'] as const)(
    'opens nothing where somebody closed more meanwhile, %s',
    async (who) => {
      const [variant] = twoVariants();
      if (!variant) throw new Error('There is no variant.');
      const text = textsOf(variant.language);
      const admin = await clientOf('admin');
      const { current } = await admin.closings.get.query();
      const through = lastDay(2);
      await admin.closings.create.mutate({ through: null, kinds: ['bills'], reason: 'All of it' });
      const opened = await visitAs(who, variant);
      // The page does not know what somebody else closes.
      await withoutStream(opened);
      const { page, go, close } = opened;
      await go(`/closing?through=${through}&kinds=bills`);
      const run = page.locator('.closing-button');
      await run.waitFor();
      await admin.closings.create.mutate({ through: current.bills, kinds: ['bills'] });
      await run.click();
      await page.getByText(text('closing.close.overtaken')).waitFor();
      await run.waitFor({ state: 'detached' });
      expect((await admin.closings.get.query()).current).toEqual(current);
      await close();
    },
  );

  it('locks a row as somebody else closes it, and says it where that came too late', async () => {
    const [variant] = twoVariants();
    if (!variant) throw new Error('There is no variant.');
    const text = textsOf(variant.language);
    const admin = await clientOf('admin');
    const { current } = await admin.closings.get.query();
    const date = new Date().toISOString().slice(0, 10);
    await admin.bills.create.mutate({ date, value: '12', description: 'Closed meanwhile' });
    const wide = { ...variant, width: 1280 };
    const opened = await visitAs('admin', wide);
    await withoutStream(opened);
    const follower = await visitAs('admin', wide);
    for (const { go } of [opened, follower]) await go(`/bills/all?from=${date}&to=${date}`);
    const menuOf = ({ page }: Visit) =>
      rowOf(page, 'Closed meanwhile').getByRole('button', { name: text('common.actions') });
    await menuOf(opened).waitFor();
    await menuOf(follower).waitFor();
    await admin.closings.create.mutate({ through: date, kinds: ['bills'] });
    await menuOf(opened).click();
    await opened.page.getByRole('menuitem', { name: text('common.delete') }).click();
    const [title = ''] = text('common.notDeletedNamed', { name: '…' }).split('…');
    await opened.page.getByRole('alert').getByText(title).waitFor();
    // Where changes come as they are made, the row has a lock by now.
    await menuOf(follower).waitFor({ state: 'detached' });
    await opened.close();
    await follower.close();
    const reason = 'As before';
    await admin.closings.create.mutate({ through: current.bills, kinds: ['bills'], reason });
  });
});
