import { describe, expect } from 'vitest';
import { payTest as it, works } from '../support/pay.ts';

// docs/rules.md, section 14.
describe('by the hour', () => {
  it('adds the shifts of a date, and pays what is beyond the day by the factor', async ({
    worker,
    rate,
    log,
    statement,
  }) => {
    const id = await worker();
    await rate(id, '2023-12-01', { basis: 'hour', amount: '37.50', overtimeFactor: '1.5', dayMinutes: 480 });
    await log(id, ['2023-12-08', '08:00', '13:00', { breakMinutes: 20 }]);
    await log(id, ['2023-12-08', '21:00', '02:30', { breakMinutes: 30 }]);
    const answer = await statement(id, '2023-12-01', '2023-12-31');
    expect(answer).toMatchObject({
      worker: id,
      from: '2023-12-01',
      to: '2023-12-31',
      opening: '0.00',
      totals: { earned: '393.75', paid: '0.00', balance: '393.75' },
      missingRates: [],
    });
    expect(answer.lines).toEqual([
      {
        date: '2023-12-08',
        isAbsent: false,
        workedMinutes: 580,
        overtimeMinutes: 100,
        earned: '393.75',
        paid: '0.00',
        entries: [],
        entriesCount: 0,
        balance: '393.75',
      },
    ]);
  });

  it('rounds each date once, half away from zero, and never a sum', async ({
    worker,
    rate,
    log,
    statement,
  }) => {
    const id = await worker();
    await rate(id, '2024-01-01', { basis: 'hour', amount: '0.30' });
    // 0.30 a minute of an hour: 1 minute is 0.005, which is 0.01; twice on one date 0.01 too.
    await log(id, ['2024-01-02', '08:00', '08:01']);
    await log(id, ['2024-01-03', '08:00', '08:01']);
    await log(id, ['2024-01-04', '08:00', '08:01']);
    await log(id, ['2024-01-04', '09:00', '09:01']);
    const answer = await statement(id, '2024-01-01', '2024-01-31');
    expect(works(answer)).toEqual([
      ['2024-01-02', 1, 0, '0.01'],
      ['2024-01-03', 1, 0, '0.01'],
      ['2024-01-04', 2, 0, '0.01'],
    ]);
    expect(answer.totals.earned).toBe('0.03');
  });

  it('counts a shift on its date whole, also past the end of a month and a new rate', async ({
    worker,
    rate,
    log,
    statement,
  }) => {
    const id = await worker();
    await rate(id, '2024-01-01', { basis: 'hour', amount: '10' });
    await rate(id, '2024-02-01', { basis: 'hour', amount: '20' });
    await log(id, ['2024-01-31', '20:00', '06:00']);
    expect(works(await statement(id, '2024-01-31', '2024-01-31'))).toEqual([
      ['2024-01-31', 600, 120, '100.00'],
    ]);
    expect((await statement(id, '2024-02-01', '2024-02-29')).lines).toEqual([]);
  });

  it('takes a rate from its day until the next one’s', async ({ worker, rate, log, statement, ask }) => {
    const id = await worker();
    await rate(id, '2024-03-01', { basis: 'hour', amount: '10' });
    const raised = await rate(id, '2024-03-15', { basis: 'hour', amount: '12.50' });
    for (const day of ['2024-03-14', '2024-03-15']) await log(id, [day, '08:00', '09:00']);
    const earned = async () => works(await statement(id, '2024-03-01', '2024-03-31')).map((one) => one[3]);
    expect(await earned()).toEqual(['10.00', '12.50']);
    await ask('DELETE', `/rates/${raised._id}`);
    expect(await earned()).toEqual(['10.00', '10.00']);
  });
});

describe('by the day', () => {
  it('pays a date once, and overtime by the minute of a day', async ({
    worker,
    rate,
    log,
    absence,
    statement,
  }) => {
    const id = await worker();
    await rate(id, '2024-01-01', { basis: 'day', amount: '300', dayMinutes: 450, overtimeFactor: '1.5' });
    await log(id, ['2024-01-02', '08:00', '10:00']);
    await log(id, ['2024-01-02', '12:00', '12:30']);
    await log(id, ['2024-01-03', '08:00', '16:30']);
    await absence(id, '2024-01-04');
    // An absence beside a shift takes nothing away.
    await absence(id, '2024-01-03');
    expect(works(await statement(id, '2024-01-01', '2024-01-31'))).toEqual([
      ['2024-01-02', 150, 0, '300.00'],
      ['2024-01-03', 510, 60, '360.00'],
    ]);
  });
});

describe('by the month', () => {
  const [october, end] = ['2023-10-01', '2023-10-31'] as const;

  it('is paid on the last day, in parts where rates change, less absences, rounded once', async ({
    worker,
    rate,
    absence,
    statement,
  }) => {
    const id = await worker();
    await rate(id, october, { basis: 'month', amount: '2600', monthDays: 26 });
    await rate(id, '2023-10-16', { basis: 'month', amount: '3120', monthDays: 26 });
    await absence(id, '2023-10-07');
    await absence(id, '2023-10-20');
    expect(works(await statement(id, october, end))).toEqual([[end, 0, 0, '2648.39']]);
    expect((await statement(id, october, '2023-10-30')).totals.earned).toBe('0.00');
    expect(
      works(await statement(id, october, '2023-12-31')).map(([date, , , earned]) => [date, earned]),
    ).toEqual([
      [end, '2648.39'],
      ['2023-11-30', '3120.00'],
      ['2023-12-31', '3120.00'],
    ]);
  });

  it('rounds parts of a month that add up to a half away from zero', async ({
    worker,
    rate,
    statement,
    currency,
  }) => {
    await currency('JOD');
    const id = await worker();
    await rate(id, '2025-02-01', { basis: 'month', amount: '1309.45' });
    await rate(id, '2025-02-04', { basis: 'month', amount: '281.046' });
    await rate(id, '2025-02-27', { basis: 'hour', amount: '0' });
    await rate(id, '2025-02-28', { basis: 'month', amount: '362.63' });
    // (3 × 1309.45 + 23 × 281.046 + 362.63) ÷ 28 is 384.1085.
    const { totals } = await statement(id, '2025-02-01', '2025-02-28');
    await currency(null);
    expect(totals.earned).toBe('384.109');
  });

  it('has no overtime, is not below 0, and takes an absence beside a shift for none', async ({
    worker,
    rate,
    log,
    absence,
    statement,
  }) => {
    const id = await worker();
    await rate(id, '2024-02-01', { basis: 'month', amount: '100', monthDays: 1 });
    await log(id, ['2024-02-05', '06:00', '23:00']);
    await absence(id, '2024-02-05');
    expect(works(await statement(id, '2024-02-01', '2024-02-29'))).toEqual([
      ['2024-02-05', 1020, 0, '0.00'],
      ['2024-02-29', 0, 0, '100.00'],
    ]);
    for (const day of ['2024-02-06', '2024-02-07']) await absence(id, day);
    expect((await statement(id, '2024-02-01', '2024-02-29')).totals.earned).toBe('0.00');
  });

  it('is rounded together with a shift that another rate pays on the last day', async ({
    worker,
    rate,
    log,
    statement,
  }) => {
    const id = await worker();
    // 30 ÷ 31 is 0.9677… and a minute of 0.33 an hour 0.0055: together 0.9732…, not 0.97 + 0.01.
    await rate(id, '2024-01-30', { basis: 'month', amount: '30' });
    await rate(id, '2024-01-31', { basis: 'hour', amount: '0.33' });
    await log(id, ['2024-01-31', '08:00', '08:01']);
    expect(works(await statement(id, '2024-01-01', '2024-01-31'))).toEqual([['2024-01-31', 1, 0, '0.97']]);
  });
});

describe('a day without a rate', () => {
  it('earns nothing and is listed; with `none`, absent or before the period it is not', async ({
    worker,
    rate,
    log,
    absence,
    statement,
  }) => {
    const id = await worker();
    await log(id, ['2024-01-01', '08:00', '16:00']);
    await log(id, ['2024-01-10', '08:00', '17:00']);
    await log(id, ['2024-01-10', '18:00', '19:00']);
    await absence(id, '2024-01-11');
    await rate(id, '2024-01-12', { basis: 'none' });
    await log(id, ['2024-01-12', '08:00', '18:00']);
    const answer = await statement(id, '2024-01-02', '2024-01-31');
    expect(answer.missingRates).toEqual(['2024-01-10']);
    expect(works(answer)).toEqual([
      ['2024-01-10', 600, 0, '0.00'],
      ['2024-01-12', 600, 0, '0.00'],
    ]);
    expect((await statement(id, '2024-01-01', '2024-01-31')).missingRates).toEqual([
      '2024-01-01',
      '2024-01-10',
    ]);
  });

  it('is what a log moves to that gets another date or worker; a deleted one is nowhere', async ({
    worker,
    rate,
    log,
    statement,
    ask,
  }) => {
    const [one, other] = [await worker(), await worker()];
    await rate(one, '2024-01-01', { basis: 'hour', amount: '10' });
    const { _id } = await log(one, ['2024-01-02', '08:00', '10:00']);
    const earned = async (id: string) => (await statement(id, '2024-01-01', '2024-01-31')).totals.earned;
    expect(await earned(one)).toBe('20.00');
    await ask('PUT', `/logs/${_id}`, { finishingTime: '09:00' });
    expect(await earned(one)).toBe('10.00');
    await ask('PUT', `/logs/${_id}`, { date: '2023-12-31' });
    const before = await statement(one, '2023-12-01', '2023-12-31');
    expect([before.totals.earned, before.missingRates]).toEqual(['0.00', ['2023-12-31']]);
    await ask('PUT', `/logs/${_id}`, { date: '2024-01-02', worker: other });
    expect([await earned(one), await earned(other)]).toEqual(['0.00', '0.00']);
    await ask('DELETE', `/logs/${_id}`);
    expect((await statement(other, '2024-01-01', '2024-01-31')).lines).toEqual([]);
  });
});

describe('a currency', () => {
  it.for([
    ['JPY', '100', '33', '33'],
    ['JOD', '1.000', '0.333', '0.333'],
    ['ILS', '1.00', '0.33', '0.33'],
    [null, '1', '0.33', '0.33'],
  ] as const)(
    'of %s rounds to its digits',
    async ([code, amount, earned, balance], { worker, rate, log, statement, currency, balanceOf }) => {
      const id = await worker();
      await currency(code);
      await rate(id, '2024-01-01', { basis: 'hour', amount });
      await log(id, ['2024-01-02', '08:00', '08:20']);
      expect((await statement(id, '2024-01-01', '2024-01-31')).totals).toMatchObject({ earned, balance });
      expect(await balanceOf(id, '2024-01-31')).toMatchObject({ earned, balance });
      await currency(null);
    },
  );
});
