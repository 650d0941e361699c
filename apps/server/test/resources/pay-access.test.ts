import { readFile } from 'node:fs/promises';
import type { Role } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { payTest, type TableRow, tableOf } from '../support/pay.ts';
import type { Fields, Row } from '../support/samples/index.ts';
import type { Person } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';

const it = payTest
  .extend('send', { scope: 'file' }, ({ service }) => {
    return ({ token }: Person, method: string, path: string, body?: Fields) =>
      service.call(method, path, { token, body });
  })
  .extend('latest', { scope: 'file' }, ({ service }) => async (id: string): Promise<string> => {
    const [row] = await service.sql`select max(id)::text as id from journal where record_id = ${id}`;
    return row?.id;
  });

const advance = (worker: string, more: Fields = {}) => ({
  worker,
  date: '2024-01-05',
  kind: 'advance',
  amount: '5',
  ...more,
});

// docs/rules.md, sections 3 and 14: who may.
describe('pay entries', () => {
  it('are written by a Supervisor for workers of role User alone', async ({
    service,
    admin,
    supervisor,
    user,
    send,
  }) => {
    const other = await service.person('Supervisor');
    const another = await service.person('Administrator');
    for (const { id } of [admin, supervisor, other, another])
      expectFailure(await send(supervisor, 'POST', '/pay-entries', advance(id)), 403, 'FORBIDDEN');
    for (const { id } of [user, admin, supervisor, other, another])
      expect((await send(admin, 'POST', '/pay-entries', advance(id))).status).toBe(200);
    expect((await send(supervisor, 'POST', '/pay-entries', advance(user.id))).status).toBe(200);
    expectFailure(await send(user, 'POST', '/pay-entries', advance(user.id)), 403, 'FORBIDDEN');
  });

  it('are changed, deleted and restored by who may write them', async ({
    service,
    admin,
    supervisor,
    worker,
    ask,
    send,
  }) => {
    const own = await ask('POST', '/pay-entries', advance(supervisor.id));
    const path = `/pay-entries/${own._id}`;
    expectFailure(await send(supervisor, 'PUT', path, { amount: '6' }), 403, 'FORBIDDEN');
    expectFailure(await send(supervisor, 'PUT', path, { worker: await worker() }), 403, 'FORBIDDEN');
    expectFailure(await send(supervisor, 'DELETE', path), 403, 'FORBIDDEN');
    expect(await ask('GET', path)).toEqual(own);
    await ask('DELETE', path);
    expectFailure(await send(supervisor, 'POST', `${path}/restore`), 403, 'FORBIDDEN');
    expect((await send(admin, 'POST', `${path}/restore`)).status).toBe(200);

    const theirs = `/pay-entries/${(await ask('POST', '/pay-entries', advance(await worker())))._id}`;
    expect((await send(supervisor, 'PUT', theirs, { amount: '6' })).status).toBe(200);
    for (const { id } of [supervisor, admin, await service.person('Supervisor')])
      expectFailure(await send(supervisor, 'PUT', theirs, { worker: id }), 403, 'FORBIDDEN');
    expect((await send(supervisor, 'PUT', theirs, { worker: await worker() })).status).toBe(200);
    expect((await send(supervisor, 'DELETE', theirs)).status).toBe(200);
    expect((await send(supervisor, 'POST', `${theirs}/restore`)).status).toBe(200);
  });

  it('are undone by who may write them now', async ({ service, admin, worker, send, latest }) => {
    const clerk = await service.person('Supervisor');
    const id = await worker();
    const { body } = await send(clerk, 'POST', '/pay-entries', advance(id));
    await send(clerk, 'PUT', `/pay-entries/${body.data._id}`, { amount: '6' });
    const undo = async (who: Person) => send(who, 'POST', `/journal/${await latest(body.data._id)}/undo`);
    const promote = (role: Role) => send(admin, 'PATCH', `/users/${id}/role`, { role });
    await promote('Supervisor');
    expectFailure(await undo(clerk), 403, 'FORBIDDEN');
    await promote('User');
    expect((await undo(clerk)).body.data.amount).toBe('5');
    await promote('Administrator');
    expect((await undo(admin)).body.data.amount).toBe('6');
  });

  it('are read by staff alone; a User reads the own statement', async ({
    service,
    supervisor,
    user,
    ask,
    send,
    statementTo,
  }) => {
    const other = await service.person('User');
    const { _id } = await ask(
      'POST',
      '/pay-entries',
      advance(user.id, { date: '2024-03-01', kind: 'bonus' }),
    );
    for (const path of ['/pay-entries', `/pay-entries/${_id}`, '/balances'])
      expectFailure(await send(user, 'GET', path), 403, 'FORBIDDEN');
    const own = await statementTo(user, user.id, '2024-03-01', '2024-03-31');
    expect(own.body.data.totals.bonuses).toBe('5.00');
    expectFailure(await statementTo(other, user.id, '2024-03-01', '2024-03-31'), 403, 'FORBIDDEN');
    expect((await statementTo(supervisor, user.id, '2024-03-01', '2024-03-31')).body).toEqual(own.body);
    for (const path of ['/pay-entries', `/pay-entries/${_id}`, '/balances', `/journal?record=${_id}`])
      expect((await send(supervisor, 'GET', path)).status, path).toBe(200);
    await expect(
      service
        .client(other.token)
        .pay.statement.query({ userID: user.id, from: '2024-03-01', to: '2024-03-31' }),
    ).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
  });
});

describe('rates', () => {
  it('are read and written by Administrators alone', async ({
    service,
    supervisor,
    user,
    worker,
    rate,
    send,
  }) => {
    const id = await worker();
    const { _id } = await rate(id, '2024-01-01', { basis: 'hour', amount: '37.50' });
    for (const who of [supervisor, user, await service.person('Supervisor')])
      for (const [method, path, body] of [
        ['GET', '/rates'],
        ['GET', `/rates/${_id}`],
        ['POST', '/rates', { worker: id, from: '2024-02-01', basis: 'none' }],
        ['PUT', `/rates/${_id}`, { amount: '40' }],
        ['DELETE', `/rates/${_id}`],
        ['POST', `/rates/${_id}/restore`],
      ] as const)
        expectFailure(await send(who, method, path, body), 403, 'FORBIDDEN');
  });

  it('are told of to nobody else by journal, trash and undo', async ({
    admin,
    supervisor,
    worker,
    rate,
    ask,
    send,
    latest,
  }) => {
    const id = await worker();
    const { _id } = await rate(id, '2024-01-01', { basis: 'hour', amount: '37.50' });
    await ask('PUT', `/rates/${_id}`, { amount: '41.75' });
    await ask('DELETE', `/rates/${_id}`);
    const read = async (who: Person, path: string) => {
      const { status, body } = await send(who, 'GET', path);
      expect(status, path).toBe(200);
      return body.data as { record: string; kind: string; _id: string }[];
    };
    expect(await read(admin, `/journal?record=${_id}`)).toHaveLength(3);
    expect(await read(admin, '/journal?kind=rates')).not.toEqual([]);
    expect((await read(admin, '/trash')).map((one) => one._id)).toContain(_id);
    expect((await read(admin, '/trash?kind=rates')).map((one) => one._id)).toContain(_id);

    for (const filter of ['', '&action=update', `&actor=${admin.id}`, '&kind=users'])
      expect(await read(supervisor, `/journal?record=${_id}${filter}`)).toEqual([]);
    expect((await read(supervisor, '/trash')).filter(({ kind }) => kind === 'rates')).toEqual([]);
    for (const path of [`/journal?record=${_id}&kind=rates`, '/trash?kind=rates'])
      expectFailure(await send(supervisor, 'GET', path), 403, 'FORBIDDEN');
    const undone = await send(supervisor, 'POST', `/journal/${await latest(_id)}/undo`);
    expectFailure(undone, 403, 'FORBIDDEN');
    // The fields beside them are still answered.
    expect(await read(supervisor, `/journal?record=${id}`)).toHaveLength(1);
  });

  it('of who was an Administrator are undone by them no more', async ({
    service,
    admin,
    worker,
    send,
    latest,
  }) => {
    const former = await service.person('Administrator');
    const body = { worker: await worker(), from: '2024-01-01', basis: 'hour', amount: '37.50' };
    const { data } = (await send(former, 'POST', '/rates', body)).body;
    await send(admin, 'PATCH', `/users/${former.id}/role`, { role: 'Supervisor' });
    expectFailure(await send(former, 'POST', `/journal/${await latest(data._id)}/undo`), 403, 'FORBIDDEN');
  });
});

const page = await readFile(new URL('../../../../docs/pay.md', import.meta.url), 'utf8');
const [rates, logs, entries, lines, totals, settled] = [
  'Rates',
  'Logs',
  'Entries',
  'Day by day',
  'Totals',
  'Two settlements',
].map((title) => tableOf(page, title)) as [
  TableRow[],
  TableRow[],
  TableRow[],
  TableRow[],
  TableRow[],
  TableRow[],
];

// docs/pay.md, "A month by hand": its tables are put in over REST, and what comes of them must stand there.
const pageTest = payTest.extend(
  'month',
  { scope: 'file' },
  async ({ worker, rate, log, absence, entry, currency }) => {
    await currency(null);
    const id = await worker();
    for (const { from = '', basis, amount, 'minutes a day': minutes, factor } of rates)
      await rate(id, from, { basis, amount, dayMinutes: Number(minutes), overtimeFactor: factor });
    const made: Row[] = [];
    for (const { date = '', from = '', to = '', break: breakMinutes, payment } of logs)
      made.push(
        from === 'absent'
          ? await absence(id, date)
          : await log(id, [date, from, to, { breakMinutes: Number(breakMinutes), payment }]),
      );
    for (const { date = '', kind = '', amount = '' } of entries) await entry(id, date, kind, amount);
    return { id, logs: made };
  },
);

describe('the month by hand', () => {
  pageTest('stands in whole tables', () => {
    expect([rates, logs, entries, lines, totals, settled].map(({ length }) => length)).toEqual([
      2, 7, 4, 8, 9, 7,
    ]);
  });

  pageTest('is what the statement says, line by line and in sum', async ({ month, statement }) => {
    const answer = await statement(month.id, '2024-10-01', '2024-10-31');
    expect(
      answer.lines.map((line) => ({
        date: line.date,
        minutes: String(line.workedMinutes),
        overtime: String(line.overtimeMinutes),
        how: expect.stringMatching(/\w/),
        earned: line.earned,
        paid: line.paid,
        balance: line.balance,
      })),
    ).toEqual(lines);
    expect(answer.totals).toEqual(Object.fromEntries(totals.map(({ total, amount }) => [total, amount])));
    expect(page).toContain(`The month begins with the ${answer.opening} of before.`);
  });

  pageTest('is settled with a payout, and corrected in the next settlement', async ({ month, ask, log }) => {
    const column = (name: string) => Object.fromEntries(settled.map((row) => [row[''], row[name]]));
    const [expected, next] = [column('first'), column('second')];
    const { payout } = expected;
    const body = { worker: month.id, to: expected.to, payout, payoutDate: '2024-11-03' };
    const first = await ask('POST', '/settlements', body);
    expect(first).toMatchObject({ ...expected, number: 1, corrections: [] });

    await ask('PUT', `/logs/${month.logs[2]?._id}`, { finishingTime: '17:50' });
    await log(month.id, ['2024-11-04', '08:00', '16:00']);
    const second = await ask('POST', '/settlements', { worker: month.id, to: next.to });
    expect(second).toMatchObject({ ...next, number: 2 });
    expect(second.corrections).toEqual([
      { date: '2024-10-08', field: 'earned', before: '306.00', after: '333.00' },
    ]);
  });
});
