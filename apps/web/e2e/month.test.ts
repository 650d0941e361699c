import { expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { clientOf, variants, visitAs, withBrowser } from './support/browser.ts';
import { textsOf } from './support/texts.ts';

let year = 2040;
// Whoever types over cells has a keyboard.
const wide = variants.filter(({ width }) => width > 600);

withBrowser('the grid of a month', () => {
  it.each(wide)('takes what is typed, filled and pasted, and gives it back, $name', async (variant) => {
    const text = textsOf(variant.language);
    const samira = await clientOf('samira');
    // One that nobody has written in yet.
    const month = `${year++}-03`;
    const logs = async () => {
      const { items } = await samira.logs.list.query({ from: `${month}-01`, to: `${month}-31` });
      return items
        .map(({ date, startingTime, finishingTime, breakMinutes, isAbsent, workerName }) =>
          isAbsent
            ? `${date.slice(8)} absent ${workerName}`
            : `${date.slice(8)} ${startingTime}-${finishingTime}${breakMinutes ? `/${breakMinutes}` : ''} ${workerName}`,
        )
        .sort();
    };
    const opened = await visitAs('samira', variant);
    const { page, go, context } = opened;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await go(`/logs/month?month=${month}`);
    const cell = (row: number, column: number) => page.locator(`[data-cell="${row}:${column}"]`);
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-cell]')?.dataset.cell);
    await cell(0, 2).waitFor();
    const names = await page.locator('.month-grid tbody th').allTextContents();
    const [first = '', second = '', third = ''] = names;
    const undo = page.getByRole('button', { name: text('common.undo'), exact: true }).first();

    // Typed over a cell: Enter saves and goes down, Escape leaves, what cannot be read is told.
    await cell(0, 2).focus();
    await page.keyboard.type('8-12/15 13-17');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused()).toBe('1:2');
    await expect.poll(logs).toEqual([`03 08:00-12:00/15 ${first}`, `03 13:00-17:00 ${first}`]);
    await page.keyboard.type('xx');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: text('logs.refusals.unreadable') })
      .waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused()).toBe('1:2');
    // The letter of every language: a test has no keys for others.
    await page.keyboard.type('a');
    await page.keyboard.press('Enter');
    await expect.poll(logs).toContain(`03 absent ${second}`);

    // A range: chosen by Shift, filled from its first column, and taken back as a whole.
    await cell(0, 2).focus();
    await page.keyboard.press('Shift+ArrowDown');
    const [next, back] = variant.language === 'ar' ? ['Left', 'Right'] : ['Right', 'Left'];
    await page.keyboard.press(`Shift+Arrow${next}`);
    await expect.poll(() => page.locator('.month-grid [aria-selected=true]').count()).toBe(4);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Control+r');
    await expect
      .poll(logs)
      .toEqual(
        [
          `03 08:00-12:00/15 ${first}`,
          `03 13:00-17:00 ${first}`,
          `03 absent ${second}`,
          `04 08:00-12:00/15 ${first}`,
          `04 13:00-17:00 ${first}`,
          `04 absent ${second}`,
        ].toSorted(),
      );
    await undo.waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await logs()).length).toBe(3);

    // To a spreadsheet and from it: what is bad is named before anything is saved.
    await cell(0, 2).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+c');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.replaceAll('\r', '')).toBe(`08:00-12:00/15 13:00-17:00\n${text('logs.absent')}`);
    await page.evaluate(() => navigator.clipboard.writeText('9-17\tbad\n\tA\n7-15\t\n'));
    await cell(0, 9).focus();
    await page.keyboard.press('Control+v');
    const preview = page.getByRole('dialog', { name: text('logs.paste.title') });
    await preview.getByText(text('logs.refusals.unreadable')).waitFor();
    await expect.poll(() => preview.locator('tbody tr').count()).toBe(4);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await preview.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await logs()).filter((log) => /^1\d /.test(log)))
      .toEqual([`10 07:00-15:00 ${third}`, `10 09:00-17:00 ${first}`, `11 absent ${second}`]);

    await page.locator('.month-grid [aria-busy]').first().waitFor({ state: 'detached' });

    // Delete clears what is chosen; the totals can be reached.
    await cell(0, 9).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await logs()).filter((log) => /^10 /.test(log))).toEqual([]);
    await page.keyboard.press('End');
    await expect.poll(() => focused()).toBe('2:34');
    await page.keyboard.press(`Arrow${back}`);
    await expect.poll(() => focused()).toBe('2:33');
    await page.keyboard.press('Control+End');
    await expect.poll(() => focused()).toBe(`${names.length + 2}:34`);
    opened.expectQuiet();
    await opened.close();
  });

  it('shows all days and totals where there are 1440 pixels', async () => {
    const [wide] = variants;
    if (!wide) throw new Error('There are no variants.');
    for (const language of ['en', 'ar']) {
      const opened = await visitAs('samira', { ...wide, language, width: 1440, height: 900 });
      await opened.go('/logs/month?month=2026-10');
      const box = opened.page.locator('.month-box');
      await box.waitFor();
      const hidden = await box.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(hidden).toBeLessThanOrEqual(0);
      await opened.close();
    }
  });
});
