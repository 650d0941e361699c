import { describe, expect } from 'vitest';
import { issueOf, settlementTest as it } from '../support/pay.ts';
import type { Row } from '../support/samples/index.ts';
import { unknownId } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';

describe('acknowledging', () => {
  it('is done once, by the worker or by who may settle', async ({ service, send, settle, ask }) => {
    const mine = await service.person('User');
    const first = await settle(mine.id, '2023-01-31');
    const path = `/settlements/${first._id}/acknowledge`;
    expectFailure(await send('POST', path, undefined, mine, '"7"'), 412, 'PRECONDITION_FAILED');
    const { body, headers } = await send('POST', path, undefined, mine, '"1"');
    expect(body.data).toEqual({
      ...first,
      status: 'acknowledged',
      acknowledgedAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 2,
    });
    expect(headers.get('etag')).toMatch(/^"2-/);
    expect(await ask('GET', `/settlements/${first._id}`)).toEqual(body.data);
    const again = await send('POST', path);
    expectFailure(again, 409, 'SETTLEMENT_STATE');
    expect(issueOf(again)).toMatchObject({ code: 'settlement_state', params: { status: 'acknowledged' } });
    expectFailure(await send('POST', `/settlements/${unknownId}/acknowledge`), 404, 'NOT_FOUND');
  });

  it('is refused of a void one', async ({ worker, settle, makeVoid, send }) => {
    const first = await settle(await worker(), '2023-01-31');
    await makeVoid(first);
    const answer = await send('POST', `/settlements/${first._id}/acknowledge`);
    expectFailure(answer, 409, 'SETTLEMENT_STATE');
    expect(issueOf(answer).params).toEqual({ status: 'void' });
  });
});

describe('making void', () => {
  it('takes the payout away, and the next one replaces it', async ({
    worker,
    work,
    settle,
    makeVoid,
    entriesOf,
    send,
    ask,
  }) => {
    const id = await worker();
    await work(id, '2023-01-10');
    const first = await settle(id, '2023-01-31', { payout: '900' });
    await ask('POST', `/settlements/${first._id}/acknowledge`);
    const voided = await makeVoid(first);
    expect(voided).toEqual({
      ...first,
      status: 'void',
      reason: 'wrong',
      acknowledgedAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 3,
    });
    expect(await entriesOf(id)).toEqual([]);
    const again = await settle(id, '2023-01-31', { payout: '480' });
    expect(again).toMatchObject({ number: 2, from: '2023-01-10', replaces: first._id, balance: '0.00' });
    expect(await settle(id, '2023-02-28')).toMatchObject({ number: 3, replaces: null });
    const path = `/settlements/${first._id}/void`;
    const twice = await send('POST', path, { reason: 'again' });
    expectFailure(twice, 409, 'SETTLEMENT_STATE');
    expect(issueOf(twice)).toMatchObject({ code: 'settlement_state', params: { status: 'void' } });
    for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(501) }])
      expect(expectFailure(await send('POST', path, body), 400, 'VALIDATION')).toEqual(['reason']);
    expectFailure(await send('POST', path, { reason: 'x' }, undefined, '"1"'), 412, 'PRECONDITION_FAILED');
    expectFailure(await send('POST', `/settlements/${unknownId}/void`, { reason: 'x' }), 404, 'NOT_FOUND');
  });

  it('is for the newest that is not void', async ({ worker, settle, makeVoid, send }) => {
    const id = await worker();
    const [first, second] = [await settle(id, '2023-01-31'), await settle(id, '2023-02-28')];
    const answer = await send('POST', `/settlements/${first._id}/void`, { reason: 'x' });
    expectFailure(answer, 409, 'SETTLEMENT_STATE');
    expect(issueOf(answer)).toMatchObject({ code: 'not_newest_settlement', params: { number: 2 } });
    await makeVoid(second);
    expect((await makeVoid(first)).status).toBe('void');
    expect(await settle(id, '2023-02-28')).toMatchObject({ number: 3, replaces: first._id });
  });

  it('keeps the payout as an ordinary entry, which the next one owns', async ({
    worker,
    work,
    settle,
    makeVoid,
    entriesOf,
    ask,
  }) => {
    const id = await worker();
    await work(id, '2023-01-10');
    await work(id, '2023-01-11');
    const first = await settle(id, '2023-01-31', { payout: '900' });
    await makeVoid(first, true);
    const [kept] = await entriesOf(id);
    expect(kept).toMatchObject({ amount: '900', settlement: null, version: 2 });
    const changed = await ask('PUT', `/pay-entries/${kept?._id}`, { amount: '890', date: '2023-01-30' });
    expect(changed).toMatchObject({ amount: '890', version: 3 });
    const statement = await ask('GET', `/users/${id}/statement?from=2023-01-30&to=2023-01-31`);
    expect(statement.lines).toMatchObject([{ date: '2023-01-30', paid: '890.00' }]);
    const draft = await ask('GET', `/settlements/preview?worker=${id}&to=2023-01-31`);
    expect(draft).toMatchObject({ payout: '890.00', paid: '890.00', balance: '70.00' });

    const again = await settle(id, '2023-01-31', { payout: '10', payoutDate: '2023-02-03' });
    expect(again).toMatchObject({ replaces: first._id, paid: '900.00', payout: '900.00', balance: '60.00' });
    expect(again.totals).toMatchObject({ payouts: '900.00', paid: '900.00' });
    expect(again.lines.map(({ date, paid }: Row) => [date, paid])).toEqual([
      ['2023-01-10', '0.00'],
      ['2023-01-11', '0.00'],
    ]);
    expect(await entriesOf(id)).toMatchObject([
      { amount: '890', settlement: again._id, version: 4 },
      { amount: '10', settlement: again._id },
    ]);
    await makeVoid(again);
    expect(await entriesOf(id)).toEqual([]);
  });

  it('of two replaces the one voided last, and owns its payout alone', async ({
    worker,
    work,
    settle,
    makeVoid,
    entriesOf,
  }) => {
    const id = await worker();
    await work(id, '2023-01-10');
    const first = await settle(id, '2023-01-31', { payout: '100' });
    const second = await settle(id, '2023-02-28', { payout: '200' });
    await makeVoid(second, true);
    await makeVoid(first, true);
    const third = await settle(id, '2023-02-28');
    expect(third).toMatchObject({ number: 3, replaces: first._id, payout: '100.00', paid: '300.00' });
    expect(third.lines.at(-1)).toMatchObject({ date: '2023-02-28', paid: '200.00', balance: '280.00' });
    expect(third.balance).toBe('180.00');
    expect((await entriesOf(id)).map(({ settlement }) => settlement)).toEqual([third._id, null]);
    await makeVoid(third, true);
    const fourth = await settle(id, '2023-02-28');
    expect(fourth).toMatchObject({ replaces: third._id, payout: '100.00', balance: '180.00' });
  });

  it('leaves out a kept payout that is something else by now', async ({
    worker,
    settle,
    makeVoid,
    entriesOf,
    ask,
  }) => {
    const [id, other] = [await worker(), await worker()];
    await makeVoid(await settle(id, '2023-01-31', { payout: '100' }), true);
    const [kept] = await entriesOf(id);
    await ask('PUT', `/pay-entries/${kept?._id}`, { kind: 'advance' });
    const again = await settle(id, '2023-01-31');
    expect(again).toMatchObject({ payout: '0.00', paid: '100.00', balance: '-100.00' });
    await makeVoid(again);
    await ask('PUT', `/pay-entries/${kept?._id}`, { kind: 'payout', worker: other });
    expect(await settle(id, '2023-01-31')).toMatchObject({ payout: '0.00', balance: '0.00' });
    expect(await settle(other, '2023-01-31')).toMatchObject({ payout: '0.00', balance: '-100.00' });
  });
});

describe('the payout of a settlement', () => {
  it('is not changed, deleted, restored or undone, and goes with it for good', async ({
    worker,
    settle,
    makeVoid,
    entriesOf,
    send,
    undo,
    admin,
    ask,
  }) => {
    const id = await worker();
    const first = await settle(id, '2023-01-31', { payout: '100' });
    const [payout] = await entriesOf(id);
    const path = `/pay-entries/${payout?._id}`;
    const refused = async (answer: Promise<Awaited<ReturnType<typeof send>>>) => {
      const failed = await answer;
      expectFailure(failed, 409, 'SETTLEMENT_STATE');
      expect(issueOf(failed)).toMatchObject({
        code: 'payout_of_settlement',
        params: { settlement: first._id },
      });
    };
    await refused(send('PUT', path, { amount: '90' }));
    await refused(send('PUT', path, { extraNotes: 'paid by hand' }));
    await refused(send('DELETE', path));
    await refused(undo(payout?._id, admin));
    expect(await ask('GET', path)).toEqual(payout);
    await makeVoid(first);
    await refused(send('POST', `${path}/restore`));
    await refused(undo(payout?._id, admin));
    expectFailure(await send('GET', path), 404, 'NOT_FOUND');
  });

  it('that was kept is like any entry', async ({ worker, settle, makeVoid, entriesOf, ask, undo, admin }) => {
    const id = await worker();
    await makeVoid(await settle(id, '2023-01-31', { payout: '100' }), true);
    const [kept] = await entriesOf(id);
    const path = `/pay-entries/${kept?._id}`;
    await ask('DELETE', path);
    await ask('POST', `${path}/restore`);
    expect((await undo(kept?._id, admin)).status).toBe(200);
    expect(await entriesOf(id)).toEqual([]);
    expect(await settle(id, '2023-01-31')).toMatchObject({ payout: '0.00', balance: '0.00' });
    // It is no longer that of the settlement which is replaced.
    await ask('POST', `${path}/restore`);
    expect(await entriesOf(id)).toMatchObject([{ settlement: null }]);
    const next = await settle(id, '2023-02-28');
    expect(next).toMatchObject({ payout: '0.00', paid: '100.00', replaces: null });
    expect(next.corrections).toMatchObject([{ field: 'payouts', before: '0.00', after: '100.00' }]);
  });
});

describe('a closed period', () => {
  it('takes no payout, and none of its settlements is made void', async ({
    worker,
    work,
    settle,
    makeVoid,
    send,
    ask,
  }) => {
    const close = (through: string | null) =>
      ask('POST', '/closings', { through, kinds: ['payEntries'], reason: 'a test' });
    const refused = async (path: string, body: object, field: string) => {
      const answer = await send('POST', `/settlements${path}`, body);
      expect(expectFailure(answer, 409, 'PERIOD_CLOSED')).toEqual([field]);
      expect(issueOf(answer).params).toEqual({ through: '2023-01-31' });
    };
    const id = await worker();
    await work(id, '2023-01-10');
    const first = await settle(id, '2023-01-31', { payout: '100', payoutDate: '2023-02-01' });
    await close('2023-01-31');
    for (const keepPayout of [false, true])
      await refused(`/${first._id}/void`, { reason: 'x', keepPayout }, '');
    await refused('', { worker: id, to: '2023-02-28', payout: '5', payoutDate: '2023-01-31' }, 'payoutDate');
    expect((await send('POST', `/settlements/${first._id}/acknowledge`)).status).toBe(200);
    expect(await settle(id, '2023-02-28', { payout: '5' })).toMatchObject({ number: 2, balance: '375.00' });
    await close(null);
    const third = await settle(id, '2023-03-31', { payout: '7', payoutDate: '2023-01-30' });
    await close('2023-01-31');
    for (const keepPayout of [false, true])
      await refused(`/${third._id}/void`, { reason: 'x', keepPayout }, '');
    expect(await ask('GET', `/settlements/${third._id}`)).toEqual(third);
    await close(null);
    await makeVoid(third);
  });

  it('keeps a payout that the next settlement owns', async ({ worker, settle, makeVoid, ask }) => {
    const id = await worker();
    await makeVoid(await settle(id, '2023-01-31', { payout: '100' }), true);
    await ask('POST', '/closings', { through: '2023-01-31', kinds: ['payEntries'] });
    expect(await settle(id, '2023-01-31')).toMatchObject({ payout: '100.00' });
    await ask('POST', '/closings', { through: null, kinds: ['payEntries'], reason: 'a test' });
  });
});

describe('the journal', () => {
  it('tells of a settlement and of its payout, and a settlement is never undone', async ({
    worker,
    settle,
    makeVoid,
    entriesOf,
    undo,
    admin,
    ask,
  }) => {
    const id = await worker();
    const first = await settle(id, '2023-01-31', { payout: '100' });
    const [payout] = await entriesOf(id);
    const entries = (record: string): Promise<Row[]> => ask('GET', `/journal?record=${record}`);
    const [issued] = await entries(first._id);
    expect(issued).toMatchObject({
      kind: 'settlements',
      action: 'create',
      actor: admin.id,
      batch: null,
      after: { worker: id, number: 1, status: 'issued', payout: '100.00', balance: '-100.00' },
      subject: { title: first.workerName, date: '2023-01-31', value: '-100.00' },
    });
    expect(await entries(payout?._id)).toMatchObject([{ kind: 'payEntries', action: 'create', batch: null }]);
    expectFailure(await undo(first._id, admin), 409, 'NOT_UNDOABLE');
    await ask('POST', `/settlements/${first._id}/acknowledge`);
    expectFailure(await undo(first._id, admin), 409, 'NOT_UNDOABLE');
    await makeVoid(first);
    expectFailure(await undo(first._id, admin), 409, 'NOT_UNDOABLE');
    expect((await entries(first._id))[0]).toMatchObject({
      action: 'update',
      before: { status: 'acknowledged', reason: '' },
      after: { status: 'void', reason: 'wrong' },
    });
    expect((await entries(payout?._id))[0]).toMatchObject({ action: 'delete' });
  });
});

it('what was frozen is never altered or removed', async ({ service: { sql }, worker, work, settle }) => {
  const id = await worker();
  await work(id, '2023-01-10');
  await settle(id, '2023-01-31');
  for (const statement of [
    sql`update settlements set balance = 0`,
    sql`update settlements set deleted_at = now()`,
    sql`delete from settlements`,
    sql`truncate settlements cascade`,
    sql`update settlement_values set amount = 0`,
    sql`delete from settlement_values`,
    sql`truncate settlement_values`,
  ])
    await expect(statement).rejects.toMatchObject({ code: '42501' });
});
