import type { ClosingKind } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { callTrpc, procedure } from '../support/calls.ts';
import { closingTest, expectClosed, inside, outside, through } from '../support/closings.ts';
import { bodyOf, type Fields, pathOf, type Row } from '../support/samples/index.ts';
import { expectFailure, expectTrpcFailure } from '../support/wire.ts';

// docs/rules.md, section 15: what is dated on or before `through` is closed.
const it = closingTest;

interface Kind {
  readonly kind: ClosingKind;
  /** The field that is dated. */
  readonly day: string;
  /** Changes that a closing refuses. */
  readonly counted: readonly Fields[];
  /** Those that it does not. */
  readonly free: readonly Fields[];
  /** Fields that name another record. */
  readonly references?: Readonly<Record<string, 'users' | 'payees' | 'bankAccounts' | 'cheques'>>;
}

const cases: readonly Kind[] = [
  {
    kind: 'logs',
    day: 'date',
    counted: [
      { startingTime: '07:00' },
      { finishingTime: '17:00' },
      { payment: '9' },
      { isAbsent: true },
      { breakMinutes: 15 },
    ],
    free: [{ extraNotes: 'later' }],
    references: { worker: 'users' },
  },
  {
    kind: 'bills',
    day: 'date',
    counted: [{ value: '9' }, { description: 'Another' }],
    free: [{ extraNotes: 'later' }],
  },
  {
    kind: 'cheques',
    day: 'dueDate',
    counted: [{ serial: '9' }, { value: '9' }, { description: 'Another' }],
    free: [{ isCancelled: true }, { isCancelled: false }],
    references: { payee: 'payees', account: 'bankAccounts' },
  },
  {
    kind: 'payEntries',
    day: 'date',
    counted: [{ kind: 'bonus', amount: '9' }, { amount: '9' }],
    free: [{ extraNotes: 'later' }],
    references: { worker: 'users', cheque: 'cheques' },
  },
];

/** The fields that a record has in common with the bodies that make it. */
const sentBack = (record: Row, kind: ClosingKind) => {
  const known = new Set([...Object.keys(bodyOf(kind)), 'extraNotes', 'description', 'worker', 'payee']);
  return Object.fromEntries(Object.entries(record).filter(([name]) => known.has(name)));
};

describe.each(cases)('$kind', ({ kind, day, counted, free, references = {} }) => {
  const path = pathOf(kind);
  const at = ({ _id }: Row) => `${path}/${_id}`;

  it.beforeEach(async ({ close }) => {
    await close(null);
  });

  it('are made after the last closed day alone, over REST and tRPC', async ({
    service,
    admin,
    make,
    send,
    close,
  }) => {
    const made = await make(kind, { [day]: inside });
    const body = { ...sentBack(made, kind), [day]: inside };
    await close(through, kind);
    expectClosed(await send('POST', path, body), day);
    expectClosed(await send('POST', path, { ...body, [day]: through }), day);
    expectClosed(await send('POST', path, { ...body, [day]: '1900-01-01' }), day);
    const input = { token: admin.token, input: body };
    const trpc = await callTrpc(service, procedure(`${kind}.create`), input);
    expect(expectTrpcFailure(trpc, 409, 'PERIOD_CLOSED')).toEqual([day]);
    expect(await make(kind, { [day]: outside })).toMatchObject({ [day]: outside });
  });

  it('keep what counts, and the day itself, wherever it would go', async ({ make, ask, send, close }) => {
    const closed = await make(kind, { [day]: through });
    const later = await make(kind, { [day]: outside });
    await close(through, kind);
    for (const change of counted) expectClosed(await send('PUT', at(closed), change), day);
    for (const [field, to] of Object.entries(references)) {
      const other = await make(to, to === 'cheques' ? { dueDate: outside } : {});
      expectClosed(await send('PUT', at(closed), { [field]: other._id }), day);
    }
    expectClosed(await send('PUT', at(closed), { [day]: outside }), day);
    expectClosed(await send('PUT', at(closed), { [day]: inside }), day);
    expectClosed(await send('PUT', at(later), { [day]: through }), day);
    expect(await ask('GET', at(closed))).toEqual(closed);
    for (const change of counted) await ask('PUT', at(later), change);
    await ask('PUT', at(later), { [day]: '2024-05-01' });
  });

  it('take the values that they have, and what does not count', async ({ make, ask, close }) => {
    const closed = await make(kind, { [day]: inside });
    await close(through, kind);
    expect(await ask('PUT', at(closed), sentBack(closed, kind))).toMatchObject(sentBack(closed, kind));
    for (const change of free) expect(await ask('PUT', at(closed), change)).toMatchObject(change);
  });

  it('are neither deleted nor restored, and no change of them is undone', async ({
    admin,
    make,
    ask,
    send,
    undo,
    close,
  }) => {
    const [created, changed, moved, deleted, restored] = await Promise.all(
      Array.from({ length: 5 }, () => make(kind, { [day]: inside })),
    );
    await ask('PUT', at(changed), counted[0]);
    await ask('PUT', at(moved), { [day]: outside });
    await ask('DELETE', at(deleted));
    await ask('DELETE', at(restored));
    await ask('POST', `${at(restored)}/restore`);
    await close(through, kind);
    expectClosed(await send('DELETE', at(created)), day);
    expectClosed(await send('POST', `${at(deleted)}/restore`), day);
    for (const record of [created, changed, moved, deleted, restored])
      expectClosed(await undo(record._id, admin), day);
    expect(await ask('GET', at(changed))).toMatchObject({ version: 2 });
    expectFailure(await send('GET', at(deleted)), 404, 'NOT_FOUND');

    await close(null, kind);
    for (const record of [created, changed, moved, deleted, restored])
      expect((await undo(record._id, admin)).status).toBe(200);
  });

  it('are not closed by other kinds', async ({ make, ask, close }) => {
    await close(through, ...cases.flatMap((other) => (other.kind === kind ? [] : [other.kind])));
    // What it names may be closed itself.
    const { _id } = await make(kind, { [day]: inside });
    await ask('PUT', `${path}/${_id}`, counted[0]);
    await ask('DELETE', `${path}/${_id}`);
    await ask('POST', `${path}/${_id}/restore`);
  });

  it('say first what else is wrong with them', async ({ make, send, close }) => {
    const { _id, version } = await make(kind, { [day]: inside });
    await close(through, kind);
    expectFailure(await send('POST', path, { [day]: inside }), 400, 'VALIDATION');
    expectFailure(await send('PUT', `${path}/${version}`, counted[0]), 404, 'NOT_FOUND');
    expectFailure(await send('POST', `${path}/${_id}/restore`), 409, 'NOT_DELETED');
    for (const field of Object.keys(references)) {
      const body = { ...bodyOf(kind, { [day]: inside }), worker: _id, payee: _id, [field]: _id };
      expectFailure(await send('POST', path, body), 400, 'UNKNOWN_REFERENCE');
      expectFailure(await send('PUT', `${path}/${_id}`, { [field]: version }), 400, 'VALIDATION');
      expectFailure(await send('PUT', `${path}/${_id}`, { [field]: 'none' }), 400, 'UNKNOWN_REFERENCE');
    }
  });
});

describe('cheques', () => {
  const second = { serial: '0043', dueDate: inside, value: '10.50' };

  it.beforeEach(async ({ close }) => {
    await close(null);
  });

  it('go on in their lives', async ({ make, ask, close }) => {
    const [one, other] = [
      await make('cheques', { dueDate: inside }),
      await make('cheques', { dueDate: inside }),
    ];
    await close(through, 'cheques');
    const events = `/cheques/${one._id}/events`;
    for (const kind of ['present', 'bounce', 'present', 'clear', 'undo']) await ask('POST', events, { kind });
    await ask('POST', '/cheques/events', { cheques: [other._id], kind: 'stop' });
    await ask('POST', '/cheques/events', { cheques: [other._id], kind: 'undo' });
    const { cheque } = await ask('POST', `/cheques/${other._id}/replacement`, {
      cheques: [{ ...second, dueDate: outside }],
    });
    expect(cheque).toMatchObject({ isCancelled: true, dueDate: inside });
  });

  it('are not made by a replacement or a series in a closed period, none of them', async ({
    service,
    make,
    ask,
    send,
    close,
  }) => {
    const { _id, payee } = await make('cheques', { dueDate: inside });
    await close(through, 'cheques');
    const before = await service.sql`select count(*) from cheques`;
    const cheques = [{ ...second, dueDate: outside }, second];
    expectClosed(await send('POST', `/cheques/${_id}/replacement`, { cheques }), 'cheques.1.dueDate');
    const series = { firstDueDate: through, months: 3, value: '1', payee, firstSerial: '1' };
    expectClosed(await send('POST', '/cheques/series', series), 'firstDueDate');
    expect(await service.sql`select count(*) from cheques`).toEqual(before);
    expect(await ask('GET', `/cheques/${_id}`)).toMatchObject({ status: 'issued', replacedBy: [] });
    expect(await ask('POST', '/cheques/series', { ...series, dryRun: true })).toHaveLength(3);
    expect(await ask('POST', '/cheques/series', { ...series, firstDueDate: outside })).toHaveLength(3);
  });

  it('of one batch are undone together, or none', async ({ admin, service, make, ask, undo, close }) => {
    const { payee } = await make('cheques');
    const series = { firstDueDate: through, months: 3, value: '1', payee, firstSerial: '1' };
    const made: Row[] = await ask('POST', '/cheques/series', series);
    await close(through, 'cheques');
    expectClosed(await undo(made[2]._id, admin), 'dueDate');
    const ids = made.map(({ _id }) => _id);
    const { sql } = service;
    expect(await sql`select 1 from cheques where id in ${sql(ids)} and deleted_at is not null`).toHaveLength(
      0,
    );
  });
});

describe('pay entries', () => {
  it('of somebody whom the caller may not pay are 403, closed or not', async ({
    admin,
    supervisor,
    send,
    close,
  }) => {
    await close(through, 'payEntries');
    const body = { worker: admin.id, date: inside, kind: 'bonus', amount: '1' };
    expectFailure(await send('POST', '/pay-entries', body, supervisor), 403, 'FORBIDDEN');
    expectClosed(await send('POST', '/pay-entries', body), 'date');
  });
});
