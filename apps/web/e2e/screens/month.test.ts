import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, oneIfQuick, variants, visitAs, withBrowser } from '../support/browser.ts';
import { cellOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

let year = 2040;
let made = 0;
// Whoever types over cells has a keyboard.
const wide = variants.filter(({ width }) => width > 600);

/** Workers of its own, whose rows follow each other; other tests hire and remove theirs meanwhile. */
async function someWorkers() {
  const admin = await clientOf('admin');
  const stem = `Grid${process.pid}x${made++}`;
  const hired: string[] = [];
  const hire = async (lastName: string) => {
    const { _id, fullName } = await admin.users.create.mutate({
      firstName: stem,
      lastName,
      username: `${stem}${lastName}`,
      password: 'correct horse battery',
    });
    hired.push(_id);
    return fullName;
  };
  const names = [await hire('B'), await hire('C'), await hire('D')] as const;
  const remove = async () => {
    for (const userID of hired) await admin.users.remove.mutate({ userID });
  };
  return { names, hired, hire, remove };
}

/** The row of a name, or undefined, and the column of the cell that has the focus. */
const focusedIn = (page: Page) =>
  page.evaluate(() => {
    const cell = document.activeElement?.closest<HTMLElement>('[data-cell]');
    const [, column] = cell?.dataset.cell?.split(':') ?? [];
    return [cell?.closest('tr')?.querySelector('th')?.textContent, Number(column)];
  });

withBrowser('the grid of a month', () => {
  it.each(oneIfQuick(wide))(
    'takes what is typed, filled and pasted, and gives it back, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const samira = await clientOf('samira');
      const { names, hired, remove } = await someWorkers();
      const [first, second, third] = names;
      const month = `${year++}-03`;
      const logs = async () => {
        const { items } = await samira.logs.list.query({
          from: `${month}-01`,
          to: `${month}-31`,
          worker: hired.join(),
        });
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
      const cell = (name: string, column: number) => cellOf(page, name, column);
      const focused = () => focusedIn(page);
      const undo = page.getByRole('button', { name: text('common.undo'), exact: true }).first();

      // Typed over a cell: Enter saves and goes down, Escape leaves, what cannot be read is told.
      await cell(first, 2).focus();
      await page.keyboard.type('8-12/15 13-17');
      await page.keyboard.press('Enter');
      await expect.poll(() => focused()).toEqual([second, 2]);
      await expect.poll(logs).toEqual([`03 08:00-12:00/15 ${first}`, `03 13:00-17:00 ${first}`]);
      await page.keyboard.type('xx');
      await page.keyboard.press('Enter');
      await page
        .getByRole('alert')
        .filter({ hasText: text('logs.refusals.unreadable') })
        .waitFor();
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => focused()).toEqual([second, 2]);
      // The letter of every language: a test has no keys for others.
      await page.keyboard.type('a');
      await page.keyboard.press('Enter');
      await expect.poll(logs).toContain(`03 absent ${second}`);

      // A range: chosen by Shift, filled from its first column, and taken back as a whole.
      await cell(first, 2).focus();
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
      await cell(first, 2).focus();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Control+c');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied.replaceAll('\r', '')).toBe(`08:00-12:00/15 13:00-17:00\n${text('logs.absent')}`);
      // With lines that end with CR alone, and over a cell that is being typed.
      await page.evaluate(() => navigator.clipboard.writeText('9-17\tbad\r\tA\r7-15\t\r'));
      await cell(first, 9).focus();
      await page.keyboard.type('9');
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

      // Delete clears what is chosen, by one request; the totals can be reached.
      const asked: string[] = [];
      page.on('request', (request) =>
        asked.push(...(/logs\.(?:bulk|create|update|remove)/.exec(request.url()) ?? [])),
      );
      await cell(first, 9).focus();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Delete');
      await expect.poll(async () => (await logs()).filter((log) => /^10 /.test(log))).toEqual([]);
      expect(asked).toEqual(['logs.bulk']);
      await page.keyboard.press('End');
      await expect.poll(() => focused()).toEqual([third, 34]);
      await page.keyboard.press(`Arrow${back}`);
      await expect.poll(() => focused()).toEqual([third, 33]);
      await page.keyboard.press('Control+End');
      const inFoot = page.locator('.month-grid tfoot tr').last().locator('[data-cell]').last();
      await expect.poll(() => inFoot.evaluate((total) => total === document.activeElement)).toBe(true);
      opened.expectQuiet();
      await opened.close();
      await remove();
    },
  );

  it('leaves what is chosen with its workers when somebody else is hired', async () => {
    const [variant] = wide;
    if (!variant) throw new Error('There is no variant.');
    const samira = await clientOf('samira');
    const { names, hired, hire, remove } = await someWorkers();
    const [first, second] = names;
    const day = `${year++}-03-05`;
    const log = { date: day, startingTime: '08:00', finishingTime: '16:00' };
    for (const worker of hired) await samira.logs.create.mutate({ ...log, worker });
    const workers = async () =>
      (await samira.logs.list.query({ from: day, to: day, worker: hired.join() })).items.map(
        ({ workerName }) => workerName,
      );
    const opened = await visitAs('samira', variant);
    const { page, go } = opened;
    await page.clock.install();
    await go(`/logs/month?month=${day.slice(0, 7)}`);
    /** After a while in another window the accounts are asked for again. */
    const comeBack = async () => {
      await page.clock.fastForward('02:00');
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    };
    await cellOf(page, first, 4).focus();
    await page.keyboard.press('Shift+ArrowDown');
    const chosen = () => page.locator('.month-grid tr', { has: page.locator('[aria-selected=true]') });
    await expect.poll(() => chosen().locator('th').allTextContents()).toEqual([first, second]);

    // Before the first, so that every row is one further down.
    const before = await hire('A');
    await comeBack();
    await cellOf(page, before, 4).waitFor();
    expect(await chosen().locator('th').allTextContents()).toEqual([first, second]);
    await page.keyboard.press('Delete');
    await expect.poll(workers).toEqual([names[2]]);

    // Between them: what is chosen would be one more row, so the cell with the focus is left.
    const between = await hire('B2');
    await comeBack();
    await cellOf(page, between, 4).waitFor();
    await expect.poll(() => focusedIn(page)).toEqual([second, 4]);
    await page.keyboard.type('9-17');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await workers()).toSorted()).toEqual([second, names[2]]);
    opened.expectQuiet();
    await opened.close();
    await remove();
  });

  it('a day is a target of 24 pixels at least', async () => {
    const [first] = wide;
    if (!first) throw new Error('There are no variants.');
    const { page, follow, close } = await visitAs('samira', { ...first, width: 1280 });
    await follow('/logs/month');
    const cell = page.locator('.month-grid tbody .cell').nth(3);
    await cell.waitFor();
    const box = await cell.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await close();
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
