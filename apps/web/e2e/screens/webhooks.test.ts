import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

withBrowser('webhooks', () => {
  it.each(twoVariants())('are made, tested, given another secret and deleted, $name', async (variant) => {
    const text = textsOf(variant.language);
    const admin = await clientOf('admin');
    const { page, go, expectQuiet, close } = await visitAs('admin', variant);
    await go('/settings');
    await page.getByRole('link', { name: text('webhooks.manage') }).click();
    await page.getByRole('heading', { name: text('webhooks.title'), level: 1 }).waitFor();
    await page.getByRole('button', { name: text('webhooks.make'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('webhooks.make') });
    await form.getByRole('textbox', { name: text('webhooks.fields.name') }).fill('Accounting');
    const address = form.getByRole('textbox', { name: text('webhooks.fields.url') });
    await address.fill('receiver.invalid');
    await form.getByRole('checkbox', { name: text('bills.title'), exact: true }).check();
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    await form.getByText(text('issues.invalid_url')).waitFor();
    await address.fill('https://receiver.invalid/hook');
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    const secret = page.getByText(/^whsec_\S+=$/);
    const first = await secret.textContent();
    expect(await findings(page)).toEqual([]);

    const item = page.getByRole('listitem').filter({ hasText: 'Accounting' }).first();
    await item.getByRole('button', { name: `${text('webhooks.test')}: Accounting` }).click();
    await item.getByText(text('webhooks.errors.unknown_host')).waitFor({ timeout: 20_000 });
    await item.getByText(text('webhooks.states.failed'), { exact: true }).waitFor();
    expect(await findings(page)).toEqual([]);

    await item.getByRole('button', { name: `${text('webhooks.rotate')}: Accounting` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('webhooks.rotate'), exact: true }).click();
    await expect.poll(() => secret.textContent()).not.toBe(first);
    await item.getByRole('button', { name: `${text('common.delete')}: Accounting` }).click();
    await dialog.getByRole('button', { name: text('common.delete'), exact: true }).click();
    await page.getByText(text('webhooks.none')).waitFor();
    expect((await admin.webhooks.list.query({})).items).toEqual([]);
    expectQuiet();
    await close();
  });
});
