import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectTrpcFailure } from '../support/failing.ts';
import { type Person, password, type Service, startService } from '../support/service.ts';

// What the tRPC address refuses before tRPC works on it.
let service: Service;
let admin: Person;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  service.call('GET', `/trpc/${path}`, { token: admin.token, headers });

it('a batch has at most 50 calls, counted before any of them is looked at', async () => {
  const names = (count: number) => Array.from({ length: count }, () => 'a').join(',');
  for (const path of [`${names(51)}?batch=1`, `${names(7000)}?batch=1`, names(51)]) {
    const answer = await get(path);
    expectTrpcFailure(answer, 400, 'VALIDATION');
    expect(JSON.stringify(answer.body).length).toBeLessThan(400);
  }
  expect((await get(`${names(50)}?batch=1`)).body).toHaveLength(50);
});

it.each([
  ['1', 'VALIDATION'],
  ['{"a":1}', 'VALIDATION'],
  ['[]', 'VALIDATION'],
  ['{', 'INVALID_JSON'],
])('connection parameters that are none are no defect: %s', async (sent, code) => {
  for (const path of ['auth.me', 'gone', 'auth.me,auth.me'])
    for (const method of ['GET', 'POST'])
      expectTrpcFailure(
        await service.call(method, `/trpc/${path}?connectionParams=${encodeURIComponent(sent)}`, {
          ...(method === 'POST' && { body: {} }),
        }),
        400,
        code,
      );
});

describe('an answer in pieces, which would be 200 before anything is done', () => {
  it.each([{ 'trpc-accept': 'application/jsonl' }, { accept: 'application/jsonl' }])(
    'is refused: %j',
    async (headers) => {
      expectTrpcFailure(await get('auth.me?batch=1&input={}', headers), 400, 'VALIDATION');
      const login = await service.call('POST', '/trpc/auth.login?batch=1', {
        headers: { ...headers },
        body: { 0: { username: admin.username, password } },
      });
      expectTrpcFailure(login, 400, 'VALIDATION');
    },
  );

  it('other wishes change nothing', async () => {
    for (const headers of [{ 'trpc-accept': 'application/json' }, { accept: 'text/html, */*' }])
      expect((await get('auth.me', headers)).body).toMatchObject({ result: { data: { _id: admin.id } } });
  });
});

it('a name that is encoded twice names no procedure', async () => {
  for (const path of ['auth%252Eme', 'users%252Elist', 'auth.me%2Cauth%252Elogin?batch=1'])
    expectTrpcFailure(await get(path), 404, 'NOT_FOUND');
  expect((await get('auth%2Eme')).status).toBe(200);
});
