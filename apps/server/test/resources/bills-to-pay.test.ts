import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { eventSender } from '../support/cheque-model.ts';
import { ids, query } from '../support/listing.ts';
import { type Row, unique } from '../support/samples/index.ts';
import { unknownId } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest } from './suite/index.ts';

// docs/rules.md, section 6: bills that are due, paid, or paid by a cheque.
const it = resourceTest('bills')
  .extend('record', { scope: 'file' }, ({ service, admin }) => eventSender(service, admin))
  .extend('replace', { scope: 'file' }, ({ ask }) => (id: string, count: number): Promise<Row> => {
    const cheques = Array.from({ length: count }, (_, n) => ({
      serial: unique('R'),
      dueDate: `2024-05-0${n + 1}`,
      value: '5',
    }));
    return ask('POST', `/cheques/${id}/replacement`, { cheques });
  })
  /** What a bill says of its payment. */
  .extend('state', { scope: 'file' }, ({ ask }) => async ({ _id }: Row) => {
    const { status, cheque, isOverdue } = await ask('GET', `/bills/${_id}`);
    return { status, cheque, isOverdue };
  });

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe('a status', () => {
  it('follows from the due date and the day of payment', async ({ make, ask }) => {
    const { _id, ...bill } = await make('bills');
    expect(bill).toMatchObject({ status: null, isOverdue: false });
    const put = (body: object) => ask('PUT', `/bills/${_id}`, body);
    expect(await put({ paidOn: day(0) })).toMatchObject({ status: null });
    expect(await put({ dueDate: day(-2) })).toMatchObject({ status: 'paid', isOverdue: false });
    expect(await put({ paidOn: null })).toMatchObject({ status: 'due', isOverdue: true });
    expect(await put({ dueDate: day(3) })).toMatchObject({ status: 'due', isOverdue: false });
  });

  it('filters lists, the ledger and totals, and by due date they can be sorted', async ({
    service,
    admin,
    make,
    ask,
  }) => {
    const { _id: payee } = await make('payees');
    const bill = (value: string, dueDate: string | null, more = {}) =>
      make('bills', { payee, value, dueDate, ...more }).then(({ _id }) => _id as string);
    const late = await bill('10', day(-3));
    const soon = await bill('20', day(5));
    const later = await bill('-4', day(20));
    const far = await bill('50', day(60));
    const paid = await bill('7', day(1), { paidOn: day(0) });
    const undated = await bill('1', null);
    const list = async (filter: object, path = '/bills') =>
      ids(await ask('GET', query(path, { payee, ...filter })));
    expect(await list({ sort: 'dueDate' })).toEqual([late, paid, soon, later, far]);
    expect(await list({ sort: '-dueDate', status: 'due', limit: '2' })).toEqual([far, later]);
    for (const path of ['/bills', '/bills/ledger']) {
      expect((await list({ status: 'due' }, path)).sort()).toEqual([late, soon, later, far].sort());
      expect(await list({ status: 'paid' }, path)).toEqual([paid]);
      expect((await list({ status: 'paid,due' }, path)).sort()).toEqual(
        [late, soon, later, far, paid].sort(),
      );
      expect(await list({ dueFrom: day(2), dueTo: day(19) }, path)).toEqual([soon]);
      expect((await list({ minValue: '1', maxValue: '7' }, path)).sort()).toEqual([paid, undated].sort());
    }
    const { bills } = service.client(admin.token);
    expect(await bills.summary.query({ payee })).toMatchObject({
      today: day(0),
      count: 6,
      open: { count: 4, total: '76' },
      overdue: { count: 1, total: '10' },
      dueIn7: { count: 1, total: '20' },
      dueIn30: { count: 2, total: '16' },
    });
    expect(await bills.summary.query({ payee, status: 'paid' })).toMatchObject({
      open: { count: 0 },
    });
  });

  it('a last due date before the first one is refused', async ({ get }) => {
    const answer = await get('/bills?dueFrom=2024-2-2&dueTo=2024-2-1');
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['dueTo']);
  });
});

describe('a bill that a cheque pays', () => {
  it('is paid once that is cleared, and due again when this is undone', async ({
    make,
    record,
    state,
    ask,
  }) => {
    const cheque = await make('cheques', { value: '5' });
    const bill = await make('bills', { value: '5', dueDate: '2024-03-01', cheque: cheque._id });
    expect(bill).toMatchObject({
      cheque: cheque._id,
      chequeSerial: cheque.serial,
      status: 'due',
      isOverdue: true,
    });
    await record(cheque._id, 'clear');
    expect(await state(bill)).toEqual({ status: 'paid', cheque: cheque._id, isOverdue: false });
    await record(cheque._id, 'undo');
    expect(await state(bill)).toMatchObject({ status: 'due' });
    // Nobody changed the bill.
    expect(await ask('GET', `/bills/${bill._id}`)).toMatchObject({ version: 1 });
  });

  it('follows it again once it is reinstated', async ({ make, record, replace, state }) => {
    const cheque = await make('cheques', { value: '10' });
    const bill = await make('bills', { dueDate: '2024-03-01', cheque: cheque._id });
    const { replacements } = await replace(cheque._id, 2);
    for (const { _id } of replacements) await record(_id, 'cancel');
    await record(cheque._id, 'reinstate');
    expect(await state(bill)).toMatchObject({ status: 'due', cheque: cheque._id });
    await record(cheque._id, 'clear');
    expect(await state(bill)).toMatchObject({ status: 'paid', cheque: cheque._id });
  });

  it('follows it to those that replace it, and is paid when all of these are cleared', async ({
    make,
    record,
    replace,
    state,
    ask,
  }) => {
    const cheque = await make('cheques', { value: '10' });
    const bill = await make('bills', { dueDate: '2024-03-01', cheque: cheque._id });
    const { replacements } = await replace(cheque._id, 2);
    const [first, second]: string[] = replacements.map(({ _id }: Row) => _id).sort();
    expect(await state(bill)).toMatchObject({ status: 'due', cheque: first });
    await record(first ?? '', 'clear');
    expect(await state(bill)).toMatchObject({ status: 'due', cheque: second });
    // Who sends back what was answered changes nothing.
    await ask('PUT', `/bills/${bill._id}`, { cheque: second, extraNotes: 'seen' });
    const [third] = (await replace(second ?? '', 1)).replacements;
    expect(await state(bill)).toMatchObject({ status: 'due', cheque: third._id });
    await record(third._id, 'clear');
    expect(await state(bill)).toMatchObject({ status: 'paid' });
    await record(first ?? '', 'undo');
    expect(await state(bill)).toMatchObject({ status: 'due', cheque: first });
    expect(ids(await ask('GET', `/bills?cheque=${first}`))).toEqual([bill._id]);
    expect(ids(await ask('GET', `/bills?cheque=${cheque._id}`))).toEqual([bill._id]);
  });

  it('is due again when the cheque is deleted, and paid by it once more when it comes back', async ({
    make,
    ask,
    state,
  }) => {
    const cheque = await make('cheques');
    const bill = await make('bills', { dueDate: '2024-03-01', cheque: cheque._id });
    const [one] = (
      await ask('POST', `/cheques/${cheque._id}/replacement`, {
        cheques: [{ serial: unique('D'), dueDate: '2024-6-1', value: '1' }],
      })
    ).replacements;
    await ask('DELETE', `/cheques/${one._id}`);
    expect(await state(bill)).toMatchObject({ cheque: cheque._id, status: 'due' });
    await ask('POST', `/cheques/${one._id}/restore`);
    expect(await state(bill)).toMatchObject({ cheque: one._id, status: 'due' });
  });

  it('names another one, none, or the one before by an undo', async ({ make, ask, record, state }) => {
    const [one, other] = [await make('cheques'), await make('cheques')];
    await record(other._id, 'clear');
    const bill = await make('bills', { dueDate: '2024-03-01', cheque: one._id });
    await ask('PUT', `/bills/${bill._id}`, { cheque: other._id });
    expect(await state(bill)).toMatchObject({ status: 'paid', cheque: other._id });
    const entries = await ask('GET', `/journal?record=${bill._id}&limit=1`);
    await ask('POST', `/journal/${entries[0]._id}/undo`);
    expect(await state(bill)).toMatchObject({ status: 'due', cheque: one._id });
    await ask('PUT', `/bills/${bill._id}`, { cheque: null });
    expect(await state(bill)).toMatchObject({ status: 'due', cheque: null });
  });

  it('is paid whichever of its cheques is cleared last, all at once', async ({
    make,
    record,
    replace,
    state,
  }) => {
    for (let round = 0; round < 5; round += 1) {
      const cheque = await make('cheques');
      const { replacements } = await replace(cheque._id, 4);
      const [bill] = await Promise.all([
        make('bills', { dueDate: '2024-03-01', cheque: cheque._id }),
        ...replacements.map(({ _id }: Row) => record(_id, 'clear')),
      ]);
      expect(await state(bill as Row)).toMatchObject({ status: 'paid' });
    }
  });

  it('is warned of another payee, and of bills that are worth more together', async ({ make, ask }) => {
    const cheque = await make('cheques', { value: '10' });
    const { _id: payee } = await make('payees');
    const other = await make('bills', { value: '6', payee, cheque: cheque._id });
    expect(other.warnings).toMatchObject([{ code: 'other_payee', params: { payeeName: cheque.payeeName } }]);
    const { _id, ...bill } = await make('bills', { value: '4', payee: cheque.payee, cheque: cheque._id });
    expect(bill).not.toHaveProperty('warnings');
    const more = await ask('PUT', `/bills/${_id}`, { value: '4.01' });
    expect(more.warnings).toMatchObject([
      { code: 'more_than_cheque', params: { total: '10.01', value: '10' } },
    ]);
    expect(await ask('PUT', `/bills/${_id}`, { extraNotes: 'x' })).not.toHaveProperty('warnings');
  });
});

describe('POST /bills/series', () => {
  const rent = { firstDate: '2024-1-31', months: 3, value: '700', description: 'Rent' };

  it('makes a bill for each month, in one batch that one undo takes back', async ({ make, ask }) => {
    const { _id: payee, name } = await make('payees');
    const body = { ...rent, payee, dueAfterDays: 10 };
    const planned = await ask('POST', '/bills/series', { ...body, dryRun: true });
    expect(planned).toEqual(
      [
        ['2024-01-31', '2024-02-10'],
        ['2024-02-29', '2024-03-10'],
        ['2024-03-31', '2024-04-10'],
      ].map(([date, dueDate]) => ({
        date,
        dueDate,
        value: '700',
        description: 'Rent',
        payee,
        payeeName: name,
      })),
    );
    expect(await ask('GET', `/bills?payee=${payee}`)).toEqual([]);
    const made: Row[] = await ask('POST', '/bills/series', body);
    expect(made).toMatchObject(planned.map((one: Row) => ({ ...one, status: 'due' })));
    const [entry] = await ask('GET', `/journal?record=${made[0]?._id}`);
    await ask('POST', `/journal/${entry._id}/undo`);
    expect(await ask('GET', `/bills?payee=${payee}`)).toEqual([]);
  });

  it('has no due dates unless it is said when, and one series for one key', async ({
    ask,
    service,
    admin,
  }) => {
    const send = () =>
      service.call('POST', '/bills/series', {
        token: admin.token,
        body: rent,
        headers: { 'idempotency-key': unique('series') },
      });
    const made: Row[] = (await send()).body.data;
    expect(made.map(({ dueDate, status }) => [dueDate, status])).toEqual(Array(3).fill([null, null]));
    const headers = { 'idempotency-key': unique('again') };
    const answers = await atOnce(5, () =>
      service.call('POST', '/bills/series', { token: admin.token, body: rent, headers }),
    );
    expect(new Set(answers.map(({ body }) => body.data?.[0]?._id)).size).toBe(1);
    await ask('DELETE', `/bills/${made[0]?._id}`);
  });

  it.for([
    [{ months: 0 }, 'VALIDATION', 'months'],
    [{ months: 121 }, 'VALIDATION', 'months'],
    [{ firstDate: '9999-12-1', months: 2 }, 'VALIDATION', 'firstDate'],
    [{ firstDate: '9999-12-1', months: 1, dueAfterDays: 31 }, 'VALIDATION', 'firstDate'],
    [{ dueAfterDays: -1 }, 'VALIDATION', 'dueAfterDays'],
    [{ payee: 'x' }, 'UNKNOWN_REFERENCE', 'payee'],
  ] as const)('%j is refused', async ([wrong, code, field], { send }) => {
    const answer = await send('POST', '/bills/series', { ...rent, ...wrong });
    expect(expectFailure(answer, 400, code)).toEqual([field]);
  });
});

describe('POST /bills/cheque', () => {
  const written = { serial: '000523', dueDate: '2024-3-9', value: '12' };

  it('makes one cheque for several bills, and one undo takes all of it back', async ({
    make,
    ask,
    state,
  }) => {
    const { _id: payee, name } = await make('payees');
    const due = { payee, value: '6', dueDate: '2024-03-01' };
    const [one, two] = [await make('bills', due), await make('bills', due)];
    const { _id: account, name: accountName } = await make('bankAccounts');
    const bills = [one._id, two._id, one._id];
    const cheque = await ask('POST', '/bills/cheque', { ...written, bills, payee, account });
    const { _id } = cheque;
    expect(cheque).toEqual({ ...(await ask('GET', `/cheques/${_id}`)), warnings: cheque.warnings });
    expect(cheque).toMatchObject({
      ...{ ...written, dueDate: '2024-03-09', payee, payeeName: name, account, accountName },
      ...{ status: 'issued', description: '' },
    });
    for (const bill of [one, two]) expect(await state(bill)).toMatchObject({ status: 'due', cheque: _id });
    const [entry] = await ask('GET', `/journal?record=${two._id}`);
    await ask('POST', `/journal/${entry._id}/undo`);
    for (const bill of [one, two]) expect(await state(bill)).toMatchObject({ cheque: null });
    expect(await ask('GET', `/cheques?payee=${payee}`)).toEqual([]);
  });

  it('warns as a bill does that names the cheque', async ({ make, ask }) => {
    const [bill, { _id: payee }] = [await make('bills', { value: '12.50' }), await make('payees')];
    const of = (bills: Row[], more = {}) =>
      ask('POST', '/bills/cheque', { ...written, payee, ...more, bills: bills.map(({ _id }) => _id) });
    const { warnings } = await of([bill]);
    expect(warnings).toMatchObject([{ code: 'more_than_cheque', params: { total: '12.50', value: '12' } }]);
    const other = await make('bills', { payee: (await make('payees'))._id, value: '12' });
    expect((await of([other])).warnings).toMatchObject([{ code: 'other_payee' }]);
    expect(await of([await make('bills', { payee, value: '12' })])).not.toHaveProperty('warnings');
  });

  it('of twenty at once for the same bills is made by one', async ({ make, send, ask }) => {
    const { _id: payee } = await make('payees');
    const bills = [await make('bills'), await make('bills')].map(({ _id }) => _id as string);
    const answers = await atOnce(20, (n) =>
      send('POST', '/bills/cheque', { ...written, payee, bills: n % 2 ? bills : bills.toReversed() }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(await ask('GET', `/cheques?payee=${payee}`)).toHaveLength(1);
  });

  it('happens once with the same key', async ({ service, admin: { token }, make, ask }) => {
    const { _id: payee } = await make('payees');
    const body = { ...written, payee, bills: [(await make('bills'))._id] };
    const headers = { 'idempotency-key': unique('pay') };
    const answers = await atOnce(5, () => service.call('POST', '/bills/cheque', { token, body, headers }));
    expect(new Set(answers.map(({ body }) => body.data?._id)).size).toBe(1);
    expect(await ask('GET', `/cheques?payee=${payee}`)).toHaveLength(1);
  });

  it('takes no bill that is paid or has a cheque, but one whose cheque is cancelled or deleted', async ({
    make,
    ask,
    send,
    record,
  }) => {
    const { _id: payee } = await make('payees');
    const unpaid = await make('bills');
    const pay = (bill: Row) =>
      send('POST', '/bills/cheque', { ...written, payee, bills: [unpaid._id, bill._id] });
    const refused = async (bill: Row) => {
      const answer = await pay(bill);
      expect(expectFailure(answer, 409, 'BILL_PAID')).toEqual(['bills.1']);
    };
    await refused(await make('bills', { paidOn: '2024-03-01' }));
    const cheques = [await make('cheques'), await make('cheques'), await make('cheques')];
    const bills = await Promise.all(cheques.map(({ _id: cheque }) => make('bills', { cheque })));
    for (const bill of bills) await refused(bill);
    const [cleared, cancelled, deleted] = cheques as [Row, Row, Row];
    await record(cleared._id, 'clear');
    await record(cancelled._id, 'cancel');
    await ask('DELETE', `/cheques/${deleted._id}`);
    await refused(bills[0] as Row);
    expect(await ask('GET', `/bills/${unpaid._id}`)).toMatchObject({ version: 1, cheque: null });
    const [, second, third] = bills.map(({ _id }) => _id);
    const body = { ...written, payee, bills: [second, third] };
    const cheque = await ask('POST', '/bills/cheque', body);
    expect(await ask('GET', `/bills/${third}`)).toMatchObject({ cheque: cheque._id });
  });

  it('refuses what is not there, and a closed day, and then writes nothing', async ({ make, ask, send }) => {
    const { _id: payee } = await make('payees');
    const { _id: bill } = await make('bills');
    const before = await ask('GET', '/cheques/summary');
    const pay = (more: object) =>
      send('POST', '/bills/cheque', { ...written, payee, bills: [bill], ...more });
    const unknown = async (more: object, fields: string[]) =>
      expect(expectFailure(await pay(more), 400, 'UNKNOWN_REFERENCE')).toEqual(fields);
    await unknown({ bills: [bill, unknownId] }, ['bills.1']);
    await unknown({ payee: unknownId }, ['payee']);
    await unknown({ account: unknownId }, ['account']);
    for (const bills of [[], Array(101).fill(bill), undefined])
      expect(expectFailure(await pay({ bills }), 400, 'VALIDATION')).toEqual(['bills']);
    await ask('POST', '/closings', { through: '1950-01-31', kinds: ['bills', 'cheques'] });
    const closed = await pay({ dueDate: '1950-1-31' });
    expect(expectFailure(closed, 409, 'PERIOD_CLOSED')).toEqual(['dueDate']);
    await ask('POST', '/closings', { through: null, kinds: ['bills', 'cheques'], reason: 'Test' });
    expect(await ask('GET', '/cheques/summary')).toEqual(before);
    expect(await ask('GET', `/bills/${bill}`)).toMatchObject({ version: 1, cheque: null });
  });
});

describe('a closed period', () => {
  it('lets a bill be paid, and not be another’s', async ({ make, ask, send }) => {
    const { _id: payee } = await make('payees');
    const bill = await make('bills', { date: '1950-01-31', payee });
    await ask('POST', '/closings', { through: '1950-01-31', kinds: ['bills'] });
    const cheque = await make('cheques');
    const { _id: account } = await make('bankAccounts');
    const paid = { dueDate: '1950-02-28', paidOn: '1950-02-20', account, cheque: cheque._id };
    expect(await ask('PUT', `/bills/${bill._id}`, paid)).toMatchObject({ ...paid, status: 'paid' });
    expectFailure(await send('PUT', `/bills/${bill._id}`, { payee: null }), 409, 'PERIOD_CLOSED');
    const series = { firstDate: '1950-1-31', months: 2, value: '1' };
    expect(expectFailure(await send('POST', '/bills/series', series), 409, 'PERIOD_CLOSED')).toEqual([
      'firstDate',
    ]);
    await ask('POST', '/closings', { through: null, kinds: ['bills'], reason: 'Test' });
  });
});
