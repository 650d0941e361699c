import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, password, type Service, startService } from '../support/service.ts';

// The requests of docs/interface.md as written, by a client that knows nothing else.
let service: Service;
let admin: Person;
let worker: Person;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  worker = await service.person('User');
});
afterAll(() => service.close());

const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await service.call(method, path, { token: admin.token, body });
  expect(answer.body, `${method} ${path}`).toMatchObject({ success: true });
  expect(answer.status).toBe(200);
  return answer.body.data;
};

describe('users', () => {
  it('registers, fetches, changes, lists and deletes', async () => {
    const created = await ok('POST', '/users', {
      firstName: 'Ada',
      lastName: 'Lovelace',
      username: 'ada',
      password: 'a long password',
    });
    expect(created).toMatchObject({
      username: 'ada',
      accessLevel: 'User',
      active: true,
      email: '',
      version: 1,
    });
    const path = `/users/${created._id}`;
    expect(await ok('GET', path)).toEqual(created);
    expect(await ok('PUT', path, { firstName: 'Augusta' })).toMatchObject({
      fullName: 'Augusta Lovelace',
      version: 2,
    });
    expect(await ok('PATCH', `${path}/status`, { active: 'false' })).toMatchObject({ active: false });
    expect(await ok('PATCH', `${path}/role`, { role: 'supervisor' })).toMatchObject({
      accessLevel: 'Supervisor',
    });
    const found = await service.call('GET', '/users?search=^august', { token: admin.token });
    expect(Object.keys(found.body)).toEqual(['success', 'data']);
    expect(found.body.data).toEqual([
      {
        _id: created._id,
        username: 'ada',
        email: '',
        phoneNumber: '',
        accessLevel: 'Supervisor',
        active: false,
        fullName: 'Augusta Lovelace',
      },
    ]);
    expect(await ok('DELETE', path)).toEqual({ _id: created._id });
    expect((await service.call('GET', path, { token: admin.token })).status).toBe(404);
  });

  it('logs in, changes the own password and preferences', async () => {
    const somebody = await service.person('Administrator');
    const call = (method: string, path: string, body: unknown) =>
      service.call(method, path, { token: somebody.token, body });
    expect(
      await call('PATCH', '/users/password', { current: password, new: 'another password' }),
    ).toMatchObject({
      status: 200,
      body: { success: true, data: null },
    });
    expect(await call('PATCH', '/users/preferences', { active: 'false' })).toMatchObject({
      status: 200,
      body: { data: { active: false } },
    });
    expect(await service.logIn(somebody.username, 'another password')).toMatch(/^ey/);
  });
});

describe('logs', () => {
  it('stores a shift and changes its payment with a number', async () => {
    const log = await ok('POST', '/logs', {
      date: '2023-12-8',
      startingTime: '08:30',
      finishingTime: '17:00',
      payment: '500',
      extraNotes: '',
      worker: worker.id,
      isAbsent: false,
    });
    expect(log).toMatchObject({
      date: '2023-12-08',
      startingTime: '08:30',
      durationMinutes: 510,
      crossesMidnight: false,
      payment: '500',
      worker: worker.id,
      workerName: expect.stringContaining('User'),
    });
    expect(await ok('PUT', `/logs/${log._id}`, { payment: 750 })).toMatchObject({
      payment: '750',
      version: 2,
    });
    expect(await ok('GET', '/logs')).toHaveLength(1);
    expect(await ok('DELETE', `/logs/${log._id}`)).toEqual({ _id: log._id });
    expect(await ok('GET', '/logs')).toHaveLength(0);
  });
});

describe('payees and cheques', () => {
  it('stores Arabic notes and an empty e-mail, issues a cheque, cancels it', async () => {
    const payee = await ok('POST', '/payees', {
      name: 'مؤسسة النور',
      email: '',
      phoneNumber: '+9725 1234-5678',
      extraNotes: 'ملاحظات بالعربية',
    });
    expect(payee).toMatchObject({ email: '', phoneNumber: '+972512345678', extraNotes: 'ملاحظات بالعربية' });
    expect(await ok('GET', `/payees/${payee._id}`)).toEqual(payee);
    const cheque = await ok('POST', '/cheques', {
      serial: '00523',
      dueDate: '2024-2-9',
      value: '1200.50',
      description: 'Rent',
      payee: payee._id,
    });
    expect(cheque).toMatchObject({
      serial: '00523',
      dueDate: '2024-02-09',
      value: '1200.50',
      isCancelled: false,
    });
    expect(await ok('PUT', `/cheques/${cheque._id}`, { isCancelled: true, payee: payee._id })).toMatchObject({
      isCancelled: true,
      payeeName: 'مؤسسة النور',
    });
    expect(await ok('DELETE', `/payees/${payee._id}`)).toEqual({ _id: payee._id });
    expect(await ok('GET', `/cheques/${cheque._id}`)).toMatchObject({
      payee: payee._id,
      payeeName: 'مؤسسة النور',
    });
  });
});

describe('bills', () => {
  it('stores a negative value and changes the notes', async () => {
    const bill = await ok('POST', '/bills', {
      date: '2023-12-8',
      value: '-150',
      description: 'Refund',
      extraNotes: '',
    });
    expect(bill).toMatchObject({ date: '2023-12-08', value: '-150' });
    expect(await ok('PUT', `/bills/${bill._id}`, { extraNotes: 'by hand' })).toMatchObject({
      extraNotes: 'by hand',
    });
    expect(await ok('GET', `/bills/${bill._id}`)).toMatchObject({ value: '-150', version: 2 });
    expect(await ok('GET', '/bills')).toHaveLength(1);
    expect(await ok('DELETE', `/bills/${bill._id}`)).toEqual({ _id: bill._id });
  });
});
