import { beforeAll, expect, it } from 'vitest';
import { newAuthenticator, withoutCodes } from '../support/authenticator.ts';
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
      await page.getByRole('button', { name: text('common.unsaved.discard') }).click();
      await form.waitFor({ state: 'detached' });

      // In the place of a code.
      await page.getByRole('button', { name: text('security.codes.make') }).click();
      const anew = page.getByRole('dialog', { name: text('security.codes.make') });
      await anew.locator('input[autocomplete=current-password]').fill(workerPassword);
      await authenticator.verifies(false);
      const usePasskey = { name: text('common.proof.passkey'), exact: true };
      await anew.getByRole('button', usePasskey).click();
      await anew.getByText(text('common.proof.passkeyCancelled')).waitFor();
      expect(await findings(page)).toEqual([]);
      await authenticator.verifies(true);
      await anew.getByRole('button', usePasskey).click();
      await codes.getByRole('button', { name: text('security.codes.kept') }).click();
      await anew.waitFor({ state: 'detached' });

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

      // A log-in that is too old is as none for what makes a credential, until the service has confirmed.
      let isOld = true;
      await page.route('**/trpc/auth.confirm', (route) =>
        withoutCodes(route, (response) => {
          isOld = !response.ok();
        }),
      );
      await page.route('**/trpc/auth.passkeyOptions', async (route) => {
        if (!isOld) return route.continue();
        const data = { code: 'FRESH_LOG_IN_REQUIRED', httpStatus: 403 };
        await route.fulfill({ status: 403, json: { error: { message: 'Old.', code: -32003, data } } });
      });
      await go('/settings/security');
      await page.getByRole('button', { name: text('settings.passkey.open') }).click();
      await add(workerPassword);
      const proof = page.getByRole('dialog', { name: text('common.proof.title') });
      await proof.getByLabel(text('common.proof.password'), { exact: true }).fill(workerPassword);
      await page.keyboard.press('Enter');
      await proof.getByRole('button', usePasskey).waitFor();
      expect(await proof.locator('input[name=code]').count()).toBe(0);
      expect(await findings(page)).toEqual([]);
      await proof.getByRole('button', usePasskey).click();
      await proof.waitFor({ state: 'detached' });
      expect(isOld).toBe(false);
      await form.getByText(text('settings.passkey.known')).waitFor();
      await form.getByRole('button', { name: text('common.cancel') }).click();
      await page.getByRole('button', { name: text('common.unsaved.discard') }).click();
      await form.waitFor({ state: 'detached' });

      // After the password, of who has no code left.
      await authenticator.answers(false);
      await leave();
      await page.route('**/auth', (route) => withoutCodes(route));
      await page.getByLabel(text('login.username')).fill(username);
      await page.getByLabel(text('login.password'), { exact: true }).fill(workerPassword);
      await page.getByRole('button', { name: text('login.submit'), exact: true }).click();
      await page.getByRole('button', usePasskey).waitFor();
      expect(await page.locator('input[name=code]').count()).toBe(0);
      expect(await findings(page)).toEqual([]);
      await authenticator.answers(true);
      await page.getByRole('button', usePasskey).click();
      await page.getByRole('button', { name: text('common.accountMenu', { name: '' }) }).waitFor();

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
