import { HttpError, setErrorHandlers } from '@daybook/facade';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { admission } from '../../src/http/admission.ts';
import { bulkheadOf, bulkheadToEnter } from '../../src/http/bulkheads.ts';

let app: FastifyInstance;
let url: string;
/** Lets the request that has run longest finish. */
let finish: () => void;
/** The same for those on this path. */
let finishOn: (path: string) => void;
/** The paths of the requests that have started, in order. */
let started: string[];
let arrived: number;

beforeEach(async () => {
  app = Fastify();
  const work: { path: string; done: () => void }[] = [];
  started = [];
  arrived = 0;
  finish = () => work.shift()?.done();
  finishOn = (path) =>
    work
      .splice(
        work.findIndex((one) => one.path === path),
        1,
      )[0]
      ?.done();
  setErrorHandlers(app, (error) => ({ status: error instanceof HttpError ? error.status : 500, body: {} }));
  await app.register(async (scope) => {
    const shared = { concurrency: 3 };
    const patient = { maxWaitMs: 60_000, burstWaitMs: 60_000 };
    const limits = {
      work: { concurrency: 2, queueLimit: 1, ...patient },
      impatient: { concurrency: 1, queueLimit: 5, maxWaitMs: 100, burstWaitMs: 200 },
      burst: { concurrency: 1, queueLimit: 5, maxWaitMs: 0, burstWaitMs: 60_000 },
      fair: { isFair: true as const, concurrency: 1, queueLimit: 4, ...patient },
      left: { shared, concurrency: 2, queueLimit: 5, ...patient },
      right: { shared, concurrency: 2, queueLimit: 5, ...patient },
    };
    scope.addHook('onRequest', async () => {
      arrived += 1;
    });
    admission(
      scope,
      limits,
      ({ url: path }) => path.slice(1),
      ({ headers }) => String(headers['x-client']),
    );
    for (const path of Object.keys(limits))
      scope.all(
        `/${path}`,
        ({ headers }) =>
          new Promise((resolve) => {
            started.push(`${path}${headers['x-client'] ?? ''}`);
            work.push({ path: `/${path}`, done: () => resolve('done') });
          }),
      );
  });
  app.get('/outside', async () => 'here');
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (let n = 0; n < 10; n++) finish();
  await app.close();
});

const ask = (path: string, init?: RequestInit) =>
  fetch(url + path, { ...init, headers: { connection: 'close' } }).then(({ status }) => status);
const expectStarted = (count: number) => expect.poll(() => started.length).toBe(count);

test('requests over the queue limit are refused, those in the queue run later, other routes are not affected', async () => {
  const running = [ask('/work'), ask('/work')];
  await expectStarted(2);
  const third = ask('/work');
  await expect.poll(() => ask('/work')).toBe(503);
  expect(await ask('/outside')).toBe(200);
  expect(started).toHaveLength(2);
  finish();
  await expectStarted(3);
  finish();
  finish();
  expect(await Promise.all([...running, third])).toEqual([200, 200, 200]);
});

test('where it is fair, clients take turns, and one waits with as many requests as it leaves room to others', async () => {
  const askAs = (client: string) =>
    fetch(`${url}/fair`, { headers: { connection: 'close', 'x-client': client } }).then(
      ({ status }) => status,
    );
  const running = [askAs('a')];
  await expectStarted(1);
  for (const [n, client] of ['a', 'a', 'b'].entries()) {
    running.push(askAs(client));
    await expect.poll(() => arrived).toBe(n + 2);
  }
  expect(await askAs('a')).toBe(503);
  running.push(askAs('c'));
  await expect.poll(() => arrived).toBe(6);
  expect(await askAs('d')).toBe(503);
  for (let n = 1; n <= 4; n++) {
    finish();
    await expectStarted(n + 1);
  }
  finish();
  expect(started).toEqual(['faira', 'faira', 'fairb', 'fairc', 'faira']);
  expect(await Promise.all(running)).toEqual([200, 200, 200, 200, 200]);
});

test('a request that has waited for the maximum time is refused', async () => {
  const first = ask('/impatient');
  await expectStarted(1);
  expect(await ask('/impatient')).toBe(503);
  finish();
  expect(await first).toBe(200);
  const next = ask('/impatient');
  await expectStarted(2);
  finish();
  expect(await next).toBe(200);
});

test('while it may be a burst, a request waits for longer than the maximum time', async () => {
  const burst = [ask('/burst')];
  await expectStarted(1);
  burst.push(ask('/burst'));
  await expect.poll(() => arrived).toBe(2);
  const other = ask('/impatient');
  await expectStarted(2);
  expect(await ask('/impatient')).toBe(503);
  finishOn('/burst');
  await expectStarted(3);
  finish();
  finish();
  expect(await Promise.all([...burst, other])).toEqual([200, 200, 200]);
});

test('the longest waiter of all bulkheads with the same shared limit is next', async () => {
  const answers = [ask('/left'), ask('/left'), ask('/right')];
  await expectStarted(3);
  answers.push(ask('/right'));
  await expect.poll(() => arrived).toBe(4);
  answers.push(ask('/left'));
  await expect.poll(() => arrived).toBe(5);
  finishOn('/left');
  await expectStarted(4);
  expect(started.at(-1)).toBe('right');
  for (let n = 0; n < 3; n++) finish();
  await expectStarted(5);
  finish();
  expect(await Promise.all(answers)).toEqual(Array(5).fill(200));
});

test('requests that hang leave places to other bulkheads with the same shared limit', async () => {
  const hanging = [1, 2, 3].map(() => ask('/left'));
  await expectStarted(2);
  const others = [1, 2, 3].map(() => ask('/right'));
  await expectStarted(3);
  finishOn('/right');
  await expectStarted(4);
  finishOn('/right');
  await expectStarted(5);
  finishOn('/left');
  await expectStarted(6);
  for (let n = 0; n < 6; n++) finish();
  expect(await Promise.all([...hanging, ...others])).toEqual(Array(6).fill(200));
});

test('a client that disconnects gives up its place, running or queued', async () => {
  const leaving = new AbortController();
  const gone = [1, 2, 3].map(() => ask('/work', { signal: leaving.signal }).catch(() => 'gone'));
  await expectStarted(2);
  await expect.poll(() => ask('/work')).toBe(503);
  leaving.abort();
  expect(await Promise.all(gone)).toEqual(['gone', 'gone', 'gone']);
  const next = ask('/work');
  await expectStarted(3);
  for (let n = 0; n < 3; n++) finish();
  expect(await next).toBe(200);
});

test('a request whose body is still being sent takes no place', async () => {
  const ending = new AbortController();
  const slow = [1, 2, 3].map(() => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
    return ask('/work', {
      method: 'POST',
      body,
      duplex: 'half',
      signal: ending.signal,
    } as RequestInit);
  });
  const settled = Promise.allSettled(slow);
  const next = ask('/work');
  await expectStarted(1);
  finish();
  expect(await next).toBe(200);
  ending.abort();
  await settled;
});

describe('bulkheads', () => {
  // Which queue and which connections a request gets, however its address is written.
  const app = Fastify();
  beforeAll(async () => {
    app.decorateRequest('bulkhead', undefined);
    app.get('/users', { config: { procedure: 'users.list' } }, async (request) => bulkheadOf(request));
    app.post('/auth', { config: { procedure: 'auth.login' } }, async (request) =>
      bulkheadToEnter(request, ({ headers }) => 'cookie' in headers),
    );
    app.route({
      method: ['GET', 'POST'],
      url: '/trpc/:path',
      handler: async (request) => bulkheadOf(request),
    });
    app.post('/calendars', { config: { procedure: 'calendars.create' } }, async (request) =>
      bulkheadOf(request),
    );
    await app.ready();
  });
  afterAll(() => app.close());

  const ask = async (url: string) => (await app.inject(url)).body;
  const input = (value: unknown) =>
    encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));

  describe('a search', () => {
    it.each([
      '/users?search=a',
      '/users?%73earch=a',
      '/users?limit=1&s%65arch=a',
      '/users?search=a&search=b',
      `/trpc/users.list?input=${input({ search: 'a' })}`,
      `/trpc/users%2Elist?input=${input({ search: 'a' })}`,
      `/trpc/users.list?input=${input('{"\\u0073earch":"a"}')}`,
      `/trpc/users.list?%69nput=${input({ search: 'a' })}`,
      `/trpc/users.list?batch=1&input=${input({ 0: { search: 'a' } })}`,
      `/trpc/users.list,auth.me?batch=1&input=${input('{"0":{"\\u0073earch":"a"},"1":{}}')}`,
      `/trpc/bills.list,users.list?batch=1&input=${input({ 1: { search: 'a' } })}`,
      `/trpc/users.list?input=${input({})}&input=${input({ search: 'a' })}`,
      // Whoever reads it decides what it is.
      `/trpc/users.list?input=${input('{"search":')}`,
      `/trpc/users.list?input=${input({ search: 'a' })}%ff`,
    ])('has its own: %s', async (url) => {
      expect(await ask(url)).toBe('search');
    });
  });

  it.each([
    ['/users', 'users'],
    ['/users?search=', 'users'],
    ['/users?name=search', 'users'],
    ['/trpc/users.list', 'users'],
    [`/trpc/users.list?input=${input({ limit: 1, search: '' })}`, 'users'],
    ['/trpc/auth.me,users.get', 'users'],
    ['/trpc/bills.list,bills.summary', 'bills'],
    ['/trpc/bills.list,logs.list', 'others'],
    ['/trpc/users.listen', 'others'],
  ])('%s belongs to %s', async (url, work) => {
    expect(await ask(url)).toBe(work);
  });

  it.each([
    ['/trpc/bills.create', 'billsWrites'],
    ['/trpc/chequebooks.update', 'chequesWrites'],
    ['/trpc/bills.create,logs.create', 'othersWrites'],
    ['/trpc/settings.update', 'othersWrites'],
    ['/calendars', 'othersWrites'],
  ])('a write to %s belongs to %s', async (url, work) => {
    expect((await app.inject({ method: 'POST', url })).body).toBe(work);
  });

  it('a log-in has a bulkhead of its own', async () => {
    expect((await app.inject({ method: 'POST', url: '/auth' })).body).toBe('logIn');
    const headers = { cookie: 'x' };
    expect((await app.inject({ method: 'POST', url: '/auth', headers })).body).toBe('logInOfDevice');
  });
});
