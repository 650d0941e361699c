import type { Client } from '@daybook/client';
import { type Role, roles } from '@daybook/domain';
import { factors, type Scope } from '@daybook/domain/server';
import { describe, expect } from 'vitest';
import { asker, atOnce, served, tally } from '../support/asking.ts';
import { codeOf, enrol, logInWith } from '../support/factors.ts';
import { type Person, password, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectTrpcFailure } from '../support/wire.ts';

// docs/rules.md, section 4.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('require', { scope: 'file' }, ({ service }) => async (...chosen: Role[]) => {
    await service.sql`update settings set require_second_factor = ${service.sql.json(chosen)}`;
  });

it.afterEach(({ require }) => require());

describe('the second factors of an account', () => {
  it('are begun, confirmed, listed and removed by their owner', async ({ service }) => {
    const person = await service.person('User');
    const ask = asker(service, person);
    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { token: person.token, body });
    expect(await ask('GET', '/auth/factors')).toEqual({ factors: [], recoveryCodesLeft: 0 });
    const refused = await call('POST', '/auth/factors/totp', { password: 'not this one' });
    expect(expectFailure(refused, 400, 'VALIDATION')).toEqual(['password']);
    expect(refused.body.error.issues[0].code).toBe('wrong_password');

    const begun = await ask('POST', '/auth/factors/totp', { password });
    const { _id, secret, uri } = await ask('POST', '/auth/factors/totp', { password, name: 'Phone' });
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(uri).toMatch(`otpauth://totp/Daybook:${person.username}?secret=`);
    expect((await logInWith(service, person)).status).toBe(200);
    const confirm = (id: string, code: string) => call('POST', `/auth/factors/totp/${id}/confirm`, { code });
    expectFailure(await confirm(begun._id, codeOf(begun.secret)), 404, 'NOT_FOUND');
    expectFailure(await confirm(_id, codeOf(secret, -90)), 401, 'SECOND_FACTOR_WRONG');
    const { recoveryCodes } = (await confirm(_id, codeOf(secret))).body.data;
    expect(recoveryCodes).toHaveLength(10);
    expectFailure(await confirm(_id, codeOf(secret, 30)), 404, 'NOT_FOUND');
    const listed = await ask('GET', '/auth/factors');
    expect(listed).toMatchObject({ factors: [{ _id, kind: 'totp', name: 'Phone' }], recoveryCodesLeft: 10 });
    // The step of the confirmation has been used.
    expectFailure(await logInWith(service, person, codeOf(secret, -30)), 401, 'SECOND_FACTOR_WRONG');

    const other = await ask('POST', '/auth/factors/totp', { password });
    const second = await confirm(other._id, codeOf(other.secret));
    expect(second.body.data).toEqual({ recoveryCodes: [] });
    const remove = (id: string, code?: string) =>
      call('POST', `/auth/factors/${id}/remove`, { password, code });
    expectFailure(await remove(_id), 401, 'SECOND_FACTOR_REQUIRED');
    expectFailure(await remove(unknownId, recoveryCodes[0]), 404, 'NOT_FOUND');
    expect((await remove(_id, recoveryCodes[1])).status).toBe(200);
    expect(await ask('GET', '/auth/factors')).toMatchObject({ recoveryCodesLeft: 8 });
    expect((await remove(other._id, recoveryCodes[2])).status).toBe(200);
    expect(await ask('GET', '/auth/factors')).toEqual({ factors: [], recoveryCodesLeft: 0 });
    expect((await logInWith(service, person)).status).toBe(200);
  });

  it('have recovery codes that are made anew, by several at once too', async ({ service }) => {
    const person = await enrol(service, await service.person('User'));
    const make = (code: string | undefined) =>
      service.call('POST', '/auth/factors/recovery-codes', { token: person.token, body: { password, code } });
    const { recoveryCodes } = (await make(codeOf(person.secret))).body.data;
    expectFailure(await logInWith(service, person, person.recoveryCodes[0]), 401, 'SECOND_FACTOR_WRONG');
    const answers = await atOnce(4, (i) => make(recoveryCodes[i]));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const { body } = await service.call('GET', '/auth/factors', person);
    expect(body.data.recoveryCodesLeft).toBe(10);
  });

  it('give ten recovery codes where two apps are confirmed at once', async ({ service }) => {
    const person = await service.person('User');
    const ask = asker(service, person);
    const { _id, secret } = await ask('POST', '/auth/factors/totp', { password });
    const answers = await atOnce(6, () =>
      served(service, 'POST', `/auth/factors/totp/${_id}/confirm`, {
        token: person.token,
        body: { code: codeOf(secret) },
      }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 404: 5 });
    expect(await ask('GET', '/auth/factors')).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it('have codes whose step counts once, one after the other and of twenty at once', async ({ service }) => {
    const person = await enrol(service, await service.person('User'));
    const code = codeOf(person.secret);
    const answers = await atOnce(20, () => logInWith(service, person, code));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expectFailure(await logInWith(service, person, code), 401, 'SECOND_FACTOR_WRONG');
    // Nor one before it.
    expectFailure(await logInWith(service, person, codeOf(person.secret, -30)), 401, 'SECOND_FACTOR_WRONG');
  });

  it('are not for others, nor for personal access tokens', async ({ service, admin }) => {
    const person = await enrol(service, await service.person('User'));
    const body = { password, code: person.recoveryCodes[0] };
    const foreign = await service.call('POST', `/auth/factors/${person.factor}/remove`, {
      token: admin.token,
      body,
    });
    expectFailure(foreign, 404, 'NOT_FOUND');
    const made = await service.call('POST', '/tokens', {
      token: person.token,
      body: { name: 'sync', scopes: ['logs:read'] },
    });
    const { token } = made.body.data;
    for (const [method, path] of [
      ['GET', '/auth/factors'],
      ['POST', '/auth/factors/totp'],
      ['POST', `/auth/factors/${person.factor}/remove`],
      ['GET', '/users/security'],
      ['POST', `/users/${unknownId}/reset-factors`],
    ] as const)
      expectFailure(await service.call(method, path, { token }), 403, 'TOKEN_NOT_ALLOWED');
  });

  it('leave no secret in the journal or an export', async ({ service, ask }) => {
    const person = await enrol(service, await service.person('Supervisor'));
    const [row] = await service.sql`select secret from factors where id = ${person.factor}`;
    const hashes = await service.sql`select hash from recovery_codes where user_id = ${person.id}`;
    const told = JSON.stringify([
      await ask('GET', `/users/${person.id}/export`),
      await ask('GET', `/journal?record=${person.factor}`),
      await ask('GET', `/journal?record=${person.id}`),
      await service.sql`select * from journal`,
    ]);
    for (const secret of [
      person.secret,
      row?.secret,
      ...person.recoveryCodes,
      ...hashes.map(({ hash }) => hash),
    ])
      expect(told).not.toContain(secret);
    const entries = await ask('GET', `/journal?record=${person.factor}`);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['update', 'create']);
  });
});

describe('a role that needs a second factor', () => {
  const allowed = [
    ['GET', '/auth'],
    ['GET', '/auth/factors'],
    ['GET', '/settings'],
  ] as const;

  it.for(roles)(
    'lets a %s without one enrol, and nothing else, in running sessions',
    async (role, { service, require }) => {
      const person = await service.person(role);
      const get = (path: string) => service.call('GET', path, { token: person.token });
      expect((await get('/logs')).status).toBe(200);
      await require(role);
      expectFailure(await get('/logs'), 403, 'ENROLMENT_REQUIRED');
      expectFailure(await get('/auth/sessions'), 403, 'ENROLMENT_REQUIRED');
      // Whatever the role may not do either.
      expectFailure(await get('/users/security'), 403, 'ENROLMENT_REQUIRED');
      const trpc = await service.call('GET', '/trpc/logs.list', { token: person.token });
      expectTrpcFailure(trpc, 403, 'ENROLMENT_REQUIRED');
      await expect(service.client(person.token).logs.list.query({})).rejects.toMatchObject({
        data: { code: 'ENROLMENT_REQUIRED' },
      });
      for (const [method, path] of allowed)
        expect([path, (await service.call(method, path, person)).status]).toEqual([path, 200]);
      const fresh = { ...person, token: await service.logIn(person.username) };
      expectFailure(await service.call('GET', '/logs', fresh), 403, 'ENROLMENT_REQUIRED');
      // Confirming lifts it, in all sessions.
      await enrol(service, fresh);
      expect((await get('/logs')).status).toBe(200);
    },
  );

  it('holds for personal access tokens too, and for no other role', async ({ service, require }) => {
    const person = await service.person('Supervisor');
    const made = await service.call('POST', '/tokens', {
      token: person.token,
      body: { name: 'sync', scopes: ['bills:read'] },
    });
    const { token } = made.body.data;
    await require('Administrator');
    expect((await service.call('GET', '/bills', { token })).status).toBe(200);
    await require('User', 'Supervisor');
    expectFailure(await service.call('GET', '/bills', { token }), 403, 'ENROLMENT_REQUIRED');
    await enrol(service, person);
    expect((await service.call('GET', '/bills', { token })).status).toBe(200);
  });

  it('holds for calendar addresses too', async ({ service, require }) => {
    const person = await service.person('Supervisor');
    const { url } = await asker(service, person)('POST', '/calendars');
    const read = async () => (await service.call('GET', new URL(url).pathname)).status;
    expect(await read()).toBe(200);
    await require('Supervisor');
    expect(await read()).toBe(404);
    await enrol(service, person);
    expect(await read()).toBe(200);
  });

  it('lets in a session that more than a password opened, and log-out, without a factor', async ({
    service,
    require,
  }) => {
    const person = await service.person('User');
    await require('User');
    await service.sql`update sessions set has_second_factor = true where user_id = ${person.id}`;
    expect((await service.call('GET', '/logs', person)).status).toBe(200);
    const other = await service.logIn(person.username);
    expectFailure(await service.call('GET', '/logs', { token: other }), 403, 'ENROLMENT_REQUIRED');
    expect((await service.call('DELETE', '/auth/logout', { token: other })).status).toBe(200);
  });

  it('ends streams of events', async ({ service, require }) => {
    const person = await service.person('User');
    const stream = await fetch(`${service.url}/events`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${person.token}` },
    });
    expect(stream.status).toBe(200);
    await require('User');
    await stream.text();
  });

  it('is set by an Administrator, with no personal access token', async ({ service, admin, ask }) => {
    const made = await service.call('POST', '/tokens', {
      token: admin.token,
      body: { name: 'sync', scopes: ['settings:write'] },
    });
    const body = { requireSecondFactor: ['user'] };
    const byToken = await service.call('PUT', '/settings', { token: made.body.data.token, body });
    expectFailure(byToken, 403, 'TOKEN_NOT_ALLOWED');
    expect(await ask('PUT', '/settings', body)).toMatchObject({ requireSecondFactor: ['User'] });
  });
});

describe('a session that has just ended', () => {
  it('confirms and removes no factor, and makes no recovery codes', async ({ service, ask }) => {
    const person = await enrol(service, await service.person('User'));
    const begun = await asker(service, person)('POST', '/auth/factors/totp', { password });
    const sessionId = (await service.tokens.sessionOf(person.token)) ?? '';
    // As of requests that were let in before the end.
    const scope = {
      db: service.dependencies.pools.usersWrites,
      actor: { id: person.id, sessionId },
    } as Scope;
    await ask('PUT', `/users/${person.id}`, { password: 'set by somebody' });
    await expect(factors.confirmTotp(scope, begun._id, 1, [])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(factors.remove(scope, person.factor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(factors.replaceRecoveryCodes(scope, [])).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
    const rows = await service.sql`select confirmed_at is not null as counts from factors
      where user_id = ${person.id} and deleted_at is null order by id`;
    expect(rows.map(({ counts }) => counts)).toEqual([true, false]);
  });
});

describe('the changes of an account in a day', () => {
  it('keep nobody else from second factors and links', async ({ service, ask, require }) => {
    const [person, supervisor] = [await service.person('User'), await service.person('Supervisor')];
    const changed = (actor: string) =>
      service.sql`insert into journal (actor_id, kind, record_id, action)
        select ${actor}::uuid, 'users', ${person.id}, 'update' from generate_series(1, 50)`;
    await changed(supervisor.id);
    await require('User');
    const enrolled = await enrol(service, person);
    expect(enrolled.recoveryCodes).toHaveLength(10);
    await ask('POST', `/users/${person.id}/log-in-link`);
    // Whoever has taken a session over does not keep it by changes.
    await changed(person.id);
    const own = { token: person.token, body: { email: 'thief@example.com' } };
    expectFailure(await service.call('PUT', `/users/${person.id}`, own), 429, 'TOO_MANY_REQUESTS');
    await ask('POST', `/users/${person.id}/reset-factors`);
    expectFailure(await service.call('GET', '/auth', person), 401, 'UNAUTHENTICATED');
    await ask('POST', `/users/${person.id}/log-in-link`);
  });
});

describe('the reset of second factors', () => {
  const reset = (person: Person) => `/users/${person.id}/reset-factors`;

  it('ends factors, codes and sessions, and leaves the reason', async ({ service, admin, ask }) => {
    const person = await enrol(service, await service.person('Administrator'));
    const reason = 'The phone fell into the sea';
    expect(await ask('POST', reset(person), { reason })).toMatchObject({
      _id: person.id,
      username: person.username,
    });
    expectFailure(await service.call('GET', '/auth', person), 401, 'UNAUTHENTICATED');
    expectFailure(await logInWith(service, person, undefined, { typed: 'x' }), 401, 'INVALID_CREDENTIALS');
    expect((await logInWith(service, person)).status).toBe(200);
    const rows = await service.sql`select from recovery_codes where user_id = ${person.id}`;
    expect(rows).toHaveLength(0);
    const entries = await ask('GET', `/journal?record=${person.id}`);
    expect(entries).toContainEqual(
      expect.objectContaining({ actor: admin.id, action: 'update', after: { factorsReset: reason } }),
    );
    const entry = entries.find(({ after }: { after: object }) => 'factorsReset' in after);
    expectFailure(await service.call('POST', `/journal/${entry._id}/undo`, admin), 409, 'NOT_UNDOABLE');
  });

  it('is for others alone, and for accounts that there are', async ({ service, admin }) => {
    expectFailure(
      await service.call('POST', reset(admin), { token: admin.token, body: {} }),
      409,
      'SELF_CHANGE',
    );
    const unknown = await service.call('POST', reset({ ...admin, id: unknownId }), admin);
    expectFailure(unknown, 404, 'NOT_FOUND');
    const { id } = await service.person('User');
    const stale = { token: admin.token, headers: { 'if-match': '"9"' } };
    expectFailure(
      await service.call('POST', `/users/${id}/reset-factors`, stale),
      412,
      'PRECONDITION_FAILED',
    );
  });
});

it('Administrators see who is enrolled, page by page', async ({ service, ask, admin }) => {
  const person = await enrol(service, await service.person('User'));
  const [one] = await ask('GET', `/users/security?ids=${person.id}`);
  expect(one).toEqual({
    _id: person.id,
    factors: 1,
    recoveryCodesLeft: 10,
    sessions: 1,
    tokens: 0,
    lastLogInAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const names = (await ask('GET', '/users')).map(({ _id }: { _id: string }) => _id);
  const found: string[] = [];
  for await (const page of walk(service.client(admin.token))) found.push(...page);
  expect(found).toEqual(names);
});

async function* walk(client: Client) {
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await client.users.security.query({ limit: 3, cursor });
    yield items.map(({ _id }) => _id);
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}
