import { describe, expect } from 'vitest';
import { amountsOf, settlementTest as it } from '../support/settlements.ts';

describe('a settlement', () => {
  it('shows what changed in a settled period as corrections, each once', async ({
    worker,
    work,
    enter,
    settle,
    ask,
  }) => {
    const id = await worker({ from: '2023-01-01' });
    const { _id: log } = await work(id, '2023-01-10');
    await work(id, '2023-01-11');
    await settle(id, '2023-01-31');
    await ask('PUT', `/logs/${log}`, { finishingTime: '15:00', payment: '5' });
    const early = await work(id, '2023-01-02');
    await enter(id, '2023-01-20', 'opening', '-4');
    const { _id: deduction } = await enter(id, '2023-01-20', 'deduction', '3');
    await enter(id, '2023-01-20', 'bonus', '2.5');
    await enter(id, '2023-01-21', 'advance', '20');
    await enter(id, '2023-01-21', 'payout', '10');
    const second = await settle(id, '2023-02-28', { payout: '100' });
    expect(second.corrections).toEqual([
      { date: '2023-01-02', field: 'earned', before: '0.00', after: '480.00' },
      { date: '2023-01-10', field: 'earned', before: '480.00', after: '420.00' },
      { date: '2023-01-10', field: 'payments', before: '0.00', after: '5.00' },
      { date: '2023-01-20', field: 'openings', before: '0.00', after: '-4.00' },
      { date: '2023-01-20', field: 'bonuses', before: '0.00', after: '2.50' },
      { date: '2023-01-20', field: 'deductions', before: '0.00', after: '3.00' },
      { date: '2023-01-21', field: 'advances', before: '0.00', after: '20.00' },
      { date: '2023-01-21', field: 'payouts', before: '0.00', after: '10.00' },
    ]);
    expect(amountsOf(second)).toEqual(['960.00', '420.00', '135.00', '100.00', '1240.50']);
    expect(second.totals).toEqual({
      earned: '420.00',
      payments: '5.00',
      openings: '-4.00',
      bonuses: '2.50',
      deductions: '3.00',
      advances: '20.00',
      payouts: '110.00',
      paid: '135.00',
      balance: '1240.50',
    });
    expect(second.lines).toEqual([]);

    await ask('DELETE', `/logs/${early._id}`);
    await ask('PUT', `/logs/${log}`, { finishingTime: '16:00' });
    await ask('DELETE', `/pay-entries/${deduction}`);
    const third = await settle(id, '2023-03-31');
    expect(third.corrections).toEqual([
      { date: '2023-01-02', field: 'earned', before: '480.00', after: '0.00' },
      { date: '2023-01-10', field: 'earned', before: '420.00', after: '480.00' },
      { date: '2023-01-20', field: 'deductions', before: '3.00', after: '0.00' },
    ]);
    expect(third).toMatchObject({ opening: '1240.50', earned: '-420.00', balance: '823.50' });
    expect((await settle(id, '2023-04-30')).corrections).toEqual([]);
  });

  it('is corrected against those that are not void', async ({ worker, work, settle, makeVoid, ask }) => {
    const id = await worker();
    const logs = [await work(id, '2023-01-10'), await work(id, '2023-01-11')];
    await settle(id, '2023-01-31');
    await ask('DELETE', `/logs/${logs[1]?._id}`);
    const second = await settle(id, '2023-02-28');
    expect(second).toMatchObject({ earned: '-480.00', balance: '480.00' });
    await makeVoid(second);
    await ask('DELETE', `/logs/${logs[0]?._id}`);
    const third = await settle(id, '2023-02-28');
    expect(third.corrections).toEqual([
      { date: '2023-01-10', field: 'earned', before: '480.00', after: '0.00' },
      { date: '2023-01-11', field: 'earned', before: '480.00', after: '0.00' },
    ]);
    expect(third).toMatchObject({ number: 3, opening: '960.00', balance: '0.00', replaces: second._id });
  });
});
