import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, type Variant, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const dayOf = (daysAhead: number) =>
  new Date(Date.now() + daysAhead * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Asia/Jerusalem' });

/** An account of its own with a cheque that it cannot pay. */
async function shortAccount({ name: variant }: Variant) {
  const samira = await clientOf('samira');
  const name = `Short of ${variant}`;
  const account = await samira.bankAccounts.create.mutate({ name });
  const [payee] = (await samira.payees.list.query({ limit: 1 })).items;
  const cheque = await samira.cheques.create.mutate({
    serial: `SHORT-${variant}`,
    payee: payee?._id ?? '',
    account: account._id,
    value: '750',
    dueDate: dayOf(10),
  });
  return {
    _id: account._id,
    name,
    read: () =>
      samira.balanceReadings.create.mutate({ account: account._id, date: dayOf(0), balance: '1000.25' }),
    remove: async () => {
      await samira.cheques.remove.mutate({ chequeID: cheque._id });
      const { items } = await samira.balanceReadings.list.query({ account: account._id });
      for (const { _id } of items) await samira.balanceReadings.remove.mutate({ balanceReadingID: _id });
      await samira.bankAccounts.remove.mutate({ bankAccountID: account._id });
    },
  };
}

withBrowser('the forecast', () => {
  it.each(twoVariants())('says what is missing, and on which day, $name', async (variant) => {
    const text = textsOf(variant.language);
    const account = await shortAccount(variant);
    const { page, go, expectQuiet, close } = await visitAs('samira', variant);
    await go('/');
    const card = page.getByRole('region', { name: account.name });
    const missing = await card.locator('.missing').textContent();
    expect(missing).toMatch(/750|٧٥٠/);
    expect(await findings(page)).toEqual([]);
    await card.getByRole('link', { name: text('forecast.title') }).click();
    await page.waitForURL((url) => url.searchParams.get('account') === account._id);
    await page.getByText(text('forecast.noReading')).waitFor();
    await expect.poll(() => page.locator('main .missing').textContent()).toBe(missing);
    await page.locator('.recharts-reference-dot').waitFor();
    expect(await findings(page)).toEqual([]);

    await page.getByRole('radio', { checked: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForURL((url) => url.searchParams.get('days') === '90');

    await account.read();
    await go(`/forecast?account=${account._id}&days=30`);
    await expect.poll(() => page.locator('.missing').count()).toBe(0);
    expect(await page.getByText(text('forecast.noReading')).count()).toBe(0);
    const label = text('forecast.movements');
    const day = page.getByRole('table', { name: label }).or(page.getByRole('list', { name: label }));
    await day.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(
      ({ pathname, searchParams }) =>
        pathname.endsWith('/cheques') &&
        searchParams.get('account') === account._id &&
        searchParams.has('to'),
    );
    expectQuiet();
    await close();
    await account.remove();
  });
});
