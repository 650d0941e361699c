import { expect } from 'vitest';
import { test as it } from '../support/test.ts';

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
