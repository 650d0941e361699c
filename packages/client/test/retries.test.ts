import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient, ifVersion, isAborted, isApiError, isNetworkError, once } from '../src/index.ts';
import { parseRetryAfter } from '../src/request.ts';
import { randomBackOffMs, retryDelayMs } from '../src/retries.ts';
import { failureOf, fakeService, refusal, unavailable } from './support/service.ts';

const soon = { retryDelay: () => 1 };
const clientOf = (url: string, more = {}) => createClient({ url, ...soon, ...more });
const bill = { date: '2026-01-01', value: '1' };

/** Answers with what `failing` throws, so many times, and then with the input. */
const after = (times: number, failing: () => Error) => {
  let count = 0;
  return ({ input }: { input: unknown }) => {
    count += 1;
    if (count <= times) throw failing();
    return input;
  };
};

describe('a query', () => {
  test.each([408, 429, 500, 502, 503, 504])('is repeated after %i', async (status) => {
    const service = await fakeService({ answer: after(2, () => refusal('UNAVAILABLE', status)) });
    await expect(clientOf(service.url).bills.get.query({ billID: '1' })).resolves.toEqual({ billID: '1' });
    expect(service.calls).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 409])('is not repeated after %i', async (status) => {
    const service = await fakeService({ answer: after(1, () => refusal('NOT_FOUND', status)) });
    await expect(clientOf(service.url).bills.get.query({ billID: '1' })).rejects.toThrow();
    expect(service.calls).toHaveLength(1);
  });

  test('is retried twice, or as often as configured', async () => {
    const service = await fakeService({ answer: after(9, unavailable) });
    await expect(clientOf(service.url).auth.me.query()).rejects.toThrow('UNAVAILABLE');
    expect(service.calls).toHaveLength(3);
    await expect(clientOf(service.url, { retries: 0 }).auth.me.query()).rejects.toThrow();
    expect(service.calls).toHaveLength(4);
  });

  test('is retried when the connection is lost, and when a proxy answers', async () => {
    let count = 0;
    const service = await fakeService({
      answer: () => 'here',
      before({ raw }, reply) {
        count += 1;
        if (count === 1) raw.destroy();
        if (count === 2) reply.raw.writeHead(502).end('<h1>Bad gateway</h1>');
        return count < 3;
      },
    });
    await expect(clientOf(service.url).auth.me.query()).resolves.toBe('here');
    expect(service.requests).toHaveLength(3);
  });

  test('waits as long as Retry-After says', async () => {
    const service = await fakeService({ answer: after(1, () => unavailable(1)) });
    const began = performance.now();
    await clientOf(service.url).auth.me.query();
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  test('waits for retryDelay before each repetition, counted from 1', async () => {
    const service = await fakeService({ answer: after(9, unavailable) });
    const retryDelay = vi.fn((retry: number) => 30 * retry);
    const began = performance.now();
    await failureOf(clientOf(service.url, { retries: 3, retryDelay }).auth.me.query());
    expect(retryDelay.mock.calls).toEqual([[1], [2], [3]]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(175);
    expect(service.calls).toHaveLength(4);
  });

  test('waits for retryDelay on top of Retry-After', async () => {
    const service = await fakeService({ answer: after(1, () => unavailable(1)) });
    const began = performance.now();
    await clientOf(service.url, { retryDelay: () => 200 }).auth.me.query();
    expect(performance.now() - began).toBeGreaterThanOrEqual(1190);
  });

  test('fails at once when that is too long', async () => {
    const service = await fakeService({ answer: after(1, () => unavailable(31)) });
    const error = await failureOf(clientOf(service.url).auth.me.query());
    expect(isApiError(error) && error.data).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 31 });
    expect(service.calls).toHaveLength(1);
  });

  test('that fails in a batch is retried without the others', async () => {
    const failing = after(1, unavailable);
    const service = await fakeService({
      answer: (call) => ((call.input as { billID: string }).billID === '3' ? failing(call) : call.input),
    });
    const client = clientOf(service.url);
    const ids = ['1', '2', '3', '4'];
    await expect(Promise.all(ids.map((billID) => client.bills.get.query({ billID })))).resolves.toEqual(
      ids.map((billID) => ({ billID })),
    );
    expect(service.requests).toEqual([
      'GET /trpc/bills.get,bills.get,bills.get,bills.get',
      'GET /trpc/bills.get',
    ]);
  });
});

describe('a mutation is never retried', () => {
  test('after a failure', async () => {
    const service = await fakeService({ answer: after(1, unavailable) });
    await expect(clientOf(service.url).bills.create.mutate(bill)).rejects.toThrow('UNAVAILABLE');
    expect(service.calls).toHaveLength(1);
  });

  test('without an answer', async () => {
    const service = await fakeService({
      answer: () => null,
      before: ({ raw }) => {
        raw.destroy();
        return true;
      },
    });
    const error = await failureOf(clientOf(service.url).bills.create.mutate(bill));
    expect(isNetworkError(error)).toBe(true);
    expect(service.requests).toHaveLength(1);
  });
});

describe('a creation with an Idempotency-Key', () => {
  test('is retried with the same key', async () => {
    const keys: unknown[] = [];
    const service = await fakeService({
      answer: after(2, unavailable),
      before({ headers }) {
        keys.push(headers['idempotency-key']);
        return false;
      },
    });
    await expect(clientOf(service.url).bills.create.mutate(bill, once())).resolves.toEqual(bill);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(once().context.idempotencyKey).not.toBe(once().context.idempotencyKey);
  });
});

test('a change with ifVersion sends the version', async () => {
  const tags: unknown[] = [];
  const service = await fakeService({
    answer: ({ input }) => input,
    before({ headers }) {
      tags.push(headers['if-match']);
      return false;
    },
  });
  await clientOf(service.url).bills.update.mutate({ billID: '1', value: '2' }, ifVersion(7));
  expect(tags).toEqual(['"7"']);
});

describe('a time limit', () => {
  test('leaves no timer that keeps the process alive', async () => {
    const clear = vi.spyOn(globalThis, 'clearTimeout');
    const set = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const fetch = async () => Response.json([{ result: { data: 'me' } }]);
    await createClient({ url: '', timeout: 54_321, fetch }).auth.me.query();
    const limits = set.mock.results.filter((_, call) => set.mock.calls[call]?.[1] === 54_321);
    expect(limits.length).toBeGreaterThan(0);
    for (const { value } of limits) expect(clear).toHaveBeenCalledWith(value);
  });

  test('is longer for a file, by a second for each 32 KiB', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const form = new FormData();
    form.set('kind', 'bills');
    form.set('file', new File([new Uint8Array(10 * 1024 * 1024)], 'bills.csv'));
    const fetch = async () => Response.json({ result: { data: null } });
    await createClient({ url: '', fetch }).imports.create.mutate(form);
    expect(set.mock.calls.map(([, time]) => time)).toContain(350_000);
  });

  test('applies to each attempt', async () => {
    let attempts = 0;
    const fetch = (_address: unknown, init?: RequestInit) => {
      attempts += 1;
      return new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    };
    const error = await failureOf(clientOf('', { timeout: 40, retries: 1, fetch }).auth.me.query());
    expect(error).toMatchObject({ message: 'The service did not answer within 40 ms.' });
    expect([isNetworkError(error), isAborted(error), isApiError(error)]).toEqual([true, false, false]);
    expect(attempts).toBe(2);
  });

  test('ends a slow call of a batch together with the batch', async () => {
    const service = await fakeService({
      answer: async ({ path }) => (path === 'auth.me' ? sleep(300, 'slow') : 'quick'),
    });
    const client = clientOf(service.url, { timeout: 100, retries: 0 });
    const calls = [client.auth.me.query(), client.bills.get.query({ billID: '1' })];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('the signal of a call aborts it', () => {
  test('before it starts', async () => {
    const service = await fakeService({ answer: () => null });
    const signal = AbortSignal.abort('not needed');
    const error = await failureOf(clientOf(service.url).auth.me.query(undefined, { signal }));
    expect(isAborted(error) && error.cause.cause).toBe('not needed');
    const login = { username: 'ada', password: 'secret' };
    await failureOf(clientOf(service.url).auth.login.mutate(login, { signal }));
    await sleep(50);
    expect(service.requests).toEqual([]);
  });

  test.each(['query', 'mutation'])('and the request of a %s', async (kind) => {
    let closed = false;
    const service = await fakeService({
      answer: () => null,
      before({ raw }) {
        raw.once('close', () => {
          closed = true;
        });
        return true;
      },
    });
    const client = clientOf(service.url);
    const ending = new AbortController();
    const options = { signal: ending.signal };
    const call =
      kind === 'query'
        ? client.auth.me.query(undefined, options)
        : client.auth.logout.mutate(undefined, options);
    const failure = failureOf(call);
    await expect.poll(() => service.requests).toHaveLength(1);
    ending.abort();
    expect(isAborted(await failure)).toBe(true);
    await expect.poll(() => closed).toBe(true);
  });

  test('while it waits for the answer, and only that one of a batch', async () => {
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
    const service = await fakeService({ answer: ({ path }) => mayAnswer.then(() => path) });
    const onError = vi.fn();
    const client = clientOf(service.url, { onError });
    const ending = new AbortController();
    const aborted = failureOf(client.auth.me.query(undefined, { signal: ending.signal }));
    const other = client.bills.get.query({ billID: '1' });
    await expect.poll(() => service.requests).not.toHaveLength(0);
    ending.abort();
    expect(isAborted(await aborted)).toBe(true);
    letAnswer();
    await expect(other).resolves.toBe('bills.get');
    expect(onError).not.toHaveBeenCalled();
  });

  test('while it waits for a retry', async () => {
    const service = await fakeService({ answer: after(9, unavailable) });
    const client = createClient({ url: service.url, retryDelay: () => 60_000 });
    const ending = new AbortController();
    const failure = failureOf(client.auth.me.query(undefined, { signal: ending.signal }));
    await expect.poll(() => service.calls).toHaveLength(1);
    await sleep(30);
    ending.abort();
    expect(isAborted(await failure)).toBe(true);
    await sleep(30);
    expect(service.calls).toHaveLength(1);
  });
});

describe('the delay', () => {
  test('is random, up to twice as long each time', () => {
    for (const [retry, most] of [
      [1, 300],
      [2, 600],
      [3, 1200],
      [20, 10_000],
    ] as const) {
      const delays = Array.from({ length: 200 }, () => randomBackOffMs(retry));
      expect(Math.max(...delays)).toBeLessThanOrEqual(most);
      expect(Math.max(...delays)).toBeGreaterThan(most / 2);
      expect(Math.min(...delays)).toBeLessThan(most / 2);
    }
  });

  test('is undefined after unknown errors', () => {
    expect(retryDelayMs(new Error('no token'), 1, () => 1)).toBeUndefined();
  });

  test.each([
    ['120', 120],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:00:10 GMT', 10],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('by Retry-After %j is %j seconds', (header, seconds) => {
    expect(parseRetryAfter(header, Date.UTC(2026, 0, 1))).toBe(seconds);
  });
});
