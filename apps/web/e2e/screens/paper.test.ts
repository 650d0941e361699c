import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { clientOf, known, longAgo, moveTo, variants, visitAs, withBrowser } from '../support/browser.ts';
import { sheetsOf } from '../support/pdf.ts';
import { startEmpty } from '../support/server.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');

/** How many rows of the table go to paper. A headless browser has no printer, so its events are played. */
const rowsOnPaper = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        window.print = () => {
          window.dispatchEvent(new Event('beforeprint'));
          resolve(document.querySelectorAll('main table tbody tr:not(.spacer)').length);
          window.dispatchEvent(new Event('afterprint'));
        };
        document.querySelector<HTMLElement>('[data-print]')?.click();
      }),
  );

withBrowser('on paper', () => {
  it('there is every row of a list, however many pages it comes in', async () => {
    const samira = await clientOf('samira');
    const to = longAgo();
    const countBills = async () => (await samira.bills.summary.query({ to })).count;
    const count = await countBills();
    expect(count).toBeGreaterThan(200);
    const { page, go, close } = await visitAs('samira', wide);
    await go(`/bills/all?to=${to}`);
    await page.getByRole('button', { name: text('common.print') }).evaluate((button) => {
      button.dataset.print = '';
    });
    const printed = await rowsOnPaper(page);
    // Other tests delete some meanwhile.
    expect(printed).toBeGreaterThanOrEqual(Math.min(count, await countBills()));
    await close();
  });

  it('headings are plain text, which Chromium repeats, and the total stands once at the end', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    await go('/bills/all');
    const table = page.getByRole('table', { name: text('bills.title'), exact: true });
    await table.waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('.sort:visible').count()).toBe(0);
    for (const name of ['date', 'description', 'value'])
      await table
        .locator('thead span', { hasText: new RegExp(`^${text(`bills.fields.${name}`)}$`) })
        .waitFor();
    const display = (part: string) =>
      table.locator(part).evaluate((element) => getComputedStyle(element).display);
    expect(await display('thead')).toBe('table-header-group');
    expect(await display('tfoot')).toBe('table-row-group');
    await close();
  });

  it('the key prints every row too, and filters are words and not fields', async () => {
    const samira = await clientOf('samira');
    const { _id: payee } = await samira.payees.create.mutate({ name: `Paper ${process.pid}` });
    const cheque = { value: '1', dueDate: '2031-01-01', payee };
    await Promise.all(
      [0, 1, 2, 3].map((n) =>
        samira.cheques.create.mutate({ ...cheque, serial: `p${process.pid}${n}`, isCancelled: n === 0 }),
      ),
    );
    const { page, go, close } = await visitAs('samira', wide);
    await go(`/cheques?payee=${payee}`);
    await page.getByRole('table').waitFor();
    await page.evaluate(() => {
      window.print = () => {
        window.dispatchEvent(new Event('beforeprint'));
        document.body.dataset.printed = 'true';
      };
    });
    await page.keyboard.press('Control+P');
    await page.waitForFunction(() => document.body.dataset.printed);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('main table tbody tr:not(.spacer)').count()).toBe(3);
    await expect.poll(() => page.locator('main :is(input, button):visible').count()).toBe(0);
    const words = `${text('cheques.status')}: ${text('cheques.open')}`;
    await page.locator('.print-only', { hasText: words }).waitFor();
    const { name } = await (await clientOf('admin')).settings.get.query();
    await page.locator('.print-only', { hasText: name || text('common.daybook') }).waitFor();
    await close();
  });

  it('what is not all there says so', async () => {
    const { page, go, close } = await visitAs('samira', wide);
    await go('/cheques?status=all');
    await page.getByRole('table').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByText(text('common.notAllPrinted', { number: '200' })).waitFor();
    await close();
  });

  it.each(['/logs/month', '/logs/day'])('%s has a place to sign, and no frames to type in', async (path) => {
    const { page, go, close } = await visitAs('samira', wide);
    await go(path);
    await page.locator('main table tbody tr').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByText(text('common.signature'), { exact: true }).waitFor();
    const frames = await page
      .locator('main input:visible')
      .evaluateAll(
        (inputs) => inputs.filter((input) => getComputedStyle(input).borderTopWidth !== '0px').length,
      );
    expect(frames).toBe(0);
    await close();
  });

  it('a month is one sheet, and says whose it is', async () => {
    // How many workers there are, and what the business is called, is for all.
    const server = await startEmpty(known().postgres);
    moveTo(server);
    const admin = await clientOf('admin');
    await admin.settings.update.mutate({ name: 'Harbour Works' });
    const { _id: worker } = await admin.users.create.mutate({
      firstName: 'Night',
      lastName: 'Shift',
      username: 'night',
      password: 'correct horse battery',
    });
    const times = { startingTime: '20:00', finishingTime: '07:45', payment: '12345.50' };
    await admin.logs.create.mutate({ worker, date: '2026-01-15', ...times });
    const { page, go, close } = await visitAs('samira', wide);
    await go('/logs/month?month=2026-01');
    await page.locator('.month-grid tbody tr').first().waitFor();
    const [sheet, ...others] = sheetsOf(await page.pdf({ preferCSSPageSize: true }));
    expect(others).toEqual([]);
    expect(sheet?.width).toBeGreaterThan(sheet?.height ?? 0);
    expect(sheet?.lines.join()).toContain('HarbourWorks');
    // Neither the hours of all nor what is paid stand over what is beside them.
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1032, height: 700 });
    const wider = await page
      .locator('.month-grid tbody td.sum, .month-grid tfoot td')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length);
    expect(wider).toBe(0);
    await close();
    await server.stop();
  });
});
