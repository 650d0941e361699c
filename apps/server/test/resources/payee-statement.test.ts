import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { eventSender } from '../support/cheque-model.ts';
import { exact, plus } from '../support/forecasts.ts';
import { query } from '../support/listing.ts';
import { issueOf } from '../support/pay.ts';
import { figuresOf, statementOf } from '../support/payee-statement.ts';
import { type Row, unique } from '../support/samples/index.ts';
import { unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 6: what a payee billed, was paid and is still to get.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend(
    'payee',
    { scope: 'file' },
    ({ make }) =>
      async () =>
        (await make('payees'))._id as string,
  )
  .extend('record', { scope: 'file' }, ({ service, admin }) => eventSender(service, admin))
  .extend(
    'statement',
    { scope: 'file' },
    ({ ask }) =>
      (payee: string, from = '2024-01-01', to = '2024-12-31'): Promise<Row> =>
        ask('GET', query(`/payees/${payee}/statement`, { from, to })),
  )
  /** A bill of 100 of 10 January that a new cheque of the payee pays. */
  .extend('byCheque', { scope: 'file' }, ({ make }) => async (payee: string) => {
    const cheque = await make('cheques', { payee, value: '100', dueDate: '2024-02-01', serial: unique('S') });
    const due = { date: '2024-01-10', dueDate: '2024-02-01' };
    return { cheque, bill: await make('bills', { payee, value: '100', ...due, cheque: cheque._id }) };
  });

const linesOf = ({ lines }: Row) =>
  lines.map(({ date, kind, value, open }: Row) => [date, kind, value, open]);

describe('a statement', () => {
  it('has bills, payments and expenses by day, and what is open after each', async ({
    make,
    payee,
    statement,
  }) => {
    const id = await payee();
    const bill = (date: string, value: string, more = {}) =>
      make('bills', { payee: id, date, value, description: 'Paper', ...more });
    await bill('2023-12-01', '40.5', { dueDate: '2024-01-01' });
    const paid = await bill('2024-01-05', '100.25', { dueDate: '2024-02-05', paidOn: '2024-02-05' });
    const early = await bill('2024-02-05', '7', { paidOn: '2024-01-04' });
    await bill('2024-01-05', '3', { description: 'x'.repeat(300) });
    await bill('2024-03-01', '-20', { dueDate: '2024-03-01' });
    await bill('2025-01-01', '1', { dueDate: '2025-01-01' });
    await make('bills', { value: '9', dueDate: '2024-02-01', date: '2024-02-01' });
    const answer = await statement(id);
    expect(linesOf(answer)).toEqual([
      ['2024-01-04', 'payment', '7', '33.5'],
      ['2024-01-05', 'bill', '100.25', '133.75'],
      ['2024-01-05', 'expense', '3', '133.75'],
      ['2024-02-05', 'bill', '7', '140.75'],
      ['2024-02-05', 'payment', '100.25', '40.50'],
      ['2024-03-01', 'bill', '-20', '20.50'],
    ]);
    expect(answer).toMatchObject({
      payee: id,
      from: '2024-01-01',
      to: '2024-12-31',
      opening: '40.5',
      totals: { billed: '90.25', paid: '110.25', open: '20.50' },
    });
    expect(answer.lines[1]).toMatchObject({
      bill: paid._id,
      description: 'Paper',
      dueDate: '2024-02-05',
      cheque: null,
      chequeSerial: '',
    });
    expect(answer.lines[0]).toMatchObject({ bill: early._id, dueDate: null });
    expect(answer.lines[2].description).toBe('x'.repeat(200));
  });
});

describe('a payment by cheque', () => {
  it('is of the day on which the cheque cleared, and goes when that is undone', async ({
    payee,
    byCheque,
    record,
    statement,
  }) => {
    const id = await payee();
    const { cheque, bill } = await byCheque(id);
    expect(linesOf(await statement(id))).toEqual([['2024-01-10', 'bill', '100', '100']]);
    await record(cheque._id, 'clear', { date: '2024-02-03' });
    const { lines, totals } = await statement(id);
    expect(lines[1]).toEqual({
      date: '2024-02-03',
      kind: 'payment',
      description: bill.description,
      dueDate: '2024-02-01',
      chequeSerial: cheque.serial,
      value: '100',
      open: '0',
      bill: bill._id,
      cheque: cheque._id,
    });
    expect(totals.cheques).toMatchObject({
      cleared: { count: 1, total: '100' },
      issued: { count: 0, total: '0' },
    });
    await record(cheque._id, 'undo', { reason: 'Mistake' });
    expect((await statement(id)).totals).toMatchObject({ paid: '0', open: '100' });
  });

  it('that was replaced by two is of the day on which the last one cleared', async ({
    ask,
    payee,
    byCheque,
    record,
    statement,
  }) => {
    const id = await payee();
    const { cheque } = await byCheque(id);
    const body = {
      cheques: [
        { serial: 'A', dueDate: '2024-03-01', value: '60' },
        { serial: 'B', dueDate: '2024-04-01', value: '40' },
      ],
    };
    const { replacements } = await ask('POST', `/cheques/${cheque._id}/replacement`, body);
    const [first, second] = replacements.map(({ _id }: Row) => _id);
    await record(second, 'clear', { date: '2024-04-02' });
    expect((await statement(id)).totals).toMatchObject({ paid: '0', open: '100' });
    await record(first, 'clear', { date: '2024-03-01' });
    const answer = await statement(id);
    expect(answer.lines[1]).toMatchObject({ date: '2024-04-02', cheque: second, chequeSerial: 'B' });
    expect(answer.cheques.map(({ serial, status }: Row) => [serial, status])).toEqual([
      [cheque.serial, 'cancelled'],
      ['A', 'cleared'],
      ['B', 'cleared'],
    ]);
    expect(answer.totals.cheques).toMatchObject({
      cancelled: { count: 1, total: '100' },
      cleared: { count: 2, total: '100' },
    });
  });

  it('that was cancelled or deleted pays nothing', async ({ ask, payee, byCheque, record, statement }) => {
    const id = await payee();
    const [one, other] = [await byCheque(id), await byCheque(id)];
    await record(one.cheque._id, 'cancel', { date: '2024-01-20' });
    await ask('DELETE', `/cheques/${other.cheque._id}`);
    const answer = await statement(id);
    expect(answer.totals).toMatchObject({ paid: '0', open: '200' });
    expect(answer.cheques.map(({ _id, status }: Row) => [_id, status])).toEqual([
      [one.cheque._id, 'cancelled'],
    ]);
  });
});

describe('deletion', () => {
  it('takes a bill out and puts it back; a deleted payee keeps the statement', async ({
    ask,
    make,
    payee,
    statement,
  }) => {
    const id = await payee();
    const bill = await make('bills', {
      ...{ payee: id, date: '2024-01-05', value: '10', dueDate: '2024-01-06', paidOn: '2024-01-06' },
    });
    const before = await statement(id);
    await ask('DELETE', `/bills/${bill._id}`);
    expect(await statement(id)).toMatchObject({ lines: [], totals: { billed: '0', paid: '0', open: '0' } });
    await ask('POST', `/bills/${bill._id}/restore`);
    await ask('DELETE', `/payees/${id}`);
    expect(await statement(id)).toEqual(before);
  });
});

const days = fc.integer({ min: 0, max: 40 }).map((n) => plus('2024-01-01', n));
const bills = fc.array(
  fc.record({
    date: days,
    value: fc.integer({ min: -99_999, max: 99_999 }).map((n) => (n / 100).toFixed(2)),
    isFollowed: fc.boolean(),
    paidOn: fc.option(days),
    byCheque: fc.boolean(),
  }),
  { maxLength: 12 },
);

describe('over any days', () => {
  it('opening + billed − paid is open, however the period is cut', async ({
    service,
    admin,
    payee,
    statement,
  }) => {
    const { sql } = service;
    const cuts = fc.uniqueArray(fc.integer({ min: 0, max: 38 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(bills, cuts, async (made, chosen) => {
        const id = await payee();
        for (const { date, value, isFollowed, paidOn, byCheque } of made) {
          const settled = isFollowed ? paidOn : null;
          const isCleared = settled !== null && byCheque;
          const [cheque] = isCleared
            ? await sql`insert into cheques (id, serial, due_date, value, description, payee_id, is_cancelled)
                values (gen_random_uuid(), '1', ${settled}, 1, '', ${id}, false) returning id`
            : [];
          await sql`insert into bills (id, date, value, description, extra_notes, payee_id, due_date, paid_on, cheque_id)
            values (gen_random_uuid(), ${date}, ${value}, '', '', ${id}, ${isFollowed ? date : null},
              ${isCleared ? null : settled}, ${cheque?.id ?? null})`;
          if (cheque)
            await sql`update cheques set status = 'cleared', status_date = ${settled} where id = ${cheque.id}`;
        }
        const last = plus('2024-01-01', 45);
        const starts = ['2024-01-01', ...chosen.sort((a, b) => a - b).map((n) => plus('2024-01-02', n))];
        const parts: Row[] = [];
        for (const [n, from] of starts.entries()) {
          const next = starts[n + 1];
          const to = next === undefined ? last : plus(next, -1);
          const part = await statement(id, from, to);
          expect(figuresOf(part)).toEqual(statementOf(made, from, to));
          const { opening, billed, paid, open } = figuresOf(part);
          expect(opening + billed - paid).toBe(open);
          expect(exact(part.lines.at(-1)?.open ?? part.opening)).toBe(open);
          parts.push(part);
        }
        const whole = await statement(id, '2024-01-01', last);
        const shown = (line: Row) => ({ ...line, open: exact(line.open) });
        expect(parts.flatMap(({ lines }) => lines.map(shown))).toEqual(whole.lines.map(shown));
        const client = service.client(admin.token);
        expect(await client.payees.statement.query({ payeeID: id, from: '2024-01-01', to: last })).toEqual(
          whole,
        );
      }),
      { numRuns: runs(15) },
    );
  });
});

describe('what is refused', () => {
  it('is a last day before the first, a missing day, an unknown payee, and a User', async ({
    service,
    admin,
    user,
    payee,
  }) => {
    const get = async (of: string, from: string, to: string, { token } = admin) =>
      service.call('GET', `/payees/${of}/statement?from=${from}&to=${to}`, { token });
    const id = await payee();
    const reversed = await get(id, '2024-02-01', '2024-01-31');
    expect(expectFailure(reversed, 400, 'VALIDATION')).toEqual(['to']);
    expect(issueOf(reversed)).toMatchObject({ code: 'reversed_days', params: { first: 'from' } });
    expect(expectFailure(await get(id, 'soon', ''), 400, 'VALIDATION')).toEqual(['from', 'to']);
    expectFailure(await get(unknownId, '2024-01-01', '2024-01-31'), 404, 'NOT_FOUND');
    expectFailure(await get('none', '2024-01-01', '2024-01-31'), 404, 'NOT_FOUND');
    expectFailure(await get(id, '2024-01-01', '2024-01-31', user), 403, 'FORBIDDEN');
    expect((await get(id, '1900-01-01', '9999-12-31')).status).toBe(200);
  });

  it('is more than 8 MiB: the answer says up to which day it is not', async ({ service, admin, payee }) => {
    const id = await payee();
    await service.sql`set session_replication_role = replica`;
    await service.sql`
      insert into bills (id, date, value, description, extra_notes, search_key, payee_id)
      select gen_random_uuid(), date '2024-01-01' + n / 100, 1, repeat(chr(1), 500), '', '', ${id}
      from generate_series(0, 19999) as n`;
    await service.sql`set session_replication_role = origin`;
    const get = (to: string) =>
      service.call('GET', `/payees/${id}/statement?from=2024-01-01&to=${to}`, { token: admin.token });
    const refused = await get('2024-12-31');
    expect(expectFailure(refused, 400, 'VALIDATION')).toEqual(['to']);
    expect(issueOf(refused).code).toBe('paper_too_large');
    const { to } = issueOf(refused).params;
    const { status, body } = await get(to);
    expect(status).toBe(200);
    expect(JSON.stringify(body).length).toBeLessThan(8 * 1024 * 1024);
    expect(JSON.stringify(body).length).toBeGreaterThan(7.5 * 1024 * 1024);
    expectFailure(await get(plus(to, 1)), 400, 'VALIDATION');
  });
});
