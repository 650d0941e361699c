import type { APIResponse, BrowserContext, Page, Route } from 'playwright-core';

/** Chromium's authenticator in software, which says yes to everything unless told to wait. */
export async function newAuthenticator(context: BrowserContext, page: Page) {
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

/** What the service answers to an account whose recovery codes are all used. */
export async function withoutCodes(route: Route, see = (_: APIResponse) => {}): Promise<void> {
  const response = await route.fetch();
  see(response);
  const body = (await response.text()).replace('"recovery",', '');
  await route.fulfill({ response, body });
}
