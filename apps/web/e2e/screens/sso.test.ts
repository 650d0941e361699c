import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProvider, type TestProvider } from '../../../server/test/support/provider.ts';
import { newAuthenticator } from '../support/authenticator.ts';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  known,
  logIn,
  moveTo,
  newWorker,
  twoVariants,
  visit,
  visitAs,
  withBrowser,
  workerPassword,
} from '../support/browser.ts';
import { startEmpty } from '../support/server.ts';
import { textsOf } from '../support/texts.ts';

withBrowser('single sign-on', () => {
  let stop: (() => Promise<void>) | undefined;
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startProvider();
    const server = await startEmpty(known().postgres, {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'Company',
    });
    stop = server.stop;
    moveTo(server);
  });
  afterAll(async () => {
    await stop?.();
    await provider.stop();
  });

  it.each(twoVariants())('links an account, logs in with it, and ends the link, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { page, close, go } = await visit(variant);
    const button = (label: string) => page.getByRole('button', { name: label, exact: true });
    const withProvider = button(text('login.sso', { name: 'Company' }));
    const account = page.getByRole('button', { name: text('common.accountMenu', { name: '' }) });
    const failure = (code: string) => page.getByRole('alert').getByText(text(`common.errors.${code}`));

    // Nobody is linked yet.
    provider.person = { sub: 'ada at Company' };
    await go('/');
    await withProvider.click();
    await failure('SSO_UNKNOWN').waitFor();
    expect(await findings(page)).toEqual([]);
    await button(text('login.code.back')).click();

    await page.getByLabel(text('login.username')).fill('ada');
    await page.getByLabel(text('login.password'), { exact: true }).fill(known().passwords.ada);
    await button(text('login.submit')).click();
    await account.waitFor();
    await go('/settings/security');
    await button(text('identities.make', { name: 'Company' })).click();
    await button(text('identities.end')).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/settings/security');
    expect(await findings(page)).toEqual([]);

    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await go('/');
    await withProvider.click();
    await account.waitFor();
    await go('/settings/security');
    await button(text('identities.end')).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('identities.end'), exact: true })
      .click();
    await button(text('identities.make', { name: 'Company' })).waitFor();
    await close();
  });

  it.each(twoVariants())('an Administrator links somebody by `sub`, and ends it, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { _id: userID, fullName } = await newWorker();
    const admin = await visitAs('admin', variant);
    await admin.go('/users/security');
    const open = admin.page.getByRole('button', { name: `${text('identities.linkOpen')}: ${fullName}` });
    await open.click();
    const drawer = admin.page.getByRole('dialog', { name: text('identities.linkTitle', { name: fullName }) });
    expect(await drawer.getByLabel(text('identities.fields.issuer')).inputValue()).toBe(provider.issuer);
    const submit = drawer.getByRole('button', { name: text('identities.link'), exact: true });
    await submit.click();
    await drawer.locator('[aria-invalid=true]').waitFor();
    await drawer.getByLabel(text('identities.fields.subject')).fill(`sub of ${userID}`);
    expect(await findings(admin.page)).toEqual([]);
    await submit.click();
    await admin.page.getByText(text('identities.linked', { name: fullName })).waitFor();
    await drawer.waitFor({ state: 'detached' });

    const { page, close, go } = await visit(variant);
    provider.person = { sub: `sub of ${userID}` };
    await go('/');
    await page.getByRole('button', { name: text('login.sso', { name: 'Company' }), exact: true }).click();
    await page.getByRole('button', { name: text('common.accountMenu', { name: '' }) }).waitFor();
    await close();

    await open.click();
    const end = { name: text('identities.end'), exact: true };
    await drawer.getByRole('button', end).click();
    const asking = admin.page.getByRole('dialog', { name: text('identities.endTitle') });
    await asking.waitFor();
    expect(await findings(admin.page)).toEqual([]);
    await asking.getByRole('button', end).click();
    await drawer.getByRole('button', end).waitFor({ state: 'detached' });
    admin.expectQuiet();
    await admin.close();
  });

  it.each(twoVariants())('takes a passkey where the provider had one factor, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { _id: userID, username } = await newWorker();
    const admin = await clientOf('admin');
    await admin.users.linkIdentity.mutate({ userID, subject: `sub of ${userID}` });
    // Browsers keep passkeys to a name, never to an address.
    moveTo({ ...known(), url: known().url.replace('127.0.0.1', 'localhost') });
    const opened = await visit(variant);
    const { page, context, go, close } = opened;
    await go('/login');
    const authenticator = await newAuthenticator(context, page);
    await authenticator.answers(false);
    await logIn(opened, username, workerPassword);
    await go('/settings/security');
    await page.getByRole('button', { name: text('settings.passkey.open') }).click();
    const form = page.getByRole('dialog', { name: text('settings.passkey.title') });
    await form.getByLabel(text('settings.currentPassword')).fill(workerPassword);
    await authenticator.answers(true);
    await form.getByRole('button', { name: text('settings.passkey.add'), exact: true }).click();
    const codes = page.getByRole('dialog', { name: text('security.codes.title') });
    await codes.getByRole('button', { name: text('security.codes.kept') }).click();
    await authenticator.answers(false);

    await context.clearCookies();
    await go('/login');
    provider.person = { sub: `sub of ${userID}` };
    await page.getByRole('button', { name: text('login.sso', { name: 'Company' }), exact: true }).click();
    await page.locator('input[name=code]').waitFor();
    expect(await findings(page)).toEqual([]);
    await authenticator.answers(true);
    await page.getByRole('button', { name: text('common.proof.passkey'), exact: true }).click();
    await page.getByRole('button', { name: text('common.accountMenu', { name: '' }) }).waitFor();
    await authenticator.end();
    await close();
  });
});
