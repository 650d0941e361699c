import { expect, it } from 'vitest';
import { addMonths, monthOf, monthRange } from '../../src/lib/dates.ts';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, unique, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

withBrowser('rates of all workers', () => {
  it.each(twoVariants())(
    'are typed from top to bottom, saved and taken back at once, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const admin = await clientOf('admin');
      const { today } = await admin.cheques.summary.query({});
      const first = monthRange(monthOf(today)).from;
      const mark = unique();
      const people = await Promise.all(
        ['Aa', 'Ab', 'Ac'].map((lastName) =>
          admin.users.create.mutate({
            firstName: `Aaa${mark}`,
            lastName,
            username: `aaa${mark}${lastName}`,
            password: 'correct horse battery',
          }),
        ),
      );
      const [one, two, three] = people.map(({ _id, fullName: name }) => ({ _id, name }));
      if (!one || !two || !three) throw new Error('There are no workers.');
      const earlier = monthRange(addMonths(monthOf(today), -2)).from;
      await admin.rates.create.mutate({
        worker: one._id,
        from: earlier,
        basis: 'day',
        amount: '300',
        overtimeFactor: '1.5',
      });
      const ratesOf = async (worker: string) =>
        (await admin.rates.list.query({ worker })).items.map(({ from, basis, amount, overtimeFactor }) =>
          [from, basis, amount, overtimeFactor].join(' '),
        );

      const { page, go, expectQuiet, close } = await visitAs('admin', variant);
      await go('/pay/rates');
      const field = (name: string) =>
        page.getByRole('textbox', { name: `${text('pay.allRates.amount')}: ${name}`, exact: true });
      const basis = (name: string) =>
        page.getByRole('combobox', { name: `${text('rates.fields.basis')}: ${name}`, exact: true });
      const rowText = (name: string) => page.locator('tr[data-worker]', { hasText: name });
      await field(one.name).waitFor();
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      expect(await basis(one.name).inputValue()).toBe('day');

      // What is as before is said and not saved; Enter and arrows lead from row to row.
      await field(one.name).fill('300');
      await rowText(one.name).getByText(text('pay.allRates.unchanged'), { exact: true }).waitFor();
      await field(one.name).fill('320');
      await field(one.name).press('Enter');
      await expect
        .poll(() => field(two.name).evaluate((input) => input === document.activeElement))
        .toBe(true);
      await field(two.name).press('Control+d');
      await expect.poll(() => basis(two.name).inputValue()).toBe('day');
      expect(await field(two.name).inputValue()).toMatch(/^320/);
      await field(two.name).press('ArrowDown');
      await expect
        .poll(() => field(three.name).evaluate((input) => input === document.activeElement))
        .toBe(true);
      // An amount is missing: nothing is saved.
      await basis(three.name).selectOption('month');
      await rowText(three.name).getByText(text('issues.amount_required')).waitFor();
      await field(three.name).press('Control+Enter');
      expect(await ratesOf(two._id)).toEqual([]);
      // A column of a spreadsheet.
      await field(two.name).evaluate((input) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', '330\n4000\n');
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await expect.poll(() => field(three.name).inputValue()).toMatch(/^4[.,٬]?000/);
      // A button that can be pressed again takes a moment to look so.
      await expect.poll(() => findings(page)).toEqual([]);
      await field(three.name).press('Control+Enter');
      await expect.poll(() => ratesOf(three._id)).toEqual([`${first} month 4000 1`]);
      await expect.poll(() => ratesOf(two._id)).toEqual([`${first} day 330 1`]);
      // The terms stay those of the rate before.
      await expect.poll(() => ratesOf(one._id)).toEqual([`${first} day 320 1.5`, `${earlier} day 300 1.5`]);
      await expect.poll(() => field(one.name).inputValue()).toBe('');

      // One undo takes all of it back; another rate of the same day is changed, not made.
      await page.getByRole('button', { name: text('common.undo'), exact: true }).click();
      await expect.poll(() => ratesOf(three._id)).toEqual([]);
      await expect.poll(() => ratesOf(one._id)).toEqual([`${earlier} day 300 1.5`]);
      for (const { _id: worker } of [two, three])
        await admin.rates.create.mutate({ worker, from: first, basis: 'day', amount: '200' });
      await go('/pay/rates');
      await field(two.name).fill('210');
      await field(three.name).fill('220');
      await field(three.name).press('Control+Enter');
      await expect.poll(() => ratesOf(three._id)).toEqual([`${first} day 220 1`]);
      expect(await ratesOf(two._id)).toEqual([`${first} day 210 1`]);
      // What somebody else has changed since in another field stays.
      for (const { _id: rateID } of (await admin.rates.list.query({ worker: two._id })).items)
        await admin.rates.update.mutate({ rateID, extraNotes: 'Theirs' });
      await page
        .getByRole('button', { name: text('common.undo'), exact: true })
        .first()
        .click();
      await expect.poll(() => ratesOf(three._id)).toEqual([`${first} day 200 1`]);
      expect((await admin.rates.list.query({ worker: two._id })).items).toMatchObject([
        { amount: '200', extraNotes: 'Theirs' },
      ]);
      expectQuiet();
      await close();
      for (const { _id } of [one, two, three]) await admin.users.remove.mutate({ userID: _id });
    },
  );
});
