import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, variants, visitAs, withBrowser } from '../support/browser.ts';
import { act, rowOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

// What was done is taken back: from the notice, from the trash, from the history beside a record.
const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
let made = 0;
const fresh = (stem: string) => `${stem}${process.pid}${made++}`;

withBrowser('an undo', () => {
  it.each(twoVariants())('of a deletion: by keys, by the notice, from the trash, $name', async (variant) => {
    const text = textsOf(variant.language);
    const samira = await clientOf('samira');
    const name = fresh('Undo');
    const { _id: payeeID } = await samira.payees.create.mutate({ name });
    const opened = await visitAs('samira', variant);
    const { page, go } = opened;
    await go(`/payees?search=${name}`);
    const row = rowOf(page, name);
    const undo = page.getByRole('button', { name: text('common.undo'), exact: true });
    const remove = () =>
      act(page, {
        button: `${text('common.delete')}: ${name}`,
        actions: `${text('common.actions')}: ${name}`,
        item: text('common.delete'),
      });

    await remove();
    await undo.waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText(text('common.undone'), { exact: true }).waitFor();
    await row.waitFor();
    await expect.poll(() => samira.payees.get.query({ payeeID })).toMatchObject({ name, version: 3 });

    await remove();
    await undo.first().focus();
    expect(await findings(page)).toEqual([]);
    await undo.first().press('Enter');
    await row.waitFor();

    await remove();
    await row.waitFor({ state: 'detached' });
    await go('/trash?kind=payees');
    await page
      .getByRole('button', { name: `${text('trash.restore')}: ${text('payees.singular')} ${name}` })
      .click();
    await page.getByText(text('trash.restored')).waitFor();
    await expect.poll(() => samira.payees.get.query({ payeeID })).toMatchObject({ name, version: 7 });
    opened.expectQuiet();
    await opened.close();
  });

  it.each(twoVariants())(
    'of what the history of a record tells, also where it has changed since, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const [admin, samira] = [await clientOf('admin'), await clientOf('samira')];
      const name = fresh('Told');
      const { _id: payeeID } = await samira.payees.create.mutate({ name });
      await samira.payees.update.mutate({ payeeID, email: 'first@example.org' });
      await admin.payees.update.mutate({ payeeID, email: 'second@example.org', extraNotes: 'More' });
      const opened = await visitAs('samira', variant);
      const { page, go } = opened;
      await go(`/payees/${payeeID}`);
      await page.getByRole('button', { name: text('journal.title') }).click();
      const entries = page.locator('ol.history > li');
      await expect.poll(() => entries.count()).toBe(3);
      // The administrator's change is not hers to undo.
      expect(await entries.nth(0).getByRole('button').count()).toBe(0);
      expect(await findings(page)).toEqual([]);
      await entries
        .nth(1)
        .getByRole('button', { name: text('common.undo') })
        .click();
      const question = page.getByRole('dialog', { name: text('journal.conflictTitle') });
      await question.getByRole('cell', { name: 'first@example.org' }).waitFor();
      await question.getByRole('cell', { name: 'second@example.org' }).waitFor();
      expect(await findings(page)).toEqual([]);
      await question.getByRole('button', { name: text('journal.keep') }).click();
      await question.waitFor({ state: 'detached' });
      await expect
        .poll(() => samira.payees.get.query({ payeeID }))
        .toMatchObject({
          email: 'second@example.org',
          version: 3,
        });

      await entries
        .nth(1)
        .getByRole('button', { name: text('common.undo') })
        .click();
      await question.getByRole('button', { name: text('journal.putBackAnyway') }).click();
      await expect.poll(() => entries.count()).toBe(4);
      await expect
        .poll(() => samira.payees.get.query({ payeeID }))
        .toMatchObject({ email: '', extraNotes: 'More' });
      await entries
        .nth(0)
        .getByRole('button', { name: text('common.undo') })
        .click();
      await expect.poll(() => entries.count()).toBe(5);
      await entries.nth(1).getByText(text('journal.undone'), { exact: true }).waitFor();
      await expect
        .poll(() => samira.payees.get.query({ payeeID }))
        .toMatchObject({ email: 'second@example.org' });
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess).toBe(0);
      opened.expectQuiet();
      await opened.close();
    },
  );
});
