import { sha256 } from '@daybook/api';
import { MAX_TOKEN_DAYS, tokenScopes } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { unique } from '../support/samples/index.ts';
import { type CallOptions, type Person, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectTrpcFailure } from '../support/wire.ts';

// docs/rules.md, section 16: what people do with their personal access tokens.
const it = test.extend('settings', { scope: 'file' }, { limitLogins: false }).extend(
  'post',
  { scope: 'file' },
  ({ service }) =>
    ({ token }: Pick<Person, 'token'>, body: object = {}, headers: CallOptions['headers'] = {}) =>
      service.call('POST', '/tokens', {
        token,
        headers,
        body: { name: 'Import', scopes: ['profile:read'], ...body },
      }),
);

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('a personal access token', () => {
  it('is shown once, listed without the secret, and ended', async ({ service, post }) => {
    const person = await service.person('Supervisor');
    const { token } = person;
    const body = { name: '  Bank import ', scopes: ['bills:write', 'bills:read', 'bills:write'] };
    const first = await post(person, body);
    expect(first.status).toBe(200);
    const { _id, expiresAt } = first.body.data;
    expect(first.body.data).toEqual({
      _id: expect.any(String),
      token: expect.stringMatching(/^dbk_[\w-]{43}$/),
      name: 'Bank import',
      scopes: ['bills:read', 'bills:write'],
      expiresAt: expect.stringMatching(/Z$/),
    });
    // 90 days unless it is sent.
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90);
    const second = await service.client(token).tokens.create.mutate({ name: 'B', scopes: ['logs:read'] });
    expect(second.token).not.toBe(first.body.data.token);

    const own = {
      user: person.id,
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: null,
      lastUsedFrom: null,
    };
    const { token: _, ...listed } = second;
    const list = await service.call('GET', '/tokens', { token });
    expect(list.body).toEqual({
      success: true,
      data: [
        { ...listed, ...own },
        { _id, name: 'Bank import', scopes: ['bills:read', 'bills:write'], expiresAt, ...own },
      ],
      nextCursor: null,
    });
    const client = service.client(token);
    const page = await client.tokens.list.query({ limit: 1 });
    const next = await client.tokens.list.query({ cursor: page.nextCursor ?? '' });
    expect([...page.items, ...next.items]).toEqual(list.body.data);
    const [one, other] = [
      await service.call('GET', '/tokens?limit=1', { token }),
      await service.call('GET', `/tokens?cursor=${page.nextCursor}`, { token }),
    ];
    expect([...one.body.data, ...other.body.data]).toEqual(list.body.data);
    expect([one.body.nextCursor, other.body.nextCursor]).toEqual([page.nextCursor, null]);
    const [session] = (await client.auth.sessions.query({ limit: 1 })).items;
    for (const cursor of ['x', btoa(JSON.stringify(['A', session?._id]))])
      expectFailure(await service.call('GET', `/tokens?cursor=${cursor}`, { token }), 400, 'VALIDATION');

    const ended = await service.call('DELETE', `/tokens/${_id}`, { token });
    expect(ended.body).toEqual({ success: true, data: { _id } });
    expectFailure(await service.call('DELETE', `/tokens/${_id}`, { token }), 404, 'NOT_FOUND');
    expect((await client.tokens.list.query()).items.map((one) => one._id)).toEqual([second._id]);
  });

  it('is stored as a hash alone, and its life stands in the journal without it', async ({
    service,
    admin,
    ask,
  }) => {
    const { _id, token, expiresAt } = await ask('POST', '/tokens', {
      name: 'Hidden',
      scopes: ['bills:read'],
    });
    await ask('DELETE', `/tokens/${_id}`);
    const rows = await service.sql`select * from tokens where id = ${_id}`;
    expect(rows).toMatchObject([{ token_hash: sha256(token) }]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
    const entries = await ask('GET', `/journal?record=${_id}`);
    const fields = { user: admin.id, name: 'Hidden', scopes: ['bills:read'], expiresAt: expect.any(String) };
    expect(entries).toMatchObject([
      { kind: 'tokens', action: 'delete', actor: admin.id, before: fields, after: null },
      { kind: 'tokens', action: 'create', before: null, after: fields, subject: { title: 'Hidden' } },
    ]);
    expect(Object.keys(entries[1].after).sort()).toEqual(Object.keys(fields).sort());
    expect(Date.parse(entries[1].after.expiresAt)).toBe(Date.parse(expiresAt));
    for (const text of [JSON.stringify(entries), JSON.stringify(await ask('GET', '/trash'))])
      for (const secret of [token.slice(4), sha256(token)]) expect(text).not.toContain(secret);
    expect(JSON.stringify(await ask('GET', '/trash'))).not.toContain(_id);
    for (const entry of entries) {
      const undone = await service.call('POST', `/journal/${entry._id}/undo`, { token: admin.token });
      expectFailure(undone, 409, 'NOT_UNDOABLE');
    }
    await expect(service.sql`delete from tokens where id = ${_id}`).rejects.toThrow(/never removed/);
  });

  it('is shown to Administrators alone', async ({ service, supervisor, post }) => {
    const { _id } = (await post(supervisor)).body.data;
    const { token } = supervisor;
    expect((await service.call('GET', `/journal?record=${_id}`, { token })).body.data).toEqual([]);
    const kinds = await service.call('GET', `/journal?record=${_id}&kind=tokens`, { token });
    expectFailure(kinds, 403, 'FORBIDDEN');
  });

  it('is the same again for the same Idempotency-Key, of eight at once, and is not kept', async ({
    service,
    post,
  }) => {
    const person = await service.person('User');
    const headers = { 'idempotency-key': unique('key-') };
    const answers = await atOnce(8, () => post(person, {}, headers));
    expect(tally(answers)).toEqual({ 200: 8 });
    const [{ body } = answers[0] as never] = answers;
    expect(new Set(answers.map(({ body }) => body.data.token)).size).toBe(1);
    const kept = await service.sql`select * from idempotency_keys where key = ${headers['idempotency-key']}`;
    expect(kept).toHaveLength(1);
    for (const secret of [body.data.token.slice(4), sha256(body.data.token)])
      expect(JSON.stringify(kept)).not.toContain(secret);
    const other = await post(person, { name: 'Other' }, headers);
    expectFailure(other, 409, 'IDEMPOTENCY_KEY_REUSED');
    expect((await service.call('GET', '/auth', { token: body.data.token })).status).toBe(200);
  });

  it('is one of 20 that count at the most, also of thirty at once', async ({ service, post }) => {
    const person = await service.person('User');
    const answers = await atOnce(30, () => post(person));
    expect(tally(answers)).toEqual({ 200: 20, 400: 10 });
    const refused = await post(person);
    expect(expectFailure(refused, 400, 'VALIDATION')).toEqual(['']);
    expect(refused.body.error.issues).toMatchObject([{ code: 'limit_reached', params: { max: 20 } }]);
    const [one, two] = answers.flatMap(({ status, body }) => (status === 200 ? body.data._id : []));
    await service.call('DELETE', `/tokens/${one}`, { token: person.token });
    expect((await post(person)).status).toBe(200);
    expect((await post(person)).status).toBe(400);
    // What has expired stays in the list and counts no longer.
    await service.sql`update tokens set expires_at = now() where id = ${two}`;
    expect((await post(person)).status).toBe(200);
    expect((await service.call('GET', '/tokens', { token: person.token })).body.data).toHaveLength(21);
  });
});

describe('what a token is made with', () => {
  it('is said where it is wrong, every fault at once', async ({ service, admin, post }) => {
    const cases: [object, string[]][] = [
      [{ name: '', scopes: [], expiresAt: 'soon' }, ['expiresAt', 'name', 'scopes']],
      [{ name: 'x'.repeat(101) }, ['name']],
      [{ scopes: ['bills:read', 'bills:delete', 'everything'] }, ['scopes.1', 'scopes.2']],
      [{ scopes: ['bills:read '] }, ['scopes.0']],
      [{ scopes: ['journal:write'] }, ['scopes.0']],
      [{ scopes: 'bills:read' }, ['scopes']],
      [{ scopes: Array(40).fill('bills:read') }, ['scopes']],
      [{ scopes: null }, ['scopes']],
      ...[null, 5, '', 'tomorrow', '2024-02-30', '2024-13-01T00:00:00Z', day(1).replaceAll('-', '/')].map(
        (expiresAt): [object, string[]] => [{ expiresAt }, ['expiresAt']],
      ),
      // Without a zone, past, too far.
      ...[`${day(2)}T10:00:00`, '2020-01-01', new Date().toISOString(), day(MAX_TOKEN_DAYS + 2)].map(
        (expiresAt): [object, string[]] => [{ expiresAt }, ['expiresAt']],
      ),
      [{ expiresAt: `${'9'.repeat(5000)}-01-01` }, ['expiresAt']],
    ];
    for (const [body, fields] of cases) {
      const answer = await post(admin, body);
      expect([body, expectFailure(answer, 400, 'VALIDATION')]).toEqual([body, fields]);
      const sent = { name: 'Import', scopes: ['profile:read'], ...body };
      const trpc = await service.call('POST', '/trpc/tokens.create', { token: admin.token, body: sent });
      expect(expectTrpcFailure(trpc, 400, 'VALIDATION')).toEqual(fields);
      expect(trpc.body.error.data.issues).toEqual(answer.body.error.issues);
    }
    const unknown = await post(admin, { scopes: ['bills'] });
    expect(unknown.body.error.issues[0]).toMatchObject({
      code: 'invalid_choice',
      params: { values: tokenScopes },
    });
  });

  it('is an expiry of today to a year ahead, a day to its end where the person is', async ({
    service,
    post,
  }) => {
    const person = await service.person('User');
    await service.call('PATCH', '/users/preferences', {
      token: person.token,
      body: { timeZone: 'Africa/Johannesburg' },
    });
    const expiryOf = async (expiresAt: string) => (await post(person, { expiresAt })).body.data?.expiresAt;
    expect(await expiryOf(day(10))).toBe(`${day(10)}T22:00:00.000Z`);
    expect(await expiryOf(` ${day(9)} `)).toBe(`${day(9)}T22:00:00.000Z`);
    expect(await expiryOf(`${day(5)}T10:00:00+02:00`)).toBe(`${day(5)}T08:00:00.000Z`);
    const local = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' }).format();
    expect(await expiryOf(local)).toBe(`${local}T22:00:00.000Z`);
    const last = new Date(Date.parse(local) + MAX_TOKEN_DAYS * 86_400_000).toISOString().slice(0, 10);
    expect(await expiryOf(last)).toBe(`${last}T22:00:00.000Z`);
    expect(await expiryOf(`${last}T22:00:00.001Z`)).toBeUndefined();
  });

  it('is no scope that the role cannot use', async ({ service, user, supervisor, admin, post }) => {
    const usable = async (person: Person) => service.client(person.token).tokens.scopes.query();
    expect(await usable(admin)).toEqual(tokenScopes);
    expect(await usable(supervisor)).toEqual(
      tokenScopes.filter((scope) => !scope.startsWith('rates') && scope !== 'settings:write'),
    );
    const ofUser = await usable(user);
    expect(ofUser).toEqual([
      ...['users:read', 'users:write', 'logs:read', 'pay:read', 'pay:write', 'settings:read'],
      ...['journal:read', 'profile:read', 'profile:write'],
    ]);
    const answer = await post(user, { scopes: ['logs:read', 'bills:read', 'rates:write'] });
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['scopes.1', 'scopes.2']);
    expect(answer.body.error.issues[0]).toMatchObject({ code: 'invalid_choice', params: { values: ofUser } });
    expect((await post(user, { scopes: ofUser })).status).toBe(200);
    expect((await post(admin, { scopes: tokenScopes })).status).toBe(200);
  });
});

describe('tokens of others', () => {
  it('are seen and ended by Administrators alone', async ({ service, supervisor, admin, post }) => {
    const user = await service.person('User');
    const { _id, token } = (await post(user)).body.data;
    const list = (person: Person) => service.call('GET', `/tokens?user=${user.id}`, { token: person.token });
    expect((await list(user)).body.data.map((one: { _id: string }) => one._id)).toContain(_id);
    expectFailure(await list(supervisor), 403, 'FORBIDDEN');
    expectFailure(
      await service.call('GET', `/tokens?user=${unknownId}`, { token: supervisor.token }),
      403,
      'FORBIDDEN',
    );
    const seen = await list(admin);
    expect(seen.body.data).toMatchObject([{ _id, user: user.id }]);
    expect(seen.body.data[0]).not.toHaveProperty('token');
    const own = await service.call('GET', '/tokens', { token: admin.token });
    expect(own.body.data.map((one: { _id: string }) => one._id)).not.toContain(_id);
    const nobodys = await service.call('GET', `/tokens?user=${unknownId}`, { token: admin.token });
    expect(nobodys.body.data).toEqual([]);

    for (const id of [_id, unknownId, 'x', "' OR 1=1--"]) {
      const path = `/tokens/${encodeURIComponent(id)}`;
      expectFailure(await service.call('DELETE', path, { token: supervisor.token }), 404, 'NOT_FOUND');
    }
    expect((await service.call('GET', '/auth', { token })).status).toBe(200);
    const ended = await service.call('DELETE', `/tokens/${_id}`, { token: admin.token });
    expect(ended.status).toBe(200);
    expectFailure(await service.call('GET', '/auth', { token }), 401, 'UNAUTHENTICATED');
  });
});
