import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '../../src/lib/dates.ts';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, variants, visitAs, withBrowser, withoutStream } from '../support/browser.ts';
import { sheetsOf } from '../support/pdf.ts';
import { act, rowOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');

let made = 0;

/** As it is written in any language. */
const amount = (value: string) => new RegExp(`(^|[^\\d.,٫])${value}[.,٫]00([^\\d]|$)`);

/** A worker of its own who has earned 300 a day on two days, and got 100 on each; the second is yesterday. */
async function someWorker() {
  const admin = await clientOf('admin');
  const lastName = `Paid${process.pid}x${made++}`;
  const { _id: worker, fullName: name } = await admin.users.create.mutate({
    firstName: 'Worker',
    lastName,
    username: lastName.toLowerCase(),
    password: 'correct horse battery',
  });
  const { today } = await admin.cheques.summary.query({});
  const days = [addDays(today, -2), addDays(today, -1)] as const;
  await admin.rates.create.mutate({ worker, from: days[0], basis: 'day', amount: '300' });
  for (const date of days)
    await admin.logs.create.mutate({
      worker,
      date,
      startingTime: '08:00',
      finishingTime: '16:00',
      payment: '100',
    });
  const entries = async () => (await admin.payEntries.list.query({ worker })).items;
  const settlements = async () => (await admin.settlements.list.query({ worker })).items;
  // The sheets of other tests are without them.
  const remove = () => admin.users.remove.mutate({ userID: worker });
  return { admin, worker, name, to: days[1], entries, settlements, remove };
}

/** What is said against digits that the currency does not have; numbers are not isolated. */
const tooManyDigits = (text: ReturnType<typeof textsOf>) =>
  text('issues.too_many_digits', { digits: '2' }).replace(/[\u2068\u2069]/g, '');

async function expectSound(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  expect(await findings(page)).toEqual([]);
}

withBrowser('the pay of the workers', () => {
  it.each(twoVariants())('says what each is owed and owes, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { admin, worker, name, remove } = await someWorker();
    const other = await someWorker();
    await admin.payEntries.create.mutate({
      worker: other.worker,
      date: other.to,
      kind: 'advance',
      amount: '950',
    });
    const { page, go, expectQuiet, close } = await visitAs('admin', variant);
    await go('/pay');
    await expectSound(page);
    await page
      .getByRole('searchbox', { name: text('common.search') })
      .fill(`paid${process.pid}`.toUpperCase());
    await page.waitForURL((url) => url.searchParams.has('search'));

    const row = rowOf(page, name);
    for (const value of ['600', '200', '400']) await row.getByText(amount(value)).first().waitFor();
    // Below 0 stands in words.
    await rowOf(page, other.name).getByText(amount('550')).first().waitFor();
    const owes = text('pay.owes', { amount: '~' }).split(/[\u2068~]/)[0] ?? '';
    await rowOf(page, other.name).getByText(owes.trim()).first().waitFor();

    await go(`/pay?search=${name.replace(' ', '+')}&sort=-owed`);
    await row.waitFor();
    expect(await page.locator('main [data-index]:visible').count()).toBe(1);
    await page
      .getByRole('button', { name: text(variant.width < 768 ? 'common.exportOrPrint' : 'common.export') })
      .click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: text('common.exportCsv'), exact: true }).click(),
    ]);
    // With the titles of the person's language, by the service.
    const [titles = '', ...lines] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(titles.split(',')[1]).toBe(text('pay.earned'));
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name},600.00,200.00,400.00,`)));
    await row.getByRole('link', { name }).click();
    await page.waitForURL((url) => url.pathname.endsWith(`/pay/${worker}`));
    expectQuiet();
    await close();
    await remove();
    await other.remove();
  });

  it.each(twoVariants())(
    'takes an advance at once, and asks before too much is paid, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const { name, entries, remove } = await someWorker();
      const { page, go, expectQuiet, close } = await visitAs('admin', variant);
      const form = page.getByRole('dialog', { name: text('payEntries.new') });
      const field = form.getByLabel(text('payEntries.fields.amount'));
      const save = () => form.getByRole('button', { name: text('common.save'), exact: true }).click();
      await go(`/pay?search=${name.replace(' ', '+')}`);

      // The worker and the kind are chosen, the cursor is where the amount goes, the keyboard has digits.
      await page.getByRole('button', { name: `${text('pay.giveAdvance')}: ${name}` }).click();
      await form.waitFor();
      await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await field.getAttribute('inputmode')).toBe('decimal');
      expect(await findings(page)).toEqual([]);
      await page.keyboard.type('12.3456');
      await page.keyboard.press('Enter');
      await form.getByText(tooManyDigits(text)).waitFor();
      await field.fill('150');
      await page.keyboard.press('Enter');
      await form.waitFor({ state: 'detached' });
      await expect.poll(entries).toMatchObject([{ kind: 'advance', amount: '150' }]);
      await rowOf(page, name).getByText(amount('250')).first().waitFor();
      await page
        .getByRole('button', { name: text('common.undo'), exact: true })
        .first()
        .click();
      await expect.poll(entries).toEqual([]);
      await rowOf(page, name).getByText(amount('400')).first().waitFor();

      // What is owed is proposed; more than that is asked about, and paid where it is meant.
      await go(`/pay?search=${name.replace(' ', '+')}`);
      await act(page, {
        button: `${text('pay.payOut')}: ${name}`,
        actions: `${text('common.actions')}: ${name}`,
        item: text('pay.payOut'),
      });
      await expect.poll(() => field.inputValue()).toMatch(amount('400'));
      await field.fill('401');
      await save();
      const question = page.getByRole('dialog', { name: text('pay.overpaid.title') });
      await question.getByText(amount('401')).waitFor();
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      expect(await entries()).toEqual([]);
      await save();
      await question.getByRole('button', { name: text('pay.overpaid.confirm') }).click();
      await form.waitFor({ state: 'detached' });
      await expect.poll(entries).toMatchObject([{ kind: 'payout', amount: '401' }]);
      expectQuiet();
      await close();
      await remove();
    },
  );

  it('leaves a Supervisor those whom a Supervisor pays', async () => {
    const [variant] = twoVariants();
    if (!variant) throw new Error('There is no variant.');
    const text = textsOf(variant.language);
    const { name, remove } = await someWorker();
    const { page, go, expectQuiet, close } = await visitAs('samira', variant);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await go('/pay');
    await page.getByRole('button', { name: text('pay.newAdvance'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('payEntries.new') });
    const picker = form.getByRole('combobox', { name: text('payEntries.fields.worker') });
    await picker.fill('Samira');
    await page
      .getByText(text('users.nobody'))
      .or(page.getByText(text('common.nothingFound')))
      .first()
      .waitFor();
    await picker.fill(name);
    await page.getByRole('option', { name, exact: true }).waitFor();
    expect(asked.filter((url) => url.includes('rates.'))).toEqual([]);
    expectQuiet();
    await close();
    await remove();
  });
});

withBrowser('settling', () => {
  it.each(twoVariants())('issues what is ticked, and says what failed, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { admin, name, to, settlements, remove } = await someWorker();
    const late = await someWorker();
    const left = await someWorker();
    // Before the first rate.
    const unpaid = { date: addDays(to, -2), startingTime: '08:00', finishingTime: '16:00' };
    await admin.logs.create.mutate({ worker: left.worker, ...unpaid });
    const opened = await visitAs('admin', variant);
    // The page does not know that somebody else is faster.
    await withoutStream(opened);
    const { page, go, expectQuiet, close } = opened;
    const line = (hasText: string) => page.getByRole('listitem').filter({ hasText });
    const tick = (of: string) => page.getByRole('checkbox', { name: of, exact: true }).check();
    const payoutOf = (of: string) =>
      page.getByRole('textbox', { name: `${text('pay.settling.payout')}: ${of}` });

    await go(`/pay/settle?to=${to}`);
    await payoutOf(name).waitFor();
    await line(left.name)
      .getByText(text('statement.missing.title_one', { count: '1' }))
      .waitFor();
    await expectSound(page);

    // Looked at: the days, and what is left of what is owed.
    await page.getByRole('button', { name: text('pay.settling.look', { name }) }).click();
    await line(name).getByText(amount('300')).first().waitFor();
    await expect.poll(() => payoutOf(name).inputValue()).toMatch(amount('400'));
    await payoutOf(name).fill('350.0055');
    await line(name).getByText(tooManyDigits(text)).waitFor();
    await payoutOf(name).fill('350');
    await line(name).getByText(amount('50')).waitFor();

    await tick(name);
    await tick(late.name);
    // Somebody else is faster with one of them.
    await admin.settlements.create.mutate({ worker: late.worker, to });
    const bar = page.getByRole('region', { name: text('pay.settling.ticked') });
    await bar.getByText(amount('750')).waitFor();
    expect(await findings(page)).toEqual([]);
    await bar.getByRole('button').click();
    await line(name)
      .getByText(text('pay.settling.done', { number: '1' }))
      .waitFor();
    await line(late.name).getByRole('alert').waitFor();
    expect(await settlements()).toMatchObject([{ to, payout: '350.00', balance: '50.00', status: 'issued' }]);
    expect(await late.settlements()).toMatchObject([{ payout: '0.00' }]);
    expect(await left.settlements()).toEqual([]);
    await expectSound(page);

    // The ways to the settlement and to its paper.
    const [settled] = await settlements();
    const link = (key: string) =>
      page.getByRole('link', { name: text(`pay.settling.${key}`, { number: '1', name }) });
    expect(await link('print').getAttribute('href')).toContain(
      `/print/settlement?settlement=${settled?._id}`,
    );
    await link('open').click();
    await page.waitForURL((url) => url.pathname.endsWith(`/pay/settlements/${settled?._id}`));

    // Who is settled is named, and not offered again; one alone is ticked.
    await go(`/pay/settle?to=${to}`);
    await payoutOf(left.name).waitFor();
    expect(await payoutOf(name).count()).toBe(0);
    await page.getByText(name).waitFor();
    await go(`/pay/settle?to=${to}&worker=${left.worker}`);
    await expect.poll(() => page.getByRole('checkbox', { name: left.name }).isChecked()).toBe(true);
    expectQuiet();
    await close();
    for (const one of [remove, late.remove, left.remove]) await one();
  });

  it('of several at once leads to all of them on paper', async () => {
    const text = textsOf('en');
    const [one, other] = [await someWorker(), await someWorker()];
    const { page, go, expectQuiet, close } = await visitAs('admin', wide);
    await go(`/pay/settle?to=${one.to}`);
    for (const { name } of [one, other]) await page.getByRole('checkbox', { name, exact: true }).check();
    await page
      .getByRole('region', { name: text('pay.settling.ticked') })
      .getByRole('button')
      .click();
    const all = page.getByRole('link', { name: text('pay.settling.printAll'), exact: true });
    await all.waitFor();
    await all.press('Enter');
    await page
      .getByRole('heading', { level: 1, name: text('printing.pay.settlementsTitle_other', { count: '2' }) })
      .waitFor();
    for (const { name } of [one, other])
      await page.locator('.pay-a4', { hasText: name }).locator('.list-signatures').waitFor();
    await expectSound(page);
    expect(sheetsOf(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(2);
    expectQuiet();
    await close();
    for (const { remove } of [one, other]) await remove();
  });
});
