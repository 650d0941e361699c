import { type Resource, resources } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { asker } from '../support/asking.ts';
import { bodyOf, type Row } from '../support/samples/index.ts';
import { password, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 8. What each change of a record leaves is tested with the resource.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false, timeZone: 'Asia/Jerusalem' })
  .extend('read', { scope: 'file' }, ({ service, admin: { token } }) => async (query: string) => {
    const { status, body } = await service.call('GET', `/journal?${query}`, { token });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { data: Row[]; nextCursor: string | null };
  })
  /** The rows of one record, oldest first. */
  .extend('entries', { scope: 'file' }, ({ service }) => async (id: string) => [
    ...(await service.sql`
      select actor_id, kind, action, before, after from journal where record_id = ${id} order by id`),
  ])
  .extend('count', { scope: 'file' }, ({ service }) => async () => {
    const [row] = await service.sql`select count(*)::integer as count from journal`;
    return row?.count as number;
  });

describe('GET /journal', () => {
  it('tells the life of a cheque, newest first, with exact amounts and the names of the interface', async ({
    service,
    admin,
    supervisor,
    ask,
    make,
    read,
  }) => {
    const payee = await make('payees');
    const cheque = await make('cheques', { payee: payee._id, value: '1200.50' });
    await asker(service, supervisor)('PUT', `/cheques/${cheque._id}`, { isCancelled: 'true', value: '0.10' });
    await ask('DELETE', `/cheques/${cheque._id}`);

    const { data, nextCursor } = await read(`record=${cheque._id}`);
    expect(nextCursor).toBeNull();
    expect(data.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
    expect(data[1]).toMatchObject({
      kind: 'cheques',
      record: cheque._id,
      actor: supervisor.id,
      before: { isCancelled: false, value: '1200.50' },
      after: { isCancelled: true, value: '0.10' },
    });
    expect(data[1]?.actorName).not.toBe('');
    expect(data[2]).toMatchObject({
      actor: admin.id,
      before: null,
      after: { payee: payee._id, value: '1200.50' },
    });
    expect(data[0]).toMatchObject({ after: null, before: { isCancelled: true } });
  });

  it('never holds a secret', async ({ read, make }) => {
    await make('users');
    const { data } = await read('kind=users');
    expect(data.length).toBeGreaterThan(0);
    expect(JSON.stringify(data)).not.toMatch(/hash|argon2/i);
  });

  it('is filtered by kind, by action, by person', async ({ service, supervisor, make, read }) => {
    await make('bills');
    await asker(service, supervisor)('POST', '/bills', bodyOf('bills'));
    for (const { kind, action } of (await read('kind=bills&action=create')).data)
      expect([kind, action]).toEqual(['bills', 'create']);
    const by = (await read(`actor=${supervisor.id}`)).data;
    expect(new Set(by.map(({ actor }) => actor))).toEqual(new Set([supervisor.id]));
    expect((await read(`actor=${unknownId}`)).data).toEqual([]);
  });

  it('is filtered by days where the caller is', async ({ service, ask, make, read }) => {
    const { _id } = await make('bills');
    // An hour after midnight in Jerusalem is still the day before in UTC.
    await service.sql`set session_replication_role = replica`;
    await service.sql`update journal set at = '2024-01-09T23:00:00Z' where record_id = ${_id}`;
    await service.sql`set session_replication_role = origin`;
    const found = async (days: string) => (await read(`record=${_id}&${days}`)).data.length;
    expect(await found('from=2024-1-10&to=2024-01-10')).toBe(1);
    expect(await found('from=2024-01-11')).toBe(0);
    expect(await found('to=2024-01-09')).toBe(0);
    await ask('PATCH', '/users/preferences', { timeZone: 'UTC' });
    expect(await found('from=2024-1-9&to=2024-01-09')).toBe(1);
  });

  it.for([
    ['kind=sessions', 'kind'],
    ['action=drop', 'action'],
    ['from=2024-02-30', 'from'],
    ['limit=0', 'limit'],
    ['cursor=x', 'cursor'],
  ])('refuses %s', async ([query, field], { service, admin: { token } }) => {
    const answer = await service.call('GET', `/journal?${query}`, { token });
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual([field]);
  });

  it('comes in pages that hold every entry once', async ({ make, read }) => {
    for (let n = 0; n < 7; n++) await make('payees');
    const seen: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await read(`kind=payees&limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.data.map(({ _id }) => _id));
      cursor = page.nextCursor;
    }
    const all = (await read('kind=payees')).data.map(({ _id }) => _id);
    expect(seen).toEqual(all);
    expect(new Set(seen).size).toBe(all.length);
  });

  it('is for Administrators; a Supervisor reads the changes of one record', async ({
    service,
    supervisor: { token },
    make,
    read,
  }) => {
    const { _id } = await make('bills');
    expectFailure(await service.call('GET', '/journal', { token }), 403, 'FORBIDDEN');
    const { body } = await service.call('GET', `/journal?record=${_id}`, { token });
    expect(body.data).toEqual((await read(`record=${_id}`)).data);
    expect(body.data).toHaveLength(1);
  });

  it('says what the record is called now', async ({ ask, make, read }) => {
    const worker = await make('users', { firstName: 'Grace', lastName: 'Hopper' });
    const payee = await make('payees', { name: 'Mill' });
    const records = [
      [worker, 'Grace Hopper', null, null],
      [payee, 'Mill', null, null],
      [
        await make('cheques', { payee: payee._id, serial: '007', dueDate: '2024-3-1', value: '1.50' }),
        '007',
        '2024-03-01',
        '1.50',
      ],
      [
        await make('bills', { date: '2024-3-2', value: '-2.0', description: 'Back' }),
        'Back',
        '2024-03-02',
        '-2.0',
      ],
      [
        await make('logs', { worker: worker._id, date: '2024-3-3', payment: 5 }),
        'Grace Hopper',
        '2024-03-03',
        '5',
      ],
    ] as const;
    for (const [{ _id }, title, date, value] of records)
      expect((await read(`record=${_id}`)).data[0]?.subject).toEqual({ title, date, value });
    await ask('PUT', `/payees/${payee._id}`, { name: 'Paper Mill' });
    expect((await read(`record=${payee._id}`)).data.map(({ subject }) => subject.title)).toEqual([
      'Paper Mill',
      'Paper Mill',
    ]);
  });
});

describe('of an account', () => {
  it('role and status leave a row, preferences none', async ({ service, admin, ask, entries, count }) => {
    const person = await service.person('User');
    const last = async () => (await entries(person.id)).at(-1);
    await ask('PATCH', `/users/${person.id}/role`, { role: 'supervisor' });
    const role = { before: { access_level: 'User' }, after: { access_level: 'Supervisor' } };
    expect(await last()).toEqual({ actor_id: admin.id, kind: 'users', action: 'update', ...role });
    await asker(service, person)('PATCH', '/users/preferences', { theme: 'dark' });
    expect(await last()).toEqual({ actor_id: admin.id, kind: 'users', action: 'update', ...role });
    await ask('PATCH', `/users/${person.id}/status`, { active: 'false' });
    expect(await last()).toMatchObject({ before: { active: true }, after: { active: false } });
    const before = await count();
    await ask('PATCH', `/users/${person.id}/status`, { active: 'false' });
    await ask('PATCH', `/users/${person.id}/role`, { role: 'Supervisor' });
    expect(await count()).toBe(before);
  });

  it('a new password leaves a row without it', async ({ service, admin, ask, entries, count }) => {
    const changed = { password_changed_at: expect.any(String) };
    const person = await service.person('Administrator');
    const last = async () => (await entries(person.id)).at(-1);
    await asker(service, person)('PATCH', '/users/password', { current: password, new: 'a second password' });
    const own = { actor_id: person.id, kind: 'users', action: 'update', before: changed, after: changed };
    expect(await last()).toEqual(own);
    await ask('PUT', `/users/${person.id}`, { password: 'a third password' });
    expect(await last()).toEqual({ ...own, actor_id: admin.id });
    const before = await count();
    const { token } = await service.person('Administrator');
    const made = await count();
    const body = { current: 'wrong password', new: 'a fourth password' };
    expect((await service.call('PATCH', '/users/password', { token, body })).status).toBe(400);
    expect([made, await count()]).toEqual([before + 2, made]);
  });

  it('logging in, renewing and logging out leave none', async ({ service, count }) => {
    const { username } = await service.person('User');
    const before = await count();
    const token = await service.logIn(username);
    await service.call('POST', '/auth', { body: { username, password: 'wrong password' } });
    await service.call('DELETE', '/auth/logout', { token });
    expect(await count()).toBe(before);
  });

  it('a lost race for a username leaves one row', async ({ service, admin: { token }, count }) => {
    const before = await count();
    const body = () => bodyOf('users', { username: 'only.one' });
    await Promise.all(
      Array.from({ length: 5 }, () => service.call('POST', '/users', { token, body: body() })),
    );
    expect(await count()).toBe(before + 1);
  });
});

describe('the table', () => {
  const set = 'id created_at updated_at deleted_at version changed_by'.split(' ');
  const unwritten: Partial<Record<Resource, readonly string[]>> = {
    // Preferences are no record of the business.
    users: [
      'username_key',
      'password_hash',
      'session_epoch',
      'former_number',
      'preferences',
      'log_in_link_hash',
      'log_in_link_epoch',
    ],
    // Triggers set them.
    bills: ['search_key', 'current_cheque_id', 'paid_by_cheque', 'attachments'],
    payees: ['search_key', 'attachments'],
    // They come with events, which are kept.
    cheques: ['status_date', 'attempts', 'attachments'],
    // Settlements set them, and have entries of their own.
    payEntries: ['settlement_id', 'kept_from_id'],
  };

  it.for(resources)(
    'has all columns of %s but those that the service sets',
    async (resource, { service: { sql } }) => {
      const columns = await sql<{ name: string }[]>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${resource} and is_generated = 'NEVER'`;
      const [trigger] = await sql<{ source: string }[]>`select prosrc as source
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid where tgname = ${`${resource}_journal`}`;
      // As in "'date', NEW.date, 'value', NEW.value".
      const written = new Set(trigger?.source.match(/(?<='(\w+)', NEW\."?)\1/g));
      const left = [...set, ...(unwritten[resource] ?? [])];
      expect([...written, ...left].toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
    },
  );

  it('cannot be changed, shortened or emptied by the service', async ({ service: { sql }, make, count }) => {
    await make('bills');
    const before = await count();
    await expect(sql`update journal set actor_id = null`).rejects.toMatchObject({ code: '42501' });
    await expect(sql`delete from journal`).rejects.toMatchObject({ code: '42501' });
    await expect(sql`delete from journal where false`).rejects.toMatchObject({ code: '42501' });
    await expect(sql`truncate journal`).rejects.toMatchObject({ code: '42501' });
    await expect(sql`update journal set at = now() where id = 1`).rejects.toThrow(/never altered/);
    expect(await count()).toBe(before);
  });

  it('is written where search_path is empty too', async ({ service, make, entries }) => {
    const { _id } = await make('bills');
    await service.sql.begin(async (transaction) => {
      await transaction`set local search_path = ''`;
      await transaction`update public.bills set description = 'By hand' where id = ${_id}`;
    });
    expect((await entries(_id)).map(({ action }) => action)).toEqual(['create', 'update']);
  });

  it('holds no secret, whatever has happened', async ({ service, ask }) => {
    const { id } = await service.person('User');
    await ask('PUT', `/users/${id}`, { password: 'Geheimnis 123', email: 'x@example.org' });
    const [stored] = await service.sql`select password_hash from users where id = ${id}`;
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
    const rows = await service.sql`select journal::text as line from journal`;
    expect(rows.length).toBeGreaterThan(5);
    for (const { line } of rows)
      expect(line).not.toMatch(/argon2|password_hash|refresh_hash|Geheimnis|correct horse/i);
  });
});
