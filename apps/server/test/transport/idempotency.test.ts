import { createTokens } from '@daybook/api';
import type { Resource } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce } from '../support/asking.ts';
import { bodyOf, type Fields, pathOf, samples, unique } from '../support/samples/index.ts';
import { type Person, secret } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// Idempotency-Key: a creation that is sent again gives the first answer again.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend(
    'post',
    { scope: 'file' },
    ({ service, admin }) =>
      (path: string, body: unknown, key: string, { token }: Person = admin) =>
        service.call('POST', path, { token, body, headers: { 'idempotency-key': key } }),
  )
  /** A body that names records which exist. */
  .extend('bodyFor', { scope: 'file' }, ({ make }) => async (resource: Resource, more: Fields) => {
    const body = { ...bodyOf(resource, more) };
    for (const [field, { to }] of Object.entries(samples[resource].references ?? {}))
      body[field] = (await make(to))._id;
    return body;
  })
  .extend('count', { scope: 'file' }, ({ service }) => async (resource: Resource) => {
    const [row] = await service.sql`select count(*)::integer as count from ${service.sql(resource)}`;
    return row?.count as number;
  })
  .extend('references', { scope: 'file' }, ({ make }) => async (resource: Resource) => {
    const of = Object.entries(samples[resource].references ?? {});
    return Object.fromEntries(
      await Promise.all(of.map(async ([field, { to }]) => [field, (await make(to))._id])),
    );
  });

const isReplayed = ({ headers }: { readonly headers: Headers }) => headers.get('idempotent-replayed');

const cases: readonly { resource: Resource; more: Fields; change: Fields }[] = [
  { resource: 'bills', more: { value: '-12.50' }, change: { value: '7' } },
  { resource: 'payees', more: { extraNotes: 'ورق "A4"' }, change: { name: 'Mill' } },
  { resource: 'users', more: {}, change: { firstName: 'Ada' } },
  { resource: 'cheques', more: { value: '0.10' }, change: { isCancelled: true } },
  { resource: 'bankAccounts', more: { chequeForm: null }, change: { isArchived: true } },
  {
    resource: 'chequebooks',
    more: { firstSerial: '000101', lastSerial: '000150' },
    change: { lastSerial: '000149' },
  },
  { resource: 'payEntries', more: { amount: '-7.25' }, change: { amount: '8' } },
  { resource: 'rates', more: { basis: 'month', amount: '2600' }, change: { amount: '2700' } },
  { resource: 'balanceReadings', more: { balance: '-7.25' }, change: { balance: '8' } },
  {
    resource: 'logs',
    more: { startingTime: '22:00', finishingTime: '6:30', breakMinutes: 30, payment: '3.1400' },
    change: { isAbsent: true },
  },
];

describe.each(cases)('POST /$resource', ({ resource, more, change }) => {
  const path = pathOf(resource);

  it('answers the same again, though the record has changed since, and makes one record', async ({
    service,
    ask,
    post,
    bodyFor,
    count,
  }) => {
    const key = unique('key-');
    const sent = await bodyFor(resource, more);
    const first = await post(path, sent, key);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const made = await count(resource);
    const { _id } = first.body.data;
    await ask('PUT', `${path}/${_id}`, change);
    const again = await post(path, sent, key);
    expect(again.body).toEqual(first.body);
    expect([first, again].map(isReplayed)).toEqual([null, 'true']);
    expect(await count(resource)).toBe(made);
    const entries = await service.sql`select action from journal where record_id = ${_id} order by id`;
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update']);
  });

  it('makes one record of eight requests at once', async ({ post, bodyFor, count }) => {
    const key = unique('key-');
    const sent = await bodyFor(resource, more);
    const before = await count(resource);
    const answers = await atOnce(8, () => post(path, sent, key));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter((answer) => isReplayed(answer) === 'true')).toHaveLength(7);
    expect(await count(resource)).toBe(before + 1);
  });

  it('refuses the key for anything else', async ({ post, bodyFor }) => {
    const key = unique('key-');
    const sent = await bodyFor(resource, more);
    await post(path, sent, key);
    const other = resource === 'users' ? { password: 'another password' } : change;
    expectFailure(await post(path, { ...sent, ...other }, key), 409, 'IDEMPOTENCY_KEY_REUSED');
  });
});

describe('a key', () => {
  // Each is a statement of its own.
  it.for(
    [[], ['payee'], ['account'], ['cheque'], ['payee', 'cheque'], ['payee', 'account', 'cheque']].map(
      (named) => [named.join(' and ') || 'none', named] as const,
    ),
  )('gives a bill that names %s again', async ([, named], { post, ask, bodyFor, references }) => {
    const existing = await references('bills');
    const body = { ...(await bodyFor('bills', {})), payee: null, account: null, cheque: null };
    for (const field of named) Object.assign(body, { [field]: existing[field] });
    const without = await ask('POST', '/bills', body);
    const key = unique('key');
    const first = await post('/bills', body, key);
    const again = await post('/bills', body, key);
    expect(isReplayed(again)).toBe('true');
    expect(again.body).toEqual(first.body);
    const { _id, createdAt, updatedAt, ...bill } = first.body.data;
    const { warnings, ...stored } = bill;
    expect(await ask('GET', `/bills/${_id}`)).toEqual({ ...stored, _id, createdAt, updatedAt });
    // The second bill that a cheque pays is more than its value.
    expect(without).toEqual({
      ...bill,
      ...(warnings && { warnings: without.warnings }),
      ...Object.fromEntries(['_id', 'createdAt', 'updatedAt'].map((name) => [name, without[name]])),
    });
    for (const field of named) expect(bill).toMatchObject({ [field]: existing[field] });
  });

  it('understands another spelling of the same as the same', async ({ post }) => {
    const key = unique('key-');
    const first = await post('/bills', { date: '2024-3-1', value: '007' }, key);
    const respelled = { value: 7, description: null, date: '2024-03-01', unknown: 1 };
    expect((await post('/bills', respelled, key)).body).toEqual(first.body);
  });

  it('belongs to a user and an operation', async ({ supervisor, post }) => {
    const key = unique('key-');
    const mine = await post('/bills', bodyOf('bills'), key);
    const theirs = await post('/bills', bodyOf('bills'), key, supervisor);
    expect(theirs.body.data._id).not.toBe(mine.body.data._id);
    expect((await post('/payees', bodyOf('payees'), key)).status).toBe(200);
  });

  it('is asked for access again', async ({ service, ask, post }) => {
    const key = unique('key-');
    const person = await service.person('Supervisor');
    expect((await post('/bills', bodyOf('bills'), key, person)).status).toBe(200);
    await ask('PATCH', `/users/${person.id}/role`, { role: 'User' });
    expectFailure(await post('/bills', bodyOf('bills'), key, person), 403, 'FORBIDDEN');
  });

  it('keeps nothing of a request that failed', async ({ post }) => {
    const key = unique('key-');
    expectFailure(await post('/bills', { date: 'x', value: '1' }, key), 400, 'VALIDATION');
    expect((await post('/bills', bodyOf('bills'), key)).status).toBe(200);
  });

  it('keeps no body, and no secret', async ({ service, post }) => {
    const key = unique('key-');
    await post('/users', bodyOf('users', { password: 'a password nobody should find' }), key);
    const rows = await service.sql`select * from idempotency_keys where key = ${key}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/nobody should find|argon2/);
  });

  it('must be a key', async ({ post }) => {
    for (const key of ['', 'x'.repeat(256), 'a b', 'é'])
      expectFailure(await post('/bills', bodyOf('bills'), key), 400, 'VALIDATION');
  });

  it('means nothing to a log-in', async ({ service }) => {
    const { headers, status } = await service.call('POST', '/auth', {
      body: { username: 'root', password: 'wrong password' },
      headers: { 'idempotency-key': 'log-in' },
    });
    expect([status, headers.get('etag')]).toEqual([401, null]);
    expect(await service.sql`select 1 from idempotency_keys where key = 'log-in'`).toHaveLength(0);
  });

  it('works over tRPC by the same header', async ({ post }) => {
    const key = unique('key-');
    const sent = bodyOf('bills');
    const first = await post('/trpc/bills.create', sent, key);
    expect(first.status).toBe(200);
    expect((await post('/trpc/bills.create', sent, key)).body).toEqual(first.body);
  });
});

const service = ['createdAt', 'updatedAt', 'version'];
/** The fields of an answer that version 2.0 keeps for an Idempotency-Key, as `c0`, `c1` … in this order. */
const kept: Readonly<Partial<Record<Resource, readonly string[]>>> = {
  bills: ['_id', 'date', 'value', 'description', 'extraNotes', ...service],
  payees: ['_id', 'name', 'email', 'phoneNumber', 'extraNotes', ...service],
  users: [
    ...[
      '_id',
      'username',
      'email',
      'phoneNumber',
      'accessLevel',
      'active',
      'fullName',
      'firstName',
      'lastName',
    ],
    ...service,
  ],
  logs: [
    ...['_id', 'date', 'startingTime', 'finishingTime', 'crossesMidnight', 'durationMinutes', 'payment'],
    ...['extraNotes', 'worker', 'workerName', 'isAbsent', ...service],
  ],
  cheques: [
    ...['_id', 'serial', 'dueDate', 'value', 'description', 'payee', 'payeeName', 'account', 'accountName'],
    ...['isCancelled', 'status', 'statusDate', 'attempts', 'replaces', 'replacedBy', 'isStale', ...service],
    'warnings',
  ],
  bankAccounts: ['_id', 'name', 'bank', 'number', 'isArchived', 'chequeForm', ...service],
  chequebooks: ['_id', 'account', 'accountName', 'firstSerial', 'lastSerial', 'nextSerial', ...service],
  balanceReadings: ['_id', 'account', 'accountName', 'date', 'balance', ...service],
};
/** What has come since. */
const since: Readonly<Partial<Record<Resource, readonly string[]>>> = {
  logs: ['breakMinutes', 'workedMinutes'],
  bills: [
    'payee',
    'payeeName',
    'dueDate',
    'paidOn',
    'account',
    'accountName',
    'cheque',
    'chequeSerial',
    'status',
    'isOverdue',
    'warnings',
    'attachments',
  ],
  payees: ['attachments'],
  cheques: ['attachments'],
};

// While an older version still runs beside this one, and for a day after, each is asked for what the other has kept.

describe.each(Object.entries(kept) as [Resource, string[]][])('an answer of %s', (resource, fields) => {
  it('is kept as version 2.0 reads it, and given where that version kept it', async ({
    service: { sql },
    post,
    references,
  }) => {
    const key = unique('key-');
    const named = Object.entries(await references(resource)).filter(([field]) => fields.includes(field));
    const body = bodyOf(resource, Object.fromEntries(named));
    const first = await post(pathOf(resource), body, key);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const places = fields.map((_, place) => `c${place}`);
    const [row] = await sql`select answer -> 0 as answer from idempotency_keys where key = ${key}`;
    expect(new Set(Object.keys(row?.answer))).toEqual(new Set([...places, ...(since[resource] ?? [])]));
    expect(row?.answer).toMatchObject({ c0: first.body.data._id, [`c${fields.indexOf('version')}`]: 1 });

    const answer = Object.fromEntries(
      fields.map((name, place) => [`c${place}`, first.body.data[name] ?? null]),
    );
    await sql`update idempotency_keys set answer = ${sql.json([answer])} where key = ${key}`;
    expect((await post(pathOf(resource), body, key)).body).toEqual(first.body);
  });
});

describe('a creation that version 2.0 was asked for', () => {
  it('is known again, and with another break is another', async ({ service: { sql }, post, make }) => {
    const key = unique('key-');
    const worker = (await make('users'))._id;
    const body = { date: '2024-01-05', startingTime: '22:00', finishingTime: '06:00', worker };
    const first = await post('/logs', body, key);
    const understood = `{"date":"2024-01-05","startingTime":"22:00","finishingTime":"06:00","payment":"0","extraNotes":"","worker":"${worker}","isAbsent":false}`;
    const { digest } = await createTokens(secret, 60);
    await sql`update idempotency_keys set digest = ${digest(understood)} where key = ${key}`;
    expect((await post('/logs', body, key)).body).toEqual(first.body);
    expect((await post('/logs', { ...body, breakMinutes: 0 }, key)).body).toEqual(first.body);
    expect((await post('/logs', { ...body, breakMinutes: 30 }, key)).body).toMatchObject({
      error: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });
});
