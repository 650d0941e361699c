import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies, unknownId } from '../support/asking.ts';
import { expectFailure, expectTrpcFailure } from '../support/failing.ts';
import { callRest, callTrpc, procedures } from '../support/procedures.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// docs/rules.md, section 2: over tRPC errors carry the same code and issues in `data`.
let service: Service;
let admin: Person;
let user: Person;
let ask: Ask;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  user = await service.person('User');
  ask = asker(service, admin);
});
afterAll(() => service.close());

describe('over tRPC', () => {
  const cases: [string, () => object, string?][] = [
    ['bills.create', () => ({ value: '1e5' })],
    ['logs.create', () => ({ isAbsent: 'maybe' })],
    ['logs.create', () => bodies.log(unknownId)],
    ['users.create', () => bodies.user({ username: 'ROOT' })],
    ['users.create', () => ({ firstName: '', password: 'short' })],
    ['users.list', () => ({ search: '(' })],
    ['users.get', () => ({ userID: unknownId })],
    ['users.remove', () => ({ userID: admin.id })],
    ['users.setRole', () => ({ userID: user.id, role: 'root' })],
    ['users.setPreferences', () => ({})],
    ['users.changePassword', () => ({ current: 'wrong', new: 'another password' })],
    ['bills.update', () => ({ billID: unknownId })],
    ['bills.update', () => ({ billID: unknownId, value: '1' })],
    ['auth.login', () => ({ username: 'nobody' })],
    ['auth.login', () => ({ username: 'nobody', password: 'wrong' })],
    ['auth.revokeSession', () => ({ sessionID: unknownId })],
  ];
  it.each(cases)('%s fails with the same code, message and issues as over REST', async (path, input) => {
    const procedure = procedures.find((one) => one.path === path);
    if (!procedure?.rest) throw new Error(`no procedure ${path}`);
    const call = { token: admin.token, input: { ...input() } };
    const rest = await callRest(service, procedure.rest, call);
    const trpc = await callTrpc(service, procedure, call);
    expectFailure(rest, rest.status, rest.body.error?.code);
    expectTrpcFailure(trpc, rest.status, rest.body.error.code);
    expect(trpc.body.error.message).toBe(rest.body.message);
    expect(trpc.body.error.data.issues).toEqual(rest.body.error.issues);
  });

  const text = { 'content-type': 'text/plain' };
  const utf16 = { 'content-type': 'application/json; charset=utf-16' };
  const inexact = '{"date":"2024-01-01","value":99999999999999.994999}';
  const long = `"${'x'.repeat(1024 * 1024)}"`;
  it.each([
    ['an unknown procedure', 404, 'NOT_FOUND', 'GET', 'nothing', undefined, {}],
    ['a mutation by GET', 405, 'METHOD_NOT_ALLOWED', 'GET', 'bills.create', undefined, {}],
    ['a body too large', 413, 'PAYLOAD_TOO_LARGE', 'POST', 'bills.create', long, {}],
    ['a body of another type', 415, 'UNSUPPORTED_MEDIA_TYPE', 'POST', 'bills.create', 'x', text],
    ['a broken body', 400, 'INVALID_JSON', 'POST', 'bills.create', '{"a":', {}],
    ['another character set', 415, 'UNSUPPORTED_MEDIA_TYPE', 'POST', 'bills.create', '{}', utf16],
    ['a number of too many digits', 400, 'VALIDATION', 'POST', 'bills.create', inexact, {}],
    ['a body with NaN', 400, 'INVALID_JSON', 'POST', 'bills.create', '{"value": NaN}', {}],
  ])('%s: %i %s', async (_, status, code, method, path, body, headers) => {
    const answer = await service.call(method, `/trpc/${path}`, { token: admin.token, body, headers });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expectTrpcFailure(answer, status, code);
    expect(await ask('GET', '/bills')).toEqual([]);
  });
});

it('no client of tRPC uses another method: it gets the answer of HTTP', async () => {
  const answer = await service.call('PUT', '/trpc/bills.create', { token: admin.token, body: {} });
  expectFailure(answer, 405, 'METHOD_NOT_ALLOWED');
  expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
});

describe('what tRPC reads by itself', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it.each([100, 5000, 100_000])('nested %i levels deep is no failure of the service', async (depth) => {
    const body = `{"date":"2024-01-01","value":"1","x":${deep(depth)}}`;
    const { token } = admin;
    for (const sent of [body, deep(depth), `{"date":${deep(depth)}}`]) {
      const answer = await service.call('POST', '/trpc/bills.create', { token, body: sent });
      expect([200, 400]).toContain(answer.status);
      const batch = await service.call('POST', '/trpc/bills.create?batch=1', {
        token,
        body: `{"0":${sent}}`,
      });
      expect([200, 400]).toContain(batch.status);
    }
  });

  it.each(['application/jsonl', 'text/event-stream'])(
    'a batch of log-ins answered as %s is refused like any other',
    async (type) => {
      const counted = () => service.sql`select * from attempts order by key`;
      const before = [...(await counted())];
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
      expect([...(await counted())]).toEqual(before);
    },
  );
});
