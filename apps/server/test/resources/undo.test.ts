import { describe, expect } from 'vitest';
import { asker, atOnce, tally } from '../support/asking.ts';
import { bodyOf, pathOf, type Row } from '../support/samples/index.ts';
import { password, unknownId } from '../support/service.ts';
import { undoTest as it } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 8: who may undo what. What every kind of record has in common is tested with each.
describe('an entry', () => {
  it.for(['0', '999999999999', 'x', '1e3', '-1', '9'.repeat(30), '١'])(
    'that is not there is not found: %s',
    async (id, { service, admin: { token } }) => {
      expectFailure(
        await service.call('POST', `/journal/${encodeURIComponent(id)}/undo`, { token }),
        404,
        'NOT_FOUND',
      );
    },
  );

  it('is undone by a Supervisor if it is their own, and not older than 30 days', async ({
    service,
    supervisor,
    admin,
    undo,
    latest,
    make,
  }) => {
    const theirs = await asker(service, supervisor)('POST', '/bills', bodyOf('bills'));
    const mine = await make('bills');
    expectFailure(await undo(mine._id, supervisor), 403, 'FORBIDDEN');
    await service.sql`set session_replication_role = replica`;
    await service.sql`update journal set at = now() - interval '31 days' where id = ${await latest(theirs._id)}`;
    await service.sql`set session_replication_role = origin`;
    expectFailure(await undo(theirs._id, supervisor), 403, 'FORBIDDEN');
    expect((await undo(theirs._id, admin)).status).toBe(200);
    const another = await asker(service, supervisor)('POST', '/bills', bodyOf('bills'));
    expect((await undo(another._id, supervisor)).status).toBe(200);
  });

  it('of a password, or of a cheque that is cancelled, is never undone, also not in part', async ({
    admin,
    ask,
    make,
    undo,
  }) => {
    const user = await make('users');
    await ask('PUT', `/users/${user._id}`, { password: 'another good password', firstName: 'Other' });
    expectFailure(await undo(user._id, admin), 409, 'NOT_UNDOABLE');
    expect((await ask('GET', `/users/${user._id}`)).firstName).toBe('Other');
    const payee = await make('payees');
    const cheque = await make('cheques', { payee: payee._id });
    await ask('PUT', `/cheques/${cheque._id}`, { isCancelled: true, serial: '9' });
    expectFailure(await undo(cheque._id, admin), 409, 'NOT_UNDOABLE');
  });

  it('puts exact amounts, dates, times and empty values back', async ({ admin, ask, make, undo }) => {
    const worker = await make('users');
    const log = await make('logs', { worker: worker._id, payment: '1234567890123.4500', extraNotes: '' });
    const path = `/logs/${log._id}`;
    await ask('PUT', path, {
      payment: '0.1',
      isAbsent: true,
      extraNotes: 'x',
      date: '2024-5-6',
      startingTime: '01:02',
    });
    const { body } = await undo(log._id, admin);
    const { version: _, updatedAt: __, ...rest } = log;
    expect(body.data).toMatchObject(rest);
    expect(await ask('GET', path)).toEqual(body.data);
  });

  it('that names a deleted record is not put back', async ({ admin, ask, make, undo, latest, service }) => {
    const [one, other] = [await make('payees'), await make('payees')];
    const cheque = await make('cheques', { payee: one._id });
    await ask('PUT', `/cheques/${cheque._id}`, { payee: other._id });
    await ask('DELETE', `/payees/${one._id}`);
    const answer = await undo(cheque._id, admin);
    expect(expectFailure(answer, 400, 'UNKNOWN_REFERENCE')).toEqual(['payee']);
    // But a cheque whose payee is deleted comes back itself.
    await ask('DELETE', `/payees/${other._id}`);
    await ask('DELETE', `/cheques/${cheque._id}`);
    const entry = await latest(cheque._id);
    const back = await service.call('POST', `/journal/${entry}/undo`, { token: admin.token });
    expect(back.body.data).toMatchObject({ payee: other._id, payeeName: other.name });
  });
});

describe('a batch', () => {
  it('is undone whole, or not at all', async ({ service, admin, ask, make, entries }) => {
    const batch = '0193a6a0-aaaa-7aaa-8aaa-aaaaaaaaaaaa';
    const [bill, payee] = [await make('bills', { value: '1' }), await make('payees')];
    await service.sql.begin(async (sql) => {
      await sql`select set_config('daybook.batch', ${batch}, true)`;
      await sql`update bills set value = 2, version = version + 1, changed_by = ${admin.id} where id = ${bill._id}`;
      await sql`update payees set deleted_at = now(), version = version + 1, changed_by = ${admin.id} where id = ${payee._id}`;
    });
    const [, changed] = await entries(bill._id);
    expect(changed).toMatchObject({ batch });
    expect((await ask('GET', `/journal?record=${bill._id}`))[0]).toMatchObject({ batch });
    const undo = () => service.call('POST', `/journal/${changed.id}/undo`, { token: admin.token });

    await ask('PUT', `/bills/${bill._id}`, { value: '3' });
    expect(expectFailure(await undo(), 409, 'UNDO_CONFLICT')).toEqual(['value']);
    expectFailure(
      await service.call('GET', `/payees/${payee._id}`, { token: admin.token }),
      404,
      'NOT_FOUND',
    );
    await ask('PUT', `/bills/${bill._id}`, { value: '2' });

    expect(tally(await atOnce(20, undo))).toEqual({ 200: 1, 409: 19 });
    expect((await ask('GET', `/bills/${bill._id}`)).value).toBe('1');
    expect((await ask('GET', `/payees/${payee._id}`)).name).toBe(payee.name);
    // What was done together is undone together, and can be done again together.
    const redo = (await entries(payee._id)).at(-1);
    expect(redo).toMatchObject({ action: 'restore', batch: (await entries(bill._id)).at(-1)?.batch });
    expect(
      (await service.call('POST', `/journal/${redo?.id}/undo`, { token: admin.token })).body.data,
    ).toEqual({ _id: payee._id });
    expect((await ask('GET', `/bills/${bill._id}`)).value).toBe('2');
  });

  it('leaves nothing behind for the next change', async ({ make, entries, ask }) => {
    const bill = await make('bills');
    await ask('PUT', `/bills/${bill._id}`, { value: '7' });
    for (const { batch, undoes } of await entries(bill._id)) expect([batch, undoes]).toEqual([null, null]);
  });
});

it('an undo while somebody changes the record leaves a true journal', async ({
  service,
  admin: { token },
  ask,
  make,
  entries,
  latest,
}) => {
  const bill = await make('bills', { value: '1' });
  const path = `/bills/${bill._id}`;
  for (let round = 0; round < 15; round++) {
    await ask('PUT', path, { value: '1' });
    await ask('PUT', path, { value: '2' });
    const entry = await latest(bill._id);
    const [undone, changed] = await Promise.all([
      service.call('POST', `/journal/${entry}/undo`, { token }),
      service.call('PUT', path, { token, body: { value: '3' } }),
    ]);
    expect(changed.status).toBe(200);
    expect([200, 409]).toContain(undone.status);
    expect((await ask('GET', path)).value).toBe('3');
    expect((await entries(bill._id)).some(({ undoes }) => undoes === entry)).toBe(undone.status === 200);
  }
  const values = (await entries(bill._id)).filter(({ action }) => action === 'update');
  for (const [i, { before }] of values.entries())
    if (i > 0) expect(before.value).toBe(values[i - 1]?.after.value);
});

describe('the trash', () => {
  it('comes in pages, latest first, without users for a Supervisor', async ({
    service,
    supervisor,
    admin,
    ask,
    make,
  }) => {
    const made: string[] = [];
    for (const resource of ['bills', 'payees', 'users', 'bills'] as const) {
      const { _id } = await make(resource);
      await ask('DELETE', `${pathOf(resource)}/${_id}`);
      made.unshift(_id);
    }
    const seen: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await service.call('GET', `/trash?limit=2${cursor && `&cursor=${cursor}`}`, {
        token: admin.token,
      });
      seen.push(...body.data);
      cursor = body.nextCursor;
    }
    expect(seen.slice(0, 4).map(({ _id }) => _id)).toEqual(made);
    const theirs = await asker(service, supervisor)('GET', '/trash');
    expect(theirs.slice(0, 3).map(({ kind }: Row) => kind)).toEqual(['bills', 'payees', 'bills']);
    const { token } = supervisor;
    expectFailure(await service.call('GET', '/trash?kind=users', { token }), 403, 'FORBIDDEN');
    expect(expectFailure(await service.call('GET', '/trash?kind=x', { token }), 400, 'VALIDATION')).toEqual([
      'kind',
    ]);
  });
});

it('a secret is in no entry and in no conflict', async ({ service, admin, make, ask }) => {
  const user = await make('users');
  await ask('PUT', `/users/${user._id}`, { password });
  const { body } = await service.call('GET', `/journal?record=${user._id}`, { token: admin.token });
  expect(JSON.stringify(body)).not.toMatch(/argon2|password_hash|epoch/i);
  expectFailure(
    await service.call('POST', `/users/${unknownId}/restore`, { token: admin.token }),
    404,
    'NOT_FOUND',
  );
});
