import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies, unknownId } from '../support/asking.ts';
import { type Person, password, type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Person;
let ask: Ask;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
  ask = asker(service, admin);
});
afterAll(() => service.close());

/** The rows of one record, oldest first. */
const trace = (id: string) =>
  service.sql`select actor_id, kind, action, before, after from journal where record_id = ${id} order by id`;
const count = async () =>
  (await service.sql`select count(*)::integer as count from journal`)[0]?.count as number;

interface Kind {
  readonly kind: string;
  readonly make: () => Promise<Record<string, unknown>>;
  /** A body, and the columns before and after it. */
  readonly change: Record<string, unknown>;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
  /** What the journal holds of a new one. */
  readonly columns: readonly string[];
}

const kinds: Kind[] = [
  {
    kind: 'bills',
    make: () => ask('POST', '/bills', bodies.bill({ description: 'Power' })),
    change: { value: '4.5', description: 'Power', extraNotes: 'paid' },
    before: { value: -3.25, extra_notes: '' },
    after: { value: 4.5, extra_notes: 'paid' },
    columns: ['date', 'value', 'description', 'extra_notes'],
  },
  {
    kind: 'payees',
    make: () => ask('POST', '/payees', bodies.payee()),
    change: { name: 'Paper Mill', email: 'mill@example.org' },
    before: { email: '' },
    after: { email: 'mill@example.org' },
    columns: ['name', 'email', 'phone_number', 'extra_notes'],
  },
  {
    kind: 'cheques',
    make: async () =>
      ask('POST', '/cheques', bodies.cheque((await ask('POST', '/payees', bodies.payee()))._id)),
    change: { isCancelled: 'true', dueDate: '2024-3-2', serial: '0042' },
    before: { is_cancelled: false, due_date: '2024-03-01' },
    after: { is_cancelled: true, due_date: '2024-03-02' },
    columns: ['serial', 'due_date', 'value', 'description', 'payee_id', 'is_cancelled'],
  },
  {
    kind: 'logs',
    make: () => ask('POST', '/logs', bodies.log(admin.id)),
    change: { isAbsent: true, payment: 100, finishingTime: '17:00' },
    before: { is_absent: false, finishing_time: '16:00:00' },
    after: { is_absent: true, finishing_time: '17:00:00' },
    columns: ['date', 'starting_time', 'finishing_time', 'payment', 'extra_notes', 'worker_id', 'is_absent'],
  },
  {
    kind: 'users',
    make: () => ask('POST', '/users', bodies.user()),
    change: { lastName: 'Murray', email: 'grace@example.org', firstName: 'Grace' },
    before: { last_name: 'Hopper', email: '' },
    after: { last_name: 'Murray', email: 'grace@example.org' },
    columns: [
      'first_name',
      'last_name',
      'username',
      'email',
      'phone_number',
      'access_level',
      'active',
      'preferences',
      'password_changed_at',
    ],
  },
];

describe.each(kinds)('$kind', ({ kind, make, change, before, after, columns }) => {
  it('each creation, change and deletion is one row: who, what, before and after', async () => {
    const { _id } = await make();
    const id = String(_id);
    const [created, ...none] = await trace(id);
    expect(none).toEqual([]);
    expect(created).toMatchObject({ actor_id: admin.id, kind, action: 'create', before: null });
    expect(Object.keys(created?.after).toSorted()).toEqual(columns.toSorted());

    const other = await service.person('Administrator');
    await asker(service, other)('PUT', `/${kind}/${id}`, change);
    expect((await trace(id)).slice(1)).toEqual([
      { actor_id: other.id, kind, action: 'update', before, after },
    ]);

    await ask('DELETE', `/${kind}/${id}`);
    const last = { ...created?.after, ...after };
    expect((await trace(id)).slice(2)).toEqual([
      { actor_id: admin.id, kind, action: 'delete', before: last, after: null },
    ]);
  });

  it('what is refused or changes nothing leaves no row', async () => {
    const { _id } = await make();
    const path = `/${kind}/${_id}`;
    await ask('PUT', path, change);
    const user = await service.person('User');
    const before = await count();
    await ask('PUT', path, change);
    const refused = [
      service.call('PUT', path, { token: admin.token, body: {} }),
      service.call('PUT', path, { token: admin.token, body: { nonsense: 1 } }),
      service.call('PUT', `/${kind}/${unknownId}`, { token: admin.token, body: change }),
      service.call('PUT', path, { token: user.token, body: change }),
      service.call('PUT', path, { body: change }),
      service.call('DELETE', `/${kind}/${unknownId}`, { token: admin.token }),
      service.call('DELETE', path, { token: user.token }),
      service.call('POST', `/${kind}`, { token: admin.token, body: {} }),
    ];
    for (const { status } of await Promise.all(refused)) expect(status).toBeGreaterThanOrEqual(400);
    expect(await count()).toBe(before);
    await ask('DELETE', path);
    expect((await service.call('DELETE', path, { token: admin.token })).status).toBe(404);
    expect((await service.call('PUT', path, { token: admin.token, body: change })).status).toBe(404);
    expect(await count()).toBe(before + 1);
  });

  it('no row of it is ever removed', async () => {
    const { _id } = await make();
    const table = service.sql(kind);
    await expect(service.sql`delete from ${table} where id = ${String(_id)}`).rejects.toMatchObject({
      code: '42501',
    });
    await expect(service.sql`delete from ${table}`).rejects.toThrow(/never removed/);
    await expect(service.sql`truncate ${table} cascade`).rejects.toThrow();
    expect((await ask('GET', `/${kind}/${_id}`))._id).toBe(_id);
  });
});

describe('accounts', () => {
  const last = async (id: string) => (await trace(id)).at(-1);

  it('role, status and preferences leave their trace', async () => {
    const person = await service.person('User');
    await ask('PATCH', `/users/${person.id}/role`, { role: 'supervisor' });
    const role = { before: { access_level: 'User' }, after: { access_level: 'Supervisor' } };
    expect(await last(person.id)).toEqual({ actor_id: admin.id, kind: 'users', action: 'update', ...role });
    await asker(service, person)('PATCH', '/users/preferences', { theme: 'dark' });
    const theme = {
      before: { preferences: { active: true } },
      after: { preferences: { active: true, theme: 'dark' } },
    };
    expect(await last(person.id)).toEqual({ actor_id: person.id, kind: 'users', action: 'update', ...theme });
    await ask('PATCH', `/users/${person.id}/status`, { active: 'false' });
    expect(await last(person.id)).toMatchObject({ before: { active: true }, after: { active: false } });
    const before = await count();
    await ask('PATCH', `/users/${person.id}/status`, { active: 'false' });
    await ask('PATCH', `/users/${person.id}/role`, { role: 'Supervisor' });
    expect(await count()).toBe(before);
  });

  it('a new password leaves a trace without it', async () => {
    const changed = { password_changed_at: expect.any(String) };
    const person = await service.person('Administrator');
    await asker(service, person)('PATCH', '/users/password', { current: password, new: 'a second password' });
    const own = { actor_id: person.id, kind: 'users', action: 'update', before: changed, after: changed };
    expect(await last(person.id)).toEqual(own);
    await ask('PUT', `/users/${person.id}`, { password: 'a third password' });
    expect(await last(person.id)).toEqual({ ...own, actor_id: admin.id });
    const before = await count();
    const { token } = await service.person('Administrator');
    const made = await count();
    const body = { current: 'wrong password', new: 'a fourth password' };
    expect((await service.call('PATCH', '/users/password', { token, body })).status).toBe(400);
    expect([made, await count()]).toEqual([before + 2, made]);
  });

  it('logging in, renewing and logging out are no changes of a record', async () => {
    const person = await service.person('User');
    const before = await count();
    const token = await service.logIn(person.username);
    await service.call('POST', '/auth', { body: { username: person.username, password: 'wrong password' } });
    await service.call('DELETE', '/auth/logout', { token });
    expect(await count()).toBe(before);
  });

  it('a lost race leaves one row', async () => {
    const username = 'only.one';
    const before = await count();
    await Promise.all(
      Array.from({ length: 5 }, () =>
        service.call('POST', '/users', { token: admin.token, body: bodies.user({ username }) }),
      ),
    );
    expect(await count()).toBe(before + 1);
  });
});

it('another scale is another text, and leaves its trace', async () => {
  const { _id } = await ask('POST', '/bills', bodies.bill({ value: '12.5' }));
  expect(await ask('PUT', `/bills/${_id}`, { value: '12.50' })).toMatchObject({ value: '12.50', version: 2 });
  const rows =
    await service.sql`select before::text, after::text from journal where record_id = ${_id} order by id`;
  expect(rows.slice(1)).toEqual([{ before: '{"value": 12.5}', after: '{"value": 12.50}' }]);
});

it('amounts stand in it exactly', async () => {
  const { _id } = await ask('POST', '/bills', bodies.bill({ value: '-999999999999999.9999' }));
  const [row] = await service.sql`select after ->> 'value' as value from journal where record_id = ${_id}`;
  expect(row?.value).toBe('-999999999999999.9999');
});

it('the service cannot change, remove or empty it', async () => {
  await ask('POST', '/bills', bodies.bill());
  const before = await count();
  const { sql } = service;
  await expect(sql`update journal set actor_id = null`).rejects.toMatchObject({ code: '42501' });
  await expect(sql`delete from journal`).rejects.toMatchObject({ code: '42501' });
  await expect(sql`delete from journal where false`).rejects.toMatchObject({ code: '42501' });
  await expect(sql`truncate journal`).rejects.toMatchObject({ code: '42501' });
  await expect(sql`update journal set at = now() where id = 1`).rejects.toThrow(/never altered/);
  expect(await count()).toBe(before);
});

it('is written where search_path is empty too', async () => {
  const { _id } = await ask('POST', '/bills', bodies.bill());
  await service.sql.begin(async (transaction) => {
    await transaction`set local search_path = ''`;
    await transaction`update public.bills set description = 'By hand' where id = ${_id}`;
  });
  expect((await trace(_id)).map(({ action }) => action)).toEqual(['create', 'update']);
});

it('holds no secret, whatever has happened', async () => {
  const person = await service.person('User');
  await ask('PUT', `/users/${person.id}`, { password: 'Geheimnis 123', email: 'x@example.org' });
  const [stored] = await service.sql`select password_hash from users where id = ${person.id}`;
  expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
  const rows = await service.sql`select journal::text as line from journal`;
  expect(rows.length).toBeGreaterThan(5);
  for (const { line } of rows)
    expect(line).not.toMatch(/argon2|password_hash|refresh_hash|Geheimnis|correct horse/i);
});
