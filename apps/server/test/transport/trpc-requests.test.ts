import { describe, expect } from 'vitest';
import { password } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectTrpcFailure } from '../support/wire.ts';

// What the tRPC address refuses before tRPC works on it.
const it = test
  .extend(
    'get',
    { scope: 'file' },
    ({ service, admin: { token } }) =>
      (path: string, headers: Record<string, string> = {}) =>
        service.call('GET', `/trpc/${path}`, { token, headers }),
  )
  /** How often which log-in was tried. */
  .extend('attempts', { scope: 'file' }, ({ service }) => async () => [
    ...(await service.sql`select * from attempts order by key`),
  ]);

describe('a batch over tRPC', () => {
  it('has at most 50 calls, counted before any of them is looked at', async ({ get }) => {
    const names = (count: number) => Array.from({ length: count }, () => 'a').join(',');
    for (const path of [`${names(51)}?batch=1`, `${names(7000)}?batch=1`, names(51)]) {
      const answer = await get(path);
      expectTrpcFailure(answer, 400, 'VALIDATION');
      expect(JSON.stringify(answer.body).length).toBeLessThan(400);
    }
    expect((await get(`${names(50)}?batch=1`)).body).toHaveLength(50);
  });

  it.for([
    ['fifty log-ins', Array<string>(50).fill('auth.login')],
    ['two log-ins', ['auth.login', 'auth.login']],
    ['a log-in among others', ['auth.logout', 'auth.login']],
    ['two hundred calls', Array<string>(200).fill('auth.logout')],
  ] as const)('of %s is refused, and no password is compared', async ([, paths], { service, attempts }) => {
    const before = await attempts();
    const answer = await service.call('POST', `/trpc/${paths.join(',')}?batch=1`, {
      body: Object.fromEntries(paths.map((_, i) => [i, { username: 'root', password: 'wrong password' }])),
    });
    expect([answer.status, JSON.stringify(answer.body).includes('VALIDATION')]).toEqual([400, true]);
    expect(JSON.stringify(answer.body)).not.toContain('INVALID_CREDENTIALS');
    expect(await attempts()).toEqual(before);
  });

  it.for([
    'auth.logout,bills.create',
    'bills.create,auth.logout',
    'bills.create,bills.create,bills.create,auth.logout,users.setPreferences',
  ])('of %s does nothing but end the session', async (names, { service }) => {
    const paths = names.split(',');
    const { token } = await service.person('Supervisor');
    const before = await service.sql`select count(*) from bills`;
    const input = { date: '2024-01-31', value: '1', theme: 'dark' };
    const answer = await service.call('POST', `/trpc/${names}?batch=1`, {
      token,
      body: Object.fromEntries(paths.map((path, i) => [i, path === 'auth.logout' ? null : input])),
    });
    const codes = answer.body.map((one: { error?: { data: { code: string } } }) => one.error?.data.code);
    expect(codes).toEqual(paths.map((path) => (path === 'auth.logout' ? undefined : 'UNAUTHENTICATED')));
    expect(await service.sql`select count(*) from bills`).toEqual(before);
    expect((await service.call('GET', '/auth', { token })).status).toBe(401);
  });

  it('ends other sessions beside other calls, the one that asks alone', async ({ service }) => {
    const { username, token } = await service.person('Supervisor');
    await service.logIn(username);
    const { body } = await service.call('GET', '/auth/sessions', { token });
    const idOf = (current: boolean) =>
      body.data.find((one: { current: boolean }) => one.current === current)._id;
    const revoke = (sessionID: string) =>
      service.call('POST', '/trpc/auth.revokeSession,bills.create?batch=1', {
        token,
        body: { 0: { sessionID }, 1: { date: '2024-01-31', value: '1' } },
      });
    const own = await revoke(idOf(true));
    expect(own.body[0].error.data.code).toBe('VALIDATION');
    expect((await service.call('GET', '/auth', { token })).status).toBe(200);
    const other = await revoke(idOf(false));
    expect(other.body.map((one: { result?: object }) => one.result !== undefined)).toEqual([true, true]);
  });

  it('with its commas escaped is refused too', async ({ service }) => {
    const paths = Array<string>(50).fill('auth.login').join('%2C');
    const answer = await service.call('POST', `/trpc/${paths}?batch=1`, {
      body: { 0: { username: 'root', password: 'x' } },
    });
    expect(answer.status).toBe(400);
  });

  it.for(['application/jsonl', 'text/event-stream'])(
    'of log-ins answered as %s is refused like any other',
    async (type, { service, attempts }) => {
      const before = await attempts();
      // Its lines of JSON are no one JSON.
      const answer = await fetch(`${service.url}/trpc/auth.login,auth.login?batch=1`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'trpc-accept': type, accept: type },
        body: JSON.stringify({
          0: { username: 'root', password: 'x' },
          1: { username: 'root', password: 'y' },
        }),
      });
      const text = await answer.text();
      expect(text).toContain('VALIDATION');
      expect(text).not.toMatch(/INVALID_CREDENTIALS|accessToken/);
      expect(await attempts()).toEqual(before);
    },
  );
});

describe('an answer in pieces, which would be 200 before anything is done', () => {
  it.for([{ 'trpc-accept': 'application/jsonl' }, { accept: 'application/jsonl' }])(
    'is refused: %j',
    async (headers, { service, admin: { username }, get }) => {
      expectTrpcFailure(await get('auth.me?batch=1&input={}', { ...headers }), 400, 'VALIDATION');
      const login = await service.call('POST', '/trpc/auth.login?batch=1', {
        headers: { ...headers },
        body: { 0: { username, password } },
      });
      expectTrpcFailure(login, 400, 'VALIDATION');
    },
  );

  it('other wishes change nothing', async ({ admin, get }) => {
    for (const headers of [{ 'trpc-accept': 'application/json' }, { accept: 'text/html, */*' }])
      expect((await get('auth.me', { ...headers })).body).toMatchObject({
        result: { data: { _id: admin.id } },
      });
  });
});

it.for([
  ['1', 'VALIDATION'],
  ['{"a":1}', 'VALIDATION'],
  ['[]', 'VALIDATION'],
  ['{', 'INVALID_JSON'],
] as const)('connection parameters that are none are no defect: %s', async ([sent, code], { service }) => {
  for (const path of ['auth.me', 'gone', 'auth.me,auth.me'])
    for (const method of ['GET', 'POST']) {
      const address = `/trpc/${path}?connectionParams=${encodeURIComponent(sent)}`;
      const answer = await service.call(method, address, { ...(method === 'POST' && { body: {} }) });
      expectTrpcFailure(answer, 400, code);
    }
});

it('a name that is encoded twice names no procedure', async ({ get }) => {
  for (const path of ['auth%252Eme', 'users%252Elist', 'auth.me%2Cauth%252Elogin?batch=1'])
    expectTrpcFailure(await get(path), 404, 'NOT_FOUND');
  expect((await get('auth%2Eme')).status).toBe(200);
});

it.for([100, 5000, 100_000])(
  'a body nested %i levels deep is no failure of the service',
  async (depth, { service, admin: { token } }) => {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    for (const body of [`{"date":"2024-01-01","value":"1","x":${deep}}`, deep, `{"date":${deep}}`]) {
      const answer = await service.call('POST', '/trpc/bills.create', { token, body });
      expect([200, 400]).toContain(answer.status);
      const batch = { token, body: `{"0":${body}}` };
      expect([200, 400]).toContain((await service.call('POST', '/trpc/bills.create?batch=1', batch)).status);
    }
  },
);
