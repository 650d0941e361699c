import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  known,
  logIn,
  twoVariants,
  variants,
  visit,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');

withBrowser('the session', () => {
  it('ends in every tab at a log-out in one', async () => {
    const text = textsOf('en');
    const { page, context, go, close } = await visitAs('samira', wide);
    await go('/payees');
    const other = await context.newPage();
    await other.goto(`${known().url}/app/bills`);
    await other.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: text('common.accountMenu', { name: '' }) }).click();
    await page.getByRole('menuitem', { name: text('common.logOut') }).click();
    await page.getByText(text('login.loggedOut')).waitFor();
    await other.getByText(text('login.ended')).waitFor();
    await page.reload();
    await page.getByLabel(text('login.username')).waitFor();
    await close();
  });

  it('that was ended elsewhere is thrown out of its open page, and told why', async () => {
    const text = textsOf('en');
    const admin = await clientOf('admin');
    const user = await admin.users.create.mutate({
      firstName: 'Thrown',
      lastName: 'Out',
      username: `thrown-${Date.now()}`,
      password: 'correct horse battery',
    });
    const opened = await visit(wide);
    await opened.page.clock.install();
    await logIn(opened, user.username, 'correct horse battery');
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    await admin.users.setStatus.mutate({ userID: user._id, active: false });
    // The page asks every 20 seconds who its user is.
    await opened.page.clock.runFor(20_000);
    await opened.page.getByText(text('login.ended')).waitFor();
    await opened.close();
  });

  it('says that the network is away', async () => {
    const text = textsOf('en');
    const { page, context, go, close } = await visitAs('samira', wide);
    await go('/payees');
    await context.setOffline(true);
    await page.getByText(text('common.offline.title')).waitFor();
    await context.setOffline(false);
    await page.getByText(text('common.offline.title')).waitFor({ state: 'detached' });
    await close();
  });
});

withBrowser('what needs a fresh log-in', () => {
  it.each(twoVariants())('asks for the password, and is then done by itself, $name', async (variant) => {
    const text = textsOf(variant.language);
    const samira = await clientOf('samira');
    const { page, go, close } = await visitAs('samira', variant);
    const name = `Proof ${variant.language} ${process.pid}`;
    // As an old session is answered, until the password was given.
    const keys: (string | undefined)[] = [];
    let isOld = true;
    await page.route('**/trpc/auth.confirm', async (route) => {
      const response = await route.fetch();
      isOld = !response.ok();
      await route.fulfill({ response });
    });
    await page.route('**/trpc/tokens.create', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (!isOld) return route.continue();
      const data = { code: 'FRESH_LOG_IN_REQUIRED', httpStatus: 403 };
      await route.fulfill({ status: 403, json: { error: { message: 'Old.', code: -32003, data } } });
    });
    await go('/settings/security');
    const section = page.getByRole('region', { name: text('tokens.title') });
    await section.getByRole('button', { name: text('tokens.make'), exact: true }).click();
    const drawer = page.getByRole('dialog', { name: text('tokens.make') });
    await drawer.getByLabel(text('tokens.fields.name')).fill(name);
    await drawer.getByRole('checkbox').first().check();
    const submit = drawer.getByRole('button', { name: text('tokens.make'), exact: true });

    await submit.click();
    const dialog = page.getByRole('dialog', { name: text('common.proof.title') });
    const password = dialog.getByLabel(text('common.proof.password'), { exact: true });
    await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: text('common.cancel'), exact: true }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await drawer.getByText(text('common.errors.FRESH_LOG_IN_REQUIRED')).waitFor();
    expect(await drawer.getByLabel(text('tokens.fields.name')).inputValue()).toBe(name);

    await submit.click();
    await password.fill('not this one');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await password.fill(known().passwords.samira);
    await page.keyboard.press('Enter');
    await section.getByText(/^dbk_[\w-]{43}$/).waitFor();
    expect(await dialog.count()).toBe(0);
    const made = (await samira.tokens.list.query({})).items.filter((one) => one.name === name);
    expect(made).toHaveLength(1);
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[2]);
    await samira.tokens.remove.mutate({ tokenID: made[0]?._id ?? '' });
    await close();
  });
});
