import { expect, it } from 'vitest';
import { directionOf } from '../src/i18n/languages.ts';
import { findings } from './support/axe.ts';
import { clientOf, known, logIn, variants, visit, visitAs, withBrowser } from './support/browser.ts';
import { textsOf } from './support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');

withBrowser('the session', () => {
  it.each(variants)('begins at the log-in page, $name', async (variant) => {
    const text = textsOf(variant.language);
    const opened = await visit(variant);
    const { page, go, expectQuiet } = opened;
    await go('/cheques');
    expect(page.url()).toContain('/app/login?to=%2Fcheques');
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe(directionOf(variant.language));
    expect(await findings(page)).toEqual([]);

    await page.getByLabel(text('login.username')).fill('samira');
    await page.getByLabel(text('login.password'), { exact: true }).fill('wrong password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(text('common.errors.INVALID_CREDENTIALS')).waitFor();

    await page.getByLabel(text('login.password'), { exact: true }).fill(known().passwords.samira);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/cheques');
    expectQuiet();
    await opened.close();
  });

  it('survives a reload, without a token where a script could find it', async () => {
    const { page, go, context, close } = await visitAs('samira', wide);
    await go('/payees');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toMatch(/\/app\/payees$/);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toMatch(/eyJ|daybook_/);
    const cookies = await context.cookies(`${known().url}/auth`);
    expect(cookies.map(({ name }) => name).toSorted()).toEqual(['daybook_device', 'daybook_refresh']);
    for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    await close();
  });

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
    await logIn(opened, user.username, 'correct horse battery');
    await admin.users.setStatus.mutate({ userID: user._id, active: false });
    await opened.page.getByText(text('login.ended')).waitFor({ timeout: 40_000 });
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
