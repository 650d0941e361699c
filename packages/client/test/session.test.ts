import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import {
  createClient,
  isAborted,
  isApiError,
  isNetworkError,
  logIn,
  once,
  refreshSession,
} from '../src/index.ts';
import { failureOf, fakeService, refusal, unauthenticated } from './support/service.ts';

/** A service that takes one token. */
const taking = (good: string) =>
  fakeService({
    answer: ({ token, input, path }) => {
      if (path === 'auth.login') throw refusal('INVALID_CREDENTIALS', 401);
      if (token !== good) throw unauthenticated();
      return input ?? path;
    },
  });
const isRefused = (error: unknown) => isApiError(error) && error.data.code === 'UNAUTHENTICATED';

test('ten calls with an old token wait for one refresh, and are repeated', async () => {
  const service = await taking('new');
  const refresh = vi.fn(() => sleep(20, 'new'));
  const client = createClient({ url: service.url, token: 'old', refresh });
  const ids = Array.from({ length: 10 }, (_, id) => String(id));
  const queries = ids.slice(1).map((billID) => client.bills.get.query({ billID }));
  const calls = [...queries, client.bills.create.mutate({ date: '2026-01-01', value: '1' })];
  await expect(Promise.all(calls)).resolves.toHaveLength(10);
  expect(refresh).toHaveBeenCalledOnce();
  expect(service.calls.map(({ token }) => token).toSorted()).toEqual([
    ...ids.map(() => 'new'),
    ...ids.map(() => 'old'),
  ]);

  await client.auth.me.query();
  expect(refresh).toHaveBeenCalledOnce();
});

test('a personal access token is not renewed', async () => {
  const service = await taking('new');
  const refresh = vi.fn(async () => 'new');
  const onSignedOut = vi.fn();
  const client = createClient({ url: service.url, token: 'dbk_revoked', refresh, onSignedOut });
  expect(isRefused(await failureOf(client.auth.me.query()))).toBe(true);
  expect(refresh).not.toHaveBeenCalled();
  expect(onSignedOut).not.toHaveBeenCalled();
  expect(service.calls).toHaveLength(1);
});

test('calls that start during a refresh wait for it', async () => {
  const service = await taking('new');
  const refresh = vi.fn(() => sleep(100, 'new'));
  const client = createClient({ url: service.url, token: 'old', refresh });
  const first = client.auth.me.query();
  await expect.poll(() => refresh).toHaveBeenCalled();
  await client.auth.logout.mutate();
  await first;
  expect(service.calls.map(({ path, token }) => `${path} ${token}`)).toEqual([
    'auth.me old',
    expect.stringMatching(/new$/),
    expect.stringMatching(/new$/),
  ]);
});

test('a token that has changed meanwhile is used without a refresh', async () => {
  let token = 'old';
  const service = await fakeService({
    answer(call) {
      if (call.token === 'new') return 'me';
      token = 'new';
      throw unauthenticated();
    },
  });
  const refresh = vi.fn(async () => 'newer');
  const client = createClient({ url: service.url, token: () => token, refresh });
  await expect(client.auth.me.query()).resolves.toBe('me');
  expect(refresh).not.toHaveBeenCalled();
});

test('tokens are renewed one after the other, wherever they are stored', async () => {
  for (const stored of [false, true]) {
    let count = 0;
    let token = 't0';
    const service = await fakeService({
      answer: (call) => {
        if (call.token !== `t${count}`) throw unauthenticated();
        return call.token;
      },
    });
    const refresh = async () => {
      if (stored) token = `t${count}`;
      return `t${count}`;
    };
    const client = createClient({ url: service.url, token: () => token, refresh });
    for (count = 0; count < 4; count += 1) await expect(client.auth.me.query()).resolves.toBe(`t${count}`);
  }
});

test('onSignedOut is called once, and the calls reject with the 401', async () => {
  const service = await taking('none');
  const onSignedOut = vi.fn();
  const onError = vi.fn();
  const refresh = vi.fn(async () => undefined);
  const client = createClient({ url: service.url, token: 'old', refresh, onSignedOut, onError });
  const calls = [1, 2, 3].map((id) => failureOf(client.bills.get.query({ billID: String(id) })));
  expect((await Promise.all(calls)).map(isRefused)).toEqual([true, true, true]);
  expect(isRefused(await failureOf(client.auth.me.query()))).toBe(true);
  for (const heard of [refresh, onSignedOut, onError]) expect(heard).toHaveBeenCalledOnce();
  expect(service.calls).toHaveLength(4);
});

test('each call is repeated once', async () => {
  const service = await taking('none');
  const refresh = vi.fn(async () => 'new');
  const client = createClient({ url: service.url, token: 'old', refresh });
  expect(isRefused(await failureOf(client.auth.me.query()))).toBe(true);
  expect(service.calls).toHaveLength(2);
  expect(refresh).toHaveBeenCalledOnce();
});

test('a failed refresh gives its error, and the next call tries again', async () => {
  const service = await taking('new');
  const refresh = vi.fn(async () => 'new').mockRejectedValueOnce(new Error('no refresh today'));
  const onSignedOut = vi.fn();
  const client = createClient({ url: service.url, token: 'old', refresh, onSignedOut });
  await expect(client.auth.me.query()).rejects.toThrow('no refresh today');
  await expect(client.auth.me.query()).resolves.toBe('auth.me');
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('calls do not wait for ever for a refresh that hangs', async () => {
  const service = await taking('new');
  const refresh = () => new Promise<never>(() => {});
  const client = createClient({ url: service.url, token: 'old', refresh, timeout: 60 });
  expect(isNetworkError(await failureOf(client.auth.me.query()))).toBe(true);
});

test('a call that waits for a refresh can be aborted', async () => {
  const service = await taking('new');
  const refresh = vi.fn(() => new Promise<never>(() => {}));
  const client = createClient({ url: service.url, token: 'old', refresh });
  const ending = new AbortController();
  const aborted = failureOf(client.auth.me.query(undefined, { signal: ending.signal }));
  await expect.poll(() => refresh).toHaveBeenCalled();
  const waiting = failureOf(client.auth.me.query(undefined, { signal: ending.signal }));
  ending.abort();
  expect([isAborted(await aborted), isAborted(await waiting)]).toEqual([true, true]);
  expect(service.calls).toHaveLength(1);
});

test('neither a log-in nor a call without a token is refreshed', async () => {
  const service = await taking('new');
  const refresh = vi.fn(async () => 'new');
  const login = { username: 'ada', password: 'wrong' };
  const client = createClient({ url: service.url, token: 'old', refresh });
  const error = await failureOf(client.auth.login.mutate(login));
  expect(isApiError(error) && error.data.code).toBe('INVALID_CREDENTIALS');
  await failureOf(createClient({ url: service.url, refresh }).auth.me.query());
  expect(refresh).not.toHaveBeenCalled();
});

test('a log-in does not wait for a refresh', async () => {
  const service = await fakeService({
    answer({ path }) {
      if (path === 'auth.login') return 'welcome';
      throw unauthenticated();
    },
  });
  const held = Promise.withResolvers<undefined>();
  const refresh = vi.fn(() => held.promise);
  const client = createClient({ url: service.url, token: 'old', refresh });
  const refused = failureOf(client.auth.me.query());
  await expect.poll(() => refresh).toHaveBeenCalled();
  const login = client.auth.login.mutate({ username: 'ada', password: 'secret' });
  await expect(Promise.race([login, refused])).resolves.toBe('welcome');
  held.resolve(undefined);
  await refused;
});

test('other errors do not cause a refresh', async () => {
  const service = await fakeService({
    answer() {
      throw refusal('FORBIDDEN', 403);
    },
  });
  const refresh = vi.fn(async () => 'new');
  await failureOf(createClient({ url: service.url, token: 'good', refresh }).auth.me.query());
  expect(refresh).not.toHaveBeenCalled();
});

test('the token of another user is sent instead of a renewed one', async () => {
  let token = 'old';
  const service = await fakeService({
    answer: (call) => {
      if (call.token === 'old') throw unauthenticated();
      return call.token;
    },
  });
  const client = createClient({ url: service.url, token: () => token, refresh: async () => 'renewed' });
  await expect(client.auth.me.query()).resolves.toBe('renewed');
  token = 'of somebody else';
  await expect(client.auth.me.query()).resolves.toBe(token);
});

test('refreshSession sends a REST request with cookies', async () => {
  const login = { accessToken: 'new', tokenType: 'Bearer', expiresIn: 60 };
  const service = await fakeService({ answer: () => null, renew: () => ({ success: true, data: login }) });
  const asking = vi.fn((url: string, init: RequestInit) => fetch(url, init));
  await expect(refreshSession({ url: `${service.url}/`, fetch: asking })).resolves.toEqual(login);
  expect(service.requests).toEqual(['POST /auth/refresh']);
  expect(asking.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include', method: 'POST' });
});

test('refreshSession without a session is undefined, and any other failure is thrown', async () => {
  let status = 401;
  const error = { code: 'UNAVAILABLE', requestId: 'r1' };
  const service = await fakeService({
    answer: () => null,
    renew: (_request, reply) =>
      reply.code(status).header('retry-after', '2').send({ success: false, message: 'not now', error }),
  });
  await expect(refreshSession(service)).resolves.toBeUndefined();
  status = 503;
  expect(await failureOf(refreshSession(service))).toMatchObject({
    message: 'not now',
    data: { ...error, httpStatus: 503, retryAfter: 2 },
  });
  const lost = await failureOf(refreshSession({ url: 'http://127.0.0.1:1' }));
  expect(isNetworkError(lost)).toBe(true);
  const aborted = await failureOf(refreshSession({ ...service, signal: AbortSignal.abort() }));
  expect(isAborted(aborted)).toBe(true);
});

test('logIn sends a REST request with cookies, and fails as the procedure does', async () => {
  const login = { accessToken: 'new', tokenType: 'Bearer', expiresIn: 60 };
  const sent: RequestInit[] = [];
  const answering = (status: number, body: unknown) => async (url: string, init: RequestInit) => {
    expect(url).toBe('/daybook/auth');
    sent.push(init);
    return Response.json(body, { status, headers: { 'retry-after': '7' } });
  };
  const given = { username: 'ada', password: 'secret' };
  const asking = { url: '/daybook/', fetch: answering(200, { success: true, data: login }) };
  await expect(logIn(asking, given)).resolves.toEqual(login);
  expect(sent[0]).toMatchObject({ credentials: 'include', method: 'POST', body: JSON.stringify(given) });
  for (const [status, code] of [
    [401, 'INVALID_CREDENTIALS'],
    [429, 'TOO_MANY_REQUESTS'],
  ] as const) {
    const refused = { success: false, message: 'no', error: { code, requestId: 'r1' } };
    const error = await failureOf(logIn({ url: '/daybook', fetch: answering(status, refused) }, given));
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject({ message: 'no', data: { code, httpStatus: status, requestId: 'r1' } });
  }
});

test('calls that need a fresh log-in ask once, and are repeated as they were', async () => {
  let isFresh = false;
  const keys: unknown[] = [];
  const service = await fakeService({
    before: ({ headers }) => {
      keys.push(headers['idempotency-key']);
      return undefined;
    },
    answer: ({ input }) => {
      if (!isFresh) throw refusal('FRESH_LOG_IN_REQUIRED', 403);
      return input;
    },
  });
  const confirm = vi.fn(async () => {
    isFresh = await sleep(50, true);
    return isFresh;
  });
  const client = createClient({ url: service.url, token: 'old', confirm });
  const bill = { date: '2026-01-01', value: 1 };
  const made = await Promise.all([
    client.bills.create.mutate(bill, once()),
    client.bills.get.query({ billID: 'a' }),
  ]);
  expect(made).toEqual([bill, { billID: 'a' }]);
  expect(confirm).toHaveBeenCalledOnce();
  const sent = keys.filter((key) => key !== undefined);
  expect([sent.length, new Set(sent).size, service.calls.length]).toEqual([2, 1, 4]);
});

test.each([
  ['nobody confirms', async () => false, 1],
  ['it is refused again', async () => true, 2],
  ['there is nobody to ask', undefined, 1],
])('a call that needs a fresh log-in rejects where %s', async (_, confirm, sent) => {
  const service = await fakeService({
    answer: () => {
      throw refusal('FRESH_LOG_IN_REQUIRED', 403);
    },
  });
  const client = createClient({ url: service.url, token: 'old', confirm });
  const failed = client.bills.create.mutate({ date: '2026-01-01', value: 1 });
  await expect(failed).rejects.toMatchObject({ data: { code: 'FRESH_LOG_IN_REQUIRED' } });
  expect(service.calls).toHaveLength(sent);
});
