import { describe, expect } from 'vitest';
import { callTrpc, procedure } from '../support/calls.ts';
import { plus } from '../support/forecasts.ts';
import { amountsOf, issueOf, settlementTest as it } from '../support/pay.ts';
import type { Row } from '../support/samples/index.ts';
import { unknownId } from '../support/service.ts';
import { expectFailure, expectTrpcFailure } from '../support/wire.ts';

const today = new Date().toISOString().slice(0, 10);

// docs/rules.md, section 14, "Settlements".

describe('a settlement', () => {
  it('freezes a statement, over REST and by the typed client', async ({
    service,
    admin,
    worker,
    work,
    enter,
    settle,
    ask,
  }) => {
    const id = await worker();
    const client = service.client(admin.token);
    await work(id, '2023-01-10', { payment: '30.5', finishingTime: '16:30' });
    await work(id, '2023-01-12', { isAbsent: true });
    await enter(id, '2023-01-11', 'opening', '-20');
    await enter(id, '2023-01-11', 'bonus', '5', { extraNotes: 'feast' });
    await enter(id, '2023-01-20', 'advance', '100');
    await enter(id, '2023-02-01', 'deduction', '7');
    const lines = [
      {
        date: '2023-01-10',
        isAbsent: false,
        workedMinutes: 510,
        overtimeMinutes: 30,
        earned: '510.00',
        paid: '30.50',
        entries: [],
        entriesCount: 0,
        balance: '479.50',
      },
      {
        date: '2023-01-11',
        isAbsent: false,
        workedMinutes: 0,
        overtimeMinutes: 0,
        earned: '0.00',
        paid: '0.00',
        entries: [
          { _id: expect.any(String), kind: 'opening', amount: '-20', extraNotes: '' },
          { _id: expect.any(String), kind: 'bonus', amount: '5', extraNotes: 'feast' },
        ],
        entriesCount: 2,
        balance: '464.50',
      },
      {
        date: '2023-01-12',
        isAbsent: true,
        workedMinutes: 0,
        overtimeMinutes: 0,
        earned: '0.00',
        paid: '0.00',
        entries: [],
        entriesCount: 0,
        balance: '464.50',
      },
      {
        date: '2023-01-20',
        isAbsent: false,
        workedMinutes: 0,
        overtimeMinutes: 0,
        earned: '0.00',
        paid: '100.00',
        entries: [{ _id: expect.any(String), kind: 'advance', amount: '100', extraNotes: '' }],
        entriesCount: 1,
        balance: '364.50',
      },
    ];
    const draft = {
      number: 1,
      worker: id,
      workerName: expect.stringMatching(/^User Number/),
      from: '2023-01-10',
      to: '2023-01-31',
      opening: '0.00',
      earned: '510.00',
      paid: '130.50',
      payout: '0.00',
      balance: '364.50',
      corrections: [],
      replaces: null,
      lines,
      totals: {
        earned: '510.00',
        payments: '30.50',
        openings: '-20.00',
        bonuses: '5.00',
        deductions: '0.00',
        advances: '100.00',
        payouts: '0.00',
        paid: '130.50',
        balance: '364.50',
      },
    };
    const asked = { worker: id, to: '2023-01-31' };
    const previewed = { ...draft, missingRates: [] };
    expect(await ask('GET', `/settlements/preview?worker=${id}&to=2023-1-31`)).toEqual(previewed);
    expect(await client.settlements.preview.query(asked)).toEqual(previewed);
    expect(await ask('GET', `/settlements?worker=${id}`)).toEqual([]);

    const issued = await settle(id, '2023-1-31', { payout: '300', payoutDate: '2023-2-2' });
    expect(issued).toEqual({
      ...draft,
      _id: expect.any(String),
      paid: '430.50',
      payout: '300.00',
      balance: '64.50',
      totals: { ...draft.totals, payouts: '300.00', paid: '430.50', balance: '64.50' },
      business: { name: '', address: '', phoneNumber: '', currency: null },
      status: 'issued',
      reason: '',
      acknowledgedAt: null,
      attachments: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 1,
    });
    expect(await ask('GET', `/settlements/${issued._id}`)).toEqual(issued);
    expect(await client.settlements.get.query({ settlementID: issued._id })).toEqual(issued);
    expect(await ask('GET', `/settlements?worker=${id}`)).toEqual([issued]);
    const second = await client.settlements.create.mutate({ worker: id, to: '2023-02-28' });
    expect(second).toMatchObject({ number: 2, from: '2023-02-01', opening: '64.50', balance: '57.50' });
  });

  it('begins at the first log, entry or month rate, then on the day after the last', async ({
    worker,
    work,
    enter,
    settle,
    ask,
  }) => {
    const from = async (id: string) =>
      (await ask('GET', `/settlements/preview?worker=${id}&to=2023-01-31`)).from;
    const id = await worker();
    expect(await from(id)).toBe('2023-01-31');
    await work(id, '2023-02-03');
    expect(await from(id)).toBe('2023-01-31');
    await work(id, '2023-01-10');
    expect(await from(id)).toBe('2023-01-10');
    const { _id } = await enter(id, '2022-12-30', 'bonus', '1');
    expect(await from(id)).toBe('2022-12-30');
    await ask('DELETE', `/pay-entries/${_id}`);
    expect(await from(id)).toBe('2023-01-10');
    await ask('POST', '/rates', { worker: id, from: '2023-01-02', basis: 'month', amount: '100' });
    expect(await from(id)).toBe('2023-01-02');
    expect(await settle(id, '2023-01-31')).toMatchObject({ number: 1, from: '2023-01-02' });
    expect(await settle(id, '2023-02-01')).toMatchObject({ number: 2, from: '2023-02-01' });
  });

  it('names the days of its draft with work and no rate', async ({ worker, work, settle, ask }) => {
    const missing = async (id: string, to: string) =>
      (await ask('GET', `/settlements/preview?worker=${id}&to=${to}`)).missingRates;
    const id = await worker();
    await work(id, '2023-01-03');
    await work(id, '2023-01-10');
    await work(id, '2023-01-04');
    expect(await missing(id, '2023-01-31')).toEqual(['2023-01-03', '2023-01-04']);
    await settle(id, '2023-01-03');
    expect(await missing(id, '2023-01-31')).toEqual(['2023-01-04']);
  });

  it('owns its payout, whatever its date: no line and no correction of another has it', async ({
    worker,
    work,
    settle,
    entriesOf,
    ask,
  }) => {
    const id = await worker();
    await work(id, '2023-01-10');
    await work(id, '2023-01-11');
    const first = await settle(id, '2023-01-31', { payout: 900, payoutDate: '2023-01-10' });
    expect(amountsOf(first)).toEqual(['0.00', '960.00', '900.00', '900.00', '60.00']);
    expect(first.totals).toMatchObject({ payouts: '900.00', paid: '900.00', balance: '60.00' });
    expect(first.lines.map(({ paid, balance }: Row) => [paid, balance])).toEqual([
      ['0.00', '480.00'],
      ['0.00', '960.00'],
    ]);
    const second = await settle(id, '2023-02-28', { payout: '60', payoutDate: '2023-03-05' });
    expect(amountsOf(second)).toEqual(['60.00', '0.00', '60.00', '60.00', '0.00']);
    const third = await settle(id, '2023-03-31');
    expect(amountsOf(third)).toEqual(['0.00', '0.00', '0.00', '0.00', '0.00']);
    for (const one of [first, second, third]) expect(one.corrections).toEqual([]);
    expect([second.lines, third.lines]).toEqual([[], []]);
    expect(await entriesOf(id)).toMatchObject([
      { date: '2023-01-10', kind: 'payout', amount: '900', settlement: first._id },
      { date: '2023-03-05', kind: 'payout', amount: '60', settlement: second._id },
    ]);
    const statement = await ask('GET', `/users/${id}/statement?from=2023-01-01&to=2023-01-31`);
    expect(statement.totals).toMatchObject({ paid: '900.00', balance: '60.00' });
  });

  it('dates its payout its last day unless told otherwise; a payout of 0 is none', async ({
    worker,
    settle,
    entriesOf,
  }) => {
    const id = await worker();
    expect(await settle(id, '2023-01-31', { payout: '0', payoutDate: '2023-01-01' })).toMatchObject({
      payout: '0.00',
    });
    expect(await entriesOf(id)).toEqual([]);
    const { _id } = await settle(id, '2023-02-28', { payout: '5' });
    expect(await entriesOf(id)).toMatchObject([{ date: '2023-02-28', amount: '5', settlement: _id }]);
  });

  it('is not before the end of the last, and not in the future', async ({ worker, settle, send, ask }) => {
    const id = await worker();
    await settle(id, '2023-01-31');
    for (const to of ['2023-01-31', '2023-01-10']) {
      for (const answer of [
        await send('POST', '/settlements', { worker: id, to }),
        await send('GET', `/settlements/preview?worker=${id}&to=${to}`),
      ]) {
        expect(expectFailure(answer, 409, 'ALREADY_SETTLED')).toEqual(['to']);
        expect(issueOf(answer)).toMatchObject({ code: 'already_settled', params: { to: '2023-01-31' } });
      }
    }
    for (const answer of [
      await send('POST', '/settlements', { worker: id, to: plus(today, 2) }),
      await send('GET', `/settlements/preview?worker=${id}&to=${plus(today, 2)}`),
    ]) {
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['to']);
      expect(issueOf(answer).code).toBe('in_future');
    }
    expect(await settle(id, today)).toMatchObject({ number: 2, from: '2023-02-01', to: today });
    expect(await ask('GET', `/settlements?worker=${id}`)).toHaveLength(2);
  });

  it.for<[object, string, string]>([
    [{ worker: unknownId }, 'UNKNOWN_REFERENCE', 'worker'],
    [{ worker: 'x' }, 'UNKNOWN_REFERENCE', 'worker'],
    [{ worker: null }, 'VALIDATION', 'worker'],
    [{ to: '2023-02-30' }, 'VALIDATION', 'to'],
    [{ to: null }, 'VALIDATION', 'to'],
    [{ payout: '-1' }, 'VALIDATION', 'payout'],
    [{ payout: '1.005' }, 'VALIDATION', 'payout'],
    [{ payout: '1', payoutDate: 'soon' }, 'VALIDATION', 'payoutDate'],
  ])('is refused with %j', async ([more, code, field], { service, admin, worker, send, ask }) => {
    const id = await worker();
    const body = { worker: id, to: '2023-01-31', ...more };
    expect(expectFailure(await send('POST', '/settlements', body), 400, code)).toEqual([field]);
    const call = { token: admin.token, input: body };
    const trpc = await callTrpc(service, procedure('settlements.create'), call);
    expect(expectTrpcFailure(trpc, 400, code)).toEqual([field]);
    expect(await ask('GET', `/settlements?worker=${id}`)).toEqual([]);
    expect(await ask('GET', `/pay-entries?worker=${id}`)).toEqual([]);
  });

  it('happens once however often it is sent with the same key', async ({
    service,
    admin: { token },
    worker,
    work,
    entriesOf,
  }) => {
    const id = await worker();
    await work(id, '2023-01-10');
    const post = (body: object) =>
      service.call('POST', '/settlements', { token, body, headers: { 'idempotency-key': 'once' } });
    const body = { worker: id, to: '2023-01-31', payout: '10' };
    const [first, second] = [await post(body), await post(body)];
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await entriesOf(id)).toHaveLength(1);
    expectFailure(await post({ ...body, payout: '11' }), 409, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('is of a deleted worker too', async ({ worker, settle, send, ask }) => {
    const id = await worker({ from: '2023-01-01', basis: 'month', amount: '3100' });
    await settle(id, '2023-01-31', { payout: '3000' });
    await ask('DELETE', `/users/${id}`);
    expect(await ask('GET', `/settlements/preview?worker=${id}&to=2023-02-28`)).toMatchObject({
      opening: '100.00',
      earned: '3100.00',
      lines: [{ date: '2023-02-28', workedMinutes: 0, earned: '3100.00', balance: '3200.00' }],
    });
    const last = await settle(id, '2023-02-28', { payout: '3200' });
    expect(last).toMatchObject({ balance: '0.00', workerName: expect.stringMatching(/\S/) });
    expect((await send('POST', `/settlements/${last._id}/acknowledge`)).status).toBe(200);
    expectFailure(
      await send('GET', `/settlements/preview?worker=${unknownId}&to=2023-02-28`),
      404,
      'NOT_FOUND',
    );
  });

  it('is found by end, worker and status, newest first, in pages', async ({
    worker,
    settle,
    makeVoid,
    ask,
    send,
  }) => {
    const [id, other] = [await worker(), await worker()];
    const made: Row[] = [];
    for (const to of ['2021-01-31', '2021-02-28', '2021-03-31']) made.push(await settle(id, to));
    const [first, second, third] = made as [Row, Row, Row];
    const others = await settle(other, '2021-02-28');
    await makeVoid(third);
    await ask('POST', `/settlements/${second._id}/acknowledge`);
    const ids = async (query: string) =>
      (await ask('GET', `/settlements?${query}`)).map(({ _id }: Row) => _id);
    const both = `worker=${id},${other}`;
    expect(await ids(both)).toEqual([third._id, others._id, second._id, first._id]);
    expect(await ids(`worker=${id}`)).toEqual([third._id, second._id, first._id]);
    expect(await ids('from=2021-2-1&to=2021-2-28')).toEqual([others._id, second._id]);
    expect(await ids(`${both}&status=issued`)).toEqual([others._id, first._id]);
    expect(await ids(`${both}&status=void,acknowledged`)).toEqual([third._id, second._id]);
    const page = await send('GET', `/settlements?${both}&limit=3`);
    const rest = await send('GET', `/settlements?${both}&limit=3&cursor=${page.body.nextCursor}`);
    expect([...page.body.data, ...rest.body.data].map(({ _id }) => _id)).toEqual(await ids(both));
    expect(rest.body.nextCursor).toBeNull();
    for (const query of ['status=paid', 'from=2021', 'cursor=x', 'limit=0'])
      expectFailure(await send('GET', `/settlements?${query}`), 400, 'VALIDATION');
  });
});
