import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies, unique, unknownId } from '../support/asking.ts';
import { expectFailure } from '../support/failing.ts';
import { type Person, password, type Service, startService } from '../support/service.ts';

// docs/rules.md, section 3: rules about single rows, and section 5: no mass assignment.
let service: Service;
let admin: Person;
let supervisor: Person;
let user: Person;
let ask: Ask;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  supervisor = await service.person('Supervisor');
  user = await service.person('User');
  ask = asker(service, admin);
});
afterAll(() => service.close());

const put = (caller: Person, id: string, body: unknown) =>
  service.call('PUT', `/users/${id}`, { token: caller.token, body });

describe('accounts', () => {
  it('everybody changes the own e-mail and phone number', async () => {
    for (const person of [user, supervisor, admin]) {
      const body = { email: `${person.username}@example.org`, phoneNumber: '+15551234567' };
      const { status, body: answer } = await put(person, person.id, body);
      expect(status).toBe(200);
      expect(answer.data).toMatchObject({ _id: person.id, ...body });
    }
  });

  it.each([
    { firstName: 'Other' },
    { lastName: 'Other' },
    { username: 'other' },
    { password: 'another password' },
    { email: 'a@example.org', firstName: 'Other' },
  ])('nothing else of the own account, unless an Administrator: %j', async (body) => {
    for (const person of [user, supervisor]) {
      const before = await ask('GET', `/users/${person.id}`);
      expectFailure(await put(person, person.id, body), 403, 'FORBIDDEN');
      expect(await ask('GET', `/users/${person.id}`)).toEqual(before);
    }
  });

  it('a Supervisor changes accounts of role User, but not their passwords', async () => {
    const { _id } = await ask('POST', '/users', bodies.user());
    const changes = { firstName: 'Ada', lastName: 'King', username: unique('king'), email: 'k@example.org' };
    const changed = await put(supervisor, _id, changes);
    expect(changed.body.data).toMatchObject({ ...changes, fullName: 'Ada King' });
    expectFailure(await put(supervisor, _id, { password: 'another password' }), 403, 'FORBIDDEN');
  });

  it('a Supervisor gets 403 for accounts of other roles, and 404 for none', async () => {
    const peer = await service.person('Supervisor');
    for (const id of [admin.id, peer.id]) {
      expectFailure(await put(supervisor, id, { email: 'x@example.org' }), 403, 'FORBIDDEN');
      expect(await ask('GET', `/users/${id}`)).toMatchObject({ version: expect.any(Number) });
    }
    for (const id of [unknownId, 'x', supervisor.id.toUpperCase()])
      expectFailure(await put(supervisor, id, { email: 'x@example.org' }), 404, 'NOT_FOUND');
    const { _id } = await ask('POST', '/users', bodies.user());
    await ask('DELETE', `/users/${_id}`);
    expectFailure(await put(supervisor, _id, { email: 'x@example.org' }), 404, 'NOT_FOUND');
  });

  it.each([
    ['PATCH', '/role', { role: 'User' }],
    ['PATCH', '/status', { active: false }],
    ['DELETE', '', undefined],
    ['PUT', '', { password: 'another password' }],
  ])('nobody does this to themselves: %s /users/{userID}%s', async (method, tail, body) => {
    const before = await ask('GET', `/users/${admin.id}`);
    const answer = await service.call(method, `/users/${admin.id}${tail}`, { token: admin.token, body });
    expectFailure(answer, 409, 'SELF_CHANGE');
    expect(await ask('GET', `/users/${admin.id}`)).toEqual(before);
  });

  it('an Administrator resets the password of another, whose sessions end', async () => {
    const somebody = await service.person('Administrator');
    await ask('PUT', `/users/${somebody.id}`, { password: 'a fresh password' });
    expectFailure(await service.call('GET', '/auth', { token: somebody.token }), 401, 'UNAUTHENTICATED');
    expect(await service.logIn(somebody.username, 'a fresh password')).toMatch(/^ey/);
  });

  it('the role is the account’s at this very request, whatever it was at log-in', async () => {
    const somebody = await service.person('Administrator');
    await ask('PATCH', `/users/${somebody.id}/role`, { role: 'user' });
    const { token } = somebody;
    expectFailure(await service.call('GET', '/users', { token }), 403, 'FORBIDDEN');
    const self = { token, body: { role: 'Administrator' } };
    expectFailure(await service.call('PATCH', `/users/${somebody.id}/role`, self), 403, 'FORBIDDEN');
    await ask('PATCH', `/users/${somebody.id}/role`, { role: 'SUPERVISOR' });
    expect((await service.call('GET', '/users', { token })).status).toBe(200);
  });

  it.each(['', 'admin', 'root', 'User ', '__proto__', 'constructor', null, 1, true, [], ['User'], {}])(
    'there is no role %j',
    async (role) => {
      const path = `/users/${user.id}/role`;
      const answer = await service.call('PATCH', path, { token: admin.token, body: { role } });
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['role']);
      expect(await ask('GET', `/users/${user.id}`)).toMatchObject({ accessLevel: 'User' });
    },
  );
});

describe('logs of a User', () => {
  it('are the own ones alone, in lists, one by one and in totals', async () => {
    const [own, other] = [await service.person('User'), await service.person('User')];
    const mine = await ask('POST', '/logs', bodies.log(own.id, { payment: '7' }));
    const theirs = await ask('POST', '/logs', bodies.log(other.id, { payment: '11' }));
    const call = (path: string) => service.call('GET', path, { token: own.token });

    expect((await call('/logs')).body.data).toEqual([mine]);
    expect((await call(`/logs/${mine._id}`)).body.data).toEqual(mine);
    expect((await call(`/logs?worker=${other.id}`)).body.data).toEqual([]);
    expect((await call(`/logs?worker=${other.id},${own.id}`)).body.data).toEqual([mine]);
    const [foreign, unknown] = [await call(`/logs/${theirs._id}`), await call(`/logs/${unknownId}`)];
    expectFailure(foreign, 404, 'NOT_FOUND');
    expect(foreign.body.message).toBe(unknown.body.message);
    const client = service.client(own.token);
    expect(await client.logs.summary.query({})).toMatchObject({ count: 1, payments: '7' });
    expect(await client.logs.summary.query({ worker: other.id })).toMatchObject({ count: 0, workers: [] });
    expect(await service.client(supervisor.token).logs.summary.query({})).toMatchObject({ count: 2 });
  });
});

const own = {
  _id: unknownId,
  id: unknownId,
  accessLevel: 'Administrator',
  role: 'Administrator',
  active: false,
  version: 99,
  createdAt: '2000-01-01T00:00:00.000Z',
  updatedAt: '2000-01-01T00:00:00.000Z',
  deletedAt: '2000-01-01T00:00:00.000Z',
  changedBy: unknownId,
  passwordHash: 'x',
  usernameKey: 'x',
  fullName: 'x',
  workerName: 'x',
  payeeName: 'x',
  durationMinutes: 5,
  crossesMidnight: true,
  preferences: { active: false },
};

describe('fields that the service owns', () => {
  const made = { version: 1, _id: expect.not.stringMatching(unknownId) };

  it('are ignored when records are made and changed', async () => {
    const payee = await ask('POST', '/payees', { ...own, ...bodies.payee() });
    const cases = [
      ['/payees', { extraNotes: 'Other' }, payee],
      ['/bills', { value: '5' }, await ask('POST', '/bills', { ...own, ...bodies.bill() })],
      ['/cheques', { value: '5' }, await ask('POST', '/cheques', { ...own, ...bodies.cheque(payee._id) })],
      ['/logs', { payment: '5' }, await ask('POST', '/logs', { ...own, ...bodies.log(user.id) })],
      ['/users', { email: 'a@example.org' }, await ask('POST', '/users', { ...own, ...bodies.user() })],
    ] as const;
    for (const [path, change, before] of cases) {
      expect(before, path).toMatchObject(made);
      expect(Object.keys(before)).not.toContain('passwordHash');
      expect(Date.parse(before.createdAt)).toBeGreaterThan(Date.now() - 60_000);
      const after = await ask('PUT', `${path}/${before._id}`, { ...own, ...change });
      expect(after, path).toEqual({ ...before, ...change, version: 2, updatedAt: after.updatedAt });
    }
  });

  it('give nobody more rights', async () => {
    const body = { ...own, ...bodies.user() };
    const { body: answer } = await service.call('POST', '/users', { token: supervisor.token, body });
    expect(answer.data).toMatchObject({ accessLevel: 'User', active: true, fullName: 'Grace Hopper' });
    expect(await service.logIn(body.username, body.password)).toMatch(/^ey/);

    const before = await ask('GET', `/users/${user.id}`);
    expectFailure(await put(user, user.id, own), 400, 'VALIDATION');
    const { status } = await put(user, user.id, { ...own, email: before.email });
    expect(status).toBe(200);
    const after = await ask('GET', `/users/${user.id}`);
    expect(after).toEqual({ ...before, version: before.version + 1, updatedAt: after.updatedAt });
    expect(await service.logIn(user.username, password)).toMatch(/^ey/);
  });

  it('are no way to name another account than the path does', async () => {
    const body = { userID: admin.id, email: 'mine@example.org' };
    expect((await put(user, user.id, body)).body.data).toMatchObject({ _id: user.id });
    expect(await ask('GET', `/users/${admin.id}`)).not.toMatchObject({ email: 'mine@example.org' });
    expectFailure(await put(user, admin.id, { ...body, userID: user.id }), 403, 'FORBIDDEN');
    const query = await service.call('GET', `/users/${admin.id}?userID=${user.id}`, { token: user.token });
    expectFailure(query, 403, 'FORBIDDEN');
  });
});
