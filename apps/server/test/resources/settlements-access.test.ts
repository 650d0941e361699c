import { describe, expect } from 'vitest';
import type { Row } from '../support/samples/index.ts';
import { settlementTest as base, issueOf } from '../support/settlements.ts';
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
