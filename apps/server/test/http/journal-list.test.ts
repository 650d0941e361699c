import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies, unknownId } from '../support/asking.ts';
import { expectFailure } from '../support/failing.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// GET /journal: what the database wrote, in the interface's own words.
let service: Service;
let admin: Person;
let supervisor: Person;
let ask: Ask;

beforeAll(async () => {
  service = await startService({ limitLogins: false, timeZone: 'Asia/Jerusalem' });
  admin = await service.person('Administrator');
  supervisor = await service.person('Supervisor');
  ask = asker(service, admin);
});
afterAll(() => service.close());

const read = async (query: string, token = admin.token) => {
  const { status, body } = await service.call('GET', `/journal?${query}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { data: Record<string, unknown>[]; nextCursor: string | null };
};

it('tells the life of a cheque, newest first, with exact amounts and the names of the interface', async () => {
  const payee = await ask('POST', '/payees', bodies.payee());
  const cheque = await ask('POST', '/cheques', bodies.cheque(payee._id as string, { value: '1200.50' }));
  await asker(service, supervisor)('PUT', `/cheques/${cheque._id}`, { isCancelled: 'true', value: '0.10' });
  await ask('DELETE', `/cheques/${cheque._id}`);

  const { data, nextCursor } = await read(`record=${cheque._id}`);
  expect(nextCursor).toBeNull();
  expect(data.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
  expect(data[1]).toMatchObject({
    kind: 'cheques',
    record: cheque._id,
    actor: supervisor.id,
    before: { isCancelled: false, value: '1200.50' },
    after: { isCancelled: true, value: '0.10' },
  });
  expect(data[1]?.actorName).not.toBe('');
  expect(data[2]).toMatchObject({
    actor: admin.id,
    before: null,
    after: { payee: payee._id, value: '1200.50' },
  });
  expect(data[0]).toMatchObject({ after: null, before: { isCancelled: true } });
});

it('never holds a secret', async () => {
  const { data } = await read('kind=users');
  expect(data.length).toBeGreaterThan(0);
  expect(JSON.stringify(data)).not.toMatch(/hash|argon2/i);
});

describe('filters', () => {
  it('by kind, by action, by person', async () => {
    await ask('POST', '/bills', bodies.bill());
    for (const { kind, action } of (await read('kind=bills&action=create')).data)
      expect([kind, action]).toEqual(['bills', 'create']);
    const by = (await read(`actor=${supervisor.id}`)).data;
    expect(new Set(by.map(({ actor }) => actor))).toEqual(new Set([supervisor.id]));
    expect((await read(`actor=${unknownId}`)).data).toEqual([]);
  });

  it('by days where the caller is', async () => {
    const bill = await ask('POST', '/bills', bodies.bill());
    // An hour after midnight in Jerusalem is still the day before in UTC.
    await service.sql`set session_replication_role = replica`;
    await service.sql`update journal set at = '2024-01-09T23:00:00Z' where record_id = ${bill._id as string}`;
    await service.sql`set session_replication_role = origin`;
    const found = async (days: string) => (await read(`record=${bill._id}&${days}`)).data.length;
    expect(await found('from=2024-1-10&to=2024-01-10')).toBe(1);
    expect(await found('from=2024-01-11')).toBe(0);
    expect(await found('to=2024-01-09')).toBe(0);
    await service.call('PATCH', '/users/preferences', { token: admin.token, body: { timeZone: 'UTC' } });
    expect(await found('from=2024-1-9&to=2024-01-09')).toBe(1);
  });

  it('that say nothing of the journal are told', async () => {
    for (const [query, field] of [
      ['kind=sessions', 'kind'],
      ['action=drop', 'action'],
      ['from=2024-02-30', 'from'],
      ['limit=0', 'limit'],
      ['cursor=x', 'cursor'],
    ])
      expect(
        expectFailure(
          await service.call('GET', `/journal?${query}`, { token: admin.token }),
          400,
          'VALIDATION',
        ),
      ).toEqual([field]);
  });
});

it('comes in pages that hold every entry once', async () => {
  for (let n = 0; n < 7; n++) await ask('POST', '/payees', bodies.payee());
  const seen: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await read(`kind=payees&limit=3${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.data.map(({ _id }) => _id));
    cursor = page.nextCursor;
  }
  const all = (await read('kind=payees')).data.map(({ _id }) => _id);
  expect(seen).toEqual(all);
  expect(new Set(seen).size).toBe(all.length);
});

it('is for Administrators', async () => {
  expectFailure(await service.call('GET', '/journal', { token: supervisor.token }), 403, 'FORBIDDEN');
});
