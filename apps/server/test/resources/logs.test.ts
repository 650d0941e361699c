import { type Conditional, type Inputs, onceIfNone } from '@daybook/client';
import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { ids } from '../support/listing.ts';
import { bodyOf, unique } from '../support/samples/index.ts';
import { type Answer, unknownId } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest, testResource } from './suite/index.ts';

const it = resourceTest('logs');
const faultsOf = (answer: Answer) => expectFailure(answer, 400, 'VALIDATION');

testResource('logs', it);

let days = 0;
/** On which nothing is recorded. */
const freshDay = () => new Date(Date.UTC(2031, 0, ++days)).toISOString().slice(0, 10);

it('take the requests of docs/interface.md as they are written', async ({ ask, user }) => {
  const log = await ask('POST', '/logs', {
    date: '2023-12-8',
    startingTime: '08:30',
    finishingTime: '17:00',
    payment: '500',
    extraNotes: '',
    worker: user.id,
    isAbsent: false,
  });
  expect(log).toMatchObject({
    date: '2023-12-08',
    startingTime: '08:30',
    durationMinutes: 510,
    crossesMidnight: false,
    payment: '500',
    worker: user.id,
    workerName: expect.stringContaining('User'),
  });
  const path = `/logs/${log._id}`;
  expect(await ask('PUT', path, { payment: 750 })).toMatchObject({ payment: '750', version: 2 });
  expect(ids(await ask('GET', '/logs'))).toContain(log._id);
  expect(await ask('DELETE', path)).toEqual({ _id: log._id });
  expect(ids(await ask('GET', '/logs'))).not.toContain(log._id);
});

it('have no negative payments', async ({ send, user }) => {
  expect(faultsOf(await send('POST', '/logs', bodyOf('logs', { worker: user.id, payment: '-1' })))).toEqual([
    'payment',
  ]);
});

describe('that are to be the only one of their day', () => {
  const alone = it
    .extend('body', ({ user }) => bodyOf('logs', { worker: user.id, date: freshDay() }))
    .extend('post', ({ service, admin: { token }, body }) => {
      return (headers: Record<string, string> = { 'if-none-match': '*' }, more: object = {}) =>
        service.call('POST', '/logs', { token, body: { ...body, ...more }, headers });
    });

  alone(
    'are made once, and again after a deletion; without the condition there may be more',
    async ({ post, ask, make }) => {
      const { data: log } = (await post()).body;
      const refused = await post();
      expectFailure(refused, 412, 'PRECONDITION_FAILED');
      expect(refused.body.message).toBe('There is a log of this worker on this date already.');
      expect((await post(undefined, { worker: (await make('users'))._id })).status).toBe(200);
      await ask('DELETE', `/logs/${log._id}`);
      expect((await post()).status).toBe(200);
      expectFailure(await post(), 412, 'PRECONDITION_FAILED');
      for (const headers of [{}, { 'if-none-match': '"1"' }]) expect((await post(headers)).status).toBe(200);
    },
  );

  alone('are one of many at once, of any day', async ({ post, ask, body }) => {
    for (let round = 0; round < 5; round += 1) {
      const date = freshDay();
      const answers = await atOnce(8, (i) =>
        post({ 'if-none-match': '*', ...(i % 2 && { 'idempotency-key': unique('key-') }) }, { date }),
      );
      expect(tally(answers)).toEqual({ 200: 1, 412: 7 });
      expect(await ask('GET', `/logs?worker=${body.worker}&from=${date}&to=${date}`)).toHaveLength(1);
    }
  });

  alone('are answered again to the same key, also at once; another key is refused', async ({ post }) => {
    const headers = { 'if-none-match': '*', 'idempotency-key': unique('key-') };
    const answers = await atOnce(6, () => post(headers));
    expect(tally(answers)).toEqual({ 200: 6 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const again = await post(headers);
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([answers[0]?.body, 'true']);
    expectFailure(await post({ ...headers, 'idempotency-key': unique('key-') }), 412, 'PRECONDITION_FAILED');
  });

  alone('are asked for by the typed client alike', async ({ service, admin, post, body }) => {
    const { logs } = service.client(admin.token);
    const create = (condition: Conditional) =>
      logs.create.mutate(body as Inputs['logs']['create'], condition);
    const first = onceIfNone();
    const made = await create(first);
    expect(await create(first)).toEqual(made);
    const refused = await create(onceIfNone()).catch((error: unknown) => error);
    const { message } = (await post()).body;
    expect(refused).toMatchObject({ message, data: { code: 'PRECONDITION_FAILED', httpStatus: 412 } });
    const { date } = bodyOf('logs', { date: freshDay() }) as { date: string };
    const racing = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        logs.create.mutate({ ...body, date } as Inputs['logs']['create'], onceIfNone()),
      ),
    );
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  alone('are refused for what else is wrong before that', async ({ post }) => {
    await post();
    expect(faultsOf(await post(undefined, { breakMinutes: 1439 }))).toEqual(['breakMinutes']);
    for (const worker of [unknownId, 'x'])
      expectFailure(await post(undefined, { worker }), 400, 'UNKNOWN_REFERENCE');
  });
});

it.for([
  ['00:00', '00:00', 0, false],
  ['00:00', '23:59', 1439, false],
  ['23:59', '00:00', 1, true],
  ['12:00', '11:59', 1439, true],
] as const)(
  'from %s to %s are %i minutes',
  async ([startingTime, finishingTime, durationMinutes, crossesMidnight], { make }) => {
    const log = await make('logs', { startingTime, finishingTime });
    expect(log).toMatchObject({ startingTime, finishingTime, durationMinutes, crossesMidnight });
  },
);

describe('of an absence', () => {
  const absence = { date: '2024-03-01', isAbsent: true };
  const absent = (worker: string, more: object = {}) => ({ ...absence, worker, ...more });

  it.for([{}, { startingTime: null, finishingTime: null }])(
    'need no times: %j',
    async (times, { ask, user }) => {
      expect(await ask('POST', '/logs', absent(user.id, times))).toMatchObject({
        isAbsent: true,
        startingTime: null,
        finishingTime: null,
        durationMinutes: 0,
        crossesMidnight: false,
        payment: '0',
      });
    },
  );

  it('keep the times they have and count no minutes, until somebody is present again', async ({
    ask,
    user,
  }) => {
    const times = { startingTime: '22:00', finishingTime: '06:00' };
    const log = await ask('POST', '/logs', absent(user.id, times));
    expect(log).toMatchObject({ ...times, durationMinutes: 0, crossesMidnight: false });
    const present = await ask('PUT', `/logs/${log._id}`, { isAbsent: false });
    expect(present).toMatchObject({ ...times, durationMinutes: 480, crossesMidnight: true });
    const again = await ask('PUT', `/logs/${log._id}`, { isAbsent: 'true' });
    expect(again).toMatchObject({ ...times, durationMinutes: 0, crossesMidnight: false });
  });

  it('turn present only once both times are known', async ({ ask, user, send }) => {
    const path = `/logs/${(await ask('POST', '/logs', absent(user.id)))._id}`;
    const both = ['finishingTime', 'startingTime'];
    expect(faultsOf(await send('PUT', path, { isAbsent: false }))).toEqual(both);
    expect(faultsOf(await send('PUT', path, { isAbsent: false, startingTime: '08:00' }))).toContain(
      'finishingTime',
    );
    expect(await ask('PUT', path, { startingTime: '08:00' })).toMatchObject({
      startingTime: '08:00',
      isAbsent: true,
    });
    expect(faultsOf(await send('PUT', path, { isAbsent: false }))).toContain('finishingTime');
    const present = await ask('PUT', path, { isAbsent: false, finishingTime: '9:15' });
    expect(present).toMatchObject({ durationMinutes: 75, isAbsent: false });
  });

  it('without times are taken back as they were answered', async ({ ask, user }) => {
    const log = await ask('POST', '/logs', absent(user.id));
    const after = await ask('PUT', `/logs/${log._id}`, { ...log, extraNotes: 'ill' });
    expect(after).toMatchObject({ startingTime: null, finishingTime: null, extraNotes: 'ill', version: 2 });
  });

  it('are no way to clear the times of somebody present', async ({ make, send }) => {
    const path = `/logs/${(await make('logs'))._id}`;
    expect(faultsOf(await send('PUT', path, { startingTime: null }))).toEqual(['startingTime']);
    const both = { isAbsent: false, startingTime: null, finishingTime: null };
    expect(faultsOf(await send('PUT', path, both))).toEqual(['finishingTime', 'startingTime']);
  });
});

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
