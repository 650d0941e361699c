import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest, testResource } from './suite/index.ts';

const it = resourceTest('rates');

const from = (worker: string, day = '2024-01-01') => ({ worker, from: day, basis: 'hour', amount: '10' });

testResource('rates', it);

// docs/rules.md, section 14.
describe('a worker has one rate from a day', () => {
  it('which is created once, though twenty come at once', async ({ make, send }) => {
    const { _id } = await make('users');
    const answers = await atOnce(20, () => send('POST', '/rates', from(_id)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(expectFailure(answer, 409, 'RATE_EXISTS')).toEqual(['from']);
      expect(answer.body.error.issues).toMatchObject([{ code: 'rate_exists' }]);
    }
  });

  it('also where one is changed, restored or undone', async ({ make, send, ask, latest }) => {
    const [{ _id: worker }, { _id: other }] = [await make('users'), await make('users')];
    const first = await ask('POST', '/rates', from(worker));
    const second = await ask('POST', '/rates', from(worker, '2024-02-01'));
    const theirs = await ask('POST', '/rates', from(other));
    const taken = async (method: string, path: string, body?: object) =>
      expect(expectFailure(await send(method, path, body), 409, 'RATE_EXISTS')).toEqual(['from']);

    await taken('PUT', `/rates/${second._id}`, { from: '2024-1-1' });
    await taken('PUT', `/rates/${theirs._id}`, { worker });
    await ask('PUT', `/rates/${first._id}`, { from: '2024-03-01' });
    const moved = await latest(first._id);
    await ask('PUT', `/rates/${second._id}`, { from: '2024-01-01' });
    await taken('POST', `/journal/${moved}/undo`);
    await ask('DELETE', `/rates/${second._id}`);
    const deleted = await latest(second._id);
    await ask('POST', '/rates', from(worker));
    await taken('POST', `/rates/${second._id}/restore`);
    await taken('POST', `/journal/${deleted}/undo`);
  });

  it('and takes the day of a deleted one', async ({ make, ask }) => {
    const { _id } = await make('users');
    const first = await ask('POST', '/rates', from(_id));
    await ask('DELETE', `/rates/${first._id}`);
    expect((await ask('POST', '/rates', from(_id))).from).toBe('2024-01-01');
  });
});

describe('what a rate is filled in with', () => {
  it('is the day of the settings, copied when it is made', async ({ make, ask }) => {
    const { _id } = await make('users');
    await ask('PUT', '/settings', { dayMinutes: 450 });
    const made = await ask('POST', '/rates', from(_id));
    await ask('PUT', '/settings', { dayMinutes: 480 });
    expect([made.dayMinutes, (await ask('GET', `/rates/${made._id}`)).dayMinutes]).toEqual([450, 450]);
  });

  it('is no amount, but for `none`', async ({ make, refused, send, ask }) => {
    const { _id: worker } = await make('users');
    for (const basis of ['hour', 'day', 'month'])
      expect(await refused({ worker, from: '2024-01-01', basis })).toEqual(['amount']);
    const { body } = await send('POST', '/rates', { worker, from: '2024-01-01', basis: 'day' });
    expect(body.error.issues).toMatchObject([{ code: 'amount_required' }]);
    expect(await ask('POST', '/rates', { worker, from: '2024-01-01', basis: 'none' })).toMatchObject({
      amount: '0',
    });
  });
});

it('a rate has at most the digits of the currency', async ({ make, send, ask, latest }) => {
  const { _id } = await make('users');
  const made = await ask('POST', '/rates', from(_id));
  const tooMany = async (method: string, path: string, body: object | undefined, digits: number) => {
    const answer = await send(method, path, body);
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['amount']);
    expect(answer.body.error.issues).toMatchObject([{ code: 'too_many_digits', params: { digits } }]);
  };
  for (const [currency, digits, right, wrong] of [
    [null, 2, '1.25', '1.250'],
    ['JPY', 0, '1', '1.0'],
    ['JOD', 3, '1.125', '1.1250'],
    ['ILS', 2, '1.12', '1.126'],
  ] as const) {
    await ask('PUT', '/settings', { currency });
    await tooMany('POST', '/rates', { ...from(_id, '2024-02-01'), amount: wrong }, digits);
    await tooMany('PUT', `/rates/${made._id}`, { amount: wrong }, digits);
    expect((await ask('PUT', `/rates/${made._id}`, { amount: right })).amount).toBe(right);
  }
  // 1.125 of the currency before is no amount of this one, but other fields may change.
  const entry = await latest(made._id);
  await tooMany('POST', `/journal/${entry}/undo`, undefined, 2);
  await ask('PUT', '/settings', { currency: 'JPY' });
  expect((await ask('PUT', `/rates/${made._id}`, { extraNotes: 'x' })).amount).toBe('1.12');
  await ask('PUT', '/settings', { currency: null });
});

it('a deleted worker gets no rate', async ({ make, send, ask }) => {
  const { _id } = await make('users');
  await ask('DELETE', `/users/${_id}`);
  expectFailure(await send('POST', '/rates', from(_id)), 400, 'UNKNOWN_REFERENCE');
});
