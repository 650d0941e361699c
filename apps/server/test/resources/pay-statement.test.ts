import { describe, expect } from 'vitest';
import { plus } from '../support/forecasts.ts';
import { payTest as it } from '../support/pay.ts';
import { unknownId } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';

const today = new Date().toISOString().slice(0, 10);

// docs/rules.md, section 14: GET /users/{userID}/statement.
describe('a statement', () => {
  it('has the balance before it, a line for each date with anything, and totals', async ({
    worker,
    rate,
    log,
    absence,
    entry,
    statement,
  }) => {
    const id = await worker();
    await rate(id, '2024-01-01', { basis: 'hour', amount: '10' });
    await entry(id, '2023-12-31', 'opening', '-5.5');
    await log(id, ['2024-01-31', '08:00', '10:00', { payment: '3.1234' }]);
    await log(id, ['2024-02-01', '08:00', '09:30', { payment: '4' }]);
    const bonus = await entry(id, '2024-02-01', 'bonus', '7');
    const advance = await entry(id, '2024-02-01', 'advance', '100');
    const deduction = await entry(id, '2024-02-02', 'deduction', '1.20');
    await absence(id, '2024-02-03');
    const opening = await entry(id, '2024-02-28', 'opening', '0');
    const payout = await entry(id, '2024-02-29', 'payout', '10');
    await entry(id, '2024-03-01', 'bonus', '999');
    const entryOf = ({ _id, kind, amount, extraNotes }: typeof bonus) => ({ _id, kind, amount, extraNotes });
    const line = (
      date: string,
      more: { readonly entries?: readonly object[]; readonly [field: string]: unknown },
    ) => ({
      date,
      isAbsent: false,
      workedMinutes: 0,
      overtimeMinutes: 0,
      earned: '0.00',
      paid: '0.00',
      entries: [],
      entriesCount: more.entries?.length ?? 0,
      ...more,
    });
    expect(await statement(id, '2024-02-01', '2024-02-29')).toEqual({
      worker: id,
      workerName: bonus.workerName,
      from: '2024-02-01',
      to: '2024-02-29',
      opening: '11.3766',
      lines: [
        line('2024-02-01', {
          workedMinutes: 90,
          earned: '15.00',
          paid: '104.00',
          entries: [entryOf(bonus), entryOf(advance)],
          balance: '-70.6234',
        }),
        line('2024-02-02', { entries: [entryOf(deduction)], balance: '-71.8234' }),
        line('2024-02-03', { isAbsent: true, balance: '-71.8234' }),
        line('2024-02-28', { entries: [entryOf(opening)], balance: '-71.8234' }),
        line('2024-02-29', { paid: '10.00', entries: [entryOf(payout)], balance: '-81.8234' }),
      ],
      totals: {
        earned: '15.00',
        payments: '4.00',
        openings: '0.00',
        bonuses: '7.00',
        deductions: '1.20',
        advances: '100.00',
        payouts: '10.00',
        paid: '114.00',
        balance: '-81.8234',
      },
      missingRates: [],
    });
  });

  it('of nothing is empty, and of a later period begins where the one before ends', async ({
    worker,
    entry,
    statement,
  }) => {
    const id = await worker();
    const empty = await statement(id, '2024-01-01', '2024-01-31');
    expect(empty).toMatchObject({ opening: '0.00', lines: [], totals: { balance: '0.00', paid: '0.00' } });
    await entry(id, '2024-01-31', 'bonus', '8');
    const [january, february] = [
      await statement(id, '2024-01-01', '2024-01-31'),
      await statement(id, '2024-02-01', '2024-02-01'),
    ];
    expect([january.totals.balance, february.opening, february.totals.balance]).toEqual([
      '8.00',
      '8.00',
      '8.00',
    ]);
  });

  it('says which days are absences, whatever else they have; not those with a shift besides', async ({
    worker,
    rate,
    log,
    absence,
    entry,
    statement,
  }) => {
    const id = await worker();
    await rate(id, '2024-01-01', { basis: 'month', amount: '3000' });
    await entry(id, '2024-01-29', 'advance', '100');
    for (const date of ['2024-01-29', '2024-01-30', '2024-01-31']) await absence(id, date);
    await log(id, ['2024-01-30', '08:00', '10:00']);
    await log(id, ['2024-01-28', '08:00', '10:00', { breakMinutes: 120 }]);
    const { lines } = await statement(id, '2024-01-01', '2024-01-31');
    expect(lines.map(({ date, isAbsent }) => [date, isAbsent])).toEqual([
      ['2024-01-28', false],
      ['2024-01-29', true],
      ['2024-01-30', false],
      ['2024-01-31', true],
    ]);
  });

  it('is of a deleted worker too', async ({ worker, entry, dismiss, statement }) => {
    const id = await worker();
    await entry(id, '2024-01-01', 'bonus', '8');
    await dismiss(id);
    await entry(id, '2024-01-02', 'payout', '8');
    expect((await statement(id, '2024-01-01', '2024-01-31')).totals.balance).toBe('0.00');
  });

  it('takes a period of one day up to 366 days ahead, and no other', async ({
    admin,
    worker,
    statement,
    statementTo,
  }) => {
    const id = await worker();
    const latest = plus(today, 366);
    expect((await statement(id, latest, latest)).lines).toEqual([]);
    expect((await statement(id, '1900-01-01', latest)).from).toBe('1900-01-01');
    for (const [from, to] of [
      ['2024-02-02', plus(latest, 1)],
      ['2024-02-02', '9999-12-31'],
    ] as const) {
      const answer = await statementTo(admin, id, from, to);
      expect(expectFailure(answer, 400, 'VALIDATION'), `${from} ${to}`).toEqual(['to']);
      expect(answer.body.error.issues).toMatchObject([
        { code: 'day_out_of_range', params: { from: '1900-01-01', to: latest } },
      ]);
    }
    const wrong = await statementTo(admin, id, '2024-02-30', 'soon');
    expect(expectFailure(wrong, 400, 'VALIDATION')).toEqual(['from', 'to']);
  });

  it('of nobody is not found', async ({ admin, statementTo }) => {
    for (const id of [unknownId, 'nonsense'])
      expectFailure(await statementTo(admin, id, '2024-01-01', '2024-01-31'), 404, 'NOT_FOUND');
  });
});

// docs/rules.md, section 14: GET /balances.
describe('balances', () => {
  it('are of everybody of role User, at the end of a day, today unless it is named', async ({
    worker,
    entry,
    balanceOf,
  }) => {
    const id = await worker();
    const made = await entry(id, plus(today, -1), 'bonus', '12.5');
    await entry(id, today, 'advance', '20');
    await entry(id, plus(today, 1), 'payout', '1');
    const shown = { worker: id, workerName: made.workerName, earned: '0.00', settledTo: null };
    expect(await balanceOf(id)).toEqual({ ...shown, paid: '20.00', balance: '-7.50' });
    expect(await balanceOf(id, plus(today, -2))).toEqual({ ...shown, paid: '0.00', balance: '0.00' });
    expect(await balanceOf(id, plus(today, -1))).toEqual({ ...shown, paid: '0.00', balance: '12.50' });
    expect(await balanceOf(id, plus(today, 366))).toEqual({ ...shown, paid: '21.00', balance: '-8.50' });
  });

  it('have what was earned and paid from a day on, and what is owed of all', async ({
    service,
    admin,
    ask,
    worker,
    rate,
    log,
    entry,
  }) => {
    const id = await worker();
    await rate(id, '2024-01-01', { basis: 'day', amount: '100' });
    for (const date of ['2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01'])
      await log(id, [date, '08:00', '16:00', { payment: '1' }]);
    await entry(id, '2024-02-10', 'advance', '50');
    const asked = { from: '2024-02-01', at: '2024-02-29' };
    const own = (all: { worker: string }[]) => all.find((one) => one.worker === id);
    const found = own(await ask('GET', `/balances?from=${asked.from}&at=${asked.at}`));
    expect(found).toMatchObject({ earned: '200.00', paid: '52.00', balance: '247.00' });
    expect(own(await service.client(admin.token).pay.balances.query(asked))).toEqual(found);
    const refused = async (query: string) =>
      expectFailure(
        await service.call('GET', `/balances?${query}`, { token: admin.token }),
        400,
        'VALIDATION',
      );
    expect(await refused('from=2024-02-02&at=2024-02-01')).toEqual(['at']);
    expect(await refused('from=9999-01-01')).toEqual(['from']);
  });

  it('are of other roles where there is anything, and of the deleted while they are not 0', async ({
    service,
    supervisor,
    entry,
    worker,
    dismiss,
    balances,
    balanceOf,
    ask,
  }) => {
    const other = await service.person('Supervisor');
    expect(await balanceOf(supervisor.id)).toBeUndefined();
    await entry(supervisor.id, '2024-01-05', 'bonus', '5');
    await entry(supervisor.id, '2024-01-05', 'payout', '5');
    expect((await balanceOf(supervisor.id))?.balance).toBe('0.00');
    expect(await balanceOf(supervisor.id, '2024-01-04')).toBeUndefined();
    expect(await balanceOf(other.id)).toBeUndefined();

    const [paid, owed] = [await worker(), await worker()];
    await entry(owed, '2024-01-05', 'deduction', '5');
    for (const id of [paid, owed]) await dismiss(id);
    const listed = (await balances()).map((one) => one.worker);
    expect([listed.includes(paid), listed.includes(owed)]).toEqual([false, true]);
    const last = await entry(owed, '2024-02-01', 'bonus', '5');
    expect(await balanceOf(owed)).toBeUndefined();
    expect((await balanceOf(owed, '2024-01-31'))?.balance).toBe('-5.00');
    await ask('DELETE', `/pay-entries/${last._id}`);
    expect((await balanceOf(owed))?.balance).toBe('-5.00');
  });

  it('are exact beyond the 15 digits of an amount, as the document says', async ({
    service,
    worker,
    entry,
    statement,
    balanceOf,
  }) => {
    const id = await worker();
    for (let n = 0; n < 2; n++) await entry(id, '2024-01-05', 'bonus', '999999999999999.99');
    const found = await balanceOf(id);
    const { totals } = await statement(id, '2024-01-01', '2024-01-31');
    expect([found?.balance, totals.bonuses, totals.balance]).toEqual(Array(3).fill('1999999999999999.98'));
    const { body } = await service.call('GET', '/openapi.json');
    const { Balance, PayTotals } = body.components.schemas;
    for (const { $ref } of [Balance.properties.balance, PayTotals.properties.bonuses])
      expect(found?.balance).toMatch(new RegExp(body.components.schemas[$ref.split('/').at(-1)].pattern));
  });

  it('are sorted by name', async ({ make, balances }) => {
    const made = new Set<string>();
    for (const [firstName, lastName] of [
      ['Zoë', 'Adams'],
      ['ada', 'Marsh'],
      ['Ada', 'Cole'],
    ])
      made.add((await make('users', { firstName, lastName }))._id);
    const names = (await balances()).filter(({ worker }) => made.has(worker)).map((one) => one.workerName);
    expect(names).toEqual(['Ada Cole', 'ada Marsh', 'Zoë Adams']);
  });

  it('are of a day up to 366 days ahead, and of today where the caller is', async ({ service, admin }) => {
    for (const at of [plus(today, 368), '9999-12-31']) {
      const answer = await service.call('GET', `/balances?at=${at}`, { token: admin.token });
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['at']);
      expect(answer.body.error.issues).toMatchObject([{ code: 'day_out_of_range' }]);
    }
    const { token, id } = await service.person('Administrator');
    const zones = ['Pacific/Kiritimati', 'Pacific/Niue'] as const;
    const todays = zones.map((timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date()));
    // The day there is never the same: they are 25 hours apart.
    const body = { worker: id, date: todays[0], kind: 'bonus', amount: '1' };
    await service.call('POST', '/pay-entries', { token, body });
    for (const [n, timeZone] of zones.entries()) {
      await service.call('PATCH', '/users/preferences', { token, body: { timeZone } });
      const answer = await service.call('GET', '/balances', { token });
      expect(answer.body.data.some((one: { worker: string }) => one.worker === id)).toBe(n === 0);
    }
  });
});
