import { expect } from 'vitest';
import { bodyOf } from '../support/samples/index.ts';
import type { Answer } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest } from './suite/index.ts';

const it = resourceTest('logs');

/** The one issue of a refusal. */
const issueOf = (answer: Answer) => {
  expectFailure(answer, 400, 'VALIDATION');
  const [{ path, code }, ...more] = answer.body.error.issues;
  expect(more).toEqual([]);
  return [path, code];
};
const tooLong = [['breakMinutes'], 'break_too_long'];

it.for([
  ['08:00', '16:00', 480],
  ['22:00', '02:30', 270],
  ['23:59', '00:00', 1],
  ['08:00', '08:00', 0],
] as const)(
  'of a shift from %s to %s is at most %i minutes',
  async ([startingTime, finishingTime, whole], { make, send, user }) => {
    const times = { startingTime, finishingTime };
    const log = await make('logs', { ...times, breakMinutes: whole });
    expect(log).toMatchObject({ durationMinutes: whole, breakMinutes: whole, workedMinutes: 0 });
    const longer = { ...times, worker: user.id, breakMinutes: whole + 1 };
    expect(issueOf(await send('POST', '/logs', bodyOf('logs', longer)))).toEqual(tooLong);
    expect(issueOf(await send('PUT', `/logs/${log._id}`, { breakMinutes: whole + 1 }))).toEqual(tooLong);
  },
);

it('is a whole number of minutes of less than a day', async ({ make, send }) => {
  const times = { startingTime: '00:00', finishingTime: '23:59' };
  const log = await make('logs', { ...times, breakMinutes: 1439 });
  expect(log).toMatchObject({ breakMinutes: 1439, workedMinutes: 0 });
  const path = `/logs/${log._id}`;
  for (const breakMinutes of [-1, 1440, 0.5, '30', null]) {
    const invalid = [['breakMinutes'], 'invalid_integer'];
    expect(issueOf(await send('PUT', path, { breakMinutes })), String(breakMinutes)).toEqual(invalid);
  }
});

it('stays where the times change, and is no longer than they leave', async ({ make, ask, send }) => {
  const log = await make('logs', { startingTime: '21:00', finishingTime: '02:30', breakMinutes: 30 });
  expect(log).toMatchObject({ durationMinutes: 330, workedMinutes: 300 });
  const path = `/logs/${log._id}`;
  const shorter = await ask('PUT', path, { finishingTime: '21:30' });
  expect(shorter).toMatchObject({ durationMinutes: 30, breakMinutes: 30, workedMinutes: 0 });
  expect(issueOf(await send('PUT', path, { finishingTime: '21:29' }))).toEqual(tooLong);
  expect(issueOf(await send('PUT', path, { startingTime: '21:01' }))).toEqual(tooLong);
  expect(await ask('GET', path)).toEqual(shorter);
  const both = await ask('PUT', path, { startingTime: '21:01', breakMinutes: 29 });
  expect(both).toMatchObject({ durationMinutes: 29, workedMinutes: 0 });
});

it('is kept and counts for nothing while somebody is absent', async ({ make, ask, send }) => {
  const times = { startingTime: '08:00', finishingTime: '16:00' };
  const log = await make('logs', { ...times, isAbsent: true, breakMinutes: 500 });
  expect(log).toMatchObject({ durationMinutes: 0, breakMinutes: 500, workedMinutes: 0 });
  const path = `/logs/${log._id}`;
  expect(issueOf(await send('PUT', path, { isAbsent: false }))).toEqual(tooLong);
  const present = await ask('PUT', path, { isAbsent: false, breakMinutes: 45 });
  expect(present).toMatchObject({ durationMinutes: 480, breakMinutes: 45, workedMinutes: 435 });
  const again = await ask('PUT', path, { isAbsent: true });
  expect(again).toMatchObject({ durationMinutes: 0, breakMinutes: 45, workedMinutes: 0 });
});

it('of an absence without times asks for the times first', async ({ make, ask, send }) => {
  const none = { startingTime: null, finishingTime: null };
  const path = `/logs/${(await make('logs', { ...none, isAbsent: true, breakMinutes: 30 }))._id}`;
  const answer = await send('PUT', path, { isAbsent: false });
  expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['finishingTime', 'startingTime']);
  const short = { isAbsent: false, startingTime: '08:00', finishingTime: '08:29' };
  expect(issueOf(await send('PUT', path, short))).toEqual(tooLong);
  const present = await ask('PUT', path, { ...short, finishingTime: '08:31' });
  expect(present).toMatchObject({ durationMinutes: 31, workedMinutes: 1 });
});

it('is not made longer than the shift by an undo', async ({ make, ask, send, latest }) => {
  const { _id } = await make('logs', { startingTime: '08:00', finishingTime: '09:00' });
  const path = `/logs/${_id}`;
  await ask('PUT', path, { finishingTime: '16:00' });
  const entry = await latest(_id);
  const now = await ask('PUT', path, { breakMinutes: 90 });
  expect(issueOf(await send('POST', `/journal/${entry}/undo`))).toEqual(tooLong);
  expect(await ask('GET', path)).toEqual(now);
});

it('keeps its length while both times and the break change at once', async ({ make, ask, send }) => {
  const { _id } = await make('logs', { startingTime: '08:00', finishingTime: '10:00' });
  const path = `/logs/${_id}`;
  const answers = await Promise.all([
    send('PUT', path, { finishingTime: '09:00' }),
    send('PUT', path, { breakMinutes: 90 }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const { durationMinutes, breakMinutes } = await ask('GET', path);
  expect(breakMinutes).toBeLessThanOrEqual(durationMinutes);
});
