import { createTokens } from '@daybook/api';
import type { Resource } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { bodyOf, pathOf, samples, unique } from '../support/samples/index.ts';
import { secret } from '../support/service.ts';
import { test } from '../support/test.ts';

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
};

// While an older version still runs beside this one, and for a day after, each is asked for what the other has kept.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend(
    'post',
    { scope: 'file' },
    ({ service, admin }) =>
      (path: string, body: unknown, key: string) =>
        service.call('POST', path, { token: admin.token, body, headers: { 'idempotency-key': key } }),
  )
  .extend('references', { scope: 'file' }, ({ make }) => async (resource: Resource) => {
    const of = Object.entries(samples[resource].references ?? {});
    return Object.fromEntries(
      await Promise.all(of.map(async ([field, { to }]) => [field, (await make(to))._id])),
    );
  });

describe.each(Object.entries(kept) as [Resource, string[]][])('an answer of %s', (resource, fields) => {
  it('is kept as version 2.0 reads it, and given where that version kept it', async ({
    service: { sql },
    post,
    references,
  }) => {
    const key = unique('key-');
    const body = bodyOf(resource, await references(resource));
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
