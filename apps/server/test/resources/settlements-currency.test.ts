import { expect } from 'vitest';
import { served } from '../support/asking.ts';
import { settlementTest as it } from '../support/settlements.ts';
import { expectFailure } from '../support/wire.ts';

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
