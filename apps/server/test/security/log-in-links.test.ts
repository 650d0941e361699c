import { sha256 } from '@daybook/api';
import { describe, expect } from 'vitest';
import { tally } from '../support/asking.ts';
import { password, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 4.
const chosen = 'a battery of horses';
const invalid = [400, 'LINK_INVALID'] as const;

const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  /** The token of a new link. */
  .extend('link', { scope: 'file' }, ({ ask }) => async (id: string): Promise<string> => {
    const { url } = await ask('POST', `/users/${id}/log-in-link`);
    return new URL(url).hash.slice(1);
  })
  .extend(
    'open',
    { scope: 'file' },
    ({ service }) =>
      (token: string, typed = chosen) =>
        service.call('POST', '/auth/log-in-link', { body: { token, password: typed } }),
  );

describe('a log-in link', () => {
  it('is an address of the front-end, which is stored and told nowhere', async ({ service, ask }) => {
    const { id } = await service.person('User');
    const { url, expiresAt } = await ask('POST', `/users/${id}/log-in-link`);
    const { origin, pathname, hash } = new URL(url);
    expect([origin, pathname]).toEqual([service.url, '/app/link']);
    expect(hash).toMatch(/^#[\w-]{43}$/);
    const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    const [row] = await service.sql`select log_in_link_hash from users where id = ${id}`;
    expect(row?.log_in_link_hash).toBe(sha256(hash.slice(1)));
    const told = [
      await ask('GET', `/users/${id}/export`),
      await ask('GET', `/users/${id}`),
      await ask('GET', `/journal?record=${id}`),
    ];
    for (const secret of [hash.slice(1), row?.log_in_link_hash])
      expect(JSON.stringify(told)).not.toContain(secret);
  });

  it('sets the password once, and ends the sessions but no tokens', async ({ service, ask, link, open }) => {
    const person = await service.person('Supervisor');
    const made = await service.call('POST', '/tokens', {
      token: person.token,
      body: { name: 'sync', scopes: ['bills:read'] },
    });
    const token = await link(person.id);
    expect((await service.call('GET', '/auth', person)).status).toBe(200);
    const answer = await open(token);
    expect(answer).toMatchObject({ status: 200, body: { data: { username: person.username } } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await service.call('GET', '/auth', person)).status).toBe(401);
    expect((await service.call('GET', '/bills', { token: made.body.data.token })).status).toBe(200);
    const old = await service.call('POST', '/auth', { body: { username: person.username, password } });
    expectFailure(old, 401, 'INVALID_CREDENTIALS');
    expect(await service.logIn(person.username, chosen)).toMatch(/^ey/);
    expectFailure(await open(token, 'another battery'), ...invalid);
    const entries = await ask('GET', `/journal?record=${person.id}`);
    expect(entries.slice(0, 2)).toMatchObject([
      { actor: person.id, after: { logInLinkUntil: null, passwordChangedAt: expect.any(String) } },
      { before: { logInLinkUntil: null }, after: { logInLinkUntil: expect.any(String) } },
    ]);
  });

  it('is made and used by the typed client too', async ({ service, admin }) => {
    const { id, username } = await service.person('User');
    const { url } = await service.client(admin.token).users.logInLink.mutate({ userID: id });
    const used = { token: new URL(url).hash.slice(1), password: chosen };
    expect(await service.client().auth.redeemLogInLink.mutate(used)).toEqual({ username });
    await expect(service.client().auth.redeemLogInLink.mutate(used)).rejects.toMatchObject({
      data: { code: 'LINK_INVALID', httpStatus: 400 },
    });
  });

  it('is used once by many at once', async ({ service, link, open }) => {
    const { id, username } = await service.person('User');
    const token = await link(id);
    const passwords = Array.from({ length: 8 }, (_, n) => `${chosen} ${n}`);
    const answers = await Promise.all(passwords.map((typed) => open(token, typed)));
    expect(tally(answers)).toEqual({ 200: 1, 400: 7 });
    const won = passwords[answers.findIndex(({ status }) => status === 200)];
    expect(await service.logIn(username, won)).toMatch(/^ey/);
  });

  it('ends with a newer one, a new password, deactivation, deletion, and time', async ({
    service,
    ask,
    link,
    open,
  }) => {
    const ends: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
      newer: (id) => link(id),
      password: (id) => ask('PUT', `/users/${id}`, { password: 'set by somebody' }),
      deactivation: async (id) => {
        await ask('PATCH', `/users/${id}/status`, { active: 'false' });
        await ask('PATCH', `/users/${id}/status`, { active: 'true' });
      },
      deletion: async (id) => {
        await ask('DELETE', `/users/${id}`);
        await ask('POST', `/users/${id}/restore`);
        await ask('PATCH', `/users/${id}/status`, { active: 'true' });
      },
      time: (id) =>
        service.sql`update users set log_in_link_until = now() - interval '1 second' where id = ${id}`,
    };
    for (const [name, end] of Object.entries(ends)) {
      const { id, username } = await service.person('User');
      const token = await link(id);
      await end(id);
      expectFailure(await open(token), ...invalid);
      const logIn = await service.call('POST', '/auth', { body: { username, password: chosen } });
      expect([name, logIn.status]).toEqual([name, 401]);
    }
    expectFailure(await open('x'), ...invalid);
    expectFailure(await open(''), ...invalid);
  });

  it('is made for nobody inactive, deleted or unknown, and not for oneself', async ({
    service,
    admin,
    ask,
  }) => {
    const make = (id: string, headers = {}) =>
      service.call('POST', `/users/${id}/log-in-link`, { token: admin.token, headers });
    expectFailure(await make(admin.id), 409, 'SELF_CHANGE');
    const { id } = await service.person('User');
    expectFailure(await make(id, { 'if-match': '"9"' }), 412, 'PRECONDITION_FAILED');
    await ask('PATCH', `/users/${id}/status`, { active: 'false' });
    expectFailure(await make(id), 409, 'ACCOUNT_INACTIVE');
    await ask('DELETE', `/users/${id}`);
    expectFailure(await make(id), 404, 'NOT_FOUND');
    expectFailure(await make(unknownId), 404, 'NOT_FOUND');
  });

  it('is made 50 times a day at the most, and never undone', async ({ service, admin, link }) => {
    const { id } = await service.person('User');
    await link(id);
    const [entry] = await service.sql`select max(id)::text as id from journal where record_id = ${id}`;
    expectFailure(await service.call('POST', `/journal/${entry?.id}/undo`, admin), 409, 'NOT_UNDOABLE');
    await service.sql`insert into journal (actor_id, kind, record_id, action)
      select ${admin.id}::uuid, 'users', ${id}, 'update' from generate_series(1, 48)`;
    await link(id);
    const answer = await service.call('POST', `/users/${id}/log-in-link`, admin);
    expectFailure(answer, 429, 'TOO_MANY_REQUESTS');
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('counts only while whoever made it is an active Administrator', async ({ service, ask, open }) => {
    const ends = [
      (id: string) => ask('PATCH', `/users/${id}/status`, { active: 'false' }),
      (id: string) => ask('PATCH', `/users/${id}/role`, { role: 'Supervisor' }),
      (id: string) => ask('DELETE', `/users/${id}`),
    ];
    for (const end of ends) {
      const [maker, { id }] = [await service.person('Administrator'), await service.person('User')];
      const make = async () => {
        const { body } = await service.call('POST', `/users/${id}/log-in-link`, maker);
        return new URL(body.data.url).hash.slice(1);
      };
      const token = await make();
      // A later change by somebody else.
      await ask('PUT', `/users/${id}`, { email: 'changed@example.com' });
      await end(maker.id);
      expectFailure(await open(token), ...invalid);
      const { url } = await ask('POST', `/users/${id}/log-in-link`);
      expect((await open(new URL(url).hash.slice(1))).status).toBe(200);
    }
  });

  it('says a password that is too short before it is used', async ({ service, link, open }) => {
    const { id } = await service.person('User');
    const token = await link(id);
    const answer = await open(token, 'short');
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['password']);
    expect((await open(token)).status).toBe(200);
  });
});
