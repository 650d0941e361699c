import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import {
  known,
  logIn,
  moveTo,
  newWorker,
  twoVariants,
  visit,
  withBrowser,
  workerPassword,
} from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

/** Chromium's authenticator in software, which says yes to everything unless told to wait. */
async function newAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    answers: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    clear: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
    end: () => devtools.send('WebAuthn.disable'),
  };
}

withBrowser('passkeys', () => {
  // Browsers keep them to a name, never to an address.
  beforeAll(() => moveTo({ ...known(), url: known().url.replace('127.0.0.1', 'localhost') }));

  it.each(twoVariants())(
    'are added, and log in with a button and as a suggestion, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const opened = await visit(variant);
      const { page, context, go, expectQuiet, close } = opened;
      const { url } = known();
      const { username } = await newWorker();
      await go('/login');
      // Without an authenticator nothing is suggested, and nothing said.
      await page.getByRole('button', { name: text('login.passkey') }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      const authenticator = await newAuthenticator(context, page);
      // A suggestion waits until somebody chooses it.
      await authenticator.answers(false);
      await logIn(opened, username, workerPassword);

      await go('/settings/security');
      await page.getByRole('button', { name: text('settings.passkey.open') }).click();
      const form = page.getByRole('dialog', { name: text('settings.passkey.title') });
      const add = async (password: string) => {
        await form.getByLabel(text('settings.currentPassword')).fill(password);
        await form.getByRole('button', { name: text('settings.passkey.add'), exact: true }).click();
      };
      expect(await findings(page)).toEqual([]);
      await authenticator.answers(true);
      await add(workerPassword);
      await page.getByText(text('settings.passkey.done')).waitFor();
      await form.waitFor({ state: 'detached' });
      // It is the first factor.
      const codes = page.getByRole('dialog', { name: text('security.codes.title') });
      expect(await codes.locator('li').count()).toBe(10);
      await codes.getByRole('button', { name: text('security.codes.kept') }).click();
      expect(await authenticator.credentials()).toMatchObject([
        { rpId: 'localhost', isResidentCredential: true, userName: username, signCount: 1 },
      ]);

      // A second one on the same device.
      await page.getByRole('button', { name: text('settings.passkey.open') }).click();
      await add(workerPassword);
      await form.getByText(text('settings.passkey.known')).waitFor();
      await form.getByRole('button', { name: text('common.cancel') }).click();

      await authenticator.answers(false);
      const leave = async () => {
        await context.clearCookies();
        await go('/login');
      };
      await leave();
      const press = () => page.getByRole('button', { name: text('login.passkey') }).click();
      expect(await findings(page)).toEqual([]);
      await authenticator.answers(true);
      await press();
      await page.waitForURL(`${url}/app/`);
      await page.getByRole('button', { name: text('common.accountMenu', { name: '' }) }).waitFor();

      await context.clearCookies();
      await page.goto(`${url}/app/login`);
      await page.waitForURL(`${url}/app/`);
      expectQuiet();

      // One that does not verify who it is.
      await authenticator.answers(false);
      await leave();
      await authenticator.verifies(false);
      await authenticator.answers(true);
      await press();
      await page
        .getByRole('button', { name: text('login.passkey') })
        .and(page.locator(':enabled'))
        .waitFor();
      expect(page.url()).toContain('/app/login');
      await authenticator.end();
      await close();
    },
  );
});
