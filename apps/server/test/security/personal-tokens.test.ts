import { sha256 } from '@daybook/api';
import { runs } from '@daybook/testing/random';
import { describe, expect, vi } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { atOnce, tally } from '../support/asking.ts';
import { authorizationTest, browse } from '../support/log-ins.ts';
import type { Person } from '../support/service.ts';
import { expectFailure, listenWith } from '../support/wire.ts';

// docs/rules.md, section 16: who is let in with a personal access token, and until when.
const it = authorizationTest
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('tokenOf', { scope: 'file' }, ({ service }) => async (person: Person) => {
    const body = { name: 'Import', scopes: ['profile:read', 'profile:write', 'logs:read'] };
    const answer = await service.call('POST', '/tokens', { token: person.token, body });
    expect(answer.status).toBe(200);
    return answer.body.data as { readonly _id: string; readonly token: string };
  });

describe('a personal access token', () => {
  it('shows who calls over REST, tRPC and by the typed client, with one request each', async ({
    service,
    me,
    user,
    tokenOf,
  }) => {
    const { token } = await tokenOf(user);
    const expected = { _id: user.id, username: user.username, accessLevel: 'User' };
    for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
      expect((await me(`${scheme} ${token}`)).body.data).toMatchObject(expected);
      expect((await me(`${scheme} ${token}`, '/trpc/auth.me')).body.result.data).toMatchObject(expected);
    }
    const fetch = vi.fn(globalThis.fetch);
    expect(await service.client(token, { fetch }).auth.me.query()).toMatchObject(expected);
    await expect(service.client(`${token}x`, { fetch }).auth.me.query()).rejects.toMatchObject({
      data: { code: 'UNAUTHENTICATED' },
    });
    await expect(service.client(token, { fetch }).bills.list.query({})).rejects.toMatchObject({
      data: { code: 'FORBIDDEN' },
    });
    expect(fetch).toHaveBeenCalledTimes(3);
    // The days that it asks about are those of its owner.
    await service.call('PATCH', '/users/preferences', { token, body: { timeZone: 'Asia/Kolkata' } });
    expect((await me(`Bearer ${token}`)).body.data.timeZone).toBe('Asia/Kolkata');
  });

  it('that has ended or was never made is 401, with how to make another one', async ({
    service,
    me,
    user,
    tokenOf,
  }) => {
    const { _id, token } = await tokenOf(user);
    await service.call('DELETE', `/tokens/${_id}`, { token: user.token });
    for (const sent of [token, `dbk_${'x'.repeat(43)}`, 'dbk_cut']) {
      const [rest, trpc] = [await me(`Bearer ${sent}`), await me(`Bearer ${sent}`, '/trpc/auth.me')];
      expect([rest.body.message, trpc.body.error.message].join()).toMatch(/POST \/tokens.*POST \/tokens/);
    }
    expect((await me('Bearer x.y.z')).body.message).toMatch(/^Log in with POST \/auth/);
  });

  it('is refused in any other spelling', async ({ me, user, tokenOf, expectRefused }) => {
    const { token } = await tokenOf(user);
    const secret = token.slice(4);
    const last = secret.at(-1) === 'A' ? 'B' : 'A';
    const wrong = [
      ...[`DBK_${secret}`, `Dbk_${secret}`, secret, `dbk${secret}`, `dbk-${secret}`, `dbk__${secret}`],
      ...[
        token.slice(0, -1),
        `${token}A`,
        `${token}=`,
        `${token.slice(0, -1)}${last}`,
        'dbk_',
        `dbk_${'A'.repeat(43)}`,
      ],
      ...[
        `dbk_${secret.toLowerCase()}`,
        `dbk_${secret.toUpperCase()}`,
        `dbk_${[...secret].reverse().join('')}`,
      ],
      ...[
        `"${token}"`,
        `${token},${token}`,
        `${token} ${token}`,
        `${token}%20`,
        encodeURIComponent(`${token} `),
      ],
      ...[sha256(token), `dbk_${sha256(token)}`, `dbk_${'x'.repeat(10_000)}`],
      ...["dbk_' or 1=1--", `dbk_${"' OR '1'='1' -- ".padEnd(43, 'x').replaceAll(' ', '+')}`, 'dbk_{NULL}'],
    ];
    for (const one of wrong) await expectRefused(`Bearer ${one}`);
    for (const header of [token, `Basic ${btoa(`x:${token}`)}`, `Token ${token}`])
      await expectRefused(header);
    expect((await me(`Bearer ${token}`)).status).toBe(200);
  });

  it('is read from the header alone', async ({ service, me, user, tokenOf }) => {
    const { token } = await tokenOf(user);
    for (const name of ['access_token', 'token', 'api_key', 'authorization'])
      expectFailure(await me(undefined, `/auth?${name}=${token}`), 401, 'UNAUTHENTICATED');
    for (const name of ['access_token=', 'daybook_refresh=', 'authorization=Bearer ']) {
      const headers = { cookie: `${name}${token}` };
      expectFailure(await service.call('GET', '/auth', { headers }), 401, 'UNAUTHENTICATED');
      const renewal = await service.call('POST', '/auth/refresh', { headers });
      expectFailure(renewal, 401, 'UNAUTHENTICATED');
    }
    for (const header of ['x-api-key', 'private-token', 'proxy-authorization'])
      expectFailure(
        await service.call('GET', '/auth', { headers: { [header]: token } }),
        401,
        'UNAUTHENTICATED',
      );
    expectFailure(await service.call('GET', `/calendar/${token}.ics`), 404, 'NOT_FOUND');
  });

  it('is no other secret of the service, and those are no tokens', async ({
    service,
    supervisor,
    tokenOf,
    expectRefused,
  }) => {
    await tokenOf(supervisor);
    const { value } = await browse(service, supervisor.username);
    const calendar = await service.call('POST', '/calendars', { token: supervisor.token });
    const [address = ''] = /[\w-]{43}/.exec(calendar.body.data.url) ?? [];
    const hashes = await service.sql`select refresh_hash as hash from sessions union select hash from devices
      union select token_hash from calendars union select token_hash from tokens`;
    expect(hashes.length).toBeGreaterThan(3);
    for (const secret of [value, address, ...hashes.map(({ hash }) => hash)]) {
      await expectRefused(`Bearer dbk_${secret}`);
      await expectRefused(`Bearer ${secret}`);
    }
  });

  it('ends with the secret that made it', async ({ service, user, tokenOf, expectRefused }) => {
    const [one, other] = [await tokenOf(user), await tokenOf(user)];
    expect(service.tokens.personal(one._id)).toBe(one.token);
    await service.sql`update tokens set token_hash = 'taken' where id = ${one._id}`;
    await service.sql`update tokens set token_hash = ${sha256(one.token)} where id = ${other._id}`;
    await expectRefused(`Bearer ${one.token}`);
  });

  it('says when and from where it was last used, and writes it once in five minutes', async ({
    service,
    user,
    me,
    tokenOf,
  }) => {
    const { _id, token } = await tokenOf(user);
    const used = async () =>
      (
        await service.sql`select last_used_at as at, last_used_from as from, xmin::text from tokens where id = ${_id}`
      )[0];
    expect((await used())?.at).toBeNull();
    await atOnce(20, () => me(`Bearer ${token}`));
    await vi.waitUntil(async () => (await used())?.at, { timeout: 60_000 });
    const before = await used();
    expect(before?.from).toBe('127.0.0.1');
    await atOnce(20, () => me(`Bearer ${token}`));
    expect(await used()).toEqual(before);
    await service.sql`update tokens set last_used_at = now() - interval '6 minutes' where id = ${_id}`;
    await me(`Bearer ${token}`);
    await vi.waitUntil(async () => Date.parse((await used())?.at) > Date.now() - 60_000, { timeout: 60_000 });
    expect(await service.sql`select 1 from journal where record_id = ${_id}`).toHaveLength(1);
  });

  it('is let in while its row is locked, though nothing can be written of its use', async ({
    service,
    user,
    me,
    tokenOf,
  }) => {
    const { _id, token } = await tokenOf(user);
    const answers = await service.sql.begin(async (sql) => {
      await sql`select 1 from tokens where id = ${_id} for update`;
      return atOnce(4, () => me(`Bearer ${token}`));
    });
    expect(tally(answers)).toEqual({ 200: 4 });
  });
});

describe('a personal access token ends', () => {
  it('when it is ended, for whoever asks after that', async ({
    service,
    user,
    me,
    tokenOf,
    expectRefused,
  }) => {
    const { _id, token } = await tokenOf(user);
    const before = atOnce(10, () => me(`Bearer ${token}`));
    const ended = await service.call('DELETE', `/tokens/${_id}`, { token: user.token });
    expect(ended.status).toBe(200);
    expect(tally(await atOnce(20, () => me(`Bearer ${token}`)))).toEqual({ 401: 20 });
    for (const { status } of await before) expect([200, 401]).toContain(status);
    await expectRefused(`Bearer ${token}`);
  });

  it('when it expires', async ({ service, user, me, tokenOf, expectRefused }) => {
    const { _id, token } = await tokenOf(user);
    await service.sql`update tokens set expires_at = now() + interval '1 hour' where id = ${_id}`;
    expect((await me(`Bearer ${token}`)).status).toBe(200);
    await service.sql`update tokens set expires_at = now() where id = ${_id}`;
    await expectRefused(`Bearer ${token}`);
  });

  it('with the account, for good, whatever ended the account', async ({
    service,
    admin,
    ask,
    tokenOf,
    expectRefused,
  }) => {
    const account = (id: string) => `/users/${id}`;
    const lastEntry = async (id: string) => (await ask('GET', `/journal?record=${id}&limit=1`))[0]._id;
    const ends: Record<string, (id: string) => Promise<unknown>> = {
      deactivated: (id) => ask('PATCH', `${account(id)}/status`, { active: false }),
      deleted: (id) => ask('DELETE', account(id)),
      async 'activation undone'(id) {
        await ask('POST', `/journal/${await lastEntry(id)}/undo`);
      },
    };
    for (const [how, end] of Object.entries(ends)) {
      const person = await service.person('Supervisor');
      if (how === 'activation undone') {
        await ask('PATCH', `${account(person.id)}/status`, { active: false });
        await ask('PATCH', `${account(person.id)}/status`, { active: true });
      }
      const token = await service.logIn(person.username);
      const made = [await tokenOf({ ...person, token }), await tokenOf({ ...person, token })];
      await end(person.id);
      for (const one of made) await expectRefused(`Bearer ${one.token}`);
      if (how === 'deleted') await ask('POST', `${account(person.id)}/restore`);
      await ask('PATCH', `${account(person.id)}/status`, { active: true });
      for (const one of made) {
        await expectRefused(`Bearer ${one.token}`);
        const [entry] = await ask('GET', `/journal?record=${one._id}`);
        expect([how, entry]).toMatchObject([
          how,
          { action: 'delete', actor: admin.id, undoes: null, batch: null },
        ]);
      }
      expect(await ask('GET', `/tokens?user=${person.id}`)).toEqual([]);
    }
  });

  it('not with a session', async ({ service, me, tokenOf }) => {
    const person = await service.person('Supervisor');
    const { token } = await tokenOf(person);
    await service.call('DELETE', '/auth/logout', { token: person.token });
    expect((await me(`Bearer ${token}`)).status).toBe(200);
  });

  it('also where it is made while the account ends, in every round', async ({ service, ask }) => {
    for (let round = 0; round < runs(20); round += 1) {
      const person = await service.person('User');
      const body = { name: 'Race', scopes: ['profile:read'] };
      const [answers] = await Promise.all([
        atOnce(3, () => service.call('POST', '/tokens', { token: person.token, body })),
        ask('PATCH', `/users/${person.id}/status`, { active: false }),
      ]);
      for (const { status, body } of answers) {
        expect([200, 401]).toContain(status);
        if (status !== 200) continue;
        const { token } = body.data;
        expect((await service.call('GET', '/auth', { token })).status).toBe(401);
      }
      const live =
        await service.sql`select 1 from tokens where user_id = ${person.id} and deleted_at is null`;
      expect(live).toHaveLength(0);
    }
  });

  it('at every instance at once', async ({ service, user, tokenOf, onTestFinished }) => {
    const pools = connectPools(service.server);
    const second = await listenWith(service, pools);
    onTestFinished(async () => {
      await second.close();
      await pools.close();
    });
    const { _id, token } = await tokenOf(user);
    const ask = async (url: string) =>
      (await fetch(`${url}/auth`, { headers: { authorization: `Bearer ${token}` } })).status;
    const urls = [service.url, second.url];
    expect(await Promise.all(urls.map(ask))).toEqual([200, 200]);
    await service.call('DELETE', `/tokens/${_id}`, { token: user.token });
    expect(await Promise.all(urls.map(ask))).toEqual([401, 401]);
  });
});
