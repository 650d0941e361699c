import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest, testResource } from './suite/index.ts';

const it = resourceTest('balanceReadings');

testResource('balanceReadings', it);

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

it('is not of a day after today', async ({ required, make, send, ask }) => {
  const { _id } = await make('balanceReadings', { date: day(0) });
  for (const answer of [
    await send('POST', '/balance-readings', { ...(await required()), date: day(1) }),
    await send('PUT', `/balance-readings/${_id}`, { date: day(1) }),
  ]) {
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['date']);
    expect(answer.body.error.issues[0]).toMatchObject({ code: 'in_future', params: { today: day(0) } });
  }
  expect(await ask('GET', `/balance-readings/${_id}`)).toMatchObject({ date: day(0), version: 1 });
});

describe('an account has one reading of a day', () => {
  it('also where it is changed, restored, or a change of it undone', async ({ make, send, ask, latest }) => {
    const one = await make('balanceReadings');
    const { account, date } = one;
    const other = await make('balanceReadings', { account, date: '2024-03-02' });
    const twice = await send('POST', '/balance-readings', { account, date, balance: '5' });
    expect(expectFailure(twice, 409, 'READING_EXISTS')).toEqual(['date']);
    expect(twice.body.error.issues[0].code).toBe('reading_exists');
    expectFailure(await send('PUT', `/balance-readings/${other._id}`, { date }), 409, 'READING_EXISTS');

    await ask('DELETE', `/balance-readings/${one._id}`);
    const entry = await latest(one._id);
    await ask('PUT', `/balance-readings/${other._id}`, { date });
    expectFailure(await send('POST', `/balance-readings/${one._id}/restore`), 409, 'READING_EXISTS');
    expectFailure(await send('POST', `/journal/${entry}/undo`), 409, 'READING_EXISTS');
    await ask('PUT', `/balance-readings/${other._id}`, { date: '2024-03-02' });
    expect((await send('POST', `/balance-readings/${one._id}/restore`)).status).toBe(200);
  });

  it('however many are sent at once', async ({ make, send }) => {
    const { _id: account } = await make('bankAccounts');
    const answers = await atOnce(12, (i) =>
      send('POST', '/balance-readings', { account, date: '2024-03-01', balance: i }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 11 });
  });
});
