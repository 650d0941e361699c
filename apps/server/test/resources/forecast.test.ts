import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { eventSender } from '../support/cheque-model.ts';
import { type Books, exact, forecastOf, plus } from '../support/forecasts.ts';
import { unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

type Cheque = Books['cheques'][number];
type Reading = Books['readings'][number];

const today = new Date().toISOString().slice(0, 10);
/** The first day from then on that is this day of the week, 0 is Sunday. */
const next = (weekday: number, from = today) => {
  const ahead = (weekday - new Date(from).getUTCDay() + 7) % 7;
  return plus(from, ahead);
};

// docs/rules.md, section 13: GET /forecast, and the shortfalls of `home`.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('payee', { scope: 'file' }, async ({ make }) => (await make('payees'))._id as string)
  /** An account with these readings and cheques, as the tables hold them. */
  .extend(
    'open',
    { scope: 'file' },
    ({ service: { sql }, make, payee }) =>
      async (readings: readonly Reading[], cheques: readonly Cheque[], name = 'Main') => {
        const { _id } = await make('bankAccounts', { name });
        if (readings.length > 0)
          await sql`insert into "balanceReadings" (id, account_id, date, balance)
            select gen_random_uuid(), ${_id}, date, balance
            from jsonb_to_recordset(${sql.json(readings as never)}) as given (date date, balance numeric)`;
        for (const { dueDate, value, status, statusDate } of cheques) {
          const [cheque] = await sql`
            insert into cheques (id, serial, due_date, value, description, payee_id, account_id, is_cancelled)
            values (gen_random_uuid(), '1', ${dueDate}, ${value}, '', ${payee}, ${_id}, false) returning id`;
          await sql`update cheques set status = ${status}, status_date = ${statusDate} where id = ${cheque?.id}`;
        }
        return _id as string;
      },
  )
  .extend('record', { scope: 'file' }, ({ service, admin }) => eventSender(service, admin))
  .extend(
    'weekend',
    { scope: 'file' },
    ({ ask }) =>
      (weekend: readonly number[]) =>
        ask('PUT', '/settings', { weekend }),
  )
  .extend(
    'forecast',
    { scope: 'file' },
    ({ ask }) =>
      (account: string, to?: string) =>
        ask('GET', `/forecast?account=${account}${to ? `&to=${to}` : ''}`),
  );

const cheque = (dueDate: string, value: string, more: Partial<Cheque> = {}): Cheque => ({
  dueDate,
  value,
  status: 'issued',
  statusDate: null,
  ...more,
});
const cleared = (statusDate: string, value: string) =>
  cheque(statusDate, value, { status: 'cleared', statusDate });
/** The days on which something is paid, with what and what is left. */
const paid = (answer: { days: { date: string; out: string; balance: string }[] }) =>
  answer.days.filter(({ out }) => out !== '0').map(({ date, out, balance }) => [date, out, balance]);

describe('a forecast', () => {
  it.beforeEach(({ weekend }) => weekend([]));

  it('lists every day from today on, 61 unless somebody says until when', async ({ open, forecast }) => {
    const account = await open([], []);
    const answer = await forecast(account);
    expect(answer).toEqual({
      account,
      from: today,
      to: plus(today, 60),
      opening: '0',
      days: Array.from({ length: 61 }, (_, n) => ({
        ...{ date: plus(today, n), out: '0', in: '0', cheques: 0, bills: 0, balance: '0' },
      })),
      shortfall: null,
    });
    expect((await forecast(account, today)).days).toHaveLength(1);
    const longest = await forecast(account, plus(today, 400));
    expect([longest.days.length, longest.to]).toEqual([401, plus(today, 400)]);
  });

  it('begins with the last reading, less what cleared after that day', async ({ open, forecast }) => {
    const account = await open(
      [
        { date: plus(today, -20), balance: '9000' },
        { date: plus(today, -10), balance: '1000.50' },
        { date: plus(today, 1), balance: '7' },
      ],
      [
        cleared(plus(today, -11), '1'),
        // On the day itself: the reading is of its end.
        cleared(plus(today, -10), '2'),
        cleared(plus(today, -9), '100.25'),
        cleared(today, '0.25'),
      ],
    );
    const { opening, shortfall } = await forecast(account);
    expect([opening, shortfall]).toEqual(['900.00', null]);
  });

  it('takes a reading of today, and without one none of what cleared', async ({ open, forecast }) => {
    const read = await open([{ date: today, balance: '50' }], [cleared(today, '20')]);
    expect((await forecast(read)).opening).toBe('50');
    const unread = await open([], [cleared(plus(today, -3), '20'), cheque(plus(today, 2), '5')]);
    const answer = await forecast(unread);
    expect([answer.opening, answer.shortfall]).toEqual(['0', { date: plus(today, 2), amount: '5' }]);
  });

  it('pays open cheques on their days, past ones today, and no others', async ({ open, forecast }) => {
    const account = await open(
      [{ date: today, balance: '100' }],
      [
        cheque(plus(today, -400), '1'),
        cheque(today, '2.5'),
        cheque(plus(today, 5), '10.00', { status: 'presented', statusDate: today }),
        cheque(plus(today, 5), '0.0001', { status: 'bounced', statusDate: today }),
        cheque(plus(today, 5), '1000', { status: 'stopped', statusDate: today }),
        cheque(plus(today, 5), '1000', { status: 'cancelled', statusDate: today }),
        cheque(plus(today, 60), '87'),
        cheque(plus(today, 61), '1000'),
      ],
    );
    const answer = await forecast(account);
    expect(paid(answer)).toEqual([
      [today, '3.5', '96.5'],
      [plus(today, 5), '10.0001', '86.4999'],
      [plus(today, 60), '87', '-0.5001'],
    ]);
    expect(answer.shortfall).toEqual({ date: plus(today, 60), amount: '0.5001' });
  });

  it('is short from its first day where the opening is', async ({ open, forecast }) => {
    const account = await open([{ date: plus(today, -1), balance: '-3.10' }], []);
    expect((await forecast(account)).shortfall).toEqual({ date: today, amount: '3.10' });
  });

  it('leaves out what is deleted: cheques and readings', async ({ service: { sql }, open, forecast }) => {
    const account = await open([{ date: today, balance: '5' }], [cheque(today, '3')]);
    await sql`update cheques set deleted_at = now() where account_id = ${account}`;
    expect((await forecast(account)).days[0].balance).toBe('5');
    await sql`update "balanceReadings" set deleted_at = now() where account_id = ${account}`;
    expect((await forecast(account)).opening).toBe('0');
  });
});

describe('a weekend', () => {
  it('of Friday and Saturday is paid on Sunday', async ({ weekend, open, forecast }) => {
    await weekend([5, 6]);
    const friday = next(5, plus(today, 7));
    const account = await open(
      [{ date: today, balance: '100' }],
      [
        cheque(plus(friday, -1), '1'),
        cheque(friday, '2'),
        cheque(plus(friday, 1), '4'),
        cheque(plus(friday, 2), '8'),
      ],
    );
    expect(paid(await forecast(account))).toEqual([
      [plus(friday, -1), '1', '99'],
      [plus(friday, 2), '14', '85'],
    ]);
    // What is paid after the last day is not in the forecast.
    expect(paid(await forecast(account, plus(friday, 1)))).toEqual([[plus(friday, -1), '1', '99']]);
  });

  it.for([
    [[0], 0, 1],
    [[6, 0], 6, 2],
    [[6, 0], 0, 1],
    [[4, 5, 6], 4, 3],
    [[1, 3], 1, 1],
    [[0, 1, 2, 3, 4, 5], 0, 6],
  ] as const)(
    'of %j puts what is due on day %i off by %i',
    async ([days, weekday, later], { weekend, open, forecast }) => {
      await weekend(days);
      const due = next(weekday, plus(today, 1));
      const account = await open([], [cheque(due, '1')]);
      expect(paid(await forecast(account))).toEqual([[plus(due, later), '1', '-1']]);
    },
  );

  it('that it is today puts off what is past due; a reading may be of a weekend', async ({
    weekend,
    open,
    forecast,
  }) => {
    const weekday = new Date(today).getUTCDay();
    await weekend([weekday, (weekday + 1) % 7]);
    const account = await open(
      [{ date: today, balance: '10' }],
      [cheque(plus(today, -30), '1'), cheque(today, '2'), cheque(plus(today, 1), '4'), cleared(today, '8')],
    );
    const answer = await forecast(account);
    expect(answer.days.slice(0, 3)).toEqual([
      { date: today, out: '0', in: '0', cheques: 0, bills: 0, balance: '10' },
      { date: plus(today, 1), out: '0', in: '0', cheques: 0, bills: 0, balance: '10' },
      { date: plus(today, 2), out: '7', in: '0', cheques: 3, bills: 0, balance: '3' },
    ]);
    expect((await forecast(account, today)).days).toHaveLength(1);
  });
});

describe('bills', () => {
  it('that are due go out and come in, unless an open cheque pays them', async ({
    make,
    weekend,
    record,
    payee,
    open,
    forecast,
  }) => {
    await weekend([]);
    const reading = plus(today, -3);
    const account = await open([{ date: reading, balance: '100' }], []);
    const bill = (value: string, dueDate: string | null, more = {}) =>
      make('bills', { account, value, dueDate, ...more });
    const cheque = await make('cheques', { payee, account, value: '30', dueDate: plus(today, 4) });
    const cancelled = await make('cheques', { payee, value: '1', isCancelled: true });
    await bill('8', plus(today, -1));
    await bill('-5', plus(today, 2));
    await bill('20', plus(today, 4), { cheque: cheque._id });
    await bill('2', plus(today, 4), { cheque: cancelled._id });
    await bill('7', plus(today, -9), { paidOn: plus(today, -1) });
    await bill('11', plus(today, -9), { paidOn: reading });
    await bill('50', null);
    const days = async () => {
      const { opening, days } = await forecast(account);
      return [
        opening,
        ...days.filter((one: { cheques: number; bills: number }) => one.cheques + one.bills > 0),
      ];
    };
    expect(await days()).toEqual([
      '93',
      { date: today, out: '8', in: '0', cheques: 0, bills: 1, balance: '85' },
      { date: plus(today, 2), out: '0', in: '5', cheques: 0, bills: 1, balance: '90' },
      { date: plus(today, 4), out: '32', in: '0', cheques: 1, bills: 1, balance: '58' },
    ]);
    await record(cheque._id, 'clear');
    const [opening, , , last] = await days();
    expect([opening, last]).toMatchObject(['63', { out: '2', cheques: 0, bills: 1 }]);
  });
});

describe('is refused', () => {
  it('for an account that is unknown or deleted, not for one that is archived', async ({
    service,
    admin: { token },
    ask,
    open,
    forecast,
  }) => {
    const account = await open([{ date: today, balance: '5' }], []);
    await ask('PUT', `/bank-accounts/${account}`, { isArchived: true });
    expect((await forecast(account)).opening).toBe('5');
    await ask('DELETE', `/bank-accounts/${account}`);
    for (const id of [account, unknownId, 'nonsense'])
      expectFailure(await service.call('GET', `/forecast?account=${id}`, { token }), 404, 'NOT_FOUND');
  });

  it('without an account, and for a last day that is past, too far or none', async ({
    service,
    admin: { token },
    open,
  }) => {
    const missing = await service.call('GET', '/forecast', { token });
    expect(expectFailure(missing, 400, 'VALIDATION')).toEqual(['account']);
    const account = await open([], []);
    for (const to of [plus(today, -1), plus(today, 401), '9999-12-31', 'soon']) {
      const answer = await service.call('GET', `/forecast?account=${account}&to=${to}`, { token });
      expect(expectFailure(answer, 400, 'VALIDATION'), to).toEqual(['to']);
    }
    const { body } = await service.call('GET', `/forecast?account=${account}&to=1999-1-1`, { token });
    expect(body.error.issues).toMatchObject([
      { code: 'day_out_of_range', params: { from: today, to: plus(today, 400) } },
    ]);
  });
});

describe('the caller’s today', () => {
  it('is where it begins, over REST and tRPC', async ({ service, open }) => {
    const { token } = await service.person('Supervisor');
    const account = await open([{ date: plus(today, -2), balance: '12.50' }], [cheque(today, '2')]);
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      await service.call('PATCH', '/users/preferences', { token, body: { timeZone } });
      const there = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
      const { body } = await service.call('GET', `/forecast?account=${account}`, { token });
      expect([body.data.from, body.data.days[0].date]).toEqual([there, there]);
      expect(await service.client(token).forecast.get.query({ account })).toEqual(body.data);
    }
  });
});

it('is what exact arithmetic without SQL makes of the same', async ({ weekend, open, forecast }) => {
  const day = (least: number, most: number) =>
    fc.integer({ min: least, max: most }).map((n) => plus(today, n));
  const amount = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.constantFrom('', '.5', '.25', '.0001', '.9990'))
    .map(([whole, fraction]) => `${whole}${fraction}`);
  const small = fc.tuple(fc.nat(500), fc.nat(9999)).map(([a, b]) => `${a}.${String(b).padStart(4, '0')}`);
  const anyCheque = fc.record({
    dueDate: day(-40, 120),
    value: fc.oneof({ weight: 9, arbitrary: small }, { weight: 1, arbitrary: amount }),
    status: fc.constantFrom('issued', 'presented', 'cleared', 'bounced', 'stopped', 'cancelled'),
    statusDate: fc.oneof(day(-30, 0), fc.constant(null)),
  });
  const reading = fc.record({
    date: day(-30, 3),
    balance: fc
      .tuple(fc.constantFrom('', '-'), small)
      .map(([sign, value]) => (exact(value) === 0n ? value : sign + value)),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(reading, { selector: ({ date }) => date, maxLength: 4 }),
      fc.array(anyCheque, { maxLength: 25 }),
      fc.subarray([0, 1, 2, 3, 4, 5, 6], { maxLength: 6 }),
      day(0, 110),
      async (readings, cheques, days, to) => {
        await weekend(days);
        const account = await open(readings, cheques);
        const answer = await forecast(account, to);
        const expected = forecastOf({ today, to, weekend: days, readings, cheques });
        expect(exact(answer.opening)).toBe(expected.opening);
        type Day = { date: string; out: string; balance: string };
        expect(
          answer.days.map(({ date, out, balance }: Day) => ({
            date,
            out: exact(out),
            balance: exact(balance),
          })),
        ).toEqual(expected.days);
        const { shortfall } = answer;
        expect(shortfall && { date: shortfall.date, amount: exact(shortfall.amount) }).toEqual(
          expected.shortfall,
        );
      },
    ),
    { numRuns: runs(60) },
  );
});

it('tells `home` which accounts run short within 60 days', async ({
  service,
  supervisor,
  ask,
  weekend,
  open,
}) => {
  await weekend([]);
  await service.sql`update "bankAccounts" set is_archived = true`;
  const late = await open([{ date: today, balance: '10' }], [cheque(plus(today, 60), '10.01')], 'Late');
  const early = await open([], [cheque(plus(today, 3), '2'), cheque(plus(today, 4), '2')], 'Early');
  await open([{ date: today, balance: '10' }], [cheque(plus(today, 61), '99')], 'Enough');
  const archived = await open([], [cheque(today, '1')], 'Archived');
  await ask('PUT', `/bank-accounts/${archived}`, { isArchived: true });
  const deleted = await open([], [cheque(today, '1')], 'Deleted');
  await ask('DELETE', `/bank-accounts/${deleted}`);
  const { shortfalls } = await service.client(supervisor.token).home.query();
  expect(shortfalls).toEqual([
    { account: early, accountName: 'Early', date: plus(today, 3), amount: '2' },
    { account: late, accountName: 'Late', date: plus(today, 60), amount: '0.01' },
  ]);
});
