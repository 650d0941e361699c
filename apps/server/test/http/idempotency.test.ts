import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, atOnce, bodies, unique } from '../support/asking.ts';
import { expectFailure } from '../support/failing.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// Idempotency-Key: a creation that is sent again gives the first answer again.
let service: Service;
let admin: Person;
let supervisor: Person;
let ask: Ask;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
  supervisor = await service.person('Supervisor');
  ask = asker(service, admin);
});
afterAll(() => service.close());

const post = (path: string, body: unknown, key: string, { token } = admin) =>
  service.call('POST', path, { token, body, headers: { 'idempotency-key': key } });

const kinds: { kind: string; body: () => Promise<object>; change: object }[] = [
  { kind: 'bills', body: async () => bodies.bill({ value: '-12.50' }), change: { value: '7' } },
  { kind: 'payees', body: async () => bodies.payee({ extraNotes: 'ورق "A4"' }), change: { name: 'Mill' } },
  { kind: 'users', body: async () => bodies.user(), change: { firstName: 'Ada' } },
  {
    kind: 'cheques',
    body: async () => bodies.cheque((await ask('POST', '/payees', bodies.payee()))._id, { value: '0.10' }),
    change: { isCancelled: true },
  },
  {
    kind: 'logs',
    body: async () =>
      bodies.log(admin.id, { startingTime: '22:00', finishingTime: '6:30', payment: '3.1400' }),
    change: { isAbsent: true },
  },
];

const count = async (kind: string) =>
  (await service.sql`select count(*)::integer as count from ${service.sql(kind)}`)[0]?.count as number;

describe.each(kinds)('POST /$kind', ({ kind, body, change }) => {
  it('answers the same again, though the record has changed since, and makes one record', async () => {
    const key = unique('key-');
    const sent = await body();
    const first = await post(`/${kind}`, sent, key);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const made = await count(kind);
    await ask('PUT', `/${kind}/${first.body.data._id}`, change);
    const again = await post(`/${kind}`, sent, key);
    expect(again.body).toEqual(first.body);
    expect(await count(kind)).toBe(made);
    const entries = await service.sql`
      select action from journal where record_id = ${first.body.data._id} order by id`;
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update']);
  });

  it('makes one record of eight requests at once', async () => {
    const key = unique('key-');
    const sent = await body();
    const before = await count(kind);
    const answers = await atOnce(8, () => post(`/${kind}`, sent, key));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await count(kind)).toBe(before + 1);
  });

  it('refuses the key for anything else', async () => {
    const key = unique('key-');
    const sent = await body();
    await post(`/${kind}`, sent, key);
    const other = kind === 'users' ? { ...sent, password: 'another password' } : { ...sent, ...change };
    expectFailure(await post(`/${kind}`, other, key), 409, 'IDEMPOTENCY_KEY_REUSED');
  });
});

it('understands another spelling of the same as the same', async () => {
  const key = unique('key-');
  const first = await post('/bills', { date: '2024-3-1', value: '007' }, key);
  const again = await post('/bills', { value: 7, description: null, date: '2024-03-01', unknown: 1 }, key);
  expect(again.body).toEqual(first.body);
});

it('belongs to a user and an operation', async () => {
  const key = unique('key-');
  const mine = await post('/bills', bodies.bill(), key);
  const theirs = await post('/bills', bodies.bill(), key, supervisor);
  expect(theirs.body.data._id).not.toBe(mine.body.data._id);
  expect((await post('/payees', bodies.payee(), key)).status).toBe(200);
});

it('is asked for access again', async () => {
  const key = unique('key-');
  const person = await service.person('Supervisor');
  expect((await post('/bills', bodies.bill(), key, person)).status).toBe(200);
  await ask('PATCH', `/users/${person.id}/role`, { role: 'User' });
  expectFailure(await post('/bills', bodies.bill(), key, person), 403, 'FORBIDDEN');
});

it('keeps nothing of a request that failed', async () => {
  const key = unique('key-');
  expectFailure(await post('/bills', { date: 'x', value: '1' }, key), 400, 'VALIDATION');
  expect((await post('/bills', bodies.bill(), key)).status).toBe(200);
});

it('keeps no body, and no secret', async () => {
  const key = unique('key-');
  const secret = 'a password nobody should find';
  await post('/users', bodies.user({ password: secret }), key);
  const rows = await service.sql`select * from idempotency_keys where key = ${key}`;
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/nobody should find|argon2/);
});

it('must be a key', async () => {
  for (const key of ['', 'x'.repeat(256), 'a b', 'é'])
    expectFailure(await post('/bills', bodies.bill(), key), 400, 'VALIDATION');
});

it('means nothing to a log-in', async () => {
  const { headers, status } = await service.call('POST', '/auth', {
    body: { username: 'root', password: 'wrong password' },
    headers: { 'idempotency-key': 'log-in' },
  });
  expect([status, headers.get('etag')]).toEqual([401, null]);
  expect(await service.sql`select 1 from idempotency_keys where key = 'log-in'`).toHaveLength(0);
});

it('works over tRPC by the same header', async () => {
  const key = unique('key-');
  const call = () =>
    service.call('POST', '/trpc/bills.create', {
      token: admin.token,
      body: bodies.bill(),
      headers: { 'idempotency-key': key },
    });
  const [first, again] = [await call(), await call()];
  expect(first.status).toBe(200);
  expect(again.body).toEqual(first.body);
});
