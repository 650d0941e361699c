import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { describe, expect, vi } from 'vitest';
import { authorizationTest, browse, claimsOf, forge } from '../support/log-ins.ts';
import { password, unknownId } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 4. Tokens that were not issued, by somebody who knows nothing, and by somebody who knows the key.
const it = authorizationTest.extend(
  'expectRefused',
  { scope: 'file' },
  ({ me, user, expectRefused }) =>
    async (authorization: string) => {
      await expectRefused(authorization);
      // The user's own token stays valid.
      expect((await me(`Bearer ${user.token}`)).status).toBe(200);
    },
);

/** What is made of a valid token of the service at this address. */
type Made = [string, (token: string, url: string) => string];
const parts = (token: string) => token.split('.') as [string, string, string];
/** Without the signature. */
const unsigned = (token: string) => token.replace(/[^.]*$/, '');
const foreign = new TextEncoder().encode('another key of thirty-two bytes and more');

describe('the Authorization header', () => {
  it.for(['Bearer', 'bearer', 'BEARER', 'Bearer '])(
    'takes the scheme in any case: %s',
    async (scheme, { me, user }) => {
      expect((await me(`${scheme} ${user.token}`)).status).toBe(200);
    },
  );

  it('without any, the challenge names no error', async ({ me }) => {
    const answer = await me();
    expectFailure(answer, 401, 'UNAUTHENTICATED');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="daybook"');
  });

  const wrong: Made[] = [
    ['the scheme alone', () => 'Bearer'],
    ['another scheme', () => `Basic ${btoa('root:password')}`],
    ['an unknown scheme', (token) => `Token ${token}`],
    ['no scheme', (token) => token],
    ['two tokens', (token) => `Bearer ${token} ${token}`],
    ['a list', (token) => `Bearer ${token}, Bearer ${token}`],
    ['quotes', (token) => `Bearer "${token}"`],
    ['garbage', () => 'Bearer a.b.c'],
    ['null', () => 'Bearer null'],
    ['ten thousand letters', () => `Bearer ${'a'.repeat(10_000)}`],
  ];
  it.for(wrong)('is refused with %s', ([, header], { user, expectRefused }) =>
    expectRefused(header(user.token, '')),
  );

  it('is refused with a refresh token', async ({ service, user, expectRefused }) => {
    const { value } = await browse(service, user.username);
    await expectRefused(`Bearer ${value}`);
  });

  it('is the only place for the token', async ({ service, me, user: { token } }) => {
    for (const query of [`access_token=${token}`, `token=${token}`, `authorization=Bearer%20${token}`])
      expectFailure(await me(undefined, `/auth?${query}`), 401, 'UNAUTHENTICATED');
    for (const name of ['access_token=', 'daybook_refresh=', 'authorization=Bearer ']) {
      const headers = { cookie: `${name}${token}` };
      expectFailure(await service.call('GET', '/auth', { headers }), 401, 'UNAUTHENTICATED');
    }
    const body = { access_token: token, token, authorization: `Bearer ${token}` };
    expectFailure(await service.call('POST', '/logs', { body }), 401, 'UNAUTHENTICATED');
  });

  it('does not matter for a log-in', async ({ service, user: { username, token } }) => {
    for (const authorization of ['Bearer x', `Bearer ${forge({ ...claimsOf(token), exp: 1 })}`, 'Basic x']) {
      const answer = await service.call('POST', '/auth', {
        body: { username, password },
        headers: { authorization },
      });
      expect(answer.status).toBe(200);
    }
  });
});

describe('a token changed by somebody without the key', () => {
  const payloadOf = (claims: object) => parts(forge(claims))[1];
  const cases: Made[] = [
    ...['none', 'None', 'nOnE', 'NONE', ''].map(
      (alg): Made => [`of algorithm "${alg}"`, (token) => unsigned(forge(claimsOf(token), { alg }))],
    ),
    ['with no signature', unsigned],
    ['with another key', (token) => forge(claimsOf(token), {}, { key: foreign })],
    ['with an empty key', (token) => forge(claimsOf(token), {}, { key: new Uint8Array() })],
    [
      'with another payload',
      (token) =>
        parts(token)
          .with(1, payloadOf({ ...claimsOf(token), sub: 'x' }))
          .join('.'),
    ],
    [
      'with another header',
      (token) =>
        parts(token)
          .with(0, parts(forge({}, { typ: 'JWT' }))[0])
          .join('.'),
    ],
    [
      'with another letter in the signature',
      (token) => token.replace(/(.)(.{32})$/, (_, letter, end) => (letter === 'A' ? 'B' : 'A') + end),
    ],
    ['with its parts swapped', (token) => parts(token).reverse().join('.')],
    ['of two parts', (token) => parts(token).slice(0, 2).join('.')],
    ['of four parts', (token) => `${token}.${parts(token)[2]}`],
    ['as five parts', (token) => `${token}.a.b`],
    [
      'that brings its own key',
      (token) => {
        const jwk = { kty: 'oct', k: Buffer.from(foreign).toString('base64url') };
        return forge(claimsOf(token), { jwk }, { key: foreign });
      },
    ],
    ...['jku', 'x5u'].map(
      (name): Made => [
        `that says where its key is (${name})`,
        (token, url) => forge(claimsOf(token), { [name]: `${url}/key` }, { key: foreign }),
      ],
    ),
    ...['../../../../dev/null', "x' or 1=1--", '\0'].map(
      (kid): Made => [
        `of key id ${JSON.stringify(kid)}`,
        (token) => forge(claimsOf(token), { kid }, { key: new Uint8Array() }),
      ],
    ),
  ];
  it.for(cases)('is refused: %s', ([, make], { service, user, expectRefused }) =>
    expectRefused(`Bearer ${make(user.token, service.url)}`),
  );

  it('is refused: with the signature of another token', async ({ service, user, expectRefused }) => {
    const [, , signature] = parts(await service.logIn(user.username));
    await expectRefused(`Bearer ${unsigned(user.token)}${signature}`);
  });

  it('is refused: signed with RSA, the public key taken for a secret', async ({ user, expectRefused }) => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({
      type: 'spki',
      format: 'pem',
    });
    for (const alg of ['RS256', 'HS256'])
      await expectRefused(`Bearer ${forge(claimsOf(user.token), { alg }, { key: Buffer.from(pem) })}`);
  });
});

describe('a token made by somebody with the key', () => {
  it('is valid as the service makes it, so that the others fail for their own fault', async ({
    me,
    user,
  }) => {
    expect((await me(`Bearer ${forge(claimsOf(user.token))}`)).status).toBe(200);
  });

  const now = Math.floor(Date.now() / 1000);
  /** With these claims; those that are undefined are left out. */
  const having = (claims: object) => (token: string) => forge({ ...claimsOf(token), ...claims });
  const cases: Made[] = [
    ['expired', having({ exp: now - 1 })],
    ['that never expires', having({ exp: undefined })],
    ['whose expiry is a text', having({ exp: String(now + 1000) })],
    ['not valid yet', having({ nbf: now + 1000 })],
    ['from the future', having({ iat: now + 1000 })],
    ['without an issue time', having({ iat: undefined })],
    ['of another issuer', having({ iss: 'somebody' })],
    ['without an issuer', having({ iss: undefined })],
    ['for another audience', having({ aud: 'somebody' })],
    ['without an audience', having({ aud: undefined })],
    ['without a subject', having({ sub: undefined })],
    ['without an identifier', having({ jti: undefined })],
    ['without a session', having({ sid: undefined })],
    ['whose session is a number', having({ sid: 5 })],
    ['whose session is a list', having({ sid: [randomUUID()] })],
    ['whose session is an object', (token) => having({ sid: { id: claimsOf(token).sid } })(token)],
    ['of a session that does not exist', having({ sid: unknownId })],
    ['whose session is no identifier', having({ sid: 'x' })],
    ['whose session is empty', having({ sid: '' })],
    ['whose session holds NUL', having({ sid: '\0' })],
    ['whose session is SQL', having({ sid: "' or 1=1--" })],
    ['of another type', (token) => forge(claimsOf(token), { typ: 'JWT' })],
    ['of no type', (token) => forge(claimsOf(token), { typ: undefined })],
    ['for renewal', (token) => forge(claimsOf(token), { typ: 'refresh+jwt' })],
    ['of algorithm HS384', (token) => forge(claimsOf(token), { alg: 'HS384' }, { hash: 'sha384' })],
    ['of algorithm HS512', (token) => forge(claimsOf(token), { alg: 'HS512' }, { hash: 'sha512' })],
    ['that calls RS256 what is HS256', (token) => forge(claimsOf(token), { alg: 'RS256' })],
    ['with an unknown critical extension', (token) => forge(claimsOf(token), { crit: ['x'], x: 1 })],
    ['whose payload is not encoded', (token) => forge(claimsOf(token), { crit: ['b64'], b64: false })],
    ['whose payload is no JSON', () => forge('hello')],
    ['whose payload is a list', (token) => forge([claimsOf(token)])],
    ['whose payload is null', () => forge('null')],
  ];
  it.for(cases)('is refused: %s', ([, make], { user, expectRefused }) =>
    expectRefused(`Bearer ${make(user.token, '')}`),
  );

  it('is refused: expired since it was taken', async ({ me, user, expectRefused, onTestFinished }) => {
    const token = forge({ ...claimsOf(user.token), jti: randomUUID(), exp: now + 1000 });
    expect((await me(`Bearer ${token}`)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: (now + 1001) * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    await expectRefused(`Bearer ${token}`);
  });

  it('gives no role or account that its session has not', async ({ service, user, admin }) => {
    const role = 'Administrator';
    for (const more of [{}, { sub: admin.id }]) {
      const token = forge({ ...claimsOf(user.token), role, accessLevel: role, active: true, ...more });
      const call = (method: string, path: string, body?: unknown) =>
        service.call(method, path, { token, body });
      expectFailure(await call('GET', '/users'), 403, 'FORBIDDEN');
      expectFailure(await call('PATCH', `/users/${user.id}/role`, { role }), 403, 'FORBIDDEN');
      expect((await call('GET', '/auth')).body.data).toMatchObject({ _id: user.id, accessLevel: 'User' });
    }
  });

  it('is refused: of a session that has ended', async ({ service, user, expectRefused }) => {
    const token = await service.logIn(user.username);
    expect((await service.call('DELETE', '/auth/logout', { token })).status).toBe(200);
    await expectRefused(`Bearer ${token}`);
    await expectRefused(`Bearer ${forge({ ...claimsOf(token), jti: randomUUID() })}`);
  });
});
