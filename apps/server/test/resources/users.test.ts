import { runs } from '@daybook/testing/random';
import { describe, expect } from 'vitest';
import { atOnce, served, tally } from '../support/asking.ts';
import { bodyOf, unique } from '../support/samples/index.ts';
import { type Answer, type Person, password, type Service, startService } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest, testResource } from './suite/index.ts';

const it = resourceTest('users');

testResource('users', it);

describe('the requests of docs/interface.md, as they are written,', () => {
  it('register, fetch, change, list and delete', async ({ send, ask }) => {
    const created = await ask('POST', '/users', {
      firstName: 'Ada',
      lastName: 'Lovelace',
      username: 'ada',
      password: 'a long password',
    });
    expect(created).toMatchObject({
      username: 'ada',
      accessLevel: 'User',
      active: true,
      email: '',
      version: 1,
    });
    const path = `/users/${created._id}`;
    expect(await ask('GET', path)).toEqual(created);
    expect(await ask('PUT', path, { firstName: 'Augusta' })).toMatchObject({
      fullName: 'Augusta Lovelace',
      version: 2,
    });
    expect(await ask('PATCH', `${path}/status`, { active: 'false' })).toMatchObject({ active: false });
    expect(await ask('PATCH', `${path}/role`, { role: 'supervisor' })).toMatchObject({
      accessLevel: 'Supervisor',
    });
    const found = await send('GET', '/users?search=^august');
    expect(Object.keys(found.body)).toEqual(['success', 'data']);
    expect(found.body.data).toEqual([
      {
        _id: created._id,
        username: 'ada',
        email: '',
        phoneNumber: '',
        accessLevel: 'Supervisor',
        active: false,
        fullName: 'Augusta Lovelace',
      },
    ]);
    expect(await ask('DELETE', path)).toEqual({ _id: created._id });
    expect((await send('GET', path)).status).toBe(404);
  });

  it('log in, change the own password and preferences', async ({ service }) => {
    const { token, username } = await service.person('Administrator');
    const patch = (path: string, body: unknown) => service.call('PATCH', path, { token, body });
    expect(await patch('/users/password', { current: password, new: 'another password' })).toMatchObject({
      status: 200,
      body: { success: true, data: null },
    });
    expect(await patch('/users/preferences', { active: 'false' })).toMatchObject({
      status: 200,
      body: { data: { active: false } },
    });
    expect(await service.logIn(username, 'another password')).toMatch(/^ey/);
  });
});

describe('a username', () => {
  it.for([
    ['Nora.K', 'nora.k'],
    ['ＮＯＲＡ', 'nora'],
    ['Zoë', 'zoe\u0308'],
    ['lina', ' lina\u3000'],
    ['omar', 'o\u200bmar'],
    ['Weiß', 'WEISS'],
    ['علي', 'علي'],
  ] as const)(
    '%j is %j: for registration, renaming and log-in',
    async ([one, same], { service, ask, make, send }) => {
      const first = await make('users', { username: one });
      expect(first.username).toBe(one);
      const taken = await send('POST', '/users', bodyOf('users', { username: same }));
      expect(expectFailure(taken, 409, 'USERNAME_TAKEN')).toEqual(['username']);
      const other = await make('users');
      const renamed = await send('PUT', `/users/${other._id}`, { username: same, email: 'x@example.org' });
      expect(expectFailure(renamed, 409, 'USERNAME_TAKEN')).toEqual(['username']);
      expect(await ask('GET', `/users/${other._id}`)).toEqual(other);
      expect(await service.logIn(same, 'a long password')).toMatch(/^ey/);
      expect(await ask('PUT', `/users/${first._id}`, { username: same })).toMatchObject({
        username: same.trim(),
      });
      await ask('DELETE', `/users/${first._id}`);
    },
  );

  it('is free again after a deletion, and old logs keep the name', async ({ service, ask, make }) => {
    const username = unique('again');
    const first = await make('users', { username, firstName: 'First' });
    const log = await make('logs', { worker: first._id });
    const token = await service.logIn(username, 'a long password');
    await ask('DELETE', `/users/${first._id}`);
    expectFailure(await service.call('GET', '/auth', { token }), 401, 'UNAUTHENTICATED');
    const second = await make('users', { username, firstName: 'Second' });
    expect(second._id).not.toBe(first._id);
    expect(await ask('GET', `/logs/${log._id}`)).toMatchObject({
      worker: first._id,
      workerName: 'First Hopper',
    });
    expect(await service.logIn(username, 'a long password')).toMatch(/^ey/);
    expectFailure(await service.call('GET', '/auth', { token }), 401, 'UNAUTHENTICATED');
  });
});

describe('one username at once', () => {
  const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));

  it('is registered once, whatever the case and the width', async ({ service, admin: { token } }) => {
    const name = unique('Katherine');
    const forms = [name, name.toUpperCase(), wide(name), wide(name.toLowerCase()), ` ${name} `];
    const answers = await atOnce(20, (i) =>
      served(service, 'POST', '/users', {
        token,
        body: bodyOf('users', { username: forms[i % forms.length] }),
      }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    const codes = answers.flatMap(({ status, body }) => (status === 409 ? [body.error.code] : []));
    expect(new Set(codes)).toEqual(new Set(['USERNAME_TAKEN']));
  });

  it('is one account’s, be it renamed or registered', async ({ send, make }) => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await make('users'), await make('users')];
      const username = unique('wanted');
      const answers = await Promise.all([
        send('PUT', `/users/${one._id}`, { username }),
        send('PUT', `/users/${two._id}`, { username: username.toUpperCase() }),
        send('POST', '/users', bodyOf('users', { username: wide(username) })),
      ]);
      expect(tally(answers)).toEqual({ 200: 1, 409: 2 });
    }
  });
});

describe('two Administrators against each other', () => {
  const actions: readonly ((where: Service, actor: Person, id: string) => Promise<Answer>)[] = [
    ({ call }, { token }, id) => call('PATCH', `/users/${id}/role`, { token, body: { role: 'User' } }),
    ({ call }, { token }, id) => call('PATCH', `/users/${id}/status`, { token, body: { active: 'false' } }),
    ({ call }, { token }, id) => call('DELETE', `/users/${id}`, { token }),
  ];
  const pairs = actions.flatMap((one) => actions.map((other) => [one, other] as const));

  it('never leave none, in any round', async () => {
    // These two are the only active Administrators there are: so each round has a last one.
    const arena = await startService();
    try {
      for (let round = 0; round < runs(30); round += 1) {
        const [one, two] = [await arena.person('Administrator'), await arena.person('Administrator')];
        await arena.sql`update users set active = false
          where access_level = 'Administrator' and id not in ${arena.sql([one.id, two.id])}`;
        const [action, reply] = pairs[round % pairs.length] ?? [];
        const answers = await Promise.all([action?.(arena, one, two.id), reply?.(arena, two, one.id)]);
        const statuses = answers.map((answer) => answer?.status ?? 0);
        const [left] = await arena.sql`select count(*)::integer as count from users
          where access_level = 'Administrator' and active and deleted_at is null`;
        expect(left?.count, `round ${round}: ${statuses}`).toBe(1);
        // The loser is the last one (409), or is one no longer (403), or has no session left (401).
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        expect(statuses.filter((status) => [401, 403, 409].includes(status))).toHaveLength(1);
      }
    } finally {
      await arena.close();
    }
  });

  it('make no error of the very same change', async ({ service, admin }) => {
    for (const action of actions) {
      const helper = await service.person('Administrator');
      const target = await service.person('Administrator');
      const answers = await Promise.all([
        action(service, admin, target.id),
        action(service, helper, target.id),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200]));
      for (const { status } of answers) expect([200, 404]).toContain(status);
    }
  });
});

it('If-Match holds for role and status too, before the last Administrator is spoken of', async ({
  service,
  admin: { token },
  make,
}) => {
  const path = `/users/${(await make('users'))._id}`;
  const patch = (field: string, body: object, tag: string) =>
    service.call('PATCH', `${path}/${field}`, { token, body, headers: { 'if-match': tag } });
  expectFailure(await patch('role', { role: 'Supervisor' }, '"7"'), 412, 'PRECONDITION_FAILED');
  expect((await patch('role', { role: 'Supervisor' }, '"1"')).headers.get('etag')).toBe('"2"');
  expectFailure(await patch('status', { active: 'false' }, '"1"'), 412, 'PRECONDITION_FAILED');
  expect((await patch('status', { active: 'false' }, '"2"')).status).toBe(200);
});
