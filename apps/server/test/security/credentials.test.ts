import { accounts } from '@daybook/domain/server';
import { runs } from '@daybook/testing/random';
import { hash } from '@node-rs/argon2';
import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { type Person, password } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectTrpcFailure } from '../support/wire.ts';

// docs/rules.md, sections 4, 8, 12 and 16: what ends tokens and calendar addresses, and how many are made.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('makeToken', { scope: 'file' }, ({ service }) => ({ token }: Pick<Person, 'token'>) => {
    return service.call('POST', '/tokens', { token, body: { name: 'Import', scopes: ['profile:read'] } });
  })
  .extend('makeCalendar', { scope: 'file' }, ({ service }) => ({ token }: Pick<Person, 'token'>) => {
    return service.call('POST', '/calendars', { token });
  })
  /** A token, an address and a session of somebody, and what each of them is answered. */
  .extend(
    'credentials',
    { scope: 'file' },
    ({ service, makeToken, makeCalendar }) =>
      async ({ username }: Person, typed?: string) => {
        const token = await service.logIn(username, typed);
        const made = [(await makeToken({ token })).body.data, (await makeCalendar({ token })).body.data];
        const { pathname } = new URL(made[1].url);
        return {
          session: token,
          ids: made.map(({ _id }) => _id as string),
          works: async () => [
            (await service.call('GET', '/auth', { token: made[0].token })).status,
            (await service.call('GET', pathname)).status,
            (await service.call('GET', '/auth', { token })).status,
          ],
        };
      },
  );

const passwordHash = await hash('a password of the operator', {
  memoryCost: 8,
  timeCost: 1,
  parallelism: 1,
});

describe('tokens, calendar addresses and sessions end for good', () => {
  it('with a password reset, a deactivation and a deletion, and no way back revives them', async ({
    service,
    admin,
    ask,
    credentials,
  }) => {
    const lastEntry = async (id: string) => (await ask('GET', `/journal?record=${id}&limit=1`))[0]._id;
    const undo = async (id: string) => ask('POST', `/journal/${await lastEntry(id)}/undo`);
    const activate = (id: string, active: boolean) => ask('PATCH', `/users/${id}/status`, { active });
    const ends: Record<string, (person: Person) => Promise<unknown>> = {
      'reset by an Administrator': ({ id }) => ask('PUT', `/users/${id}`, { password: 'another passphrase' }),
      'reset over tRPC': ({ id }) =>
        service.client(admin.token).users.update.mutate({ userID: id, password: 'another passphrase' }),
      'reset at the console': ({ username }) =>
        accounts.resetAdministrator(service.dependencies.pools.users, username, passwordHash),
      async 'deactivated and activated'({ id }) {
        await activate(id, false);
        await activate(id, true);
      },
      async 'deactivated, and that undone'({ id }) {
        await activate(id, false);
        await undo(id);
      },
      async 'deleted and restored'({ id }) {
        await ask('DELETE', `/users/${id}`);
        await ask('POST', `/users/${id}/restore`);
        await activate(id, true);
      },
      async 'deleted, and that undone'({ id }) {
        await ask('DELETE', `/users/${id}`);
        await undo(id);
        await activate(id, true);
      },
      async 'activated, and that undone'({ id }) {
        await undo(id);
        await activate(id, true);
      },
    };
    for (const [how, end] of Object.entries(ends)) {
      const person = await service.person('Supervisor');
      if (how === 'activated, and that undone') {
        await activate(person.id, false);
        await activate(person.id, true);
      }
      const { works, ids } = await credentials(person);
      expect([how, await works()]).toEqual([how, [200, 200, 200]]);
      await end(person);
      expect([how, await works()]).toEqual([how, [401, 404, 401]]);
      const [mine] = await service.sql`select active from users where id = ${person.id}`;
      expect([how, mine?.active]).toEqual([how, true]);
      const actor = how === 'reset at the console' ? null : admin.id;
      for (const id of ids) {
        const [entry, created] = await ask('GET', `/journal?record=${id}`);
        expect([how, entry]).toMatchObject([how, { action: 'delete', actor, undoes: null, batch: null }]);
        expect(created).toMatchObject({ action: 'create', actor: person.id });
        const undone = await service.call('POST', `/journal/${entry._id}/undo`, { token: admin.token });
        expectFailure(undone, 409, 'NOT_UNDOABLE');
      }
      for (const kind of ['tokens', 'calendars'])
        expect(await ask('GET', `/${kind}?user=${person.id}`)).toEqual([]);
    }
  });

  it('with the own password where that is asked for, and else not', async ({ service, credentials }) => {
    const person = await service.person('Administrator');
    const { works, session, ids } = await credentials(person);
    const change = (current: string, next: string, more: object = {}) =>
      service.call('PATCH', '/users/password', { token: session, body: { current, new: next, ...more } });
    expect((await change(password, 'a second password')).status).toBe(200);
    expect(await works()).toEqual([200, 200, 200]);
    expectFailure(await change('a second password', 'third', { endCredentials: 'yes' }), 400, 'VALIDATION');
    expectFailure(
      await change('wrong password', 'a third password', { endCredentials: true }),
      400,
      'VALIDATION',
    );
    expect(await works()).toEqual([200, 200, 200]);
    const ended = await change('a second password', 'a third password', { endCredentials: true });
    expect(ended.body).toEqual({ success: true, data: null });
    expect(await works()).toEqual([401, 404, 200]);
    for (const id of ids)
      expect(
        await service.sql`select actor_id from journal where record_id = ${id} and action = 'delete'`,
      ).toEqual([{ actor_id: person.id }]);
    const again = await credentials(person, 'a third password');
    await service
      .client(again.session)
      .users.changePassword.mutate({ current: 'a third password', new: password, endCredentials: true });
    expect(await again.works()).toEqual([401, 404, 200]);
  });

  it('also those that are being made at that moment, in every round', async ({
    service,
    ask,
    makeToken,
    makeCalendar,
  }) => {
    for (let round = 0; round < 4 * runs(5); round += 1) {
      const person = await service.person('Administrator');
      const other = { token: await service.logIn(person.username) };
      const ends = [
        () => ask('PUT', `/users/${person.id}`, { password: 'another passphrase' }),
        () => ask('PATCH', `/users/${person.id}/status`, { active: false }),
        () => ask('DELETE', `/users/${person.id}`),
        () =>
          service.call('PATCH', '/users/password', {
            token: person.token,
            body: { current: password, new: 'another passphrase', endCredentials: true },
          }),
      ];
      const [answers] = await Promise.all([
        atOnce(20, (i) => (i % 2 ? makeToken : makeCalendar)(other)),
        ends[round % ends.length]?.(),
      ]);
      for (const { status } of answers) expect([200, 401]).toContain(status);
      const live = await service.sql`
        select id from tokens where user_id = ${person.id} and deleted_at is null
        union select id from calendars where user_id = ${person.id} and deleted_at is null`;
      expect([round, live.length]).toEqual([round, 0]);
    }
  });
});

describe('calendar addresses of others', () => {
  it('are seen and ended by Administrators alone, and stand in the journal without the secret', async ({
    service,
    admin,
    supervisor,
    ask,
    makeCalendar,
  }) => {
    const person = await service.person('Supervisor');
    const { _id, url } = (await makeCalendar(person)).body.data;
    const path = `/calendars?user=${person.id}`;
    const own = { _id, user: person.id, createdAt: expect.any(String), lastReadAt: null, lastReadFrom: null };
    expect((await service.call('GET', path, { token: person.token })).body.data).toEqual([own]);
    expect(await ask('GET', path)).toEqual([own]);
    expect(await service.client(admin.token).calendars.list.query({ user: person.id })).toMatchObject({
      items: [own],
    });
    expectFailure(await service.call('GET', path, { token: supervisor.token }), 403, 'FORBIDDEN');
    const theirs = await service.call('GET', '/calendars', { token: admin.token });
    expect(JSON.stringify(theirs.body)).not.toContain(_id);
    const refused = await service.call('DELETE', `/calendars/${_id}`, { token: supervisor.token });
    expectFailure(refused, 404, 'NOT_FOUND');
    expect((await service.call('GET', new URL(url).pathname)).status).toBe(200);

    expect(await ask('DELETE', `/calendars/${_id}`)).toEqual({ _id });
    expect((await service.call('GET', new URL(url).pathname)).status).toBe(404);
    const again = await service.call('DELETE', `/calendars/${_id}`, { token: admin.token });
    expectFailure(again, 404, 'NOT_FOUND');
    const entries = await ask('GET', `/journal?record=${_id}`);
    const fields = { user: person.id };
    const [row] =
      await service.sql`select first_name || ' ' || last_name as name from users where id = ${person.id}`;
    expect(entries).toMatchObject([
      { kind: 'calendars', action: 'delete', actor: admin.id, before: fields, after: null },
      { kind: 'calendars', action: 'create', actor: person.id, before: null, subject: { title: row?.name } },
    ]);
    expect(entries[1].after).toEqual(fields);
    expect(JSON.stringify(await ask('GET', '/trash'))).not.toContain(_id);
    const byStaff = { token: supervisor.token };
    expect((await service.call('GET', `/journal?record=${_id}`, byStaff)).body.data).toEqual([]);
    const kinds = await service.call('GET', `/journal?record=${_id}&kind=calendars`, byStaff);
    expectFailure(kinds, 403, 'FORBIDDEN');
    await expect(service.sql`delete from calendars where id = ${_id}`).rejects.toThrow(/never removed/);
  });
});

describe('credentials', () => {
  it('are made 50 times in 24 hours at the most, also of twenty at once', async ({
    service,
    makeToken,
    makeCalendar,
  }) => {
    const person = await service.person('Supervisor');
    const end = ({ body }: { body: { data: { _id: string } } }, kind: string) =>
      service.call('DELETE', `/${kind}/${body.data._id}`, { token: person.token });
    for (let n = 0; n < 23; n += 1) {
      await end(await makeToken(person), 'tokens');
      await end(await makeCalendar(person), 'calendars');
    }
    const answers = await atOnce(20, (i) => (i % 2 ? makeToken : makeCalendar)(person));
    expect(tally(answers)).toEqual({ 200: 4, 429: 16 });
    for (const refused of [await makeToken(person), await makeCalendar(person)]) {
      expectFailure(refused, 429, 'TOO_MANY_REQUESTS');
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(86_000);
      expect(wait).toBeLessThanOrEqual(86_400);
    }
    const trpc = await service.call('POST', '/trpc/calendars.create', { token: person.token, body: {} });
    expectTrpcFailure(trpc, 429, 'TOO_MANY_REQUESTS');
    // To end them is never refused, and another person is not concerned.
    const [left] = answers.filter(({ status }) => status === 200);
    const ended = await Promise.all(['tokens', 'calendars'].map((kind) => end(left as never, kind)));
    expect(tally(ended)).toEqual({ 200: 1, 404: 1 });
    expect((await makeToken(await service.person('User'))).status).toBe(200);
    const [entries] = await service.sql`
      select count(*)::int as count from journal where actor_id = ${person.id} and kind in ('tokens', 'calendars')`;
    expect(entries?.count).toBe(97);
    await service.sql`update tokens set created_at = now() - interval '25 hours'
      where id = (select id from tokens where user_id = ${person.id} limit 1)`;
    expect((await makeToken(person)).status).toBe(200);
    expectFailure(await makeToken(person), 429, 'TOO_MANY_REQUESTS');
  });
});

describe('the journal does not grow', () => {
  it('by preferences, one by one, in a batch or many at once', async ({ service }) => {
    const person = await service.person('User');
    const client = service.client(person.token);
    const grown = async () =>
      (
        await service.sql`select (select count(*) from journal)::int as journal,
          (select count(*) from idempotency_keys)::int as kept, (select version from users where id = ${person.id})`
      )[0];
    const before = await grown();
    for (const theme of ['dark', 'light'] as const) {
      await service.call('PATCH', '/users/preferences', { token: person.token, body: { theme } });
      await client.users.setPreferences.mutate({ theme: 'system' });
      const input = Object.fromEntries(
        Array.from({ length: 10 }, (_, n) => [n, { firstDayOfWeek: (n % 7) + 1 }]),
      );
      const path = `/trpc/${Array(10).fill('users.setPreferences').join()}?batch=1`;
      expect((await service.call('POST', path, { token: person.token, body: input })).status).toBe(200);
    }
    await atOnce(20, (i) => client.users.setPreferences.mutate({ theme: i % 2 ? 'dark' : 'light' }));
    expect(await grown()).toEqual(before);
  });

  it('by a User’s own e-mail and phone number more than 50 times in 24 hours', async ({ service, ask }) => {
    const person = await service.person('User');
    const path = `/users/${person.id}`;
    const put = (body: object) => service.call('PUT', path, { token: person.token, body });
    const entries = async () =>
      (await service.sql`select 1 from journal where record_id = ${person.id} and actor_id = ${person.id}`)
        .length;
    while ((await entries()) < 45)
      expect((await put({ email: `e${await entries()}@example.com` })).status).toBe(200);
    const answers = await atOnce(20, (i) => put({ phoneNumber: `+44 20 7946 ${1000 + i}` }));
    expect(tally(answers)).toEqual({ 200: 5, 429: 15 });
    const refused = await put({ email: 'one.more@example.com' });
    expectFailure(refused, 429, 'TOO_MANY_REQUESTS');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    // Others still may.
    await ask('PUT', path, { email: 'by.an.administrator@example.com' });
    await service.call('PATCH', '/users/preferences', { token: person.token, body: { theme: 'dark' } });
  });
});
