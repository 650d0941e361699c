import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFailure, expectTrpcFailure } from '../support/failing.ts';
import { claimsOf, forge } from '../support/jwt.ts';
import { type Person, password, type Service, startService } from '../support/service.ts';

// Tokens that were not issued, by somebody who knows nothing, and by somebody who knows the key.
let service: Service;
let user: Person;
let token: string;

beforeAll(async () => {
  service = await startService();
  user = await service.person('User');
  token = user.token;
});
afterAll(() => service.close());

const me = (authorization: string | undefined, path = '/auth') =>
  service.call('GET', path, { headers: authorization === undefined ? {} : { authorization } });

/** Refused over both transports, with the challenge of RFC 6750. */
async function expectRefused(authorization: string) {
  const rest = await me(authorization);
  expectFailure(rest, 401, 'UNAUTHENTICATED');
  expect(rest.headers.get('www-authenticate')).toMatch(/^Bearer realm="daybook", error="invalid_token"/);
  const trpc = await me(authorization, '/trpc/auth.me');
  expectTrpcFailure(trpc, 401, 'UNAUTHENTICATED');
  expect(trpc.headers.get('www-authenticate')).toMatch(/^Bearer realm="daybook"/);
}

const segments = () => token.split('.') as [string, string, string];
const foreign = new TextEncoder().encode('another key of thirty-two bytes and more');

describe('the Authorization header', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer '])('takes the scheme in any case: %s', async (scheme) => {
    expect((await me(`${scheme} ${token}`)).status).toBe(200);
  });

  it('without any, the challenge names no error', async () => {
    const answer = await me(undefined);
    expectFailure(answer, 401, 'UNAUTHENTICATED');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="daybook"');
  });

  const wrong: [string, () => string][] = [
    ['the scheme alone', () => 'Bearer'],
    ['another scheme', () => `Basic ${btoa('root:password')}`],
    ['a scheme that is none', () => `Token ${token}`],
    ['no scheme', () => token],
    ['two tokens', () => `Bearer ${token} ${token}`],
    ['a list', () => `Bearer ${token}, Bearer ${token}`],
    ['quotes', () => `Bearer "${token}"`],
    ['garbage', () => 'Bearer a.b.c'],
    ['null', () => 'Bearer null'],
    ['ten thousand letters', () => `Bearer ${'a'.repeat(10_000)}`],
  ];
  it.each(wrong)('is refused with %s', (_, header) => expectRefused(header()));

  it('is the only place for the token', async () => {
    for (const query of [`access_token=${token}`, `token=${token}`, `authorization=Bearer%20${token}`])
      expectFailure(await me(undefined, `/auth?${query}`), 401, 'UNAUTHENTICATED');
    for (const cookie of [
      `access_token=${token}`,
      `daybook_refresh=${token}`,
      `authorization=Bearer ${token}`,
    ])
      expectFailure(await service.call('GET', '/auth', { headers: { cookie } }), 401, 'UNAUTHENTICATED');
    const body = { access_token: token, token, authorization: `Bearer ${token}` };
    expectFailure(await service.call('POST', '/logs', { body }), 401, 'UNAUTHENTICATED');
  });

  it('does not matter for a log-in', async () => {
    for (const authorization of ['Bearer x', `Bearer ${forge({ ...claimsOf(token), exp: 1 })}`, 'Basic x']) {
      const body = { username: user.username, password };
      expect((await service.call('POST', '/auth', { body, headers: { authorization } })).status).toBe(200);
    }
  });
});

describe('a token changed by somebody without the key', () => {
  const cases: [string, () => string][] = [
    ...['none', 'None', 'nOnE', 'NONE', ''].map((alg): [string, () => string] => [
      `of algorithm "${alg}"`,
      () => `${forge(claimsOf(token), { alg }).split('.').slice(0, 2).join('.')}.`,
    ]),
    ['with no signature', () => `${segments()[0]}.${segments()[1]}.`],
    ['with another key', () => forge(claimsOf(token), {}, { key: foreign })],
    ['with an empty key', () => forge(claimsOf(token), {}, { key: new Uint8Array() })],
    [
      'with another payload',
      () => `${segments()[0]}.${forge({ ...claimsOf(token), sub: 'x' }).split('.')[1]}.${segments()[2]}`,
    ],
    [
      'with another header',
      () => `${forge({}, { typ: 'JWT' }).split('.')[0]}.${segments()[1]}.${segments()[2]}`,
    ],
    [
      'with another letter in the signature',
      () =>
        `${segments()[0]}.${segments()[1]}.${segments()[2].replace(/^(.{10})(.)/, (_, head, c) => head + (c === 'A' ? 'B' : 'A'))}`,
    ],
    ['with its parts swapped', () => [...segments()].reverse().join('.')],
    ['of two parts', () => segments().slice(0, 2).join('.')],
    ['of four parts', () => `${token}.${segments()[2]}`],
    ['as five parts', () => `${token}.a.b`],
    [
      'that brings its own key',
      () =>
        forge(
          claimsOf(token),
          { jwk: { kty: 'oct', k: Buffer.from(foreign).toString('base64url') } },
          { key: foreign },
        ),
    ],
    ...['jku', 'x5u'].map((name): [string, () => string] => [
      `that says where its key is (${name})`,
      () => forge(claimsOf(token), { [name]: `${service.url}/key` }, { key: foreign }),
    ]),
    ...['../../../../dev/null', "x' or 1=1--", '\0'].map((kid): [string, () => string] => [
      `of key id ${JSON.stringify(kid)}`,
      () => forge(claimsOf(token), { kid }, { key: new Uint8Array() }),
    ]),
  ];
  it.each(cases)('is refused: %s', (_, make) => expectRefused(`Bearer ${make()}`));

  it('is refused: signed with RSA, the public key taken for a secret', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({
      type: 'spki',
      format: 'pem',
    });
    for (const alg of ['RS256', 'HS256'])
      await expectRefused(`Bearer ${forge(claimsOf(token), { alg }, { key: Buffer.from(pem) })}`);
  });
});

describe('a token made by somebody with the key', () => {
  it('is valid as the service makes it, so that the others fail for their own fault', async () => {
    expect((await me(`Bearer ${forge(claimsOf(token))}`)).status).toBe(200);
  });

  const now = Math.floor(Date.now() / 1000);
  const without = (name: string) => () =>
    forge(Object.fromEntries(Object.entries(claimsOf(token)).filter(([key]) => key !== name)));
  const having = (claims: Readonly<Record<string, unknown>>) => () =>
    forge({ ...claimsOf(token), ...claims });
  const cases: [string, () => string][] = [
    ['expired', having({ exp: now - 120 })],
    ['that never expires', without('exp')],
    ['whose expiry is a text', having({ exp: String(now + 1000) })],
    ['not valid yet', having({ nbf: now + 1000 })],
    ['from the future', having({ iat: now + 1000 })],
    ['without an issue time', without('iat')],
    ['of another issuer', having({ iss: 'somebody' })],
    ['without an issuer', without('iss')],
    ['for another audience', having({ aud: 'somebody' })],
    ['without an audience', without('aud')],
    ['without a subject', without('sub')],
    ['without an identifier', without('jti')],
    ['without a session', without('sid')],
    ['whose session is a number', having({ sid: 5 })],
    ['whose session is a list', having({ sid: [randomUUID()] })],
    ['of a session that does not exist', having({ sid: randomUUID() })],
    ['whose session is no identifier', having({ sid: 'x' })],
    ['whose session is empty', having({ sid: '' })],
    ['whose session holds NUL', having({ sid: '\0' })],
    ['whose session is SQL', having({ sid: "' or 1=1--" })],
    ['of another type', () => forge(claimsOf(token), { typ: 'JWT' })],
    ['of no type', () => forge(claimsOf(token), { typ: undefined })],
    ['for renewal', () => forge(claimsOf(token), { typ: 'refresh+jwt' })],
    ['of algorithm HS384', () => forge(claimsOf(token), { alg: 'HS384' }, { hash: 'sha384' })],
    ['of algorithm HS512', () => forge(claimsOf(token), { alg: 'HS512' }, { hash: 'sha512' })],
    ['that calls RS256 what is HS256', () => forge(claimsOf(token), { alg: 'RS256' })],
    ['with an unknown critical extension', () => forge(claimsOf(token), { crit: ['x'], x: 1 })],
    ['whose payload is not encoded', () => forge(claimsOf(token), { crit: ['b64'], b64: false })],
    ['whose payload is no JSON', () => forge('hello')],
    ['whose payload is a list', () => forge([claimsOf(token)])],
    ['whose payload is null', () => forge('null')],
  ];
  it.each(cases)('is refused: %s', (_, make) => expectRefused(`Bearer ${make()}`));

  it('gives no role that the account has not', async () => {
    const forged = forge({
      ...claimsOf(token),
      role: 'Administrator',
      accessLevel: 'Administrator',
      active: true,
    });
    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { token: forged, body });
    expectFailure(await call('GET', '/users'), 403, 'FORBIDDEN');
    expectFailure(await call('PATCH', `/users/${user.id}/role`, { role: 'Administrator' }), 403, 'FORBIDDEN');
    expect((await call('GET', '/auth')).body.data).toMatchObject({ _id: user.id, accessLevel: 'User' });
  });

  it('gives nobody’s session to a session that has ended', async () => {
    const ended = await service.logIn(user.username);
    expect((await service.call('DELETE', '/auth/logout', { token: ended })).status).toBe(200);
    await expectRefused(`Bearer ${ended}`);
    await expectRefused(`Bearer ${forge({ ...claimsOf(ended), jti: randomUUID() })}`);
    expect((await me(`Bearer ${token}`)).status).toBe(200);
  });
});
