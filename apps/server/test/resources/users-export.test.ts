import { describe, expect } from 'vitest';
import { settlementTest as it } from '../support/pay.ts';

// docs/rules.md, section 17. What is not exported, and why.
const leftOut: Readonly<Record<string, string>> = {
  idempotency_keys: 'answers of the last day, which repeat records',
  attempts: 'counts of failed log-ins under a hash, which end within an hour',
  journal: 'exported by a statement of its own',
};
/** Who changed a record last is in the journal, which is exported. */
const columns = ['user_id', 'worker_id', 'actor_id'];

describe('the export of a user', () => {
  it('has every table that names a person, or a reason why not', async ({ service: { sql }, ask, admin }) => {
    const { tables } = await ask('GET', `/users/${admin.id}/export`);
    const named = await sql`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ${sql(columns)}
      union select conrelid::regclass::text from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`;
    const missing = named
      .map(({ name }) => String(name).replaceAll('"', ''))
      .filter((name) => !(name in tables || name in leftOut));
    expect(missing).toEqual([]);
    expect(Object.keys(tables)).toContain('journal');
  });

  it('erasure leaves none of these tables but those of money and of acts', async ({
    service: { sql },
    ask,
    worker,
    send,
  }) => {
    const id = await worker({ basis: 'none' });
    await ask('DELETE', `/users/${id}`);
    expect((await send('POST', `/users/${id}/erase`)).status).toBe(200);
    const { tables } = await ask('GET', `/users/${id}/export`);
    const stays = [
      'users',
      'logs',
      'payEntries',
      'rates',
      'settlements',
      'settlement_values',
      'journal',
      'cheque_events',
      'closing_history',
    ];
    for (const [name, rows] of Object.entries(tables))
      if (!stays.includes(name)) expect([name, rows]).toEqual([name, []]);
    const [row] = await sql`select * from users where id = ${id}`;
    // Every column of an account is either emptied or says nothing of the person: a new one has to be decided on.
    expect(Object.keys(row ?? {}).sort()).toEqual([
      'access_level',
      'active',
      'changed_by',
      'created_at',
      'deleted_at',
      'email',
      'first_name',
      'former_number',
      'full_name',
      'id',
      'last_name',
      'log_in_link_epoch',
      'log_in_link_hash',
      'log_in_link_until',
      'name_key',
      'password_changed_at',
      'password_hash',
      'phone_number',
      'preferences',
      'recovery_codes_at',
      'session_epoch',
      'updated_at',
      'username',
      'username_key',
      'version',
    ]);
    expect(row).toMatchObject({
      email: '',
      phone_number: '',
      password_hash: '',
      preferences: {},
      active: false,
    });
  });

  it('of more than 8 MiB is refused, and says what can be done', async ({
    service: { sql },
    worker,
    send,
  }) => {
    const id = await worker();
    // Each note is in the journal, too: 8.8 million bytes, hardly more than 8 MiB.
    await sql`insert into logs (id, date, starting_time, finishing_time, payment, extra_notes, worker_id, is_absent)
      select gen_random_uuid(), date '2023-01-01' + n, '08:00', '16:00', 0, repeat('x', 10000), ${id}, false
      from generate_series(1, 440) n`;
    const { status, body } = await send('GET', `/users/${id}/export`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: {
        code: 'TOO_MANY_RESULTS',
        issues: [{ code: 'export_too_large', message: expect.stringContaining('npm run export') }],
      },
    });
  });

  it('has amounts as they are, and no hash', async ({ service, ask, worker, work, enter }) => {
    const id = await worker();
    await work(id, '2023-01-05', { payment: '12.5000', extraNotes: 'note' });
    await enter(id, '2023-01-05', 'advance', '999999999999999');
    const { _id, tables } = await ask('GET', `/users/${id}/export`);
    expect(_id).toBe(id);
    expect(tables.logs).toMatchObject([{ payment: '12.5000', extra_notes: 'note', date: '2023-01-05' }]);
    expect(tables.payEntries).toMatchObject([{ amount: '999999999999999' }]);
    expect(tables.users).toMatchObject([{ id, email: '' }]);
    expect(tables.sessions).toHaveLength(1);
    expect(tables.journal.length).toBeGreaterThanOrEqual(4);
    const numerics =
      await service.sql`select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'numeric'`;
    for (const { table, column } of numerics)
      for (const row of tables[table] ?? []) expect(['string', 'object']).toContain(typeof row[column]);
    expect(JSON.stringify(tables)).not.toMatch(/argon2|_hash|username_key/);
  });

  it('is the same over tRPC, and so is the erasure', async ({ service, ask, admin, worker }) => {
    const id = await worker({ basis: 'none' });
    const users = service.client(admin.token).users;
    const { exportedAt: _, ...typed } = await users.export.query({ userID: id });
    expect(await ask('GET', `/users/${id}/export`)).toMatchObject(typed);
    await expect(users.erase.mutate({ userID: id })).rejects.toMatchObject({ data: { code: 'NOT_DELETED' } });
    await ask('DELETE', `/users/${id}`);
    expect(await users.erase.mutate({ userID: id })).toMatchObject({ _id: id });
  });

  it('is for Administrators alone', async ({ service, user, supervisor }) => {
    for (const { token, id } of [user, supervisor])
      expect((await service.call('GET', `/users/${id}/export`, { token })).status).toBe(403);
  });
});
