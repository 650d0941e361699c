import { describe, expect, vi } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { atOnce, tally } from '../support/asking.ts';
import { Authenticator, type Lie } from '../support/authenticator.ts';
import { freshAddress } from '../support/log-ins.ts';
import { type Answer, type Person, password, startService } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure, listenWith } from '../support/wire.ts';

// docs/rules.md, section 4, Passkeys: with an authenticator in software.
const invalid = [400, 'PASSKEY_INVALID'] as const;
const minutes = (count: number) => count * 60_000;

const it = test
  .extend('settings', { scope: 'file' }, { trustProxy: ['127.0.0.1'] })
  /** A request from another address than the others'. */
  .extend(
    'post',
    { scope: 'file' },
    ({ service }) =>
      (path: string, body?: unknown, token?: string, headers = {}) =>
        service.call('POST', path, {
          body,
          token,
          headers: { 'x-forwarded-for': freshAddress(), ...headers },
        }),
  )
  .extend('options', { scope: 'file' }, ({ post }) => async ({ token }: Person) => {
    const answer = await post('/auth/passkeys/options', { password }, token);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data;
  })
  .extend('challenge', { scope: 'file' }, ({ post }) => async () => {
    const { body } = await post('/auth/passkeys/challenge');
    return body.data as { challenge: string; rpId: string };
  })
  /** Somebody with a passkey. */
  .extend(
    'enrolled',
    { scope: 'file' },
    ({ service, post, options }) =>
      async (role: 'User' | 'Supervisor' = 'User') => {
        const person = await service.person(role);
        const authenticator = new Authenticator(service.url);
        const response = authenticator.create(await options(person));
        const added = await post('/auth/passkeys', { name: 'Phone', response }, person.token);
        expect(added.status, JSON.stringify(added.body)).toBe(200);
        return { person, authenticator, factor: added.body.data };
      },
  )
  .extend(
    'logIn',
    { scope: 'file' },
    ({ post, challenge }) =>
      async (authenticator: Authenticator, lie?: Lie): Promise<Answer> =>
        post('/auth/passkeys/log-in', { response: authenticator.get(await challenge(), lie) }),
  );

describe('a passkey', () => {
  it('is added, logs in as password and second factor, and its key is in no response', async ({
    service,
    ask,
    enrolled,
    logIn,
  }) => {
    const { person, authenticator, factor } = await enrolled();
    expect(factor).toMatchObject({ kind: 'passkey', name: 'Phone', lastUsedAt: null });
    const answer = await logIn(authenticator);
    expect(answer).toMatchObject({ status: 200, body: { data: { user: { _id: person.id } } } });
    expect(
      answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split('=')[0])
        .toSorted(),
    ).toEqual(['daybook_device', 'daybook_refresh']);
    const { accessToken } = answer.body.data;
    expect((await service.call('GET', '/auth', { token: accessToken })).status).toBe(200);
    const sessions =
      await service.sql`select has_second_factor from sessions where user_id = ${person.id} order by created_at`;
    expect(sessions.map((row) => row.has_second_factor)).toEqual([true, true]);
    const [row] = await service.sql`select * from factors where id = ${factor._id}`;
    expect(row).toMatchObject({
      counter: '2',
      last_used_at: expect.anything(),
      confirmed_at: expect.anything(),
    });
    const told = await ask('GET', `/journal?record=${factor._id}`);
    expect(told).toMatchObject([{ action: 'create', after: { name: 'Phone' } }]);
    expect(JSON.stringify(told)).not.toContain(row?.public_key);
  });

  it('is added and used by the typed client too', async ({ service, user, challenge }) => {
    const client = service.client(user.token);
    const authenticator = new Authenticator(service.url);
    const made = authenticator.create(await client.auth.passkeyOptions.mutate({ password }));
    expect(await client.auth.addPasskey.mutate({ response: made })).toMatchObject({ name: 'Passkey' });
    const used = authenticator.get(await service.client().auth.passkeyChallenge.mutate());
    expect(await service.client().auth.passkeyLogIn.mutate({ response: used })).toMatchObject({
      user: { _id: user.id },
    });
    const unknown = new Authenticator(service.url).get(await challenge());
    await expect(service.client().auth.passkeyLogIn.mutate({ response: unknown })).rejects.toMatchObject({
      data: { code: 'PASSKEY_INVALID', httpStatus: 400 },
    });
  });

  it('is for the origin that the operator has set, whatever a request says', async ({ onTestFinished }) => {
    const publicOrigin = 'https://daybook.example';
    const pinned = await startService({ publicOrigin, trustProxy: ['127.0.0.1'], limitLogins: false });
    onTestFinished(pinned.close);
    const { token, id } = await pinned.person('User');
    const headers = { 'x-forwarded-host': 'daybook.example:8443', 'x-forwarded-proto': 'https' };
    const post = async (path: string, body?: object, bearer = token) =>
      (await pinned.call('POST', path, { token: bearer, body, headers })).body;
    const { data: options } = await post('/auth/passkeys/options', { password });
    expect(options.rp.id).toBe('daybook.example');
    const authenticator = new Authenticator(publicOrigin);
    await post('/auth/passkeys', { response: authenticator.create(options) });
    const use = async (origin: string) => {
      const { data } = await post('/auth/passkeys/challenge');
      return post('/auth/passkeys/log-in', { response: authenticator.get(data, { origin }) });
    };
    const { error } = await use('https://daybook.example:8443');
    expect(error.code).toBe('PASSKEY_INVALID');
    expect((await use(publicOrigin)).data.user._id).toBe(id);
    const link = await post(`/users/${id}/log-in-link`, {}, (await pinned.person('Administrator')).token);
    expect(new URL(link.data.url).origin).toBe(publicOrigin);
  });

  it('is for the address that a declared proxy tells', async ({ service, post }) => {
    const person = await service.person('User');
    const proxy = { 'x-forwarded-host': 'office.example', 'x-forwarded-proto': 'https' };
    const { body } = await post('/auth/passkeys/options', { password }, person.token, proxy);
    expect(body.data.rp).toEqual({ id: 'office.example', name: 'Daybook' });
    const authenticator = new Authenticator('https://office.example');
    const added = await post(
      '/auth/passkeys',
      { response: authenticator.create(body.data) },
      person.token,
      proxy,
    );
    expect(added.status).toBe(200);
    const use = async (lie?: Lie) => {
      const options = await post('/auth/passkeys/challenge', undefined, undefined, proxy);
      expect(options.body.data.rpId).toBe('office.example');
      return post(
        '/auth/passkeys/log-in',
        { response: authenticator.get(options.body.data, lie) },
        undefined,
        proxy,
      );
    };
    expect((await use()).status).toBe(200);
    expectFailure(await use({ origin: 'http://office.example' }), ...invalid);
    expectFailure(await use({ origin: 'https://office.example.test' }), ...invalid);
  });

  it.for<readonly [string, Lie]>([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['another domain', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
    ['nobody present', { userPresent: false }],
    ['what makes a passkey', { type: 'webauthn.create' }],
    ['a challenge that was made up', { challenge: 'x'.repeat(75) }],
    ['a challenge of no length', { challenge: '' }],
    [
      'another account',
      { userHandle: Buffer.from('0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e').toString('base64url') },
    ],
  ])('is refused with %s, and works after that', async ([, lie], { enrolled, logIn }) => {
    const { authenticator } = await enrolled();
    expectFailure(await logIn(authenticator, lie), ...invalid);
    expect((await logIn(authenticator)).status).toBe(200);
  });

  it('is refused with the signature of another, or none that can be read', async ({
    service,
    enrolled,
    post,
    challenge,
  }) => {
    const { authenticator } = await enrolled();
    const { id, ...honest } = authenticator.get(await challenge());
    const forged = { ...new Authenticator(service.url).get(await challenge()), id, rawId: id };
    expectFailure(await post('/auth/passkeys/log-in', { response: forged }), ...invalid);
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature']) {
      const response = { ...honest, id, response: { ...honest.response, [field]: '%' } };
      expectFailure(await post('/auth/passkeys/log-in', { response }), ...invalid);
    }
  });

  it('is refused as unknown is where it was removed, or its account deactivated or deleted', async ({
    service,
    ask,
    enrolled,
    logIn,
  }) => {
    const unknown = await logIn(new Authenticator(service.url));
    const ends: readonly ((id: string, factor: string) => Promise<unknown>)[] = [
      (_, factor) => service.sql`update factors set deleted_at = now() where id = ${factor}`,
      (id) => ask('PATCH', `/users/${id}/status`, { active: 'false' }),
      (id) => ask('DELETE', `/users/${id}`),
      (id) => ask('PUT', `/users/${id}`, { password: 'set by somebody' }),
      (id) => service.sql`update users set active = false where id = ${id}`,
    ];
    for (const end of ends) {
      const { person, authenticator, factor } = await enrolled();
      await end(person.id, factor._id);
      const answer = await logIn(authenticator);
      expectFailure(answer, ...invalid);
      expect(answer.body.message).toBe(unknown.body.message);
    }
  });

  it('is refused where its counter does not go on, as that of a copy', async ({
    service,
    enrolled,
    logIn,
  }) => {
    const { authenticator, factor } = await enrolled();
    expect((await logIn(authenticator, { counter: 9 })).status).toBe(200);
    expectFailure(await logIn(authenticator, { counter: 9 }), ...invalid);
    expectFailure(await logIn(authenticator, { counter: 3 }), ...invalid);
    expectFailure(await logIn(authenticator, { counter: 0 }), ...invalid);
    expect((await logIn(authenticator, { counter: 10 })).status).toBe(200);
    await service.sql`update factors set counter = 0 where id = ${factor._id}`;
    for (const counter of [0, 0, 1]) expect((await logIn(authenticator, { counter })).status).toBe(200);
  });
});

describe('a challenge', () => {
  it('counts once, also at once and on another instance', async ({
    service,
    enrolled,
    challenge,
    post,
    onTestFinished,
  }) => {
    const pools = connectPools(service.server);
    const second = await listenWith(service, pools);
    onTestFinished(async () => {
      await second.close();
      await pools.close();
    });
    const { host } = new URL(service.url);
    const { authenticator } = await enrolled();
    // The counter of many authenticators stays 0.
    await service.sql`update factors set counter = 0 where credential_id = ${authenticator.id}`;
    const response = authenticator.get(await challenge(), { counter: 0 });
    const answers = await atOnce(20, async (i) =>
      i % 2
        ? post('/auth/passkeys/log-in', { response })
        : fetch(`${second.url}/auth/passkeys/log-in`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'x-forwarded-for': freshAddress(),
              'x-forwarded-host': host,
            },
            body: JSON.stringify({ response }),
          }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 400: 19 });
    expectFailure(await post('/auth/passkeys/log-in', { response }), ...invalid);
    const another = authenticator.get(await challenge(), { counter: 0 });
    expect((await post('/auth/passkeys/log-in', { response: another })).status).toBe(200);
  });

  it('counts for 5 minutes', async ({ service, enrolled, challenge, post, onTestFinished }) => {
    const { authenticator } = await enrolled();
    const early = authenticator.get(await challenge());
    const late = authenticator.get(await challenge());
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes(4) });
    expect((await post('/auth/passkeys/log-in', { response: early })).status).toBe(200);
    vi.setSystemTime(Date.now() + minutes(1));
    expectFailure(await post('/auth/passkeys/log-in', { response: late }), ...invalid);
    vi.useRealTimers();
    const [row] =
      await service.sql`select max(drained_at) > now() + interval '5 minutes' as kept from attempts where key like 'challenge:%'`;
    expect(row?.kept).toBe(true);
  });

  it('of a new passkey is for nothing else, and for the session that asked', async ({
    service,
    enrolled,
    options,
    post,
    challenge,
    logIn,
  }) => {
    const { person, authenticator } = await enrolled();
    const own = await options(person);
    expectFailure(await post('/auth/passkeys/log-in', { response: authenticator.get(own) }), ...invalid);
    const fresh = new Authenticator(service.url);
    const add = (response: unknown, token = person.token) => post('/auth/passkeys', { response }, token);
    const ofLogIn = fresh.create({ ...own, ...(await challenge()) });
    expectFailure(await add(ofLogIn), ...invalid);
    const response = fresh.create(own);
    const { body } = await logIn(authenticator);
    expectFailure(await add(response, body.data.accessToken), ...invalid);
    expect((await add(response)).status).toBe(200);
    expectFailure(await add(response), ...invalid);
  });
});

describe('adding a passkey', () => {
  it('needs the password, which is counted as at a log-in', async ({ service, post }) => {
    const { token } = await service.person('User');
    const from = { 'x-forwarded-for': freshAddress() };
    const guess = () => post('/auth/passkeys/options', { password: 'a guess' }, token, from);
    for (let i = 0; i < 10; i += 1)
      expect(expectFailure(await guess(), 400, 'VALIDATION')).toEqual(['password']);
    expectFailure(await guess(), 429, 'TOO_MANY_REQUESTS');
  });

  it('names the own passkeys, so that no authenticator makes two', async ({ enrolled, options, post }) => {
    const { person, authenticator } = await enrolled();
    await enrolled();
    const again = await options(person);
    expect(again.excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ]);
    expectFailure(
      await post('/auth/passkeys', { response: authenticator.create(again) }, person.token),
      ...invalid,
    );
  });

  it('takes 20 at the most', async ({ service, enrolled, options, post }) => {
    const { person } = await enrolled();
    const begun = await options(person);
    await service.sql`insert into factors (id, user_id, kind, name, confirmed_at, credential_id, public_key, counter, transports)
      select gen_random_uuid(), user_id, kind, name, confirmed_at, credential_id || n, public_key, counter, transports
      from factors, generate_series(1, 19) as n where user_id = ${person.id}`;
    const response = new Authenticator(service.url).create(begun);
    expectFailure(await post('/auth/passkeys', { response }, person.token), 400, 'VALIDATION');
    expectFailure(await post('/auth/passkeys/options', { password }, person.token), 400, 'VALIDATION');
  });

  const certificate = new Map<string, unknown>([
    ['alg', -7],
    ['sig', Buffer.alloc(70)],
    ['x5c', [Buffer.alloc(100)]],
  ]);
  it.for<readonly [string, Lie]>([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
    ['what uses a passkey', { type: 'webauthn.get' }],
    [
      'a certificate, whose addresses would be fetched',
      { attestation: { fmt: 'packed', attStmt: certificate } },
    ],
    ['an attestation of another format', { attestation: { fmt: 'tpm', attStmt: new Map() } }],
  ])('is refused with %s', async ([, lie], { service, options, post }) => {
    const { token, ...person } = await service.person('User');
    const response = new Authenticator(service.url).create(await options({ token, ...person }), lie);
    expectFailure(await post('/auth/passkeys', { response }, token), ...invalid);
  });
});

it('log-ins with passkeys that fail are counted for their address', async ({
  service,
  enrolled,
  challenge,
  post,
}) => {
  const { authenticator } = await enrolled();
  const from = { 'x-forwarded-for': freshAddress() };
  const stranger = new Authenticator(service.url);
  const attempt = async (one: Authenticator, headers = {}) =>
    post('/auth/passkeys/log-in', { response: one.get(await challenge()) }, undefined, headers);
  expectFailure(await attempt(stranger, from), ...invalid);
  const drained = () =>
    service.sql`select key, drained_at > now() as counts from attempts where key = ${`network:${from['x-forwarded-for']}`}`;
  expect(await drained()).toMatchObject([{ counts: true }]);
  expect((await attempt(authenticator, from)).status).toBe(200);
  expect(await drained()).toHaveLength(1);
  await service.sql`update attempts set drained_at = now() + interval '600 seconds' where key = ${`network:${from['x-forwarded-for']}`}`;
  expectFailure(await attempt(authenticator, from), 429, 'TOO_MANY_REQUESTS');
  expect((await attempt(authenticator)).status).toBe(200);
});
