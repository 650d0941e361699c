import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { asker } from '../support/asking.ts';
import { ids, query } from '../support/listing.ts';
import { amounts, days, totalOf } from '../support/samples/arbitraries.ts';
import type { Row } from '../support/samples/index.ts';
import { type Person, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

const it = test
  /** Two Users and a Supervisor, who have logs; so has an account that is deleted. */
  .extend('workers', { scope: 'file' }, async ({ service, ask, make }): Promise<[Person, Person, Person]> => {
    const one = await service.person('User');
    const two = await service.person('User');
    const three = await service.person('Supervisor');
    const { _id: gone } = await make('users');
    const clock = fc.constantFrom('00:00', '06:15', '08:30', '17:00', '23:59');
    const minutesIn = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    const log = fc
      .record({
        date: days,
        startingTime: clock,
        finishingTime: clock,
        breakMinutes: fc.constantFrom(0, 1, 30, 135),
        payment: amounts,
        worker: fc.constantFrom(one.id, two.id, three.id, gone),
        isAbsent: fc.boolean(),
      })
      .map((sent) => {
        const shift = (minutesIn(sent.finishingTime) - minutesIn(sent.startingTime) + 1440) % 1440;
        return sent.isAbsent ? sent : { ...sent, breakMinutes: Math.min(sent.breakMinutes, shift) };
      });
    for (const body of fc.sample(log, 40)) await make('logs', body);
    for (const worker of [one.id, two.id, three.id, gone]) await make('logs', { worker });
    // What is deleted counts nowhere; the logs of a deleted worker do.
    await ask('DELETE', `/logs/${(await make('logs', { worker: one.id }))._id}`);
    await ask('DELETE', `/users/${gone}`);
    return [one, two, three];
  })
  .extend('rows', { scope: 'file' }, ({ service, admin, workers: _ }) => {
    return (filter: Record<string, string>, person = admin): Promise<Row[]> =>
      asker(service, person)('GET', query('/logs', filter));
  });

describe('of a User', () => {
  it('are the own ones alone, in lists, one by one and in totals', async ({
    service,
    supervisor,
    make,
    rows,
  }) => {
    const [own, other] = [await service.person('User'), await service.person('User')];
    const mine = await make('logs', { worker: own.id, payment: '7' });
    const theirs = await make('logs', { worker: other.id, payment: '11' });
    const call = (path: string) => service.call('GET', path, { token: own.token });

    expect(await rows({}, own)).toEqual([mine]);
    expect((await call(`/logs/${mine._id}`)).body.data).toEqual(mine);
    expect(await rows({ worker: other.id }, own)).toEqual([]);
    expect(await rows({ worker: `${other.id},${own.id}` }, own)).toEqual([mine]);
    expect(await rows({ isAbsent: 'true' }, own)).toEqual([]);
    const [foreign, unknown] = [await call(`/logs/${theirs._id}`), await call(`/logs/${unknownId}`)];
    expectFailure(foreign, 404, 'NOT_FOUND');
    expect(foreign.body.message).toBe(unknown.body.message);
    const { summary } = service.client(own.token).logs;
    expect(await summary.query({})).toMatchObject({ count: 1, payments: '7' });
    expect(await summary.query({ worker: other.id })).toMatchObject({ count: 0, workers: [] });
    const all = await service.client(supervisor.token).logs.summary.query({});
    expect(all.count).toBe((await rows({})).length);
  });
});

it('are filtered by worker, absence and day, alone and together', async ({ workers, rows }) => {
  const [{ id: one }, { id: two }] = workers;
  const day = '2024-01-31';
  const is = (field: string, value: unknown) => (row: Row) => row[field] === value;
  const cases: [Record<string, string>, (row: Row) => boolean][] = [
    [{ worker: one }, is('worker', one)],
    [{ worker: `${one},${two}` }, ({ worker }) => worker === one || worker === two],
    [{ worker: ` ${two} , ${unknownId},nonsense` }, is('worker', two)],
    [{ worker: unknownId }, () => false],
    [{ isAbsent: 'true' }, is('isAbsent', true)],
    [{ isAbsent: 'false' }, is('isAbsent', false)],
    [
      { worker: two, isAbsent: 'false', from: day },
      (row) => row.worker === two && !row.isAbsent && row.date >= day,
    ],
    [
      { worker: one, isAbsent: 'true', to: day },
      (row) => row.worker === one && row.isAbsent && row.date <= day,
    ],
  ];
  const whole = await rows({});
  for (const [sent, keeps] of cases)
    expect(ids(await rows(sent)), JSON.stringify(sent)).toEqual(ids(whole.filter(keeps)));
});

describe('logs.summary', () => {
  function expected(rows: Row[]) {
    const present = rows.filter(({ isAbsent }) => !isAbsent);
    return {
      count: rows.length,
      payments: totalOf(rows, 'payment'),
      daysWorked: new Set(present.map(({ worker, date }) => `${worker} ${date}`)).size,
      absences: rows.length - present.length,
      minutes: rows.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0),
      workedMinutes: present.reduce((sum, row) => sum + row.durationMinutes - row.breakMinutes, 0),
    };
  }
  function summaryOf(rows: Row[]) {
    const names = new Map<string, string>(rows.map(({ worker, workerName }) => [worker, workerName]));
    const lines = [...names].map(([worker, workerName]) => {
      return { worker, workerName, ...expected(rows.filter((row) => row.worker === worker)) };
    });
    return { ...expected(rows), workers: lines.toSorted((a, b) => (a.worker < b.worker ? -1 : 1)) };
  }
  const byId = <T extends { workers: { worker: string }[] }>(summary: T) => ({
    ...summary,
    workers: summary.workers.toSorted((a, b) => (a.worker < b.worker ? -1 : 1)),
  });

  it('is the sum of what the list shows, with a line for each worker', async ({
    service,
    admin,
    workers,
    rows,
  }) => {
    const [one, , three] = workers;
    const filters: Record<string, string>[] = [
      {},
      { from: '2024-01-01' },
      { to: '2024-1-1' },
      { from: '2024-01-31', to: '2024-02-29' },
      { isAbsent: 'true' },
      { isAbsent: 'false', from: '2024-01-01' },
      { worker: one.id },
      { worker: `${one.id},${three.id}`, to: '2024-02-29' },
      { worker: unknownId },
      { from: '2999-01-01' },
    ];
    for (const person of [admin, ...workers])
      for (const filter of filters) {
        const summary = await service.client(person.token).logs.summary.query(filter as never);
        expect(byId(summary), JSON.stringify(filter)).toEqual(summaryOf(await rows(filter, person)));
      }
  });

  it('has its lines by name', async ({ service, admin, workers: _ }) => {
    const { workers: lines } = await service.client(admin.token).logs.summary.query({});
    const names = lines.map(({ workerName }) => workerName.toLowerCase());
    expect(names).toEqual(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(lines.length).toBeGreaterThan(2);
  });

  it('shows a User the own line only, whoever is asked for', async ({ service, workers: [one, two] }) => {
    const { logs } = service.client(one.token);
    const own = await logs.summary.query({});
    expect(own.workers.map(({ worker }) => worker)).toEqual([one.id]);
    const nothing = {
      count: 0,
      payments: '0',
      daysWorked: 0,
      absences: 0,
      minutes: 0,
      workedMinutes: 0,
      workers: [],
    };
    expect(await logs.summary.query({ worker: two.id })).toEqual(nothing);
    expect(await logs.summary.query({ worker: `${two.id},${one.id}` })).toEqual(own);
  });

  it('counts a day once for each worker, a shift over midnight whole, and no break of an absence', async ({
    service,
    admin,
    make,
  }) => {
    const { id: worker } = await service.person('User');
    const shifts = [
      { startingTime: '22:00', finishingTime: '06:30', breakMinutes: 30 },
      { startingTime: '08:00', finishingTime: '08:00' },
      { isAbsent: true, startingTime: '08:00', finishingTime: '16:00', breakMinutes: 45 },
    ];
    for (const shift of shifts) await make('logs', { worker, ...shift, payment: '0.10' });
    const { workers: lines } = await service.client(admin.token).logs.summary.query({ worker });
    expect(lines).toMatchObject([
      { count: 3, payments: '0.30', daysWorked: 1, absences: 1, minutes: 510, workedMinutes: 480 },
    ]);
  });

  it('is not for those without a token', async ({ service }) => {
    await expect(service.client().logs.summary.query({})).rejects.toMatchObject({
      data: { code: 'UNAUTHENTICATED' },
    });
  });
});
