import { describe, expect } from 'vitest';
import { served } from '../support/asking.ts';
import { amountsOf, settlementTest as base, issueOf } from '../support/pay.ts';
import type { Row } from '../support/samples/index.ts';
import { expectFailure } from '../support/wire.ts';

const it = base.extend('people', { scope: 'file' }, async ({ service, user, supervisor, admin }) => ({
  user,
  'another User': await service.person('User'),
  supervisor,
  'another Supervisor': await service.person('Supervisor'),
  administrator: admin,
}));

// Who settles with whom, and so acknowledges for them; everybody acknowledges the own settlements.
const table = [
  ['user', 'user', false],
  ['user', 'another User', false],
  ['supervisor', 'user', true],
  ['supervisor', 'supervisor', false],
  ['supervisor', 'another Supervisor', false],
  ['supervisor', 'administrator', false],
  ['administrator', 'user', true],
  ['administrator', 'supervisor', true],
  ['administrator', 'administrator', true],
] as const;

describe('settlements', () => {
  it.for(table)('%s with %s: %s', async ([caller, worker, may], { people, send, settle, makeVoid }) => {
    const { id } = people[worker];
    const body = { worker: id, to: '2023-01-31', payout: '1' };
    const issued = await send('POST', '/settlements', body, people[caller]);
    if (may) expect(issued.body.data).toMatchObject({ worker: id, status: 'issued' });
    else expectFailure(issued, 403, 'FORBIDDEN');

    const settlement: Row = may ? issued.body.data : await settle(id, '2023-01-31');
    const acknowledged = await send(
      'POST',
      `/settlements/${settlement._id}/acknowledge`,
      undefined,
      people[caller],
    );
    if (may || caller === worker) expect(acknowledged.body.data.status).toBe('acknowledged');
    else if (caller === 'user') expectFailure(acknowledged, 404, 'NOT_FOUND');
    else expectFailure(acknowledged, 403, 'FORBIDDEN');

    const voided = await send('POST', `/settlements/${settlement._id}/void`, { reason: 'x' }, people[caller]);
    if (caller === 'administrator') expect(voided.body.data.status).toBe('void');
    else {
      expectFailure(voided, 403, 'FORBIDDEN');
      await makeVoid(settlement);
    }
  });

  it('are read by the staff, and by a User where they are the own', async ({ people, send, settle }) => {
    const { user, 'another User': other, supervisor } = people;
    const [own, others] = [await settle(user.id, '2024-01-31'), await settle(other.id, '2024-01-31')];
    const listed = async (person = user, query = '') =>
      (await send('GET', `/settlements?from=2024-01-31${query}`, undefined, person)).body.data.map(
        ({ _id }: Row) => _id,
      );
    expect(await listed()).toEqual([own._id]);
    expect(await listed(user, `&worker=${other.id}`)).toEqual([]);
    expect(new Set(await listed(supervisor))).toEqual(new Set([own._id, others._id]));
    const get = ({ _id }: Row, person = user) => send('GET', `/settlements/${_id}`, undefined, person);
    expect((await get(own)).body.data).toEqual(own);
    expect((await get(others, supervisor)).body.data).toEqual(others);
    expectFailure(await get(others), 404, 'NOT_FOUND');
    const draft = `/settlements/preview?worker=${user.id}&to=2024-02-29`;
    expectFailure(await send('GET', draft, undefined, user), 403, 'FORBIDDEN');
    expect((await send('GET', draft, undefined, supervisor)).status).toBe(200);
  });
});

describe('the currency', () => {
  it('decides the digits, and stays as it is once there is a settlement, also a void one', async ({
    service,
    admin,
    worker,
    work,
    settle,
    makeVoid,
    send,
    ask,
    undo,
  }) => {
    // A business of this file, in which others have settled already.
    const currency = async (code: string | null) => {
      await service.sql`alter table settings disable trigger settings_currency`;
      await ask('PUT', '/settings', { currency: code });
      await service.sql`alter table settings enable trigger settings_currency`;
    };
    await currency('JOD');
    const id = await worker({ amount: '10.001' });
    await work(id, '2023-01-10', { payment: '1.2345' });
    const refused = await send('POST', '/settlements', { worker: id, to: '2023-01-31', payout: '1.0005' });
    expect(expectFailure(refused, 400, 'VALIDATION')).toEqual(['payout']);
    expect(issueOf(refused)).toMatchObject({ code: 'too_many_digits', params: { digits: 3 } });
    const first = await settle(id, '2023-01-31', { payout: '1.005' });
    expect(first).toMatchObject({ opening: '0.000', earned: '80.008', paid: '2.2395', payout: '1.005' });
    expect(first).toMatchObject({ balance: '77.7685', totals: { payments: '1.2345', bonuses: '0.000' } });
    for (const code of ['ILS', null]) {
      const answer = await send('PUT', '/settings', { currency: code, name: 'Firm' });
      expect(expectFailure(answer, 409, 'CURRENCY_FIXED')).toEqual(['currency']);
      expect(issueOf(answer).code).toBe('currency_fixed');
    }
    const { _id, name } = await ask('GET', '/settings');
    expect(name).toBe('');
    expect(await ask('PUT', '/settings', { currency: 'JOD', name: 'Firm' })).toMatchObject({ name: 'Firm' });
    await currency('ILS');
    expectFailure(await undo(_id, admin), 409, 'CURRENCY_FIXED');
    await makeVoid(first);
  });
});

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

it('a change of the currency and the first settlement at once: one of them is refused', async ({
  service,
  admin: { token },
  worker,
  ask,
}) => {
  const { sql } = service;
  const id = await worker();
  for (let round = 0; round < 20; round += 1) {
    // As if nothing had ever been settled.
    await sql`set session_replication_role = replica`;
    await sql`delete from settlement_values`;
    await sql`delete from "payEntries"`;
    await sql`delete from settlements`;
    await sql`update settings set currency = 'JOD'`;
    await sql`set session_replication_role = origin`;
    const requests = [
      () => served(service, 'PUT', '/settings', { token, body: { currency: 'ILS' } }),
      () =>
        served(service, 'POST', '/settlements', {
          token,
          body: { worker: id, to: '2023-01-31', payout: '1.005' },
        }),
    ];
    const order = round % 2 ? requests.toReversed() : requests;
    const answers = await Promise.all(order.map((send) => send()));
    const [changed, issued] = round % 2 ? answers.toReversed() : answers;
    if (!changed || !issued) throw new Error('no answer');
    if (changed.status === 200) expectFailure(issued, 400, 'VALIDATION');
    else {
      expectFailure(changed, 409, 'CURRENCY_FIXED');
      expect(issued.body.data.payout).toBe('1.005');
    }
    const { currency } = await ask('GET', '/settings');
    expect(await ask('GET', '/settlements')).toHaveLength(currency === 'JOD' ? 1 : 0);
  }
});
