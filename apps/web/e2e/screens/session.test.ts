import { it } from 'vitest';
import { clientOf, known, logIn, variants, visit, visitAs, withBrowser } from '../support/browser.ts';
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
