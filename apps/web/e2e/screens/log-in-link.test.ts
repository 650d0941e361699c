import { expect, it } from 'vitest';
import {
  clientOf,
  known,
  twoVariants,
  unique,
  variants,
  visit,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const password = 'a battery of horses';

withBrowser('a log-in link', () => {
  it.each(twoVariants())('of a new account is handed over, and opened once, $name', async (variant) => {
    const text = textsOf('en');
    const stem = unique();
    const username = `linked${stem}`;
    const admin = await visitAs('admin', wide);
    await admin.go('/users');
    await admin.page.getByRole('button', { name: text('users.new'), exact: true }).click();
    const form = admin.page.getByRole('dialog', { name: text('users.new') });
    await form.getByLabel(text('users.fields.firstName')).fill('Linked');
    await form.getByLabel(text('users.fields.lastName')).fill(stem);
    await form.getByLabel(text('users.fields.username')).fill(username);
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    const card = admin.page.getByRole('dialog', {
      name: text('users.link.title', { name: `Linked ${stem}` }),
    });
    await card.getByRole('img', { name: text('common.linkCode') }).waitFor();
    const link = (await card.getByText(/\/app\/link#/).textContent()) ?? '';
    await card.getByRole('button', { name: text('users.handover.done') }).click();
    await card.waitFor({ state: 'detached' });
    admin.expectQuiet();
    await admin.close();

    const theirs = textsOf(variant.language);
    const { page, expectQuiet, close } = await visit(variant);
    await page.goto(link);
    const choose = async (typed: string) => {
      await page.getByLabel(theirs('users.newPassword')).fill(typed);
      await page.getByRole('button', { name: theirs('users.link.save') }).click();
    };
    await choose(password);
    await page.getByRole('button', { name: theirs('common.accountMenu', { name: '' }) }).waitFor();
    expect(page.url()).toBe(`${known().url}/app/`);
    expectQuiet();
    await page.goto('about:blank');
    await page.goto(link);
    await choose('another battery');
    await page.getByRole('alert').getByText(theirs('common.errors.LINK_INVALID')).waitFor();
    await close();

    const client = await clientOf('admin');
    const { items } = await client.users.list.query({ search: `^Linked ${stem}$` });
    for (const { _id: userID } of items) await client.users.remove.mutate({ userID });
  });
});
