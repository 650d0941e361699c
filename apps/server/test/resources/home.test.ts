import { expect } from 'vitest';
import { test as it, test } from '../support/test.ts';

const plus = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

it('is what lists and totals say of today', async ({ service, supervisor, make }) => {
  const today = new Date().toISOString().slice(0, 10);
  const one = await make('users', { firstName: 'A', lastName: 'One' });
  const two = await make('users', { firstName: 'B', lastName: 'Two' });
  const log = (worker: string, days: number, more: object = {}) =>
    make('logs', { worker, date: plus(today, days), startingTime: '07:00', finishingTime: '15:00', ...more });
  await log(one._id, -40, { startingTime: '05:00' });
  await log(two._id, -32, { startingTime: '05:00' });
  await log(one._id, -3, { startingTime: '06:00' });
  await log(one._id, -2, { isAbsent: true });
  await log(one._id, -2, { startingTime: '06:30', breakMinutes: 20 });
  await log(two._id, -2, { isAbsent: true });
  await log(one._id, 0, { startingTime: '09:00' });
  await log(one._id, 1, { startingTime: '10:00' });
  const { _id: payee } = await make('payees');
  for (const days of [-1, 0, 3, 9, 9, 20, 30, 31])
    await make('cheques', { payee, dueDate: plus(today, days) });
  await make('cheques', { payee, dueDate: plus(today, 1), isCancelled: true });
  await make('bills', { date: today, value: '7' });
  await make('bills', { date: plus(today, -500), value: '9' });

  const client = service.client(supervisor.token);
  const home = await client.home.query();
  const ofToday = await client.logs.list.query({ from: today, to: today });
  const due = await client.cheques.list.query({ from: today, to: plus(today, 30), isCancelled: false });
  const bills = await client.bills.summary.query({ from: `${today.slice(0, 7)}-01` });
  expect(home).toEqual({
    today,
    logs: ofToday.items,
    workers: [
      {
        worker: one._id,
        workerName: 'A One',
        startingTime: '06:30',
        finishingTime: '15:00',
        breakMinutes: 20,
      },
      { worker: two._id, workerName: 'B Two', startingTime: null, finishingTime: null, breakMinutes: null },
    ],
    attendance: [
      { date: plus(today, -3), present: 1, absent: 0 },
      { date: plus(today, -2), present: 1, absent: 1 },
      { date: today, present: 1, absent: 0 },
    ],
    cheques: await client.cheques.summary.query({}),
    shortfalls: [],
    nextCheques: due.items.toReversed().slice(0, 5),
    bills: bills.months,
  });
});

// docs/rules.md, sections 11, 14 and 15. In the caller's zone it is tomorrow all day long.
const business = 'Pacific/Pago_Pago';
const callers = 'Pacific/Kiritimati';
const today = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format();

const businessTest = test
  .extend('settings', { scope: 'file' }, { timeZone: business })
  .extend('send', { scope: 'file' }, async ({ service, supervisor: { token } }) => {
    await service.call('PATCH', '/users/preferences', { token, body: { active: true, timeZone: callers } });
    return (method: string, path: string, body: object) => service.call(method, path, { token, body });
  });

const tooLate = (field: string) => ({
  status: 400,
  body: { error: { issues: [{ path: [field], code: 'in_future', params: { today: today(business) } }] } },
});

businessTest('a period is closed up to the today of the business, not of the caller', async ({ send }) => {
  const kinds = ['bills'];
  expect(await send('POST', '/closings', { through: today(callers), kinds })).toMatchObject(
    tooLate('through'),
  );
  expect((await send('POST', '/closings', { through: today(business), kinds })).status).toBe(200);
});

businessTest('a worker is settled with up to the today of the business', async ({ service, send, make }) => {
  const { worker } = await make('logs', { date: '2024-01-01' });
  expect(await send('POST', '/settlements', { worker, to: today(callers) })).toMatchObject(tooLate('to'));
  const preview = await service.call('GET', `/settlements/preview?worker=${worker}&to=${today(callers)}`, {
    token: (await service.person('Administrator')).token,
  });
  expect(preview).toMatchObject(tooLate('to'));
});

businessTest(
  'an event of a cheque happens on the today of the business at the latest',
  async ({ send, make }) => {
    const [one, other] = [await make('cheques'), await make('cheques')];
    const events = `/cheques/${one._id}/events`;
    const late = { kind: 'present', date: today(callers) };
    expect(await send('POST', events, late)).toMatchObject(tooLate('date'));
    expect((await send('POST', events, { kind: 'present' })).body.data.statusDate).toBe(today(business));
    const cancelled = await send('PUT', `/cheques/${other._id}`, { isCancelled: true });
    expect(cancelled.body.data.statusDate).toBe(today(business));
  },
);
