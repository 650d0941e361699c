import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type AppRouter, createClient } from '../src/index.ts';
import { fakeService, refusal } from './support/service.ts';

const echo = ({ input }: { input: unknown }) => input;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const get = (url: string, more = {}) => {
  const client = createClient({ url, ...more });
  return (id: string | number) => client.bills.get.query({ billID: String(id) });
};

test('queries that start together are batched, at most fifty', async () => {
  const service = await fakeService({ answer: echo });
  const answers = await Promise.all(range(120).map(get(service.url)));
  expect(answers).toEqual(range(120).map((id) => ({ billID: String(id) })));
  expect(service.requests.map((request) => request.split(',').length)).toEqual([50, 50, 20]);
});

test('an address stays under 12 000 characters', async () => {
  const service = await fakeService({ answer: echo });
  await Promise.all(
    range(20)
      .map((id) => `${id}`.padEnd(1000, 'x'))
      .map(get(service.url)),
  );
  expect(service.requests).toHaveLength(2);
});

test('mutations are not batched', async () => {
  const service = await fakeService({ answer: () => null });
  const client = createClient({ url: service.url });
  await Promise.all(range(3).map((value) => client.bills.create.mutate({ date: '2026-01-01', value })));
  await client.auth.login.mutate({ username: 'ada', password: 'secret' });
  expect(service.requests).toEqual([
    ...range(3).map(() => 'POST /trpc/bills.create'),
    'POST /trpc/auth.login',
  ]);
});

test('a call whose answer is too large for its batch is sent again by itself', async () => {
  let left = 2;
  const service = await fakeService({
    answer: ({ input }) => {
      left -= 1;
      if (left === -1) throw refusal('BATCH_TOO_LARGE', 413);
      return input;
    },
  });
  const answers = await Promise.all(range(3).map(get(service.url)));
  expect(answers).toEqual(range(3).map((id) => ({ billID: String(id) })));
  expect(service.requests).toEqual(['GET /trpc/bills.get,bills.get,bills.get', 'GET /trpc/bills.get']);
});

test('the current token is sent', async () => {
  const service = await fakeService({ answer: ({ token }) => token ?? null });
  expect(await get(service.url, { token: 'fixed' })(1)).toBe('fixed');
  let token: string | undefined;
  const later = get(service.url, { token: async () => token });
  expect(await later(1)).toBeNull();
  token = 'late';
  expect(await later(1)).toBe('late');
});

test.each([
  ['', '/trpc/auth.me?batch=1'],
  ['/', '/trpc/auth.me?batch=1'],
  ['/daybook', '/daybook/trpc/auth.me?batch=1'],
  ['https://example.org/daybook/', 'https://example.org/daybook/trpc/auth.me?batch=1'],
])('under %j the address is %s, and cookies are kept', async (url, address) => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json([{ result: { data: 'me' } }]),
  );
  vi.stubGlobal('fetch', fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  await createClient({ url }).auth.me.query();
  expect(fetch.mock.calls[0]?.[0].replace(/&input=.*/, '')).toBe(address);
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' });
});

test('the client works with TanStack Query', async () => {
  const service = await fakeService({ answer: echo });
  const client = createClient({ url: service.url });
  const proxy = createTRPCOptionsProxy<AppRouter>({ client, queryClient: undefined as never });
  const { queryKey, queryFn } = proxy.bills.get.queryOptions({ billID: '7' });
  expect(queryKey[0]).toEqual(['bills', 'get']);
  const signal = new AbortController().signal;
  expect(await (queryFn as (context: object) => unknown)({ queryKey, signal })).toEqual({ billID: '7' });
});

test('onError is called for every call that finally fails', async () => {
  const service = await fakeService({
    answer: () => {
      throw new Error('a defect');
    },
  });
  const onError = vi.fn();
  const client = createClient({ url: service.url, onError, retries: 0 });
  await expect(client.bills.get.query({ billID: '7' })).rejects.toThrow();
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Error), {
    path: 'bills.get',
    type: 'query',
    input: { billID: '7' },
  });
});
