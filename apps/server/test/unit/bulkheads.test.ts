import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkheadOf, bulkheadToEnter } from '../../src/http/bulkheads.ts';

// Which queue and which connections a request gets, however its address is written.
const app = Fastify();
beforeAll(async () => {
  app.decorateRequest('bulkhead', undefined);
  app.get('/users', { config: { procedure: 'users.list' } }, async (request) => bulkheadOf(request));
  app.post('/auth', { config: { procedure: 'auth.login' } }, async (request) =>
    bulkheadToEnter(request, ({ headers }) => 'cookie' in headers),
  );
  app.route({ method: ['GET', 'POST'], url: '/trpc/:path', handler: async (request) => bulkheadOf(request) });
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
