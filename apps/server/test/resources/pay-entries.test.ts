import { describe, expect } from 'vitest';
import { expectFailure } from '../support/wire.ts';
import { resourceTest, testResource } from './suite/index.ts';

const it = resourceTest('payEntries');

testResource('payEntries', it);

const kinds = ['advance', 'payout', 'bonus', 'deduction'] as const;
const of = (worker: string, kind: string, amount: string) => ({ worker, date: '2024-01-05', kind, amount });

// docs/rules.md, section 14.
describe('the amount of an entry', () => {
  it('is above 0, but of an opening anything', async ({ make, send, ask }) => {
    const { _id } = await make('users');
    for (const amount of ['-12.50', '0', '12.50'])
      expect((await ask('POST', '/pay-entries', of(_id, 'opening', amount))).amount).toBe(amount);
    const opening = await ask('POST', '/pay-entries', of(_id, 'opening', '-1'));
    for (const kind of kinds) {
      for (const amount of ['0', '0.00', '-0.01', '-5']) {
        const answer = await send('POST', '/pay-entries', of(_id, kind, amount));
        expect(expectFailure(answer, 400, 'VALIDATION'), `${kind} ${amount}`).toEqual(['amount']);
        expect(answer.body.error.issues).toMatchObject([{ code: 'not_positive' }]);
      }
      const answer = await send('PUT', `/pay-entries/${opening._id}`, { kind });
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['amount']);
    }
    const { _id: bonus } = await ask('POST', '/pay-entries', of(_id, 'bonus', '1'));
    expectFailure(await send('PUT', `/pay-entries/${bonus}`, { amount: '-1' }), 400, 'VALIDATION');
    expect(await ask('PUT', `/pay-entries/${bonus}`, { amount: '-1', kind: 'opening' })).toMatchObject({
      amount: '-1',
      kind: 'opening',
    });
  });

  it('has at most the digits of the currency', async ({ make, send, ask }) => {
    const { _id } = await make('users');
    for (const [currency, digits, right, wrong] of [
      [null, 2, '1.25', '1.250'],
      ['JPY', 0, '100', '100.5'],
      ['JOD', 3, '1.125', '1.1250'],
    ] as const) {
      await ask('PUT', '/settings', { currency });
      for (const kind of ['opening', ...kinds]) {
        const made = await ask('POST', '/pay-entries', of(_id, kind, right));
        for (const [method, path, body] of [
          ['POST', '/pay-entries', of(_id, kind, wrong)],
          ['PUT', `/pay-entries/${made._id}`, { amount: wrong }],
        ] as const) {
          const answer = await send(method, path, body);
          expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['amount']);
          expect(answer.body.error.issues).toMatchObject([{ code: 'too_many_digits', params: { digits } }]);
        }
        expect((await ask('GET', `/pay-entries/${made._id}`)).amount).toBe(right);
      }
    }
    // What the currency before allowed comes back from the trash.
    const [kept] = await ask('GET', '/pay-entries?limit=1');
    await ask('DELETE', `/pay-entries/${kept._id}`);
    await ask('PUT', '/settings', { currency: 'JPY' });
    expect((await ask('POST', `/pay-entries/${kept._id}/restore`)).amount).toBe(kept.amount);
    await ask('PUT', '/settings', { currency: null });
  });
});

it('the list is filtered by kind and cheque', async ({ make, ask }) => {
  const [{ _id }, cheque] = [await make('users'), await make('cheques')];
  for (const kind of kinds) await ask('POST', '/pay-entries', of(_id, kind, '1'));
  const paid = await ask('POST', '/pay-entries', { ...of(_id, 'payout', '2'), cheque: cheque._id });
  expect(paid.chequeName).toBe(cheque.serial);
  const listed = async (filter: string): Promise<string[]> =>
    (await ask('GET', `/pay-entries?worker=${_id}&${filter}`)).map((one: { kind: string }) => one.kind);
  expect((await listed('kind=bonus,advance')).sort()).toEqual(['advance', 'bonus']);
  expect(await listed(`cheque=${cheque._id}`)).toEqual(['payout']);
  expect(await ask('PUT', `/pay-entries/${paid._id}`, { cheque: null })).toMatchObject({ cheque: null });
  expect(await listed(`cheque=${cheque._id}`)).toEqual([]);
});
