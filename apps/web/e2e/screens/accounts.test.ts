import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  known,
  logIn,
  twoVariants,
  type Username,
  type Variant,
  type Visit,
  visit,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { rowOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const excessOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

withBrowser('a bank account', () => {
  it.each(twoVariants())(
    'has balances, books and cheques, and says when money is missing, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const samira = await clientOf('samira');
      const name = `Account ${process.pid} ${variant.language}`;
      const { _id: payee } = await samira.payees.create.mutate({ name: `Payee of ${name}` });
      const opened = await visitAs('samira', variant);
      const { page, go, expectQuiet, close } = opened;
      const button = (label: string) => page.getByRole('button', { name: label, exact: true });

      await go('/accounts');
      expect(await findings(page)).toEqual([]);
      await button(text('bankAccounts.new')).click();
      const form = page.getByRole('dialog', { name: text('bankAccounts.new') });
      await form.getByLabel(text('bankAccounts.fields.name')).fill(name);
      await form.getByLabel(text('bankAccounts.fields.number')).fill('12-345');
      await form.getByRole('button', { name: text('common.save'), exact: true }).click();
      await form.waitFor({ state: 'detached' });
      await page.locator('main').getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const account = page.url().split('/').at(-1) ?? '';
      await page.getByText(text('forecast.noReading')).waitFor();

      // A book, and one that has some of its serials.
      for (const serials of [
        ['000101', '000150'],
        ['000150', '000160'],
      ] as const) {
        await button(text('chequebooks.new')).click();
        const book = page.getByRole('dialog', { name: text('chequebooks.new') });
        await book.getByLabel(text('chequebooks.fields.firstSerial')).fill(serials[0]);
        await book.getByLabel(text('chequebooks.fields.lastSerial')).fill(serials[1]);
        await book.getByRole('button', { name: text('common.save'), exact: true }).click();
        if (serials[0] === '000101') {
          await book.waitFor({ state: 'detached' });
          continue;
        }
        await book.getByText(text('issues.book_overlap')).first().waitFor();
        await page.keyboard.press('Escape');
        await button(text('common.unsaved.discard')).click();
        await book.waitFor({ state: 'detached' });
      }
      await rowOf(page, '000101–000150')
        .getByText(text('bankAccounts.leftOf', { left: '50', all: '50' }))
        .waitFor();

      // This morning's balance, once a day.
      const line = page.getByRole('form', { name: text('bankAccounts.newBalance') });
      for (const amount of ['100', '120']) {
        await line.getByLabel(text('balanceReadings.fields.balance')).fill(amount);
        await line.getByRole('button', { name: text('common.save'), exact: true }).click();
        if (amount === '100') await page.getByText(text('forecast.noReading')).waitFor({ state: 'detached' });
      }
      await line.getByText(text('issues.reading_exists')).waitFor();
      const { items: readings } = await samira.balanceReadings.list.query({ account });
      expect(readings).toMatchObject([{ balance: '100' }]);

      // A cheque that is too much, with the next serial of the book.
      const due = dayFromNow(20);
      // Without the notices, which lie over the button of a phone.
      await go(`/accounts/${account}`);
      await button(text('bankAccounts.newCheque')).click();
      const cheque = page.getByRole('dialog', { name: text('cheques.new') });
      await cheque.getByRole('button', { name: text('cheques.useSerial', { serial: '000101' }) }).click();
      await cheque.getByLabel(text('payees.payee')).fill(`Payee of ${name}`);
      await page.getByRole('option', { name: `Payee of ${name}`, exact: true }).click();
      await cheque.getByLabel(text('cheques.fields.value')).fill('150');
      expect(await findings(page)).toEqual([]);
      await cheque.getByLabel(text('cheques.fields.dueDate')).fill(due);
      await page.keyboard.press('Tab');
      await cheque.getByRole('button', { name: text('common.save'), exact: true }).click();
      await cheque.waitFor({ state: 'detached' });
      const { items: cheques } = await samira.cheques.list.query({ account });
      expect(cheques).toMatchObject([{ serial: '000101', account, value: '150' }]);
      await page
        .locator('main .missing')
        .filter({ hasText: /50[.,٫]00/ })
        .waitFor();
      await rowOf(page, '000101–000150').getByText('000102').waitFor();
      await page.locator('.recharts-reference-dot').waitFor();
      await button(text('forecast.showFigures')).click();
      await page.getByLabel(text('forecast.movements'), { exact: true }).waitFor();
      expect(await findings(page)).toEqual([]);
      expect(await excessOf(page)).toBe(0);

      // One that leaves some out is saved, and told of.
      await samira.cheques.create.mutate({ serial: '000103', payee, account, value: '1', dueDate: due });
      await go(`/cheques?account=${account}`);
      await expect.poll(() => page.locator('main [data-index]:visible').count()).toBe(2);
      await button(text('cheques.new')).click();
      await cheque.getByLabel(text('cheques.fields.account')).fill(name);
      await page.getByRole('option', { name }).first().click();
      await cheque.getByLabel(text('cheques.fields.serial')).fill('000107');
      await cheque.getByLabel(text('payees.payee')).fill(`Payee of ${name}`);
      await page.getByRole('option', { name: `Payee of ${name}`, exact: true }).click();
      await cheque.getByLabel(text('cheques.fields.value')).fill('1');
      await cheque.getByLabel(text('cheques.fields.dueDate')).fill(due);
      await page.keyboard.press('Tab');
      await cheque.getByRole('button', { name: text('common.save'), exact: true }).click();
      await page
        .getByText(text('cheques.warnings.serial_gap_other', { from: '000104', to: '000106' }))
        .waitFor();
      expect(await findings(page)).toEqual([]);

      // At home, with the way there.
      await go('/');
      const card = page.getByRole('region', { name, exact: true });
      await card.getByRole('link', { name: text('forecast.title') }).click();
      await page.waitForURL((url) => url.searchParams.get('account') === account);

      // It looks as far as is chosen.
      await go(`/accounts/${account}`);
      await page.getByRole('radio', { checked: true }).focus();
      await page.keyboard.press('ArrowDown');
      await page.waitForURL((url) => url.searchParams.get('days') === '90');

      // Archived it is not at home any more, and can be used again.
      await button(`${text('common.actions')}: ${name}`).click();
      await page.getByRole('menuitem', { name: text('bankAccounts.archive') }).click();
      await page.getByText(text('bankAccounts.archived')).waitFor();
      await expect
        .poll(async () => (await samira.home.query()).shortfalls.some((one) => one.account === account))
        .toBe(false);
      await button(text('common.undo')).first().click();
      await expect
        .poll(async () => (await samira.bankAccounts.get.query({ bankAccountID: account })).isArchived)
        .toBe(false);

      expectQuiet();
      await close();
      const { items } = await samira.cheques.list.query({ account });
      for (const { _id } of items) await samira.cheques.remove.mutate({ chequeID: _id });
      await samira.bankAccounts.remove.mutate({ bankAccountID: account });
      await samira.payees.remove.mutate({ payeeID: payee });
    },
  );
});

// Two roles through their day, as a person does it: by what stands on the screen. A Supervisor: days.test.ts.
type Text = ReturnType<typeof textsOf>;

const password = 'correct horse battery';
let made = 0;

/** Finds a person by a pattern, and deactivates the account while its page is open somewhere. */
async function deactivate(opened: Visit, text: Text, variant: Variant) {
  const { page, go } = opened;
  const admin = await clientOf('admin');
  const lastName = `Zephyr${process.pid}${made++}`;
  const user = await admin.users.create.mutate({
    firstName: 'Worker',
    lastName,
    username: lastName.toLowerCase(),
    password,
  });
  const theirs = await visit(variant);
  await theirs.page.clock.install();
  await logIn(theirs, user.username, password);
  await go('/users');
  await page.getByLabel(text('users.search')).fill(`^worker z\\w+${lastName.slice(-2)}$`);
  // Until the list has answered the search its rows still move, and with them the menu of one.
  const others = page.locator('main [data-index]', { hasNotText: lastName });
  await expect.poll(() => others.count()).toBe(0);
  await page.getByRole('button', { name: `${text('common.actions')}: ${user.fullName}` }).click();
  await page.getByRole('menuitem', { name: text('users.deactivate') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('users.deactivate') })
    .click();
  await expect.poll(async () => (await admin.users.get.query({ userID: user._id })).active).toBe(false);
  // The page asks every 20 seconds who its user is.
  await theirs.page.clock.runFor(20_000);
  await theirs.page.getByText(text('login.ended')).waitFor();
  await theirs.close();
}

withBrowser('a day', () => {
  it.each(twoVariants())('of an Administrator, $name', async (variant) => {
    const opened = await visitAs('admin', variant);
    await deactivate(opened, textsOf(variant.language), variant);
    opened.expectQuiet();
    await opened.close();
  });

  it.each(twoVariants())('of a User, $name', async (variant) => {
    const text = textsOf(variant.language);
    const opened = await visitAs('ada', variant);
    const { page, go } = opened;
    await go('/logs');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Nothing that the role may not do is offered, and its address leads elsewhere.
    expect(await page.getByRole('button', { name: text('logs.new') }).count()).toBe(0);
    expect(await page.getByRole('link', { name: text('cheques.title') }).count()).toBe(0);
    await go('/logs/day');
    await page.waitForURL(`${known().url}/app/logs`);
    opened.expectQuiet();
    await opened.close();
  });
});

const addresses: readonly (readonly [Username, readonly string[]])[] = [
  ['samira', ['/history']],
  ['ada', ['/bills', '/cheques/calendar', '/payees/1', '/users', '/nowhere']],
];

withBrowser('an address', () => {
  it.each(twoVariants())(
    'that leads nowhere, or where the role may not go, says so, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      for (const [username, paths] of addresses) {
        const opened = await visitAs(username, variant);
        const { page, go } = opened;
        for (const path of paths) {
          await go(path);
          const title = text(path === '/nowhere' ? 'common.notFound' : 'common.notForRole');
          await page.getByRole('heading', { level: 1, name: title }).waitFor();
          await expect.poll(() => page.title()).toBe(`${title} · ${text('common.daybook')}`);
          expect(await page.getByRole('button', { name: text('common.tryAgain') }).count()).toBe(0);
          await expect.poll(() => page.locator('nav').getByText(text('settings.title')).count()).toBe(1);
        }
        expect(await findings(page)).toEqual([]);
        opened.expectQuiet();
        await opened.close();
      }
    },
  );
});
