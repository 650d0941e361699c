import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays, addMonths, monthOf, monthRange } from '../../src/lib/dates.ts';
import { findings } from '../support/axe.ts';
import { clientOf, logIn, twoVariants, type Visit, visit, visitAs, withBrowser } from '../support/browser.ts';
import { act, cellOf, rowOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

const password = 'correct horse battery';
let made = 0;

/** As it is written in any language. */
const amount = (value: string) => new RegExp(`(^|[^\\d.,٫])${value}[.,٫]00([^\\d]|$)`);

/** A role, its window, and the texts of its language. */
interface Person {
  readonly opened: Visit;
  readonly text: ReturnType<typeof textsOf>;
}

async function expectSound({ page, expectQuiet }: Visit) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  expect(await findings(page)).toEqual([]);
  expectQuiet();
}

/** Hires somebody of role User by the form; answers the account. */
async function hire({ opened: { page, go }, text }: Person) {
  const lastName = `Journey${process.pid}x${made++}`;
  const username = lastName.toLowerCase();
  await go('/users');
  await page.getByRole('button', { name: text('users.new'), exact: true }).click();
  const form = page.getByRole('dialog', { name: text('users.new') });
  const typed = { firstName: 'Hired', lastName, username };
  for (const [field, value] of Object.entries(typed))
    await form.getByRole('textbox', { name: text(`users.fields.${field}`), exact: true }).fill(value);
  await form.getByText(text('users.firstLogInBy.password')).click();
  await form.locator('input[type=password]').fill(password);
  await form.getByRole('button', { name: text('common.save'), exact: true }).click();
  await form.waitFor({ state: 'detached' });
  const admin = await clientOf('admin');
  const { items } = await admin.users.list.query({ search: `^Hired ${lastName}$` });
  expect(items).toMatchObject([{ username, accessLevel: 'User' }]);
  return { admin, worker: items[0]?._id ?? '', name: `Hired ${lastName}`, username };
}

/** What is worked on a day, in the grid of its month. */
async function work({ opened: { page }, text }: Person, name: string, day: number, until: string) {
  await cellOf(page, name, day - 1).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel(text('logs.fields.finishingTime'), { exact: true }).fill(until);
  await editor.getByRole('button', { name: text('common.save'), exact: true }).click();
  await editor.waitFor({ state: 'detached' });
}

/** Settles with one worker up to a day, by ticking and issuing; nothing more is owed then. */
async function settle({ opened: { page }, text }: Person, name: string, number: string, payout: string) {
  const line = page.getByRole('listitem').filter({ hasText: name });
  const field = page.getByRole('textbox', { name: `${text('pay.settling.payout')}: ${name}` });
  await expect.poll(() => field.inputValue()).toMatch(amount(payout));
  expect(await page.getByRole('checkbox', { name, exact: true }).isChecked()).toBe(true);
  const bar = page.getByRole('region', { name: text('pay.settling.ticked') });
  await bar.getByText(amount(payout)).waitFor();
  await bar.getByRole('button').click();
  await line.getByText(text('pay.settling.done', { number })).waitFor();
}

const shows = (page: Page, parts: readonly string[]) =>
  Promise.all(parts.map((part) => page.locator('main').getByText(amount(part)).first().waitFor()));

withBrowser('pay', () => {
  it.each(twoVariants())('from hiring a worker to a settlement they acknowledge, $name', async (variant) => {
    const text = textsOf(variant.language);
    const opened = await visitAs('admin', variant);
    const { page, go, close } = opened;
    const admins = { opened, text };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const { admin, worker, name, username } = await hire(admins);
    const { today } = await admin.cheques.summary.query({});
    const month = addMonths(monthOf(today), -1);
    const { from, to } = monthRange(month);
    const statement = () => admin.pay.statement.query({ userID: worker, from, to: today });

    // 40 an hour from the first of last month on.
    await go(`/pay/${worker}`);
    await button(text('rates.new')).click();
    const rate = page.getByRole('dialog', { name: `${text('rates.new')}: ${name}` });
    await rate.getByRole('textbox', { name: text('rates.fields.from') }).fill(from);
    await page.keyboard.press('Tab');
    await rate.getByLabel(text('rates.fields.amount')).fill('40');
    await rate.getByRole('button', { name: text('common.save'), exact: true }).click();
    await rate.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await admin.rates.list.query({ worker })).items)
      .toMatchObject([{ from, basis: 'hour', amount: '40' }]);

    // The month: the first day, too short by half, in the grid; the others are there already.
    for (let at = 1; at < 20; at += 1)
      await admin.logs.create.mutate({
        worker,
        date: addDays(from, at),
        startingTime: '08:00',
        finishingTime: '16:00',
      });
    await go(`/logs/month?month=${month}`);
    await work(admins, name, 1, '12:00');
    await expect.poll(async () => (await statement()).totals.earned).toBe('6240.00');

    // An advance, on a phone.
    await page.setViewportSize({ width: 360, height: 740 });
    await go(`/pay?search=${name.replace(' ', '+')}`);
    await act(page, {
      button: `${text('pay.giveAdvance')}: ${name}`,
      actions: `${text('common.actions')}: ${name}`,
      item: text('pay.giveAdvance'),
    });
    const entry = page.getByRole('dialog', { name: text('payEntries.new') });
    await entry.getByLabel(text('payEntries.fields.amount')).fill('500');
    await entry.getByRole('textbox', { name: text('payEntries.fields.date') }).fill(addDays(from, 9));
    await page.keyboard.press('Tab');
    await expectSound(opened);
    await entry.getByRole('button', { name: text('common.save'), exact: true }).click();
    await entry.waitFor({ state: 'detached' });
    await rowOf(page, name).getByText(amount('5.?740')).first().waitFor();
    await page.setViewportSize({ width: variant.width, height: variant.height });

    // Settled to the end of the month, and all of it paid out.
    await go(`/pay/${worker}?from=${from}&to=${to}`);
    await shows(page, ['6.?240', '500', '5.?740']);
    await button(text('statement.actions.settle')).click();
    await settle(admins, name, '1', '5.?740');
    expect((await admin.settlements.list.query({ worker })).items).toMatchObject([
      { number: 1, to, payout: '5740.00', balance: '0.00', corrections: [] },
    ]);

    // The first day was a whole one: what was settled stays, and the next settlement says what has changed.
    await go(`/logs/month?month=${month}`);
    await work(admins, name, 1, '16:00');
    await go(`/pay/settle?to=${today}&worker=${worker}`);
    await button(text('pay.settling.corrections_one', { count: '1' })).click();
    await shows(page, ['160', '320']);
    await expectSound(opened);
    await settle(admins, name, '2', '160');
    const [last, first] = (await admin.settlements.list.query({ worker })).items;
    expect(first).toMatchObject({ payout: '5740.00', earned: '6240.00' });
    expect(last).toMatchObject({
      payout: '160.00',
      balance: '0.00',
      corrections: [{ date: from, field: 'earned', before: '160.00', after: '320.00' }],
    });
    await page.getByRole('link', { name: text('pay.settling.open', { number: '2', name }) }).click();
    await page.getByRole('heading', { level: 1, name: text('settlements.named', { number: '2' }) }).waitFor();
    await shows(page, ['160', '320']);
    await expectSound(opened);
    await close();

    // The worker has earned it, got it, and says so.
    const own = await visit(variant);
    await logIn(own, username, password);
    await own.go('/pay');
    const all = own.page.getByRole('region', { name: text('statement.own.inAll') });
    for (const value of ['6.?400', '0']) await all.getByText(amount(value)).first().waitFor();
    const waiting = own.page.getByRole('note').filter({
      hasText: text('settlements.named', { number: '2' }),
    });
    await waiting.getByRole('button', { name: text('settlements.acknowledge') }).click();
    const question = own.page.getByRole('dialog');
    await question.getByRole('button', { name: text('settlements.acknowledge') }).click();
    await waiting.waitFor({ state: 'detached' });
    const statuses = async () =>
      (await admin.settlements.list.query({ worker })).items.map(({ status }) => status);
    await expect.poll(statuses).toEqual(['acknowledged', 'issued']);
    await expectSound(own);
    await own.close();
    await admin.users.remove.mutate({ userID: worker });
  });
});
