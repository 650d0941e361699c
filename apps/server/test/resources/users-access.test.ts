import { describe, expect } from 'vitest';
import { bodyOf, unique } from '../support/samples/index.ts';
import { type Person, password, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 3: who may change what of which account; section 5: no mass assignment.
const it = test.extend(
  'put',
  { scope: 'file' },
  ({ service }) =>
    (caller: Person, id: string, body: unknown) =>
      service.call('PUT', `/users/${id}`, { token: caller.token, body }),
);

describe('the own account', () => {
  it('has an e-mail address and a phone number that everybody changes', async ({
    put,
    user,
    supervisor,
    admin,
  }) => {
    for (const person of [user, supervisor, admin]) {
      const body = { email: `${person.username}@example.org`, phoneNumber: '+15551234567' };
      const { status, body: answer } = await put(person, person.id, body);
      expect(status).toBe(200);
      expect(answer.data).toMatchObject({ _id: person.id, ...body });
    }
  });

  it.for([
    { firstName: 'Other' },
    { lastName: 'Other' },
    { username: 'other' },
    { password: 'another password' },
    { email: 'a@example.org', firstName: 'Other' },
  ])('is otherwise for Administrators to change: %j', async (body, { put, ask, user, supervisor }) => {
    for (const person of [user, supervisor]) {
      const before = await ask('GET', `/users/${person.id}`);
      expectFailure(await put(person, person.id, body), 403, 'FORBIDDEN');
      expect(await ask('GET', `/users/${person.id}`)).toEqual(before);
    }
  });

  it.for([
    ['PATCH', '/role', { role: 'User' }],
    ['PATCH', '/status', { active: false }],
    ['DELETE', '', undefined],
    ['PUT', '', { password: 'another password' }],
  ] as const)(
    'takes no %s /users/{userID}%s from its owner',
    async ([method, tail, body], { service, admin, ask }) => {
      const before = await ask('GET', `/users/${admin.id}`);
      const answer = await service.call(method, `/users/${admin.id}${tail}`, { token: admin.token, body });
      expectFailure(answer, 409, 'SELF_CHANGE');
      expect(await ask('GET', `/users/${admin.id}`)).toEqual(before);
    },
  );

  it('has a password that is changed with the current one alone, and by all rules of passwords', async ({
    service,
  }) => {
    const { token, username } = await service.person('Administrator');
    const change = (body: unknown) => service.call('PATCH', '/users/password', { token, body });
    const cases = [
      [{ current: 'wrong', new: 'another password' }, ['current']],
      [{ current: password, new: 'short' }, ['new']],
      [{ new: 'short' }, ['current', 'new']],
      [{}, ['current', 'new']],
      [{ current: password, new: null }, ['new']],
      [{ current: password, new: 'a lone \ud800 surrogate' }, ['new']],
    ] as const;
    for (const [body, fields] of cases)
      expect(expectFailure(await change(body), 400, 'VALIDATION')).toEqual(fields);
    expect(await service.logIn(username)).toMatch(/^ey/);
    expect((await change({ current: password, new: 'caf\u00e9 caf\u00e9' })).body).toEqual({
      success: true,
      data: null,
    });
    expect(await service.logIn(username, 'cafe\u0301 cafe\u0301')).toMatch(/^ey/);
  });
});

describe('a Supervisor', () => {
  it('changes accounts of role User, but not their passwords', async ({ put, supervisor, make }) => {
    const { _id } = await make('users');
    const changes = { firstName: 'Ada', lastName: 'King', username: unique('king'), email: 'k@example.org' };
    const changed = await put(supervisor, _id, changes);
    expect(changed.body.data).toMatchObject({ ...changes, fullName: 'Ada King' });
    expectFailure(await put(supervisor, _id, { password: 'another password' }), 403, 'FORBIDDEN');
  });

  it('gets 403 for accounts of other roles, and 404 for none', async ({
    service,
    put,
    admin,
    supervisor,
    ask,
    make,
  }) => {
    const peer = await service.person('Supervisor');
    for (const id of [admin.id, peer.id]) {
      expectFailure(await put(supervisor, id, { email: 'x@example.org' }), 403, 'FORBIDDEN');
      expect(await ask('GET', `/users/${id}`)).toMatchObject({ version: expect.any(Number) });
    }
    const { _id: deleted } = await make('users');
    await ask('DELETE', `/users/${deleted}`);
    for (const id of [unknownId, 'x', supervisor.id.toUpperCase(), deleted])
      expectFailure(await put(supervisor, id, { email: 'x@example.org' }), 404, 'NOT_FOUND');
  });
});

describe('an Administrator', () => {
  it('resets the password of another, whose sessions end', async ({ service, ask }) => {
    const somebody = await service.person('Administrator');
    await ask('PUT', `/users/${somebody.id}`, { password: 'a fresh password' });
    expectFailure(await service.call('GET', '/auth', { token: somebody.token }), 401, 'UNAUTHENTICATED');
    expect(await service.logIn(somebody.username, 'a fresh password')).toMatch(/^ey/);
  });

  it('gives roles, which count at the very next request, whatever they were at log-in', async ({
    service,
    ask,
  }) => {
    const { id, token } = await service.person('Administrator');
    await ask('PATCH', `/users/${id}/role`, { role: 'user' });
    expectFailure(await service.call('GET', '/users', { token }), 403, 'FORBIDDEN');
    const self = { token, body: { role: 'Administrator' } };
    expectFailure(await service.call('PATCH', `/users/${id}/role`, self), 403, 'FORBIDDEN');
    await ask('PATCH', `/users/${id}/role`, { role: 'SUPERVISOR' });
    expect((await service.call('GET', '/users', { token })).status).toBe(200);
  });

  it.for(['', 'admin', 'root', 'User ', '__proto__', 'constructor', null, 1, true, [], ['User'], {}])(
    'cannot give a role %j',
    async (role, { service, admin: { token }, user, ask }) => {
      const answer = await service.call('PATCH', `/users/${user.id}/role`, { token, body: { role } });
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['role']);
      expect(await ask('GET', `/users/${user.id}`)).toMatchObject({ accessLevel: 'User' });
    },
  );
});

describe('fields that the service owns', () => {
  const owned = {
    _id: unknownId,
    accessLevel: 'Administrator',
    role: 'Administrator',
    active: false,
    version: 99,
    passwordHash: 'x',
    usernameKey: 'x',
    fullName: 'x',
    preferences: { active: false },
  };

  it('give nobody more rights', async ({ service, put, supervisor, user, ask }) => {
    const body = { ...owned, ...bodyOf('users', { username: unique('more'), password: 'a long password' }) };
    const { body: answer } = await service.call('POST', '/users', { token: supervisor.token, body });
    expect(answer.data).toMatchObject({ accessLevel: 'User', active: true, fullName: 'Grace Hopper' });
    expect(await service.logIn(answer.data.username, 'a long password')).toMatch(/^ey/);

    const before = await ask('GET', `/users/${user.id}`);
    expectFailure(await put(user, user.id, owned), 400, 'VALIDATION');
    const { status } = await put(user, user.id, { ...owned, email: before.email });
    expect(status).toBe(200);
    expect(await ask('GET', `/users/${user.id}`)).toEqual(before);
    expect(await service.logIn(user.username, password)).toMatch(/^ey/);
  });

  it('are no way to name another account than the path does', async ({ service, put, admin, user, ask }) => {
    const body = { userID: admin.id, email: 'mine@example.org' };
    expect((await put(user, user.id, body)).body.data).toMatchObject({ _id: user.id });
    expect(await ask('GET', `/users/${admin.id}`)).not.toMatchObject({ email: 'mine@example.org' });
    expectFailure(await put(user, admin.id, { ...body, userID: user.id }), 403, 'FORBIDDEN');
    const query = await service.call('GET', `/users/${admin.id}?userID=${user.id}`, { token: user.token });
    expectFailure(query, 403, 'FORBIDDEN');
  });
});
