import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { clientOf, closeAll, known, type Visit, variants, visitAs, withBrowser } from '../support/browser.ts';
import { installedFor } from '../support/installed.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');
const waits = (page: Page, count: number) =>
  page.getByText(text(`logs.waiting.count_${count === 1 ? 'one' : 'other'}`, { count: String(count) }));

/** What the service has of a day, and how often it was changed. */
async function recordedOn(date: string) {
  const admin = await clientOf('admin');
  const { items } = await admin.logs.list.query({ from: date, to: date });
  const rows = await Promise.all(
    items.map(async ({ _id }) => (await admin.journal.list.query({ record: _id })).items.length),
  );
  return { times: items.map(({ startingTime }) => startingTime), changes: rows };
}

/** The minutes of the breaks of a day, ascending. */
async function breaksOn(date: string) {
  const { items } = await (await clientOf('admin')).logs.list.query({ from: date, to: date });
  return items.map(({ breakMinutes }) => breakMinutes).toSorted((one, other) => one - other);
}

const lines = (page: Page) => page.locator('table.day-sheet tbody tr');
const start = (page: Page, row = 0) => lines(page).nth(row).locator('[data-column=start] input');

async function type(page: Page, time: string, row = 0) {
  await lines(page).nth(row).getByText(text('logs.present'), { exact: true }).click();
  await start(page, row).fill(time);
  await start(page, row).press('Control+Enter');
}

/** The day sheet, in a browser that has the application on the device. */
async function opened(date: string): Promise<Visit> {
  const found = await installedFor('samira');
  await found.follow(`/logs/day?day=${date}`);
  return found;
}

withBrowser('the day sheet without a network', () => {
  // A second try begins as the first one did.
  beforeEach(async () => {
    await closeAll();
    const admin = await clientOf('admin');
    const { items } = await admin.logs.list.query({ from: '2034-03-06', to: '2034-03-14' });
    for (const { _id: logID } of items) await admin.logs.remove.mutate({ logID });
  });

  it('keeps what is saved, over a reload, shows what waits, and sends it once', async () => {
    const date = '2034-03-06';
    const { page, context, close } = await opened(date);
    await context.setOffline(true);
    await type(page, '7:10');
    await waits(page, 1).waitFor();
    await lines(page).first().getByText(text('logs.waiting.mark'), { exact: true }).waitFor();
    // Typed anew while it waits, it stays one.
    await lines(page).first().locator('[data-column=break] input').fill('25');
    await type(page, '7:20');
    await type(page, '7:30', 1);
    await waits(page, 2).waitFor();
    await page.reload();
    await waits(page, 2).waitFor();
    await expect.poll(() => start(page).inputValue()).toBe('07:20');
    await page.getByRole('button', { name: text('logs.waiting.show') }).click();
    const list = page.getByRole('dialog', { name: text('logs.waiting.title') });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
    await page.keyboard.press('Escape');
    expect((await recordedOn(date)).times).toEqual([]);
    await context.setOffline(false);
    const sent = async () => {
      const { times, changes } = await recordedOn(date);
      return [times.toSorted(), changes];
    };
    await expect.poll(sent).toEqual([
      ['07:20', '07:30'],
      [1, 1],
    ]);
    expect(await breaksOn(date)).toEqual([0, 25]);
    for (const count of [1, 2]) await waits(page, count).waitFor({ state: 'detached' });
    await page.reload();
    await lines(page).first().waitFor();
    expect((await recordedOn(date)).times.length).toBe(2);
    await close();
  });

  it.each([
    { when: 'as it is sent', date: '2034-03-07', isHeard: false },
    { when: 'before the answer is there', date: '2034-03-08', isHeard: true },
  ])('makes nothing twice where the page is killed $when', async ({ date, isHeard }) => {
    const { page, context, go, close } = await visitAs('samira', wide);
    await go(`/logs/day?day=${date}`);
    let isStopped = false;
    await context.route('**/trpc/logs.create*', async (route) => {
      if (isStopped) return route.continue();
      isStopped = true;
      // The page goes before it learns anything.
      if (isHeard) await route.fetch();
      await page.close();
    });
    const gone = page.waitForEvent('close');
    await type(page, '7:40');
    await gone;
    if (isHeard) expect((await recordedOn(date)).times).toEqual(['07:40']);
    const again = await context.newPage();
    await again.goto(`${known().url}/app/logs/day?day=${date}`);
    await expect.poll(() => recordedOn(date)).toEqual({ times: ['07:40'], changes: [1] });
    await expect.poll(() => start(again).inputValue()).toBe('07:40');
    await waits(again, 1).waitFor({ state: 'detached' });
    expect(await recordedOn(date)).toEqual({ times: ['07:40'], changes: [1] });
    await close();
  });

  it('asks where somebody else was faster', async () => {
    const date = '2034-03-09';
    const samira = await clientOf('samira');
    const { page, context, go, close } = await opened(date);
    await lines(page).nth(1).waitFor();
    const [first = '', second = ''] = await lines(page).evaluateAll((rows) =>
      rows.map((row) => row.getAttribute('data-worker') ?? ''),
    );
    const times = { startingTime: '09:00', finishingTime: '17:00' };
    const { _id: logID } = await samira.logs.create.mutate({ date, worker: first, ...times });
    await go(`/logs/day?day=${date}`);
    await context.setOffline(true);
    await type(page, '7:50');
    await type(page, '8:10', 1);
    await waits(page, 2).waitFor();
    await samira.logs.update.mutate({ logID, startingTime: '09:30' });
    await samira.logs.create.mutate({ date, worker: second, ...times });
    await context.setOffline(false);
    await page.getByText(text('logs.waiting.asked_other', { count: '2' })).waitFor();
    expect((await recordedOn(date)).times.toSorted()).toEqual(['09:00', '09:30']);
    await page.getByRole('button', { name: text('logs.waiting.show') }).click();
    const list = page.getByRole('dialog', { name: text('logs.waiting.title') });
    await list.getByText('09:30').waitFor();
    await list.getByRole('button', { name: text('logs.waiting.mine') }).click();
    await page.getByText(text('logs.waiting.asked_one', { count: '1' })).waitFor();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await list.getByRole('button', { name: text('logs.waiting.discard') }).click();
    await list.waitFor({ state: 'detached' });
    expect((await recordedOn(date)).times.toSorted()).toEqual(['07:50', '09:00']);
    await expect.poll(() => start(page).inputValue()).toBe('07:50');
    await expect.poll(() => start(page, 1).inputValue()).toBe('09:00');
    await close();
  });

  it('two tabs send what waits once, and both show it', async () => {
    const date = '2034-03-11';
    const { page, context, close } = await opened(date);
    const other = await context.newPage();
    await other.goto(`${known().url}/app/logs/day?day=${date}`);
    await lines(other).first().waitFor();
    await context.setOffline(true);
    await type(page, '7:05');
    await waits(page, 1).waitFor();
    await waits(other, 1).waitFor();
    await context.setOffline(false);
    for (const tab of [page, other]) await waits(tab, 1).waitFor({ state: 'detached' });
    for (const tab of [page, other]) await expect.poll(() => start(tab).inputValue()).toBe('07:05');
    expect(await recordedOn(date)).toEqual({ times: ['07:05'], changes: [1] });
    await close();
  });

  it('what is typed while it is being sent is sent after it', async () => {
    const date = '2034-03-12';
    const { page, context, close } = await opened(date);
    await context.setOffline(true);
    await type(page, '7:15');
    await waits(page, 1).waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const sent = page.waitForRequest('**/trpc/logs.create*');
    await context.route('**/trpc/logs.create*', async (route) => {
      await held;
      await route.continue();
    });
    await context.setOffline(false);
    await sent;
    await type(page, '7:25');
    release();
    await waits(page, 1).waitFor({ state: 'detached' });
    await expect.poll(() => recordedOn(date)).toEqual({ times: ['07:25'], changes: [2] });
    await expect.poll(() => start(page).inputValue()).toBe('07:25');
    await close();
  });

  it.each([
    { when: 'that was not sent', date: '2034-03-13', isHeard: false },
    { when: 'whose answer was lost', date: '2034-03-14', isHeard: true },
  ])('cells of the month $when wait, and are made once', async ({ date, isHeard }) => {
    const { page, context, follow, close } = await installedFor('samira');
    await follow('/logs/month?month=2034-03');
    const day = Number(date.slice(-2)) - 1;
    await page.locator(`[data-cell="0:${day}"]`).focus();
    await page.keyboard.press('Shift+ArrowDown');
    if (isHeard)
      await context.route('**/trpc/logs.bulk*', async (route) => {
        await route.fetch();
        await route.abort();
      });
    else await context.setOffline(true);
    await page.keyboard.type('7-15');
    await page.keyboard.press('Control+Enter');
    await waits(page, 2).waitFor();
    const times = ['07:00', '07:00'];
    expect((await recordedOn(date)).times).toEqual(isHeard ? times : []);
    await context.setOffline(true);
    await context.setOffline(false);
    await waits(page, 2).waitFor({ state: 'detached' });
    await expect.poll(() => recordedOn(date)).toEqual({ times, changes: [1, 1] });
    await close();
  });

  it('asks before a log-out discards what waits', async () => {
    const date = '2034-03-10';
    const { page, context, close } = await opened(date);
    await context.setOffline(true);
    await type(page, '8:20');
    await waits(page, 1).waitFor();
    const leave = async () => {
      await page.getByRole('button', { name: /Samira/ }).click();
      await page.getByRole('menuitem', { name: text('common.logOut') }).click();
    };
    await leave();
    await page.getByText(text('logs.waiting.logOutText')).waitFor();
    await page.getByRole('button', { name: text('common.cancel'), exact: true }).click();
    await waits(page, 1).waitFor();
    await leave();
    await page.getByRole('button', { name: text('logs.waiting.logOut') }).click();
    await page.locator('input[name=password]').waitFor();
    await context.setOffline(false);
    await page.locator('input[name=username]').fill('samira');
    await page.locator('input[name=password]').fill(known().passwords.samira);
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect((await recordedOn(date)).times).toEqual([]);
    await close();
  });
});
