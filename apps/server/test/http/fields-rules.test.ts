import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies, unique, unknownId } from '../support/asking.ts';
import { expectFailure } from '../support/failing.ts';
import { makeReferences } from '../support/records.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// docs/rules.md, sections 5 and 6: rules of single kinds of record.
let service: Service;
let admin: Person;
let ask: Ask;
let references: Awaited<ReturnType<typeof makeReferences>>;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  ask = asker(service, admin);
  references = await makeReferences(ask);
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: admin.token, body });
const fault = async (method: string, path: string, body: unknown, code = 'VALIDATION') =>
  expectFailure(await call(method, path, body), 400, code);

describe('absent logs', () => {
  const absent = (more: object = {}) => ({
    date: '2024-03-01',
    worker: references.worker,
    isAbsent: true,
    ...more,
  });

  it.each([{}, { startingTime: null, finishingTime: null }])('need no times: %j', async (times) => {
    expect(await ask('POST', '/logs', absent(times))).toMatchObject({
      isAbsent: true,
      startingTime: null,
      finishingTime: null,
      durationMinutes: 0,
      crossesMidnight: false,
      payment: '0',
    });
  });

  it('keep the times they have and count no minutes, until somebody is present again', async () => {
    const times = { startingTime: '22:00', finishingTime: '06:00' };
    const log = await ask('POST', '/logs', absent(times));
    expect(log).toMatchObject({ ...times, durationMinutes: 0, crossesMidnight: false });
    const present = await ask('PUT', `/logs/${log._id}`, { isAbsent: false });
    expect(present).toMatchObject({ ...times, durationMinutes: 480, crossesMidnight: true });
    const again = await ask('PUT', `/logs/${log._id}`, { isAbsent: 'true' });
    expect(again).toMatchObject({ ...times, durationMinutes: 0, crossesMidnight: false });
  });

  it('turn present only once both times are known', async () => {
    const { _id } = await ask('POST', '/logs', absent());
    const path = `/logs/${_id}`;
    const both = ['finishingTime', 'startingTime'];
    expect(await fault('PUT', path, { isAbsent: false })).toEqual(both);
    expect(await fault('PUT', path, { isAbsent: false, startingTime: '08:00' })).toContain('finishingTime');
    expect(await ask('PUT', path, { startingTime: '08:00' })).toMatchObject({
      startingTime: '08:00',
      isAbsent: true,
    });
    expect(await fault('PUT', path, { isAbsent: false })).toContain('finishingTime');
    const present = await ask('PUT', path, { isAbsent: false, finishingTime: '9:15' });
    expect(present).toMatchObject({ durationMinutes: 75, isAbsent: false });
  });

  it('without times are taken back as they were answered', async () => {
    const log = await ask('POST', '/logs', absent());
    const after = await ask('PUT', `/logs/${log._id}`, { ...log, extraNotes: 'ill' });
    expect(after).toMatchObject({ startingTime: null, finishingTime: null, extraNotes: 'ill', version: 2 });
  });

  it('are no way to clear the times of somebody present', async () => {
    const { _id } = await ask('POST', '/logs', bodies.log(references.worker));
    expect(await fault('PUT', `/logs/${_id}`, { startingTime: null })).toEqual(['startingTime']);
    const both = { isAbsent: false, startingTime: null, finishingTime: null };
    expect(await fault('PUT', `/logs/${_id}`, both)).toEqual(['finishingTime', 'startingTime']);
  });

  it.each([
    ['00:00', '00:00', 0, false],
    ['00:00', '23:59', 1439, false],
    ['23:59', '00:00', 1, true],
    ['12:00', '11:59', 1439, true],
  ])(
    'present from %s to %s is %i minutes',
    async (startingTime, finishingTime, durationMinutes, crossesMidnight) => {
      const log = await ask('POST', '/logs', bodies.log(references.worker, { startingTime, finishingTime }));
      expect(log).toMatchObject({ startingTime, finishingTime, durationMinutes, crossesMidnight });
    },
  );
});

describe('references', () => {
  it.each([unknownId, 'x', '', "' OR 1=1--"])('%j is neither worker nor payee', async (id) => {
    expect(await fault('POST', '/logs', bodies.log(id), 'UNKNOWN_REFERENCE')).toEqual(['worker']);
    expect(await fault('POST', '/cheques', bodies.cheque(id), 'UNKNOWN_REFERENCE')).toEqual(['payee']);
  });

  it('must be of the right kind and not deleted, when made and when changed', async () => {
    const worker = await ask('POST', '/users', bodies.user());
    const payee = await ask('POST', '/payees', bodies.payee());
    const log = await ask('POST', '/logs', bodies.log(worker._id));
    const cheque = await ask('POST', '/cheques', bodies.cheque(payee._id));
    await ask('DELETE', `/users/${worker._id}`);
    await ask('DELETE', `/payees/${payee._id}`);
    const others = {
      log: await ask('POST', '/logs', bodies.log((await ask('POST', '/users', bodies.user()))._id)),
      cheque: await ask(
        'POST',
        '/cheques',
        bodies.cheque((await ask('POST', '/payees', bodies.payee()))._id),
      ),
    };
    for (const id of [worker._id, payee._id]) {
      expect(await fault('POST', '/logs', bodies.log(id), 'UNKNOWN_REFERENCE')).toEqual(['worker']);
      expect(await fault('PUT', `/logs/${others.log._id}`, { worker: id }, 'UNKNOWN_REFERENCE')).toEqual([
        'worker',
      ]);
      expect(await fault('POST', '/cheques', bodies.cheque(id), 'UNKNOWN_REFERENCE')).toEqual(['payee']);
      expect(await fault('PUT', `/cheques/${others.cheque._id}`, { payee: id }, 'UNKNOWN_REFERENCE')).toEqual(
        ['payee'],
      );
    }
    // Old records keep the id and the name, and can still be changed, also by who sends all of it back.
    expect(await ask('PUT', `/logs/${log._id}`, { payment: '1', worker: worker._id })).toMatchObject({
      worker: worker._id,
      workerName: 'Grace Hopper',
    });
    expect(await ask('PUT', `/cheques/${cheque._id}`, { isCancelled: true, payee: payee._id })).toMatchObject(
      {
        payee: payee._id,
        payeeName: 'Paper Mill',
      },
    );
    const listed = await ask('GET', `/logs?worker=${worker._id}`);
    expect(listed).toMatchObject([{ _id: log._id, workerName: 'Grace Hopper' }]);
  });
});

describe('usernames', () => {
  it.each([
    ['Nora.K', 'nora.k'],
    ['ＮＯＲＡ', 'nora'],
    ['Zoë', 'zoe\u0308'],
    ['lina', ' lina\u3000'],
    ['omar', 'o\u200bmar'],
    ['Weiß', 'WEISS'],
    ['علي', 'علي'],
  ])('%j and %j are one: for registration, renaming and log-in', async (one, same) => {
    const first = await ask('POST', '/users', bodies.user({ username: one }));
    expect(first.username).toBe(one);
    const taken = await call('POST', '/users', bodies.user({ username: same }));
    expect(expectFailure(taken, 409, 'USERNAME_TAKEN')).toEqual(['username']);
    const other = await ask('POST', '/users', bodies.user());
    const renamed = await call('PUT', `/users/${other._id}`, { username: same, email: 'x@example.org' });
    expect(expectFailure(renamed, 409, 'USERNAME_TAKEN')).toEqual(['username']);
    expect(await ask('GET', `/users/${other._id}`)).toEqual(other);
    expect(await service.logIn(same, 'a long password')).toMatch(/^ey/);
    expect(await ask('PUT', `/users/${first._id}`, { username: same })).toMatchObject({
      username: same.trim(),
    });
    await ask('DELETE', `/users/${first._id}`);
  });

  it('are free again after a deletion, and old logs keep the name', async () => {
    const username = unique('again');
    const first = await ask('POST', '/users', bodies.user({ username, firstName: 'First' }));
    const log = await ask('POST', '/logs', bodies.log(first._id));
    const token = await service.logIn(username, 'a long password');
    await ask('DELETE', `/users/${first._id}`);
    expectFailure(await service.call('GET', '/auth', { token }), 401, 'UNAUTHENTICATED');
    const second = await ask('POST', '/users', bodies.user({ username, firstName: 'Second' }));
    expect(second._id).not.toBe(first._id);
    expect(await ask('GET', `/logs/${log._id}`)).toMatchObject({
      worker: first._id,
      workerName: 'First Hopper',
    });
    expect(await service.logIn(username, 'a long password')).toMatch(/^ey/);
    expectFailure(await service.call('GET', '/auth', { token }), 401, 'UNAUTHENTICATED');
  });
});
