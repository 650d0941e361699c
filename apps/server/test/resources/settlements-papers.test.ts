import { describe, expect } from 'vitest';
import { atOnce } from '../support/asking.ts';
import { settlementTest } from '../support/pay.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 14: a settlement is a paper, which keeps the names and the currency with which it was issued.
const it = settlementTest.extend(
  'business',
  { scope: 'file' },
  ({ ask }) =>
    (changes: object) =>
      ask('PUT', '/settings', changes),
);

describe('a settlement', () => {
  it('keeps the names with which it was issued', async ({
    service,
    admin,
    worker,
    enter,
    settle,
    business,
    ask,
    makeVoid,
  }) => {
    const named = { name: 'Haddad & Sons', address: '1, Main Road', phoneNumber: '02 123', currency: 'ILS' };
    await business(named);
    const id = await worker();
    await enter(id, '2023-01-10', 'bonus', '5');
    await ask('PUT', `/users/${id}`, { firstName: 'Ada', lastName: 'Lovelace' });
    const first = await settle(id, '2023-01-31');
    expect(first).toMatchObject({ workerName: 'Ada Lovelace', business: named });

    await ask('PUT', `/users/${id}`, { lastName: 'King' });
    const renamed = { ...named, name: 'Haddad', address: '', phoneNumber: '' };
    await business(renamed);
    const second = await settle(id, '2023-02-28');
    expect(second).toMatchObject({ workerName: 'Ada King', business: renamed });
    await ask('POST', `/settlements/${first._id}/acknowledge`);
    const client = service.client(admin.token);
    const read = await ask('GET', `/settlements/${first._id}`);
    expect(read).toMatchObject({ workerName: 'Ada Lovelace', business: named, status: 'acknowledged' });
    expect(await client.settlements.get.query({ settlementID: first._id })).toEqual(read);
    expect(await ask('GET', `/settlements?worker=${id}`)).toEqual([second, read]);
    expect(await makeVoid(second)).toMatchObject({ workerName: 'Ada King', business: renamed });
    const [entry] = await ask('GET', `/journal?record=${first._id}`);
    expect(entry.subject.title).toBe('Ada Lovelace');
    const csv = await service.call('GET', `/settlements?worker=${id}`, {
      token: admin.token,
      headers: { accept: 'text/csv' },
    });
    expect(csv.body).toContain('Ada Lovelace');
    expect((await ask('GET', `/users/${id}/statement?from=2023-01-01&to=2023-02-28`)).workerName).toBe(
      'Ada King',
    );
  });

  it('of somebody erased has the new name, and one version more', async ({ worker, settle, send, ask }) => {
    const id = await worker();
    const { _id, workerName } = await settle(id, '2023-01-31');
    await ask('DELETE', `/users/${id}`);
    const { body } = await send('POST', `/users/${id}/erase`);
    const read = await ask('GET', `/settlements/${_id}`);
    expect(read).toMatchObject({ workerName: body.data.name, version: 2 });
    expect(JSON.stringify(await ask('GET', `/settlements?worker=${id}`))).not.toContain(workerName);
  });
});

describe('the currency', () => {
  it('is fixed while a settlement is not void, and the settings say so', async ({
    service,
    user,
    worker,
    settle,
    makeVoid,
    business,
    send,
    ask,
  }) => {
    for (const one of (await ask('GET', '/settlements')).filter(
      ({ status }: { status: string }) => status !== 'void',
    ))
      await makeVoid(one);
    expect((await business({ currency: 'ILS' })).currencyFixed).toBe(false);
    const id = await worker();
    const first = await settle(id, '2023-01-31');
    const second = await settle(id, '2023-02-28');
    const refused = async () => {
      const answer = await send('PUT', '/settings', { currency: 'JOD' });
      expect(expectFailure(answer, 409, 'CURRENCY_FIXED')).toEqual(['currency']);
      expect((await ask('GET', '/settings')).currencyFixed).toBe(true);
      expect(await service.client(user.token).settings.get.query()).toMatchObject({
        currency: 'ILS',
        currencyFixed: true,
      });
    };
    await refused();
    await makeVoid(second);
    await refused();
    expect(await business({ name: 'Firm', currency: 'ILS' })).toMatchObject({ currencyFixed: true });
    await makeVoid(first);
    expect(await ask('GET', '/settings')).toMatchObject({ currency: 'ILS', currencyFixed: false });
    expect(await business({ currency: 'JOD' })).toMatchObject({ currency: 'JOD', currencyFixed: false });
  });

  it('that changes: what settlements computed stays, all else follows', async ({
    worker,
    work,
    enter,
    settle,
    makeVoid,
    business,
    ask,
    send,
  }) => {
    await business({ currency: 'ILS' });
    const id = await worker({ amount: '10.55' });
    await work(id, '2023-01-10', { finishingTime: '08:20', payment: '1.2345' });
    const bonus = await enter(id, '2023-01-10', 'bonus', '2.50');
    const account = await ask('POST', '/bank-accounts', { name: 'Current' });
    const reading = await ask('POST', '/balance-readings', {
      account: account._id,
      date: '2023-01-10',
      balance: '7.25',
    });
    const issued = await settle(id, '2023-01-31', { payout: '3.75' });
    expect(issued).toMatchObject({ earned: '3.52', balance: '1.0355', business: { currency: 'ILS' } });
    const ended = await makeVoid(issued, true);
    const [rate] = await ask('GET', `/rates?worker=${id}`);

    await business({ currency: 'JPY' });
    // The paper.
    expect(await ask('GET', `/settlements/${issued._id}`)).toEqual(ended);
    // Amounts that people typed stay to the letter; they are meant in the new currency.
    expect(await ask('GET', `/rates/${rate._id}`)).toMatchObject({ amount: '10.55' });
    expect(await ask('GET', `/pay-entries/${bonus._id}`)).toMatchObject({ amount: '2.50' });
    expect(await ask('GET', `/balance-readings/${reading._id}`)).toEqual(reading);
    expect(await ask('GET', `/bank-accounts/${account._id}`)).toEqual(account);
    expect(await ask('PUT', `/rates/${rate._id}`, { amount: '10.55', extraNotes: 'x' })).toMatchObject({
      amount: '10.55',
    });
    for (const [path, body] of [
      [`/rates/${rate._id}`, { amount: '10.50' }],
      [`/pay-entries/${bonus._id}`, { amount: '2.75' }],
    ] as const)
      expect(expectFailure(await send('PUT', path, body), 400, 'VALIDATION')).toEqual(['amount']);
    // What is computed has the digits of the new one, and sums are exact.
    const query = `/users/${id}/statement?from=2023-01-01&to=2023-01-31`;
    expect((await ask('GET', query)).totals).toMatchObject({
      earned: '4',
      bonuses: '2.5',
      paid: '4.9845',
      balance: '1.5155',
    });
    const replaced = await settle(id, '2023-01-31');
    expect(replaced).toMatchObject({
      earned: '4',
      payout: '3.75',
      balance: '1.5155',
      business: { currency: 'JPY' },
      replaces: issued._id,
    });
  });

  it('and the last settlement that is made void: nothing is settled in a currency that changed', async ({
    worker,
    settle,
    makeVoid,
    business,
    send,
    ask,
  }) => {
    for (const one of (await ask('GET', '/settlements')).filter(
      ({ status }: { status: string }) => status !== 'void',
    ))
      await makeVoid(one);
    const id = await worker();
    for (let round = 0; round < 20; round += 1) {
      const [old, other] = round % 2 ? ['ILS', 'JOD'] : ['JOD', 'ILS'];
      await business({ currency: old });
      const day = `2023-03-${String(round + 1).padStart(2, '0')}`;
      const standing = await settle(id, day);
      const [ended, changed, issued] = await atOnce(3, (i) =>
        i === 0
          ? send('POST', `/settlements/${standing._id}/void`, { reason: 'wrong' })
          : i === 1
            ? send('PUT', '/settings', { currency: other })
            : send('POST', '/settlements', { worker: id, to: '2023-04-30' }),
      );
      expect(ended?.status === 200 || issued?.status === 200).toBe(true);
      if (changed?.status !== 200) expectFailure(changed as never, 409, 'CURRENCY_FIXED');
      const { currency } = await ask('GET', '/settings');
      const standingNow = (await ask('GET', '/settlements?status=issued')) as (typeof standing)[];
      for (const one of standingNow) expect(one.business.currency).toBe(currency);
      for (const one of standingNow) await makeVoid(one);
    }
  });
});
