import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
// It has no types of its own.
// @ts-expect-error
import Provider from 'oidc-provider';

/** Who logs in at the provider. */
export interface Somebody {
  readonly sub: string;
  readonly amr?: readonly string[];
  readonly acr?: string;
}

export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who logs in next. */
  person: Somebody;
  /** What becomes of the ID token, whose claims and text are given. */
  forge: ((claims: JWTPayload, token: string) => string | Promise<string>) | undefined;
  /** Signs claims as the provider does. */
  sign(claims: JWTPayload): Promise<string>;
  /** A browser at the provider's page: what it brings back. */
  visit(url: string): Promise<{ code: string; state: string; iss: string }>;
  /** While it is stopped nobody answers at its address. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const clientId = 'daybook';
const clientSecret = 'a secret of the tests & of no one else';

/** A provider of OpenID Connect on a free port of the loopback, which lets everybody in as `person`. */
export async function startProvider(): Promise<TestProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'the key' };
  let handle: (request: object, response: object) => void = () => {};
  const server = createServer((request, response) => handle(request, response));
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        // Whose addresses of the loopback have any port.
        application_type: 'native',
        redirect_uris: ['127.0.0.1', '127.0.0.1/daybook', 'localhost'].map((at) => `http://${at}/app/sso`),
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    claims: { openid: ['sub'], acr: null, amr: null, auth_time: null, iss: null, sid: null },
    pkce: { required: () => true },
    acrValues: ['https://refeds.org/profile/mfa'],
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    // biome-ignore lint/suspicious/noExplicitAny: the library has no types
    async loadExistingGrant({ oidc }: any) {
      const { clientId, session } = { clientId: oidc.client.clientId, session: oidc.session };
      const grant = new oidc.provider.Grant({ clientId, accountId: session.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  const own: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    person: { sub: 'nobody' },
    forge: undefined,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(privateKey),
    async visit(url) {
      const jar = new Map<string, string>();
      let address = new URL(url);
      for (let steps = 0; steps < 20; steps += 1) {
        if (address.pathname.endsWith('/app/sso'))
          return Object.fromEntries(address.searchParams) as Awaited<ReturnType<TestProvider['visit']>>;
        const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
        const response = await fetch(address, { headers: { cookie }, redirect: 'manual' });
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
          jar.set(name, value);
        }
        const location = response.headers.get('location');
        if (!location) throw new Error(`${address.pathname}: ${response.status} ${await response.text()}`);
        address = new URL(location, address);
      }
      throw new Error(`The provider leads nowhere: ${address}`);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    start: () => listen(port),
  };
  // biome-ignore lint/suspicious/noExplicitAny: the library has no types
  provider.use(async (ctx: any, next: () => Promise<void>) => {
    if (ctx.path.startsWith('/interaction/')) {
      const { prompt } = await provider.interactionDetails(ctx.req, ctx.res);
      const { sub: accountId, amr, acr } = own.person;
      ctx.respond = false;
      const result = prompt.name === 'login' ? { login: { accountId, amr, acr } } : { consent: {} };
      return provider.interactionFinished(ctx.req, ctx.res, result);
    }
    await next();
    if (ctx.path !== '/token' || !ctx.body?.id_token || !own.forge) return;
    const [, claims = ''] = ctx.body.id_token.split('.');
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString());
    ctx.body.id_token = await own.forge(read, ctx.body.id_token);
  });
  handle = provider.callback();
  return own;
}
