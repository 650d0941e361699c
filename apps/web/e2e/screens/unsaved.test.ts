import { expect, it } from 'vitest';
import { clientOf, logIn, type Visit, variants, visit, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');
const password = 'correct horse battery';

const question = ({ page }: Visit) => page.getByRole('dialog', { name: text('common.unsaved.title') });

async function keep(opened: Visit) {
  const dialog = question(opened);
  await dialog.waitFor();
  // Enter without reading loses nothing.
  const button = dialog.getByRole('button', { name: text('common.unsaved.keep') });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await button.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

async function discard(opened: Visit) {
  const dialog = question(opened);
  await dialog.getByRole('button', { name: text('common.unsaved.discard') }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Also where a dialog stands before the menu. */
async function logOut({ page }: Visit) {
  await page.locator('button.account').evaluate((button: HTMLElement) => button.click());
  const item = page.getByRole('menuitem', { name: text('common.logOut'), includeHidden: true });
  await item.evaluate((element: HTMLElement) => element.click());
}

/** Does the browser ask before the page is reloaded? */
async function asksAtReload({ page }: Visit): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
}

withBrowser('what was typed', () => {
  it('in a form is not lost by any way out of it without a question', async () => {
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await go('/payees');
    await page
      .getByRole('link', { name: text('bills.title') })
      .first()
      .click();
    await page.getByRole('button', { name: text('bills.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('bills.new') });
    const description = form.getByLabel(text('bills.fields.description'));
    expect(await asksAtReload(opened)).toBe(false);
    await description.fill('Typed');
    expect(await asksAtReload(opened)).toBe(true);

    const cancel = form.getByRole('button', { name: text('common.cancel'), exact: true });
    await cancel.click();
    await keep(opened);
    // The focus is where it was, and not in the first field.
    await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await keep(opened);
    await page.mouse.click(200, 400);
    await keep(opened);
    await page.goBack();
    await keep(opened);
    await logOut(opened);
    await keep(opened);
    expect(page.url()).toMatch(/\/app\/bills$/);
    await expect.poll(() => description.inputValue()).toBe('Typed');
    await description.focus();

    await form.getByRole('button', { name: text('common.cancel'), exact: true }).click();
    await discard(opened);
    await form.waitFor({ state: 'detached' });
    // Nothing is typed: nobody is asked.
    await page.getByRole('button', { name: text('bills.new'), exact: true }).click();
    await form.getByRole('button', { name: text('common.cancel'), exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await page.goBack();
    await page.waitForURL('**/app/payees');
    opened.expectQuiet();
    await opened.close();
  });

  it('in the day sheet, the month’s cells and the password is not lost by a log-out', async () => {
    const opened = await visitAs('admin', wide);
    const { page, go } = opened;
    await go('/logs/day?day=2032-01-05');
    const notes = page.locator('[data-column=notes] input').first();
    await notes.fill('Typed');
    await logOut(opened);
    await keep(opened);
    await expect.poll(() => notes.inputValue()).toBe('Typed');
    await page.getByRole('button', { name: text('logs.discard') }).click();

    await go('/logs/month?month=2032-01');
    await page.locator('[data-cell][tabindex="0"]').press('Enter');
    const payment = page.getByRole('dialog').getByLabel(text('logs.fields.payment'));
    await payment.fill('12');
    await payment.press('Escape');
    await keep(opened);
    await logOut(opened);
    await keep(opened);
    await payment.press('Escape');
    await discard(opened);

    await go('/settings/security');
    await page.locator('input[autocomplete=current-password]').fill('typed');
    await page
      .getByRole('link', { name: text('bills.title') })
      .first()
      .click();
    await keep(opened);
    await logOut(opened);
    await discard(opened);
    await page.getByText(text('login.loggedOut')).waitFor();
    opened.expectQuiet();
    await opened.close();
  });

  it('when a session ends comes back after the log-in, also over a reload, to the same person only', async () => {
    const admin = await clientOf('admin');
    const make = async (stem: string) => {
      const username = `${stem}-${Date.now()}`;
      const user = await admin.users.create.mutate({ firstName: 'Kept', lastName: stem, username, password });
      return admin.users.setRole.mutate({ userID: user._id, role: 'Supervisor' });
    };
    const [first, second] = [await make('first'), await make('second')];
    const opened = await visit(wide);
    const { page, go } = opened;
    await logIn(opened, first.username, password);
    await go('/logs/day?day=2032-01-06');
    const notes = page.locator('[data-column=notes] input').first();
    await notes.fill('Kept in the sheet');
    const endSession = async () => {
      for (const active of [false, true]) await admin.users.setStatus.mutate({ userID: first._id, active });
      // Perhaps the stream of events has said so before, and the sheet is gone.
      await page.keyboard.press('Control+Enter');
      await page.getByText(text('login.ended')).waitFor();
    };
    await endSession();
    await page.reload();
    await page.locator('input[name=username]').waitFor();
    const again = async (username: string) => {
      await page.locator('input[name=username]').fill(username);
      await page.locator('input[name=password]').fill(password);
      await page.locator('button[type=submit]').click();
      await page.waitForURL(/\/app\/logs\/day/);
    };
    await again(first.username);
    await expect.poll(() => notes.inputValue()).toBe('Kept in the sheet');
    await page.getByText(text('common.draftsKept')).waitFor();

    await notes.focus();
    await endSession();
    await again(second.username);
    await notes.waitFor();
    await expect.poll(() => notes.inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
      'Kept in the sheet',
    );
    await opened.close();
  });
});
