import { expect, it } from 'vitest';
import { clientOf, known, logIn, type Variant, visit, visitAs, withBrowser } from '../support/browser.ts';
import { menuOf, removeByKeys } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

// What a person does who has no mouse: where the focus is after each act, and what a screen reader is told.
const wide: Variant = { name: 'wide', language: 'en', width: 1280, height: 800, colorScheme: 'light' };
const narrow: Variant = { ...wide, name: 'narrow', width: 360, height: 740 };
const text = textsOf('en');
let made = 0;
const fresh = (stem: string) => `${stem}${process.pid}${made++}`;

withBrowser('from the keyboard', () => {
  it('the skip link leads to the content of the same page', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    await go('/payees');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(new URL(page.url()).pathname).toBe('/app/payees');
    await close();
  });

  it('the menu of a narrow window opens, closes, and is not there while it is closed', async () => {
    const { page, go, close } = await visitAs('samira', narrow);
    await go('/payees');
    const button = page.getByRole('button', { name: text('common.menu') });
    const links = page.getByRole('navigation', { name: text('common.menu') }).getByRole('link');
    await expect.poll(() => links.count()).toBe(0);
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    await button.press('Enter');
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
    await page
      .getByRole('link', { name: text('payees.title') })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Escape');
    await button.and(page.locator(':focus')).waitFor();
    await expect.poll(() => links.count()).toBe(0);
    await button.press('Enter');
    await page.getByRole('link', { name: text('bills.title') }).press('Enter');
    await page
      .getByRole('heading', { level: 1, name: text('bills.title') })
      .and(page.locator(':focus'))
      .waitFor();
    await expect.poll(() => page.title()).toContain(text('bills.title'));
    await close();
  });

  it('a page that opens has the focus at its heading, and a title of its own', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    const titles: string[] = [];
    await go('/logs');
    for (const tab of ['table', 'month', 'day']) {
      await page.getByRole('link', { name: text(`logs.tabs.${tab}`), exact: true }).press('Enter');
      await page.waitForURL(/logs/);
      if (tab !== 'table') await page.locator('h1:focus').waitFor();
      titles.push(await page.title());
    }
    expect(new Set(titles).size).toBe(3);
    await close();
  });

  it('a log-in leads to the heading of the page', async () => {
    const opened = await visit(wide);
    await logIn(opened, 'samira', known().passwords.samira);
    await opened.page.locator('h1:focus').waitFor();
    await opened.close();
  });

  it('a calendar opens by an arrow, not by the focus, and Escape closes it alone', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    await go('/bills');
    await page.getByRole('button', { name: text('bills.new'), exact: true }).press('Enter');
    const form = page.getByRole('dialog', { name: text('bills.new') });
    const calendar = page.locator('[data-dates-dropdown]');
    const date = form.getByLabel(text('bills.fields.date')).first();
    await date.fill('2026-11-27');
    await date.focus();
    expect(await calendar.count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await calendar.locator('[data-selected]:focus').waitFor();
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    expect(await date.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(() => date.inputValue()).toContain('26');
    await calendar.waitFor({ state: 'detached' });
    await date.click();
    await calendar.waitFor();
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(1);
    await close();
  });

  it('a notice is reached by F8, stays while it has the focus, and gives it back', async () => {
    const samira = await clientOf('samira');
    const name = fresh('Notice');
    for (const end of ['a', 'b', 'c']) await samira.payees.create.mutate({ name: `${name}${end}` });
    const { page, go, close } = await visitAs('samira', wide);
    await page.clock.install();
    await go(`/payees?search=${name}`);
    const next = menuOf(page, text, `${name}c`).and(page.locator(':focus'));
    const undo = page.getByRole('button', { name: text('common.undo'), exact: true });
    await removeByKeys(page, text, `${name}b`);
    await undo.waitFor();
    await page.clock.runFor(500);
    // The row that takes its place has the focus.
    await next.waitFor();
    await page.keyboard.press('F8');
    await undo.and(page.locator(':focus')).waitFor();
    await page.clock.runFor(60_000);
    await expect.poll(() => undo.count()).toBe(1);
    await page.keyboard.press('F8');
    await next.waitFor();
    await page.clock.runFor(19_000);
    await expect.poll(() => undo.count()).toBe(1);
    await page.clock.runFor(3_000);
    await undo.waitFor({ state: 'detached' });
    await close();
  });

  it('the focus stays in the page where what had it goes away', async () => {
    const samira = await clientOf('samira');
    const name = fresh('Gone');
    await samira.payees.create.mutate({ name });
    const { page, go, close } = await visitAs('samira', wide);
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    await go(`/payees?search=${name}`);
    await removeByKeys(page, text, name);
    await page.getByText(text('common.nothingFound')).first().waitFor();
    await expect.poll(focused).not.toBe('BODY');
    // The row goes away at once, the notice comes with the server's answer.
    const undo = page.getByRole('button', { name: text('common.undo'), exact: true });
    await undo.waitFor();
    await page.keyboard.press('F8');
    await undo.and(page.locator(':focus')).press('Enter');
    await menuOf(page, text, name).waitFor();
    await expect.poll(focused).not.toBe('BODY');

    await go('/cheques');
    await page.getByRole('button', { name: text('cheques.new'), exact: true }).press('Enter');
    const form = page.getByRole('dialog', { name: text('cheques.new') });
    // Its title is enough: all that is in it is not its description.
    await expect.poll(() => form.getAttribute('aria-describedby')).toBe(null);
    const start = text('cheques.useSerial').split('⁨')[0]?.split('{')[0] ?? '';
    await form.getByRole('button', { name: start }).press('Enter');
    await expect.poll(focused).not.toBe('BODY');
    await expect.poll(() => form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await close();
  });

  it('a cheque takes seven keys beside what is typed', async () => {
    const samira = await clientOf('samira');
    const name = fresh('Seven');
    await samira.payees.create.mutate({ name });
    const { page, go, close } = await visitAs('samira', wide);
    await go('/cheques');
    const form = page.getByRole('dialog', { name: text('cheques.new') });
    const offered = form.getByRole('button', { name: text('cheques.useSerial').split('\u2068')[0] ?? '' });
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    await press('n');
    await offered.waitFor();
    await press('Tab');
    await press('Enter');
    await page.keyboard.type(name);
    await page.getByRole('option', { name }).waitFor();
    await press('Enter');
    await press('Tab');
    await page.keyboard.type('100');
    await press('Tab');
    await page.keyboard.type('20');
    await press('Enter');
    await form.waitFor({ state: 'detached' });
    expect(keys).toBe(7);
    const { items } = await samira.cheques.list.query({ search: name });
    expect(items).toMatchObject([{ payeeName: name, value: '100' }]);
    await close();
  });

  it('a list says how many there are, and that there are none', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    await go('/payees');
    const told = page.locator('[role=status]', { hasText: /\d+ row/ });
    await told.first().waitFor({ state: 'attached' });
    await page.getByRole('searchbox').fill(fresh('nobody'));
    await page.locator('[role=status]', { hasText: text('common.rows_zero') }).waitFor({ state: 'attached' });
    await close();
  });

  it('the totals of the month are reached by arrows', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    await go('/logs/month');
    const grid = page.getByRole('grid');
    await grid.locator('[data-cell][tabindex="0"]').focus();
    await page.keyboard.press('End');
    const focused = page.locator('td:focus');
    const column = await focused.evaluate((cell: HTMLTableCellElement) => {
      const head = cell.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex];
      return head?.textContent;
    });
    expect(column).toBe(text('logs.payments'));
    await expect.poll(() => focused.textContent()).not.toBe('');
    await page.keyboard.press('Control+End');
    expect(await focused.evaluate((cell) => cell.closest('tfoot') !== null)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await close();
  });

  it('the account menu says who is logged in, and names each language in itself', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    await go('/');
    await page.getByRole('button', { name: text('common.accountMenu', { name: '' }) }).press('Enter');
    const menu = page.getByRole('menu');
    await menu.getByText(text('common.roles.Supervisor')).waitFor();
    await expect.poll(() => menu.locator('[lang=ar]').textContent()).toBe('العربية');
    await menu.getByRole('menuitemradio', { name: text('settings.themes.dark') }).press('Enter');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.getByRole('button', { name: text('common.undo'), exact: true }).press('Enter');
    await page.locator('html[data-mantine-color-scheme=light]').waitFor();
    await close();
  });
});
