import { purging } from '@daybook/domain/server';
import { describe, expect } from 'vitest';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 17: what is removed because of its age, where the settings say so.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('expire', { scope: 'file' }, ({ service }) => async (retention: purging.Retention) => {
    const removed: Record<string, number> = {};
    for (const [kind, expired] of Object.entries(purging.retentionKinds(retention)))
      removed[kind] = await purging.purge(service.dependencies.pools.users, expired);
    return removed;
  })
  /** Makes a record, its deletion and its entries older. */
  .extend(
    'age',
    { scope: 'file' },
    ({ service: { sql } }) =>
      async (table: string, id: string, days = 40) => {
        await sql`alter table journal disable trigger journal_kept`;
        await sql`update journal set at = at - make_interval(days => ${days}) where record_id = ${id}`;
        await sql`alter table journal enable trigger journal_kept`;
        await sql`update ${sql(table)} set deleted_at = deleted_at - make_interval(days => ${days}) where id = ${id}`;
      },
  );
const month = 30 * 24 * 60 * 60;

describe('where nothing is set', () => {
  it('nothing is removed', () => {
    expect(purging.retentionKinds({})).toEqual({});
  });
});

describe('deleted records', () => {
  it('go with their entries once they are old enough; others stay', async ({
    service: { sql },
    ask,
    make,
    expire,
    age,
    admin,
    service,
  }) => {
    const [old, recent, kept] = [await make('bills'), await make('bills'), await make('bills')];
    for (const { _id } of [old, recent]) await ask('DELETE', `/bills/${_id}`);
    await age('bills', old._id);
    await age('bills', kept._id);
    expect(await expire({ deleted: month })).toEqual({ 'deleted records': 1 });
    const left = await sql`select id from bills where id in ${sql([old._id, recent._id, kept._id])}`;
    expect(left.map(({ id }) => id).sort()).toEqual([recent._id, kept._id].sort());
    expect(await ask('GET', `/journal?record=${old._id}`)).toEqual([]);
    const trashed = await ask('GET', '/trash?kind=bills');
    expect(trashed.map(({ _id }: { _id: string }) => _id)).toEqual([recent._id]);
    const answer = await service.call('POST', `/bills/${old._id}/restore`, { token: admin.token });
    expectFailure(answer, 404, 'NOT_FOUND');
    const [entry] = await ask('GET', '/journal?kind=settings&action=erase');
    expect(entry).toMatchObject({ actor: null, after: { bills: expect.anything() } });
  });

  it('that others name stay until those are gone; events go with their cheque', async ({
    service: { sql },
    ask,
    make,
    expire,
    age,
  }) => {
    const payee = await make('payees');
    const cheque = await make('cheques', { payee: payee._id });
    await ask('POST', `/cheques/${cheque._id}/events`, { kind: 'cancel', reason: 'lost' });
    await ask('DELETE', `/payees/${payee._id}`);
    await age('payees', payee._id);
    expect(await expire({ deleted: month })).toEqual({ 'deleted records': 0 });
    await ask('DELETE', `/cheques/${cheque._id}`);
    await age('cheques', cheque._id);
    await expire({ deleted: month });
    await expire({ deleted: month });
    const [left] = await sql`select (select count(*) from cheques where id = ${cheque._id})
      + (select count(*) from payees where id = ${payee._id})
      + (select count(*) from cheque_events where cheque_id = ${cheque._id}) as rows`;
    expect(Number(left?.rows)).toBe(0);
  });

  it('users stay: they are erased', async ({ ask, make, expire, age, service: { sql } }) => {
    const { _id } = await make('users');
    await ask('DELETE', `/users/${_id}`);
    await age('users', _id);
    await expire({ deleted: month });
    expect(await sql`select id from users where id = ${_id}`).toHaveLength(1);
  });
});

describe('the journal', () => {
  it('ends at the age that is set, in several batches; the trash stays', async ({
    service: { sql },
    ask,
    make,
    expire,
  }) => {
    const gone = await make('bills');
    await ask('DELETE', `/bills/${gone._id}`);
    await sql`insert into journal (kind, record_id, action, after)
      select 'bills', gen_random_uuid(), 'update', '{}' from generate_series(1, 3000)`;
    await sql`alter table journal disable trigger journal_kept`;
    await sql`update journal set at = at - interval '40 days' where at > now() - interval '30 days'`;
    await sql`alter table journal enable trigger journal_kept`;
    const kept = await make('bills');
    expect((await expire({ journal: month })).journal).toBeGreaterThanOrEqual(3001);
    const [left] =
      await sql`select count(*)::integer as rows from journal where at < now() - interval '30 days' and action <> 'delete'`;
    expect(left?.rows).toBe(0);
    const [deletion] = await ask('GET', `/journal?record=${gone._id}`);
    expect(deletion).toMatchObject({ action: 'delete', before: {} });
    expect(await ask('POST', `/bills/${gone._id}/restore`)).toMatchObject({ value: gone.value });
    expect(await ask('GET', `/journal?record=${kept._id}`)).toHaveLength(1);
    const [entry] = await ask('GET', '/journal?kind=settings&action=erase');
    expect(Number(entry.after.journal)).toBeGreaterThanOrEqual(3001);
    // What was only kept for the trash.
    expect((await expire({ journal: month })).journal).toBe(1);
  });
});
