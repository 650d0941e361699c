import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, known, moveTo, variants, visitAs, withBrowser } from '../support/browser.ts';
import { startEmpty } from '../support/server.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf(wide.language);

withBrowser('the first day', () => {
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const server = await startEmpty(known().postgres);
    stop = server.stop;
    moveTo(server);
    const { users } = await clientOf('admin');
    for (const { _id, username } of (await users.list.query({})).items)
      if (username !== 'admin') await users.remove.mutate({ userID: _id });
  });
  afterAll(() => stop?.());

  it('of a business goes by its first steps, each of which can be skipped', async () => {
    const { page, follow, go, expectQuiet, close } = await visitAs('admin', wide);
    const button = (label: string) => page.getByRole('button', { name: label, exact: true });
    const named = (step: string) => text(`home.firstSteps.${step}`);
    const step = (name: string) => page.getByRole('listitem').filter({ hasText: named(name) });
    const isDone = async (name: string) => {
      await follow('/');
      await step(name).getByText(text('home.firstSteps.done')).waitFor();
    };
    const begin = async (name: string) => {
      await follow('/');
      await page.getByRole('link', { name: named(name), exact: true }).click();
    };
    /** By the link of a step, with cells of a spreadsheet. */
    const bring = async (name: string, rows: string, isOfNewPayees = false) => {
      await follow('/');
      await page.getByRole('link', { name: `${text('common.import')}: ${named(name)}`, exact: true }).click();
      await button(text('imports.choose')).waitFor();
      await page.evaluate((cells) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', cells);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      }, rows);
      await button(text('imports.toRows')).click();
      if (isOfNewPayees) await page.getByRole('checkbox').first().check();
      await button(text('imports.run')).click();
      await button(text('imports.undo.run')).waitFor();
    };

    await go('/');
    await page.getByText(text('home.firstSteps.title')).waitFor();
    expect(await findings(page)).toEqual([]);

    await begin('business');
    await page.getByLabel(text('settings.fields.name'), { exact: true }).fill('Corner Shop');
    await page.getByRole('combobox', { name: text('settings.fields.currency') }).fill('JOD');
    await page.getByRole('option', { name: 'JOD' }).click();
    await page
      .locator('form', { hasText: text('settings.fields.currency') })
      .getByRole('button', { name: text('common.save') })
      .click();
    await page.getByText(text('common.saved'), { exact: true }).waitFor();
    await isDone('business');

    await bring('addWorkers', 'Name\nBasil Haddad\nCarla Nunes');
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await button(text('common.print')).click();
    await isDone('addWorkers');

    await begin('rates');
    const grid = page.getByRole('group', { name: text('pay.allRates.fillLabel') });
    await grid.getByLabel(text('pay.allRates.amount')).fill('5');
    await grid.getByRole('button').click();
    const saved = page.waitForResponse((answer) => /trpc\/rates\.(?!list)/.test(answer.url()));
    await page.keyboard.press('Control+Enter');
    await saved;
    await isDone('rates');

    await bring('openings', 'Worker\tDate\tKind\tAmount\nBasil Haddad\t2026-01-01\tOpening balance\t120');
    await isDone('openings');

    await begin('account');
    const account = page.getByRole('dialog', { name: text('bankAccounts.new') });
    await account.getByLabel(text('bankAccounts.fields.name')).fill('Current');
    await account.getByRole('button', { name: text('common.save'), exact: true }).click();
    await account.waitFor({ state: 'detached' });
    await isDone('account');

    await bring('payees', 'Name\nNablus Paper\nOlive Press');
    await isDone('payees');
    const cheques =
      'Serial\tDue date\tAmount\tPayee\tStatus\n0101\t2027-01-31\t40\tNablus Paper\tissued\n0102\t2027-02-28\t50\tNew Mill\t';
    await bring('firstCheque', cheques, true);
    await isDone('firstCheque');

    // What is skipped stays there until the rest is done too.
    for (const name of ['reading', 'firstBill']) {
      await step(name).getByRole('button').click();
      await step(name).getByText(text('home.firstSteps.skipped')).waitFor();
      await step(name)
        .getByRole('link', { name: named(name), exact: true })
        .waitFor();
    }
    await button(text('home.allPresent')).click();
    await page.getByText(text('home.firstSteps.title')).waitFor({ state: 'detached' });
    expectQuiet();
    await close();
  });
});
