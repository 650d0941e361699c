import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { sha256 } from '@daybook/api';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect } from 'vitest';
import { createProvider, hasSeveralFactors } from '../../src/sso/provider.ts';
import { asker, atOnce, tally } from '../support/asking.ts';
import { addPasskey } from '../support/factors.ts';
import { type Somebody, startProvider, type TestProvider } from '../support/provider.ts';
import { password, type Service, type SingleSignOn } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 4. With a provider in this process.
const only = ['Supervisor', 'Administrator'] as const;

/** A browser with cookies of its own. */
function browserOf(service: Service, token?: string, jar = new Map<string, string>()) {
  return async (path: string, body: object = {}, headers: Record<string, string> = {}) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const answer = await service.call('POST', path, { token, body, headers: { cookie, ...headers } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return answer;
  };
}

const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from it
  .extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
    const provider = await startProvider();
    onCleanup(provider.stop);
    return provider;
  })
  .override('sso', async ({ provider }: { provider: TestProvider }): Promise<SingleSignOn> => {
    const { issuer, clientId, clientSecret } = provider;
    return createProvider({ issuer, clientId, clientSecret, name: 'Company', only });
  })
  /** Somebody at the provider's page, and what the browser brings back. */
  .extend(
    'visit',
    { scope: 'file' },
    ({ provider }) =>
      (answer: { body: { data: { url: string } } }, person: Somebody) => {
        provider.person = person;
        return provider.visit(answer.body.data.url);
      },
  )
  /** Logs in at the provider. */
  .extend('enter', { scope: 'file' }, ({ service, visit }) => async (person: Somebody) => {
    const browser = browserOf(service);
    return browser('/auth/sso/log-in', await visit(await browser('/auth/sso'), person));
  })
  /** Somebody of this role, linked to an account at the provider. */
  .extend(
    'linked',
    { scope: 'file' },
    ({ service, ask }) =>
      async (role: 'User' | 'Supervisor' | 'Administrator') => {
        const person = await service.person(role);
        const sub = `sub of ${person.username}`;
        await ask('POST', `/users/${person.id}/identities`, { subject: sub });
        return { ...person, sub };
      },
  );

describe('single sign-on', () => {
  it('logs in whose account is linked by its sub', async ({ service, ask, linked, enter, provider }) => {
    const { body } = await service.call('GET', '/auth/methods');
    expect(body.data).toEqual({ sso: { name: 'Company', issuer: provider.issuer } });
    const person = await linked('User');
    const answer = await enter(person);
    expect(answer).toMatchObject({ status: 200, body: { data: { user: { _id: person.id } } } });
    expect(answer.headers.getSetCookie().join()).toMatch(/daybook_refresh=.*HttpOnly/);
    expect((await service.call('GET', '/auth', { token: answer.body.data.accessToken })).status).toBe(200);
    const [identity] = (await ask('GET', `/users/${person.id}/identities`)).identities;
    expect(identity).toMatchObject({ subject: person.sub, lastUsedAt: expect.any(String) });
    const [entry] = await ask('GET', `/journal?record=${identity._id}`);
    expect(entry).toMatchObject({ kind: 'identities', action: 'create', after: { subject: person.sub } });
    expectFailure(
      await service.call('POST', `/journal/${entry._id}/undo`, {
        token: (await service.person('Administrator')).token,
      }),
      409,
      'NOT_UNDOABLE',
    );
  });

  it('registers nobody', async ({ service, enter }) => {
    const before = await service.sql`select count(*) from users`;
    const failure = await enter({ sub: 'a stranger' });
    expectFailure(failure, 401, 'SSO_UNKNOWN');
    expect(failure.body.message).toContain('link it in your settings');
    expect(await service.sql`select count(*) from users`).toEqual(before);
  });

  it('links by the person, in the session that began it', async ({ service, provider, visit, enter }) => {
    const person = await service.person('User');
    const browser = browserOf(service, person.token);
    const answer = await visit(await browser('/auth/identities/begin'), { sub: 'self' });
    expect(answer.state).toMatch(/^link\./);
    const other = await service.logIn(person.username);
    const stolen = browserOf(service, other);
    await stolen('/auth/identities/begin');
    expectFailure(await stolen('/auth/identities', answer), 401, 'SSO_FAILED');
    const { body } = await browser('/auth/identities', answer);
    expect(body.data).toMatchObject({ subject: 'self', user: person.id, issuer: provider.issuer });
    expect((await enter({ sub: 'self' })).body.data.user._id).toBe(person.id);

    const taker = await service.person('User');
    const takers = browserOf(service, taker.token);
    const again = await visit(await takers('/auth/identities/begin'), { sub: 'self' });
    expectFailure(await takers('/auth/identities', again), 409, 'IDENTITY_TAKEN');
    const second = await visit(await browser('/auth/identities/begin'), { sub: 'self again' });
    expectFailure(await browser('/auth/identities', second), 409, 'IDENTITY_TAKEN');

    const end = `/auth/identities/${body.data._id}/remove`;
    expectFailure(await takers(end), 404, 'NOT_FOUND');
    expect((await browser(end)).status).toBe(200);
    expectFailure(await enter({ sub: 'self' }), 401, 'SSO_UNKNOWN');
  });

  it('keeps a log-in and a link apart', async ({ service, visit, linked }) => {
    const person = await linked('User');
    const browser = browserOf(service, (await service.person('User')).token);
    const begun = await visit(await browser('/auth/sso'), person);
    expectFailure(await browser('/auth/identities', begun), 401, 'SSO_FAILED');
    const link = await visit(await browser('/auth/identities/begin'), person);
    expectFailure(await browser('/auth/sso/log-in', link), 401, 'SSO_FAILED');
  });

  it('links one account to one at the provider, also of many at once', async ({ service, admin }) => {
    const people = await Promise.all([1, 2, 3, 4].map(() => service.person('User')));
    const link = (id: string) =>
      service.call('POST', `/users/${id}/identities`, { token: admin.token, body: { subject: 'wanted' } });
    expect(tally(await Promise.all(people.map(({ id }) => link(id))))).toEqual({ 200: 1, 409: 3 });
  });

  it('takes an answer once, from the browser that asked, in ten minutes', async ({
    service,
    linked,
    visit,
  }) => {
    const person = await linked('User');
    const browser = browserOf(service);
    const answer = await visit(await browser('/auth/sso'), person);
    const failed = async (told: object, from = browser) =>
      expectFailure(await from('/auth/sso/log-in', told), 401, 'SSO_FAILED');
    await failed(answer, browserOf(service));
    expectFailure(
      await browser('/auth/sso/log-in', answer, { origin: 'https://evil.example' }),
      403,
      'FORBIDDEN',
    );
    const mine = await visit(await browserOf(service)('/auth/sso'), person);
    await browser('/auth/sso');
    await failed(mine);

    const late = await browserOf(service)('/auth/sso');
    const [name, sealed = ''] = (late.headers.getSetCookie()[0]?.split(';')[0] ?? '').split('=');
    const flow = JSON.parse(service.tokens.open(sealed, 'single sign-on') ?? '');
    expect(flow.expires - Date.now() / 1000).toBeGreaterThan(590);
    expect(flow.expires - Date.now() / 1000).toBeLessThan(601);
    const ended = service.tokens.seal(
      JSON.stringify({ ...flow, expires: flow.expires - 600 }),
      'single sign-on',
    );
    const told = await visit(late, person);
    await failed(told, (path, body) => browserOf(service)(path, body, { cookie: `${name}=${ended}` }));

    const other = browserOf(service);
    const begun = await other('/auth/sso');
    const kept = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const once = await visit(begun, person);
    const send = () => service.call('POST', '/auth/sso/log-in', { body: once, headers: { cookie: kept } });
    expect(tally(await atOnce(4, send))).toEqual({ 200: 1, 401: 3 });
    expectFailure(await send(), 401, 'SSO_FAILED');
  });

  it('takes no other state, and none of another provider', async ({ service, linked, visit }) => {
    const person = await linked('User');
    const changes = [
      { state: 'log-in.another' },
      { state: '' },
      { iss: 'https://evil.example' },
      { iss: undefined },
      { code: 'another' },
    ];
    for (const change of changes) {
      const browser = browserOf(service);
      const answer = await visit(await browser('/auth/sso'), person);
      expectFailure(await browser('/auth/sso/log-in', { ...answer, ...change }), 401, 'SSO_FAILED');
      // And it is over with that.
      expectFailure(await browser('/auth/sso/log-in', answer), 401, 'SSO_FAILED');
    }
  });

  it('believes no token but the one that the provider made for it', async ({
    service,
    provider,
    linked,
    enter,
  }) => {
    const person = await linked('User');
    const foreign = await generateKeyPair('RS256');
    const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const hour = 3600;
    const forgeries: Readonly<Record<string, TestProvider['forge']>> = {
      nonce: (claims) => provider.sign({ ...claims, nonce: 'another' }),
      'no nonce': ({ nonce, ...claims }) => provider.sign(claims),
      issuer: (claims) => provider.sign({ ...claims, iss: 'https://evil.example' }),
      audience: (claims) => provider.sign({ ...claims, aud: 'another' }),
      expired: (claims) =>
        provider.sign({ ...claims, iat: (claims.iat ?? 0) - 2 * hour, exp: (claims.iat ?? 0) - hour }),
      'no expiry': ({ exp, ...claims }) => provider.sign(claims),
      none: (claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`,
      'another key': (claims: JWTPayload) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'the key' }).sign(foreign.privateKey),
      'no signature': (_, token) => `${token.slice(0, token.lastIndexOf('.'))}.`,
      secret: (claims: JWTPayload) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(provider.clientSecret)),
    };
    for (const [name, forge] of Object.entries(forgeries)) {
      provider.forge = forge;
      const { status, body } = await enter(person).finally(() => {
        provider.forge = undefined;
      });
      expect([name, status, body.error?.code]).toEqual([name, 401, 'SSO_FAILED']);
    }
    expect((await enter(person)).status).toBe(200);
    expect((await service.call('GET', '/auth/methods')).status).toBe(200);
  });

  it('knows an account by a text of 1 to 255 characters, and by no other one that is stored alike', async ({
    service,
    provider,
    visit,
  }) => {
    const link = async (sub: string) => {
      const browser = browserOf(service, (await service.person('User')).token);
      const answer = await visit(await browser('/auth/identities/begin'), { sub: 'somebody' });
      provider.forge = (claims) => provider.sign({ ...claims, sub });
      const linked = await browser('/auth/identities', answer).finally(() => {
        provider.forge = undefined;
      });
      return [sub, linked.status, linked.body.error?.code];
    };
    for (const sub of ['', ' ', ' x', 'a\u0000b', 'a\ud800', 'a\ud801', 'e\u0301', 'x'.repeat(256)])
      expect(await link(sub)).toEqual([sub, 401, 'SSO_FAILED']);
    expect(await link('\u00e9 '.repeat(127).trim())).toMatchObject({ 1: 200 });
  });

  it('reads no answer of the provider that is too long', async ({ onTestFinished }) => {
    const endless = createServer((_, response) => {
      const write = () => {
        while (response.write(' '.repeat(65_536)));
      };
      response.writeHead(200, { 'content-type': 'application/json' }).on('drain', write);
      write();
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      endless.close();
    });
    const { port } = endless.address() as AddressInfo;
    const settings = { clientId: 'daybook', clientSecret: 'secret', name: 'Company', only };
    const begun = createProvider({ ...settings, issuer: `http://127.0.0.1:${port}` }).begin('/', 'log-in');
    const error = await begun.catch((refused: unknown) => refused);
    expect(error).toMatchObject({ code: 'UNAVAILABLE' });
    expect(inspect(error)).toContain('more than 262144 bytes');
  });

  it('ends with the account, and with a password that somebody else sets', async ({ ask, linked, enter }) => {
    const ends: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
      deactivation: async (id) => {
        await ask('PATCH', `/users/${id}/status`, { active: 'false' });
        expect(await ask('GET', `/users/${id}/identities`)).toEqual({ identities: [] });
        await ask('PATCH', `/users/${id}/status`, { active: 'true' });
      },
      password: (id) => ask('PUT', `/users/${id}`, { password: 'set by somebody' }),
      deletion: (id) => ask('DELETE', `/users/${id}`),
    };
    for (const end of Object.values(ends)) {
      const person = await linked('User');
      await end(person.id);
      expectFailure(await enter(person), 401, 'SSO_UNKNOWN');
    }
  });

  it('is linked by an Administrator, to an active account', async ({ service, admin, ask, linked }) => {
    const link = (id: string, subject: string) =>
      service.call('POST', `/users/${id}/identities`, { token: admin.token, body: { subject } });
    const { id, sub } = await linked('User');
    expectFailure(await link(id, 'another'), 409, 'IDENTITY_TAKEN');
    expectFailure(await link((await service.person('User')).id, sub), 409, 'IDENTITY_TAKEN');
    const [{ _id }] = (await ask('GET', `/users/${id}/identities`)).identities;
    await ask('POST', `/users/${id}/identities/${_id}/remove`);
    expectFailure(
      await service.call('POST', `/users/${id}/identities/${_id}/remove`, { token: admin.token }),
      404,
      'NOT_FOUND',
    );
    await ask('PATCH', `/users/${id}/status`, { active: 'false' });
    expectFailure(await link(id, sub), 409, 'ACCOUNT_INACTIVE');
    await ask('DELETE', `/users/${id}`);
    expectFailure(await link(id, sub), 404, 'NOT_FOUND');
    expect(expectFailure(await link(admin.id, ''), 400, 'VALIDATION')).toEqual(['subject']);
  });

  it('asks for the second factor, unless the provider had several', async ({
    service,
    linked,
    visit,
    enter,
  }) => {
    const person = await linked('User');
    await service.sql`insert into factors (id, user_id, kind, name, confirmed_at, secret)
      values (gen_random_uuid(), ${person.id}, 'totp', 'phone', now(), 'x')`;
    const code = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    await service.sql`insert into recovery_codes (user_id, hash) values (${person.id}, ${sha256(code)})`;
    const browser = browserOf(service);
    const answer = await visit(await browser('/auth/sso'), { ...person, amr: ['pwd'] });
    const send = (secondFactor?: string) => browser('/auth/sso/log-in', { ...answer, secondFactor });
    expect(await send()).toMatchObject({ status: 401, body: { error: { code: 'SECOND_FACTOR_REQUIRED' } } });
    expect(await send('wrong')).toMatchObject({
      status: 401,
      body: { error: { code: 'SECOND_FACTOR_WRONG' } },
    });
    const { status, body } = await send(code);
    expect(status).toBe(200);
    expectFailure(await send(code), 401, 'SSO_FAILED');
    const several = await enter({ ...person, amr: ['pwd', 'otp'] });
    expect(several.status).toBe(200);
    const sessions =
      await service.sql`select has_second_factor from sessions where user_id = ${person.id} order by id`;
    expect(sessions.map((row) => row.has_second_factor)).toEqual([false, true, true]);
    expect(body.data.user._id).toBe(person.id);
  });

  it('takes a passkey of the account for the second factor, once, and no other one', async ({
    service,
    linked,
    visit,
  }) => {
    const person = await linked('User');
    const [own, other] = [
      await addPasskey(service, person),
      await addPasskey(service, await service.person('User')),
    ];
    const [browser, again] = [browserOf(service), browserOf(service)];
    const challenge = async () => (await service.call('POST', '/auth/passkeys/challenge')).body.data;
    const answer = await visit(await browser('/auth/sso'), { ...person, amr: ['pwd'] });
    const send = (passkey?: object) => browser('/auth/sso/log-in', { ...answer, passkey });
    const asked = await send();
    expectFailure(asked, 401, 'SECOND_FACTOR_REQUIRED');
    expect(asked.body.error.methods).toEqual(['recovery', 'passkey']);
    expectFailure(await send(other.authenticator.get(await challenge())), 400, 'PASSKEY_INVALID');
    const proof = await service.call('POST', '/auth/confirm/challenge', person);
    expectFailure(await send(own.authenticator.get(proof.body.data)), 400, 'PASSKEY_INVALID');
    const passkey = own.authenticator.get(await challenge());
    const { status, body } = await send(passkey);
    expect([status, body.data?.user._id]).toEqual([200, person.id]);
    const [session] =
      await service.sql`select has_second_factor from sessions where user_id = ${person.id} order by id desc limit 1`;
    expect(session?.has_second_factor).toBe(true);
    const next = await visit(await again('/auth/sso'), { ...person, amr: ['pwd'] });
    expectFailure(await again('/auth/sso/log-in', { ...next, passkey }), 400, 'PASSKEY_INVALID');
  });

  it('counts once, also for who has copied the cookie and has another code', async ({
    service,
    linked,
    visit,
  }) => {
    const person = await linked('User');
    await service.sql`insert into factors (id, user_id, kind, name, confirmed_at, secret)
      values (gen_random_uuid(), ${person.id}, 'totp', 'phone', now(), 'x')`;
    const codes = ['A', 'B', 'C', 'D', 'E'].map((letter) => letter.repeat(26));
    for (const code of codes)
      await service.sql`insert into recovery_codes (user_id, hash) values (${person.id}, ${sha256(code)})`;
    const jar = new Map<string, string>();
    const browser = browserOf(service, undefined, jar);
    const answer = await visit(await browser('/auth/sso'), { ...person, amr: ['pwd'] });
    expectFailure(await browser('/auth/sso/log-in', answer), 401, 'SECOND_FACTOR_REQUIRED');
    const answers = await atOnce(codes.length, (n) =>
      browserOf(service, undefined, new Map(jar))('/auth/sso/log-in', { ...answer, secondFactor: codes[n] }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 401: 4 });
  });

  it.for([
    [{ amr: ['mfa'] }, true],
    [{ amr: ['pwd', 'otp'] }, true],
    [{ amr: ['hwk', 'pin'] }, true],
    [{ amr: ['fpt', 'swk'] }, true],
    [{ acr: 'https://refeds.org/profile/mfa' }, true],
    [{ amr: ['pwd'] }, false],
    [{ amr: ['pwd', 'pin'] }, false],
    [{ amr: ['otp', 'sms'] }, false],
    [{ amr: 'mfa' }, false],
    [{ acr: '1' }, false],
    [{}, false],
  ] as const)('%j: several factors %j', ([claims, several]) => {
    expect(hasSeveralFactors(claims)).toBe(several);
  });

  it('is the only way for linked accounts of the roles chosen', async ({ service, admin, linked, enter }) => {
    const user = await linked('User');
    const supervisor = await linked('Supervisor');
    const unlinked = await service.person('Supervisor');
    const logIn = (username: string, typed = password) =>
      service.call('POST', '/auth', { body: { username, password: typed } });
    expect((await logIn(user.username)).status).toBe(200);
    expect((await logIn(unlinked.username)).status).toBe(200);
    const refused = await logIn(supervisor.username);
    expectFailure(refused, 401, 'SSO_REQUIRED');
    expect(refused.body.message).toContain('Company');
    const wrong = await logIn(supervisor.username, 'a wrong one');
    expectFailure(wrong, 401, 'INVALID_CREDENTIALS');
    expect(wrong.body.message).toBe((await logIn(unlinked.username, 'a wrong one')).body.message);
    expect((await enter(supervisor)).status).toBe(200);
    const { authenticator } = await addPasskey(service, supervisor);
    const byPasskey = async () => {
      const { body } = await service.call('POST', '/auth/passkeys/challenge');
      const response = authenticator.get(body.data);
      return service.call('POST', '/auth/passkeys/log-in', { body: { response } });
    };
    expectFailure(await byPasskey(), 401, 'SSO_REQUIRED');
    const administrator = await linked('Administrator');
    const { url } = await asker(service, administrator)('POST', `/users/${supervisor.id}/log-in-link`);
    const byLink = (typed: string) =>
      service.call('POST', '/auth/log-in-link', {
        body: { token: new URL(url).hash.slice(1), password: typed },
      });
    expectFailure(await byLink('another long password'), 401, 'SSO_REQUIRED');

    // Without an active Administrator who could log in otherwise, everybody does.
    expectFailure(await logIn(administrator.username), 401, 'SSO_REQUIRED');
    const others = await service.sql`update users set active = false
      where access_level = 'Administrator' and active and id <> ${administrator.id} returning id`;
    expect(others.length).toBeGreaterThan(0);
    expect((await logIn(administrator.username)).status).toBe(200);
    expect((await byLink(password)).status).toBe(200);
    expectFailure(await logIn(supervisor.username), 401, 'SECOND_FACTOR_REQUIRED');
    expect((await byPasskey()).status).toBe(200);
    await service.sql`update users set active = true where id = ${admin.id}`;
    expectFailure(await logIn(administrator.username), 401, 'SSO_REQUIRED');
  });

  it('that is away keeps nobody from logging in with a password', async ({
    service,
    provider,
    linked,
    enter,
    visit,
  }) => {
    const person = await linked('User');
    const browser = browserOf(service);
    const answer = await visit(await browser('/auth/sso'), person);
    await provider.stop();
    expectFailure(await browser('/auth/sso/log-in', answer), 503, 'UNAVAILABLE');
    expect(await service.logIn(person.username)).toMatch(/^ey/);
    await provider.start();
    expect((await enter(person)).status).toBe(200);
    // Not even found yet.
    const fresh = createProvider({ ...provider, name: 'Company', only });
    await provider.stop();
    const begin = () => fresh.begin(`${service.url}/app/sso`, 'log-in');
    await expect(begin()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
    await provider.start();
    expect((await begin()).url).toContain(provider.issuer);
    const stranger = createProvider({ ...provider, clientSecret: 'wrong', name: 'Company', only });
    const { url, checks } = await stranger.begin(`${service.url}/app/sso`, 'log-in');
    await expect(stranger.finish(await provider.visit(url), checks)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});
