import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { clientOf, longAgo, type Variant, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const wide: Variant = { name: 'wide', language: 'en', width: 1440, height: 900, colorScheme: 'light' };
const phone: Variant = { ...wide, name: 'phone', width: 390, height: 844 };
const text = textsOf('en');
const lists = ['/logs', '/cheques', '/payees', '/bills/all', '/users'];

const firstRow = async (page: Page) => {
  const row = page.locator('main [data-index="0"]').first();
  await row.waitFor();
  return row;
};

/** Of what one sees in the main part: those whose shorter side a finger would miss. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, input, [role=button], nav a, a.figure)')]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((element) => {
        // A click on the label, or on the frame around an input, reaches it too.
        const target = element.closest('label, .mantine-Input-wrapper, .mantine-Switch-body') ?? element;
        const { width, height } = target.getBoundingClientRect();
        return { name: element.outerHTML.slice(0, 120), side: Math.round(Math.min(width, height)) };
      })
      .filter(({ side }) => side > 0 && side < 44),
  );

withBrowser('a list', () => {
  it.each([
    { most: 300, ...wide, width: 1280 },
    { most: 220, ...phone },
  ])('begins at most $most pixels from the top, $name', async ({ most, ...variant }) => {
    const { page, follow, close } = await visitAs('admin', variant);
    for (const path of [...lists, '/pay']) {
      await follow(path);
      const box = await (await firstRow(page)).boundingBox();
      expect.soft([path, (box?.y ?? most + 1) <= most, box?.y]).toEqual([path, true, box?.y]);
    }
    await close();
  });

  it('on a phone has targets and inputs made for fingers', async () => {
    const { page, follow, close } = await visitAs('samira', phone);
    for (const path of lists) {
      await follow(path);
      const box = await (await firstRow(page)).boundingBox();
      expect.soft(box?.height, path).toBeLessThan(80);
      expect.soft(await smallTargets(page), path).toEqual([]);
      const filters = page.getByRole('button', { name: text('common.filters') });
      if (path !== '/payees') await filters.click();
      const sizes = await page
        .locator('input:visible')
        .evaluateAll((inputs) => inputs.map((input) => Number.parseFloat(getComputedStyle(input).fontSize)));
      expect.soft(Math.min(...sizes), path).toBeGreaterThanOrEqual(16);
      await page.keyboard.press('Escape');
    }
    await close();
  });

  it('on a phone is sorted by a menu, and tells how many filters are set', async () => {
    const { page, go, close } = await visitAs('samira', phone);
    await go('/bills/all?from=2026-01-01');
    await page.getByRole('button', { name: text('common.filtersSet', { number: '1' }) }).waitFor();
    await page.getByRole('button', { name: text('common.order'), exact: true }).click();
    await page
      .getByRole('menuitem', {
        name: text('common.sortBy', { column: text('bills.fields.value') }),
      })
      .click();
    await page.waitForURL(/sort=value/);
    await close();
  });

  it.each([wide, phone])('opens a record by its row, $name', async (variant) => {
    const { page, follow, close } = await visitAs('samira', variant);
    await follow('/bills/all');
    const row = await firstRow(page);
    const { width = 0, height = 0 } = (await row.boundingBox()) ?? {};
    await row.click({ position: { x: width / 2, y: height / 2 } });
    await page.getByRole('dialog', { name: text('bills.edit') }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await follow('/payees');
    // Not on its address for mail.
    await (await firstRow(page)).click({ position: { x: width - 120, y: height / 2 } });
    await page.waitForURL(/payees\/.+/);
    await close();
  });

  it('keeps what links and buttons of a row do, and lets its text be marked', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    await go('/cheques');
    const row = await firstRow(page);
    const words = row.locator('td').nth(2);
    const box = await words.boundingBox();
    if (!box) throw new Error('There is no cell.');
    await page.mouse.move(box.x + 14, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 70, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(getSelection()).length)).toBeGreaterThan(0);
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await row.getByRole('link').last().click();
    await page.waitForURL(/payees\/.+/);
    await close();
  });

  it('keeps the widths of its columns, and the line under its header, while one scrolls and sorts', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    const widths = () =>
      page
        .locator('main table thead th')
        .evaluateAll((heads) => heads.map((head) => Math.round(head.clientWidth)));
    await go('/cheques');
    await firstRow(page);
    const before = await widths();
    for (let step = 1; step <= 8; step += 1) {
      await page.mouse.wheel(0, 900);
      await page.waitForFunction(
        (top) => scrollY >= top || scrollY + innerHeight >= document.documentElement.scrollHeight - 1,
        step * 900,
      );
      expect(await widths()).toEqual(before);
    }
    const line = await page
      .locator('main table thead th')
      .first()
      .evaluate((head) => getComputedStyle(head).borderBottomWidth);
    expect(line).toBe('1px');
    expect(await page.locator('main table').evaluate((table) => getComputedStyle(table).borderCollapse)).toBe(
      'separate',
    );
    await page.getByRole('button', { name: text('cheques.fields.payee'), exact: true }).click();
    await page.waitForURL(/sort=payee/);
    expect(await widths()).toEqual(before);
    await close();
  });

  it('shows each sum of a row of totals under its own column', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    const samira = await clientOf('samira');
    const to = longAgo();
    const { total } = await samira.cheques.summary.query({ to });
    await go(`/cheques?status=all&to=${to}`);
    await firstRow(page);
    await page.keyboard.press('End');
    const sum = page.locator('main tfoot .number');
    await expect
      .poll(async () => (await sum.textContent())?.replace(/\D/g, ''))
      .toBe(total.replace(/\D/g, ''));
    const end = (box: { x: number; width: number } | null) => Math.round((box?.x ?? 0) + (box?.width ?? 0));
    const head = page.locator('main th', { hasText: text('cheques.fields.value') });
    const [one, other] = [await head.boundingBox(), await sum.locator('xpath=..').boundingBox()];
    expect(end(one)).toBe(end(other));
    await close();
  });

  it.each(['en', 'ar'])('stands amounts with units under units, %s', async (language) => {
    const { page, go, close } = await visitAs('samira', { ...wide, language });
    await go('/bills/all');
    await firstRow(page);
    // The first figure of each row: the second is the running balance.
    const ends = await page.locator('main tbody tr:nth-child(-n + 12)').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const amount = row.querySelector('td.end .number');
        return amount ? [Math.round(amount.getBoundingClientRect().right)] : [];
      }),
    );
    expect(ends.length).toBeGreaterThan(5);
    expect([...new Set(ends)]).toEqual([ends[0]]);
    await close();
  });

  it('keeps the field in which one types where it is', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    await go('/bills/all');
    await firstRow(page);
    const search = page.getByRole('searchbox');
    const topOf = async (field: typeof search) => Math.round((await field.boundingBox())?.y ?? 0);
    const before = await topOf(search);
    await search.fill('rent');
    await page.getByRole('button', { name: text('commands.views.save') }).waitFor();
    expect(await topOf(search)).toBe(before);

    await page.getByRole('button', { name: text('bills.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('bills.new') });
    const value = form.getByLabel(text('bills.fields.value'));
    const date = form.getByLabel(text('bills.fields.date')).first();
    const stands = await topOf(value);
    await date.fill('2026-11-20');
    await form.locator('.understood').waitFor();
    expect(await topOf(value)).toBe(stands);
    await close();
  });

  it('finds a serial that was typed exactly whatever its status', async () => {
    const samira = await clientOf('samira');
    const serial = `HID${process.pid}`;
    const { _id: payee } = await samira.payees.create.mutate({ name: `Hidden ${process.pid}` });
    const { _id } = await samira.cheques.create.mutate({
      serial,
      payee,
      value: '10',
      dueDate: '2031-01-01',
      isCancelled: true,
    });
    const { page, go, close } = await visitAs('samira', wide);
    await go(`/cheques?search=${serial}`);
    await page.getByText(text('cheques.withSerial_one', { count: '1' })).waitFor();
    await page.getByRole('link', { name: text('cheques.statuses.cancelled') }).click();
    await page.waitForURL(`**/cheques/${_id}`);
    await close();
  });

  it('has the day’s workers in rows on a phone, and the menu and a new record at the thumb', async () => {
    const { page, go, close } = await visitAs('samira', phone);
    await go('/logs/day?day=2034-05-01');
    const rows = page.locator('.day-sheet tbody tr');
    await rows.first().waitFor();
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(72);
    const fill = page.getByRole('button', { name: /^Fill/ });
    await fill.click();
    await page.getByRole('button', { name: text('logs.fill_zero') }).waitFor();
    // A field that has the focus opens the keyboard.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
    const start = rows.first().locator('[data-column=start] input');
    expect(await start.isVisible()).toBe(false);
    await rows.first().locator('.sheet-opener').click();
    await start.waitFor();
    await page.getByRole('button', { name: text('logs.discard') }).click();

    const bar = page.getByRole('navigation', { name: text('common.lowerBar') });
    await bar.getByRole('button', { name: text('common.menu') }).click();
    const menu = page.getByRole('navigation', { name: text('common.menu') });
    await menu.getByRole('link', { name: text('bills.title') }).click();
    await firstRow(page);
    const created = await page.getByRole('button', { name: text('bills.new'), exact: true }).boundingBox();
    expect(created?.y).toBeGreaterThan(phone.height - 64);
    await close();
  });
});
