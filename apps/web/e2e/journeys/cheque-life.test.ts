import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '../../src/lib/dates.ts';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, visitAs, withBrowser } from '../support/browser.ts';
import { act, rowOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

let made = 0;

/** A cheque that is long past due, one that is past due, and one of today, to somebody of their own. */
async function records() {
  const samira = await clientOf('samira');
  const name = `Life${process.pid}${made++}`;
  const { _id: payee } = await samira.payees.create.mutate({ name });
  const { today } = await samira.cheques.summary.query({});
  const days = { old: addDays(today, -200), late: addDays(today, -10), now: today };
  const create = async (serial: keyof typeof days) =>
    (
      await samira.cheques.create.mutate({
        serial: `${name}-${serial}`,
        payee,
        value: '100',
        dueDate: days[serial],
      })
    )._id;
  const ids = { old: await create('old'), late: await create('late'), now: await create('now') };
  const of = (serial: keyof typeof ids) => samira.cheques.get.query({ chequeID: ids[serial] });
  return { samira, name, days, of };
}

const excess = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

withBrowser('the life of a cheque', () => {
  it.each(twoVariants())(
    'from the question that is asked once to a replacement that has cleared, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const { samira, name, days, of } = await records();
      const opened = await visitAs('samira', variant, true);
      const { page, go } = opened;
      const save = text('common.save');
      const notice = (serial: string, kind: string) =>
        page.getByText(
          text('cheques.recorded', { serial: `${name}-${serial}`, event: text(`cheques.events.${kind}`) }),
        );
      const undo = page.getByRole('button', { name: text('common.undo'), exact: true });
      const dialog = page.getByRole('dialog');
      const inRow = (serial: string, kind: string) =>
        act(page, {
          button: `${text(`cheques.actions.${kind}`)}: ${name}-${serial}`,
          actions: `${text('common.actions')}: ${name}-${serial}`,
          item: text(`cheques.actions.${kind}`),
        });

      // The start page leads to the question: what is long past due is ticked. Others' cheques are left alone.
      await go('/');
      await page.getByRole('link', { name: text('home.pastDue') }).click();
      await page.getByRole('heading', { level: 1, name: text('cheques.pastDue.title') }).waitFor();
      const box = (serial: string) =>
        page.getByRole('checkbox', { name: text('common.bulk.one', { name: `${name}-${serial}` }) });
      const tickOwn = async () => {
        const all = page.getByRole('checkbox', { name: text('common.bulk.all') });
        await box('old').waitFor();
        await all.check();
        await all.uncheck();
        await box('old').check();
        await page.getByRole('button', { name: text('cheques.pastDue.record') }).click();
        await notice('old', 'clear').waitFor();
      };
      await box('old').waitFor();
      expect(await box('old').isChecked()).toBe(true);
      expect(await box('late').isChecked()).toBe(false);
      expect(await box('now').count()).toBe(0);
      expect(await findings(page)).toEqual([]);
      expect(await excess(page)).toBe(0);
      await tickOwn();
      expect(await of('old')).toMatchObject({ status: 'cleared', statusDate: days.old });

      // Taken back, it is asked again; answered, it is not.
      await undo.click();
      await expect.poll(() => of('old')).toMatchObject({ status: 'issued', statusDate: null });
      const begin = page.getByRole('link', { name: text('cheques.pastDue.begin') });
      expect(await findings(page)).toEqual([]);
      await begin.click();
      await tickOwn();
      await begin.waitFor({ state: 'detached' });
      await go(`/cheques?search=${name}`);
      await rowOf(page, `${name}-late`).waitFor();
      expect(await rowOf(page, `${name}-old`).count()).toBe(0);
      expect(await begin.count()).toBe(0);

      // At one tap, and taken back.
      await page.getByRole('button', { name: `${text('cheques.actions.clear')}: ${name}-now` }).click();
      await notice('now', 'clear').waitFor();
      await rowOf(page, `${name}-now`).waitFor({ state: 'detached' });
      await undo.first().click();
      await rowOf(page, `${name}-now`).waitFor();
      await expect.poll(() => of('now')).toMatchObject({ status: 'issued' });

      // With a reason, and what the bank charged.
      await inRow('late', 'bounce');
      await dialog.getByLabel(text('cheques.reason')).fill('Not enough money');
      await dialog.getByLabel(text('cheques.charge')).fill('35');
      expect(await findings(page)).toEqual([]);
      await dialog.getByRole('button', { name: save, exact: true }).click();
      await notice('late', 'bounce').waitFor();
      await expect.poll(() => of('late')).toMatchObject({ status: 'bounced', attempts: 1 });

      await rowOf(page, `${name}-late`).getByText(text('cheques.statuses.bounced')).waitFor();

      // Two for one: the second is what the first leaves.
      await inRow('late', 'replace');
      const part = (number: number) =>
        dialog.getByRole('group', { name: text('cheques.replacement', { number: String(number) }) });
      const field = (number: number, label: string) =>
        part(number).getByRole('textbox', { name: text(`cheques.fields.${label}`) });
      await field(1, 'serial').fill(`${name}-0001`);
      await field(1, 'value').fill('60');
      await field(1, 'dueDate').fill(addDays(days.now, 30));
      await page.keyboard.press('Tab');
      await dialog.getByRole('button', { name: text('cheques.addReplacement') }).click();
      await expect.poll(() => field(2, 'serial').inputValue()).toBe(`${name}-0002`);
      await expect.poll(() => field(2, 'value').inputValue()).toMatch(/^40[.٫]00$/);
      expect(await findings(page)).toEqual([]);
      await dialog.getByRole('button', { name: save, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      // The notice is there for a while only.
      await page.getByRole('link', { name: text('common.showSaved') }).click();
      const { replacedBy, ...replaced } = await of('late');
      expect(replaced).toMatchObject({ status: 'cancelled', isCancelled: true });
      expect(replacedBy).toHaveLength(2);

      // The cheque itself tells all of it, and leads to those in its place.
      const title = (serial: string) =>
        page.getByRole('heading', { level: 1, name: text('cheques.named', { serial: `${name}-${serial}` }) });
      await title('late').waitFor();
      const events = page.locator('ol.timeline > li');
      await expect.poll(() => events.count()).toBe(3);
      await events.nth(1).getByText('Not enough money').waitFor();
      expect(await findings(page)).toEqual([]);
      expect(await excess(page)).toBe(0);
      await page.getByRole('link', { name: text('cheques.named', { serial: `${name}-0001` }) }).click();
      await title('0001').waitFor();
      await page.getByRole('link', { name: text('cheques.named', { serial: `${name}-late` }) }).waitFor();

      // It clears; what was taken back is struck out.
      await page.getByRole('button', { name: `${text('common.actions')}: ${name}-0001` }).click();
      await page.getByRole('menuitem', { name: text('cheques.actions.clear'), exact: true }).click();
      await notice('0001', 'clear').waitFor();
      await expect.poll(() => events.count()).toBe(2);
      await events
        .nth(1)
        .getByRole('button', { name: text('common.undo') })
        .click();
      await page.locator('ol.timeline del').waitFor();
      await page.getByRole('button', { name: `${text('common.actions')}: ${name}-0001` }).click();
      await page.getByRole('menuitem', { name: text('cheques.actions.clear'), exact: true }).click();
      await expect.poll(() => events.count()).toBe(4);
      const [first = ''] = replacedBy;
      await expect
        .poll(() => samira.cheques.get.query({ chequeID: first }))
        .toMatchObject({ status: 'cleared', replaces: (await of('late'))._id });

      // What is cleared keeps what it says.
      await page.getByRole('button', { name: text('common.edit'), exact: true }).click();
      await dialog.getByText(text('cheques.fixed.cleared')).waitFor();
      for (const label of ['serial', 'value', 'dueDate'])
        expect
          .soft(
            await dialog
              .getByRole('textbox', { name: text(`cheques.fields.${label}`) })
              .getAttribute('readonly'),
            label,
          )
          .not.toBeNull();
      expect(await findings(page)).toEqual([]);
      opened.expectQuiet();
      await opened.close();
    },
  );
});
