import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { payTest, type TableRow, tableOf } from '../support/pay.ts';
import type { Row } from '../support/samples/index.ts';

const page = await readFile(new URL('../../../../docs/pay.md', import.meta.url), 'utf8');
const [rates, logs, entries, lines, totals, settled] = [
  'Rates',
  'Logs',
  'Entries',
  'Day by day',
  'Totals',
  'Two settlements',
].map((title) => tableOf(page, title)) as [
  TableRow[],
  TableRow[],
  TableRow[],
  TableRow[],
  TableRow[],
  TableRow[],
];

// docs/pay.md, "A month by hand": its tables are put in over REST, and what comes of them must stand there.
const it = payTest.extend(
  'month',
  { scope: 'file' },
  async ({ worker, rate, log, absence, entry, currency }) => {
    await currency(null);
    const id = await worker();
    for (const { from = '', basis, amount, 'minutes a day': minutes, factor } of rates)
      await rate(id, from, { basis, amount, dayMinutes: Number(minutes), overtimeFactor: factor });
    const made: Row[] = [];
    for (const { date = '', from = '', to = '', break: breakMinutes, payment } of logs)
      made.push(
        from === 'absent'
          ? await absence(id, date)
          : await log(id, [date, from, to, { breakMinutes: Number(breakMinutes), payment }]),
      );
    for (const { date = '', kind = '', amount = '' } of entries) await entry(id, date, kind, amount);
    return { id, logs: made };
  },
);

describe('the month by hand', () => {
  it('stands in whole tables', () => {
    expect([rates, logs, entries, lines, totals, settled].map(({ length }) => length)).toEqual([
      2, 7, 4, 8, 9, 7,
    ]);
  });

  it('is what the statement says, line by line and in sum', async ({ month, statement }) => {
    const answer = await statement(month.id, '2024-10-01', '2024-10-31');
    expect(
      answer.lines.map((line) => ({
        date: line.date,
        minutes: String(line.workedMinutes),
        overtime: String(line.overtimeMinutes),
        how: expect.stringMatching(/\w/),
        earned: line.earned,
        paid: line.paid,
        balance: line.balance,
      })),
    ).toEqual(lines);
    expect(answer.totals).toEqual(Object.fromEntries(totals.map(({ total, amount }) => [total, amount])));
    expect(page).toContain(`The month begins with the ${answer.opening} of before.`);
  });

  it('is settled with a payout, and corrected in the next settlement', async ({ month, ask, log }) => {
    const column = (name: string) => Object.fromEntries(settled.map((row) => [row[''], row[name]]));
    const [expected, next] = [column('first'), column('second')];
    const { payout } = expected;
    const body = { worker: month.id, to: expected.to, payout, payoutDate: '2024-11-03' };
    const first = await ask('POST', '/settlements', body);
    expect(first).toMatchObject({ ...expected, number: 1, corrections: [] });

    await ask('PUT', `/logs/${month.logs[2]?._id}`, { finishingTime: '17:50' });
    await log(month.id, ['2024-11-04', '08:00', '16:00']);
    const second = await ask('POST', '/settlements', { worker: month.id, to: next.to });
    expect(second).toMatchObject({ ...next, number: 2 });
    expect(second.corrections).toEqual([
      { date: '2024-10-08', field: 'earned', before: '306.00', after: '333.00' },
    ]);
  });
});
