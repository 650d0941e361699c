import { ClosingCheck } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { callTrpc, procedure } from '../support/calls.ts';
import { closingTest } from '../support/closings.ts';
import type { Fields } from '../support/samples/index.ts';
import { expectTrpcFailure } from '../support/wire.ts';

// docs/rules.md, section 15: what is odd before a period is closed.
const it = closingTest
  .extend('check', { scope: 'file' }, ({ service, supervisor }) => async (from: string, through: string) => {
    const found = await service.client(supervisor.token).closings.check.query({ from, through });
    expect(ClosingCheck.parse(found)).toEqual(found);
    return found;
  })
  .extend('worker', { scope: 'file' }, ({ make }) => async (firstName = 'Grace') => {
    const { _id } = await make('users', { firstName, lastName: 'Checked' });
    return _id as string;
  })
  .extend(
    'log',
    { scope: 'file' },
    ({ make }) =>
      async (
        worker: string,
        date: string,
        startingTime = '08:00',
        finishingTime = '16:00',
        more: Fields = {},
      ) => {
        const { _id } = await make('logs', { worker, date, startingTime, finishingTime, ...more });
        return _id as string;
      },
  );

const today = () => new Date().toISOString().slice(0, 10);

describe('days that were not recorded', () => {
  it('are business days without a log of a worker, from the first one on, also of absences', async ({
    ask,
    check,
    worker,
    log,
  }) => {
    expect((await check('2020-01-01', '2020-12-31')).unrecorded).toEqual({ count: 0, items: [] });
    const [of, other] = [await worker('Grace'), await worker('Ada')];
    // A Wednesday; the weekend is Friday and Saturday.
    await log(of, '2020-01-01');
    await log(of, '2020-01-06', '08:00', '09:00', { isAbsent: true });
    const deleted = await log(of, '2020-01-07');
    await log(other, '2020-01-06');
    await ask('DELETE', `/logs/${deleted}`);
    await ask('PUT', '/settings', { weekend: [5, 6] });
    expect((await check('2019-12-01', '2020-01-07')).unrecorded).toEqual({
      count: 4,
      items: [
        { worker: other, workerName: 'Ada Checked', count: 1, dates: ['2020-01-07'] },
        {
          worker: of,
          workerName: 'Grace Checked',
          count: 3,
          dates: ['2020-01-02', '2020-01-05', '2020-01-07'],
        },
      ],
    });
    await ask('PUT', '/settings', { weekend: [] });
    expect((await check('2020-01-02', '2020-01-05')).unrecorded.count).toBe(4);
    const { count, items } = (await check('2020-01-01', '2020-12-31')).unrecorded;
    expect([count, items[1]?.count, items[1]?.dates.length]).toEqual([724, 364, 31]);
    for (const one of [of, other]) await ask('DELETE', `/users/${one}`);
  });

  it('begin with a first rate before the first log, though not before anybody worked', async ({
    ask,
    make,
    check,
    worker,
    log,
  }) => {
    const [early, of] = [await worker('Early'), await worker('Grace')];
    await log(early, '2020-01-10');
    await make('rates', { worker: of, from: '2019-01-01', basis: 'day', amount: '100' });
    await make('rates', { worker: of, from: '2020-01-12', basis: 'none' });
    await make('rates', { worker: of, from: '2020-01-14', basis: 'day', amount: '100' });
    const own = async () =>
      (await check('2020-01-01', '2020-01-15')).unrecorded.items.find(({ worker }) => worker === of)?.dates;
    // The first log of all is that of the test before; while nothing is paid, nothing is missing.
    expect(await own()).toEqual([
      ...Array.from({ length: 11 }, (_, day) => `2020-01-${String(day + 1).padStart(2, '0')}`),
      '2020-01-14',
      '2020-01-15',
    ]);
    // Whoever is not active any more is looked at up to the last log.
    await log(of, '2020-01-03');
    await ask('PATCH', `/users/${of}/status`, { active: 'false' });
    expect(await own()).toEqual(['2020-01-01', '2020-01-02']);
    for (const one of [early, of]) await ask('DELETE', `/users/${one}`);
  });

  it('are not those of people who have other roles', async ({ ask, check, worker, log }) => {
    const of = await worker('Boss');
    await log(of, '2020-01-02');
    await ask('PATCH', `/users/${of}/role`, { role: 'Supervisor' });
    const { items } = (await check('2020-01-01', '2020-01-10')).unrecorded;
    expect(items.map(({ worker }) => worker)).not.toContain(of);
    await ask('DELETE', `/users/${of}`);
  });
});

describe('overlapping shifts', () => {
  it('are those of one worker, on one day or across midnight', async ({ check, worker, log }) => {
    const [of, other] = [await worker('Ada'), await worker('Mary')];
    const night = await log(of, '2020-02-10', '22:00', '06:00');
    const early = await log(of, '2020-02-11', '05:59', '10:00');
    const late = await log(of, '2020-02-11', '09:00', '09:30');
    // They meet, and somebody else works meanwhile.
    await log(of, '2020-02-11', '10:00', '12:00');
    await log(other, '2020-02-11', '09:00', '12:00');
    await log(of, '2020-02-11', '11:00', '12:00', { isAbsent: true });
    const shift = (log: string, date: string, startingTime: string, finishingTime: string) => ({
      log,
      date,
      startingTime,
      finishingTime,
    });
    const first = shift(night, '2020-02-10', '22:00', '06:00');
    const second = shift(early, '2020-02-11', '05:59', '10:00');
    const third = shift(late, '2020-02-11', '09:00', '09:30');
    const who = { worker: of, workerName: 'Ada Checked' };
    const both = {
      count: 2,
      items: [
        { ...who, first, second },
        { ...who, first: second, second: third },
      ],
    };
    expect((await check('2020-02-01', '2020-02-28')).overlaps).toEqual(both);
    // Of a shift that began before the first day, or goes on after the last.
    expect((await check('2020-02-11', '2020-02-28')).overlaps).toEqual(both);
    expect((await check('2020-02-01', '2020-02-10')).overlaps).toMatchObject({
      count: 1,
      items: [{ first, second }],
    });
    expect((await check('2020-02-12', '2020-02-28')).overlaps.count).toBe(0);
  });

  it('are listed once each, two that are alike too', async ({ check, worker, log }) => {
    const of = await worker();
    for (const _ of [1, 2, 3]) await log(of, '2020-03-10');
    expect((await check('2020-03-10', '2020-03-10')).overlaps.count).toBe(3);
  });

  it('are counted where there are many, and the first hundred listed', async ({ service, check, worker }) => {
    const of = await worker();
    await service.sql`insert into logs (id, date, starting_time, finishing_time, payment, extra_notes, worker_id, is_absent)
      select gen_random_uuid(), '2020-04-01', '08:00', '09:00', 0, '', ${of}, false from generate_series(1, 20)`;
    const { count, items } = (await check('2020-04-01', '2020-04-30')).overlaps;
    expect([count, items.length]).toEqual([190, 100]);
  });

  it('are found among 16 000 without comparing each with each', async ({ service, check, worker }) => {
    const workers = await Promise.all(Array.from({ length: 16 }, () => worker()));
    await service.sql`insert into logs (id, date, starting_time, finishing_time, payment, extra_notes, worker_id, is_absent)
      select gen_random_uuid(), '2010-01-01'::date + day, '08:00', '16:00', 0, '', worker, false
      from generate_series(1, 1000) as day cross join unnest(${workers}::uuid[]) as worker`;
    // Each with each takes longer than a statement may.
    expect((await check('2010-01-01', '2012-12-31')).overlaps).toEqual({ count: 0, items: [] });
  });
});

describe('long shifts', () => {
  it('are those over 16 hours', async ({ check, worker, log }) => {
    const of = await worker();
    await log(of, '2020-05-04', '04:00', '20:00');
    const long = await log(of, '2020-05-05', '20:00', '12:01');
    await log(of, '2020-05-08', '00:00', '23:59', { isAbsent: true });
    expect((await check('2020-05-01', '2020-05-31')).longShifts).toEqual({
      count: 1,
      items: [
        {
          worker: of,
          workerName: 'Grace Checked',
          log: long,
          date: '2020-05-05',
          startingTime: '20:00',
          finishingTime: '12:01',
          minutes: 961,
        },
      ],
    });
  });
});

describe('dates without a rate', () => {
  it('are those with work before the first rate, once for a worker', async ({ make, check, worker, log }) => {
    const [of, other] = [await worker('Ada'), await worker('Mary')];
    await make('rates', { worker: of, from: '2020-06-10', basis: 'none' });
    for (const date of ['2020-06-09', '2020-06-09', '2020-06-10']) await log(of, date);
    await log(of, '2020-06-08', '08:00', '09:00', { isAbsent: true });
    await log(other, '2020-06-09');
    expect((await check('2020-06-01', '2020-06-30')).missingRates).toEqual({
      count: 2,
      items: [
        { worker: of, workerName: 'Ada Checked', date: '2020-06-09' },
        { worker: other, workerName: 'Mary Checked', date: '2020-06-09' },
      ],
    });
  });
});

describe('balances', () => {
  it('are named where they are not 0 at the end and the worker is not settled up to it', async ({
    service,
    make,
    ask,
    check,
    worker,
  }) => {
    const [owed, owes, even, settled] = [
      await worker('Ada'),
      await worker('Mary'),
      await worker('Zoe'),
      await worker('Ida'),
    ];
    const bonus = (worker: string, date: string, amount: string) =>
      make('payEntries', { worker, date, kind: 'bonus', amount });
    await bonus(owed, '2020-07-31', '12.50');
    await bonus(owed, '2020-08-01', '100');
    await make('payEntries', { worker: owes, date: '2020-01-01', kind: 'opening', amount: '-3' });
    await bonus(even, '2020-08-01', '1');
    await bonus(settled, '2020-07-01', '5');
    await service.sql`insert into settlements (id, worker_id, number, "from", "to", status, opening, earned, paid, payout, balance,
        corrections, lines, totals)
      select gen_random_uuid(), worker::uuid, n, '2020-01-01', day::date, status, 0, 0, 0, 0, 0, '[]', '[]', '{}'
      from (values (${settled}, 1, '2020-07-31', 'issued'), (${owed}, 1, '2020-06-30', 'issued'),
        (${owed}, 2, '2020-07-31', 'void')) as made(worker, n, day, status)`;
    await ask('DELETE', `/users/${owes}`);
    const own = ({ items }: ClosingCheck['unsettled']) =>
      items.filter(({ worker }) => [owed, owes, even, settled].includes(worker));
    expect(own((await check('2020-07-01', '2020-07-31')).unsettled)).toEqual([
      { worker: owed, workerName: 'Ada Checked', balance: '12.50', settledTo: '2020-06-30' },
      { worker: owes, workerName: 'Mary Checked', balance: '-3.00', settledTo: null },
    ]);
    const later = own((await check('2020-08-01', '2020-08-01')).unsettled);
    expect(later.map(({ workerName, balance }) => [workerName, balance])).toEqual([
      ['Ada Checked', '112.50'],
      ['Ida Checked', '5.00'],
      ['Mary Checked', '-3.00'],
      ['Zoe Checked', '1.00'],
    ]);
  });
});

describe('a check', () => {
  it('is of days up to today', async ({ service, admin, check }) => {
    await check('1900-01-01', today());
    const refused = async (input: Fields) => {
      const answer = await callTrpc(service, procedure('closings.check'), { token: admin.token, input });
      return expectTrpcFailure(answer, 400, 'VALIDATION');
    };
    expect(await refused({ from: '2020-01-01', through: '9999-12-31' })).toEqual(['through']);
    expect(await refused({ from: 'x' })).toEqual(['from', 'through']);
  });
});
