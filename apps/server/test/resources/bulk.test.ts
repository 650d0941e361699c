import { expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 6. What holds for every kind of record stands in suite/bulk.ts.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('send', { scope: 'file' }, ({ service, admin: { token } }) => {
    return (path: string, body: object, headers: Record<string, string> = {}) =>
      service.call('POST', `${path}/bulk`, { token, body, headers });
  })
  .extend('count', { scope: 'file' }, ({ service }) => async () => {
    const [row] = await service.sql`select count(*)::integer as count from journal`;
    return row?.count as number;
  });

const bill = (value: string) => ({ date: '2024-02-01', value });
const log = (worker: string, date: string) => ({ worker, date, isAbsent: true });

it('takes 1 to 500 records together', async ({ send, count }) => {
  const before = await count();
  const bills = Array.from({ length: 500 }, (_, n) => bill(`${n}.50`));
  const { status, body } = await send('/bills', { create: bills });
  expect(status).toBe(200);
  expect(body.data.created.map(({ value }: { value: string }) => value)).toEqual(
    bills.map(({ value }) => value),
  );
  expect(await count()).toBe(before + 500);

  const named = body.data.created.map(({ _id }: { _id: string }) => _id);
  const refused = [
    {},
    { create: [], update: [], delete: [] },
    { create: [bill('1')], delete: named },
    { create: Array(501).fill({}) },
  ];
  for (const body of refused) {
    const answer = await send('/bills', body);
    const issues = expectFailure(answer, 400, 'VALIDATION');
    expect(issues, JSON.stringify(body).slice(0, 60)).toHaveLength(1);
  }
  expect((await send('/bills', { delete: named })).body.data.deleted).toHaveLength(500);
});

it('names the fields of its items that nobody knows', async ({ send, make }) => {
  const { _id, ...made } = await make('bills');
  const update = [{ _id, ...made, values: '3' }];
  const told = await send('/bills', { create: [{ ...bill('1'), dat: '' }], update });
  expect(told.headers.get('unknown-fields')).toBe(
    '"create.0.dat";suggestion="date", "update.0.values";suggestion="value"',
  );
});

it('names the fault of each item, whatever the others are', async ({ send, make, ask }) => {
  const worker = (await make('users'))._id;
  const rate = await make('rates', { worker, from: '2024-01-01' });
  const create = ['2024-01-01', '2024-02-01', '2024-02-01'].map((from) => ({
    worker,
    from,
    basis: 'hour',
    amount: '40',
  }));
  expect(expectFailure(await send('/rates', { create }), 400, 'VALIDATION')).toEqual([
    'create.0.from',
    'create.2.from',
  ]);
  // What is deleted makes room.
  const { data } = (await send('/rates', { create: create.slice(0, 2), delete: [rate._id] })).body;
  expect(data.created.map(({ from }: { from: string }) => from)).toEqual(['2024-01-01', '2024-02-01']);
  expect(await ask('GET', `/rates?worker=${worker}`)).toHaveLength(2);
});

it('creates logs of days that have none, with If-None-Match', async ({ send, make }) => {
  const worker = (await make('users'))._id;
  const onlyNew = { 'if-none-match': '*' };
  const days = ['2024-02-01', '2024-02-02'].map((date) => log(worker, date));
  expect((await send('/logs', { create: days }, onlyNew)).status).toBe(200);
  const taken = await send('/logs', { create: [log(worker, '2024-02-03'), ...days] }, onlyNew);
  expectFailure(taken, 400, 'VALIDATION');
  expect(taken.body.error.issues).toEqual([
    expect.objectContaining({
      path: ['create', 1],
      code: 'refused',
      params: expect.objectContaining({ code: 'PRECONDITION_FAILED' }),
    }),
    expect.objectContaining({ path: ['create', 2], code: 'refused' }),
  ]);
  const twice = [log(worker, '2024-02-04'), log(worker, '2024-02-04')];
  expect(expectFailure(await send('/logs', { create: twice }, onlyNew), 400, 'VALIDATION')).toEqual([
    'create.1',
  ]);
  expect((await send('/logs', { create: twice })).status).toBe(200);
});

it('meets closed periods item by item', async ({ send, ask, make }) => {
  const { _id } = await make('bills', { date: '2024-03-01' });
  await ask('POST', '/closings', { through: '2024-01-31', kinds: ['bills'] });
  const body = {
    create: [bill('1'), { date: '2024-01-31', value: '2' }],
    update: [{ _id, date: '2024-01-01' }],
  };
  const refused = await send('/bills', body);
  expect(expectFailure(refused, 400, 'VALIDATION').toSorted()).toEqual(['create.1.date', 'update.0.date']);
  expect(refused.body.error.issues[0]).toMatchObject({
    code: 'period_closed',
    params: { through: '2024-01-31' },
  });
  await ask('POST', '/closings', { through: null, kinds: ['bills'], reason: 'test' });
});

it('keeps to what a role may write', async ({ service, supervisor, admin, user, make }) => {
  const worker = (await make('users'))._id;
  const entry = (of: string) => ({ worker: of, date: '2024-02-01', kind: 'bonus', amount: '1' });
  const send = (token: string, path: string, create: object[]) =>
    service.call('POST', `${path}/bulk`, { token, body: { create } });
  const refused = await send(supervisor.token, '/pay-entries', [entry(worker), entry(admin.id)]);
  expectFailure(refused, 400, 'VALIDATION');
  expect(refused.body.error.issues).toEqual([
    expect.objectContaining({ path: ['create', 1], params: expect.objectContaining({ code: 'FORBIDDEN' }) }),
  ]);
  expectFailure(await send(supervisor.token, '/rates', []), 403, 'FORBIDDEN');
  expectFailure(await send(user.token, '/bills', [bill('1')]), 403, 'FORBIDDEN');
});

it('happens once for an Idempotency-Key, however often it is sent', async ({ send, count, make }) => {
  const deleted = (await make('bills'))._id;
  const body = { create: [bill('7'), bill('8')], delete: [deleted] };
  const before = await count();
  const headers = { 'idempotency-key': 'bulk-once' };
  const answers = await atOnce(10, () => send('/bills', body, headers));
  expect(tally(answers)).toEqual({ 200: 10 });
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size).toBe(1);
  expect(await count()).toBe(before + 3);
  expectFailure(await send('/bills', { create: [bill('9')] }, headers), 409, 'IDEMPOTENCY_KEY_REUSED');
});

it('of the same records at once waits and does not deadlock', async ({ send, make }) => {
  const bills = await atOnce(20, () => make('bills'));
  const update = bills.map(({ _id }) => ({ _id, value: '3' }));
  const both = [update, update.toReversed()];
  const answers = await atOnce(10, (n) =>
    send('/bills', { update: both[n % 2]?.map((one) => ({ ...one, extraNotes: `${n}` })) }),
  );
  expect(tally(answers)).toEqual({ 200: 10 });
});

it('tells that a version is older, once where twenty change the same', async ({ send, make }) => {
  const { _id } = await make('bills');
  const answers = await atOnce(20, (n) =>
    send('/bills', { update: [{ _id, version: 1, extraNotes: `${n}` }] }),
  );
  expect(tally(answers)).toEqual({ 200: 1, 400: 19 });
});

it('answers at most 8 MiB', async ({ send, make }) => {
  const worker = (await make('users'))._id;
  const create = Array.from({ length: 24 }, () => ({
    ...log(worker, '2024-02-01'),
    extraNotes: '😀'.repeat(10_000),
  }));
  const update: object[] = [];
  for (let round = 0; round < 9; round += 1) {
    const { body } = await send('/logs', { create });
    update.push(...body.data.created.map(({ _id }: { _id: string }) => ({ _id, payment: '5' })));
  }
  expectFailure(await send('/logs', { update }), 413, 'BATCH_TOO_LARGE');
  expect((await send('/logs', { update: update.slice(0, 100) })).status).toBe(200);
});
