import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, type Variant, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const dayOf = (daysAhead: number) =>
  new Date(Date.now() + daysAhead * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Asia/Jerusalem' });

/** An account of its own with a cheque, to a payee of its own, that it cannot pay. */
async function shortAccount({ name: variant }: Variant, word = 'Short') {
  const samira = await clientOf('samira');
  const name = `${word} of ${variant}`;
  const account = await samira.bankAccounts.create.mutate({ name });
  const { _id: payee } = await samira.payees.create.mutate({ name });
  const cheque = await samira.cheques.create.mutate({
    serial: `SHORT-${variant}`,
    payee,
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
      await samira.payees.remove.mutate({ payeeID: payee });
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

  it.each(twoVariants())('shows what comes of paying later, and saves nothing, $name', async (variant) => {
    const text = textsOf(variant.language);
    const account = await shortAccount(variant, 'Later');
    const { page, go, expectQuiet, close } = await visitAs('samira', variant);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !request.url().includes('/auth')) sent.push(request.url());
    });
    await go(`/forecast?account=${account._id}&days=30`);
    await page.getByRole('button', { name: text('forecast.whatIf.title'), exact: true }).press('Enter');
    const box = page.getByRole('checkbox', { name: new RegExp(`SHORT-${variant.name}`) });
    const status = page.locator('main').getByRole('status').first();
    await box.waitFor();
    const before = await status.textContent();
    await box.press('Space');
    await expect.poll(() => status.textContent()).not.toBe(before);
    await page.locator('main .recharts-line').nth(1).waitFor();
    expect(await findings(page)).toEqual([]);
    // Three weeks later it is paid after the last of the days.
    const again = page.getByRole('button', { name: new RegExp(`^${text('forecast.whatIf.again')}`) });
    await again.press('Enter');
    await again.press('Enter');
    await expect.poll(() => status.textContent()).not.toMatch(/750.*750|٧٥٠.*٧٥٠/);
    await page.getByRole('button', { name: text('forecast.whatIf.reset'), exact: true }).press('Enter');
    await expect.poll(() => status.textContent()).toBe(before);
    await expect.poll(() => box.isChecked()).toBe(false);
    expect(sent).toEqual([]);
    await page.getByRole('combobox', { name: text('forecast.account') }).selectOption('each');
    await page.getByRole('link', { name: account.name, exact: true }).waitFor();
    await page.locator('main .recharts-line').first().waitFor();
    expect(await findings(page)).toEqual([]);
    expectQuiet();
    await close();
    await account.remove();
  });
});
