import { journalKinds } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import type { Row } from '../support/samples/index.ts';
import { password } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 6: a change that changes nothing. That of each resource is tested with it (suite/versions.ts).
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  /** What the service keeps of a record, and how many entries the journal has of it. */
  .extend('kept', { scope: 'file' }, ({ service: { sql } }) => async (table: string, id: string) => {
    const [row] =
      await sql`select version, updated_at, changed_by, (select count(*) from journal where record_id = ${id})
      from ${sql(table)} where id = ${id}`;
    return row;
  });

describe('what changes nothing leaves the version, the moment and the journal as they were:', () => {
  it('role, status, contact and preferences of an account, also once it is inactive', async ({
    service,
    admin,
    ask,
    kept,
  }) => {
    const person = await service.person('User');
    const path = `/users/${person.id}`;
    const same = { timeZone: 'Asia/Kolkata', theme: 'dark' };
    const setPreferences = () =>
      service.call('PATCH', '/users/preferences', { token: person.token, body: same });
    await setPreferences();
    await ask('PUT', path, { email: 'new@example.org' });
    const before = await kept('users', person.id);
    expect((await setPreferences()).body.data).toMatchObject(same);
    await ask('PUT', path, { email: 'new@example.org' });
    await ask('PATCH', `${path}/role`, { role: 'User' });
    await ask('PATCH', `${path}/status`, { active: true });
    expect(await kept('users', person.id)).toEqual(before);
    expect((await service.call('GET', '/auth', { token: person.token })).status).toBe(200);

    const { version, updatedAt } = await ask('PATCH', `${path}/status`, { active: false });
    expect(version).toBe(before?.version + 1);
    const again = await ask('PATCH', `${path}/status`, { active: false });
    expect(again).toMatchObject({ version, updatedAt });
    const headers = { 'if-match': '"1"' };
    for (const [part, body] of [
      ['/status', { active: false }],
      ['/role', { role: 'User' }],
    ] as const) {
      const answer = await service.call('PATCH', `${path}${part}`, { token: admin.token, body, headers });
      expectFailure(answer, 412, 'PRECONDITION_FAILED');
    }
  });

  it('settings of the business', async ({ service, admin: { token }, ask, kept }) => {
    const settings = await ask('PUT', '/settings', { name: 'Haddad & Sons', weekend: [5, 6] });
    const before = await kept('settings', settings._id);
    expect(await ask('PUT', '/settings', { name: 'Haddad & Sons', weekend: [5, 6] })).toEqual(settings);
    expect(await ask('PUT', '/settings', settings)).toEqual(settings);
    expect(await kept('settings', settings._id)).toEqual(before);
    const answer = await service.call('PUT', '/settings', {
      token,
      body: { name: 'Haddad & Sons' },
      headers: { 'if-match': `"${settings.version + 1}"` },
    });
    expectFailure(answer, 412, 'PRECONDITION_FAILED');
  });

  it('what twenty send at once, but for the first', async ({ service, admin: { token }, make, kept }) => {
    const { _id } = await make('bills');
    const body = { value: '77.70', description: 'The same' };
    const answers = await atOnce(20, () => service.call('PUT', `/bills/${_id}`, { token, body }));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(await kept('bills', _id)).toMatchObject({ version: 2, count: '2' });
  });
});

describe('a change is', () => {
  it('another scale of an amount', async ({ ask, make }) => {
    const { _id } = await make('bills', { value: '5.50' });
    for (const [value, version] of [
      ['5.5', 2],
      [5.5, 2],
      ['5.50', 3],
      ['5.500', 4],
    ] as const)
      expect([value, (await ask('PUT', `/bills/${_id}`, { value })).version]).toEqual([value, version]);
  });

  it('a password, also the one that there is', async ({ service, ask, kept }) => {
    const { id, token } = await service.person('User');
    const before = await kept('users', id);
    await ask('PUT', `/users/${id}`, { password });
    const after = await kept('users', id);
    expect([after?.version, after?.count]).toEqual([before?.version + 1, `${Number(before?.count) + 1}`]);
    expect((await service.call('GET', '/auth', { token })).status).toBe(401);
  });

  it('each column of each table of records, one that is added too', async ({ service: { sql } }) => {
    const uncompared = async () => {
      const columns = await sql`
        select relname as name, attname as column, prosrc as source
        from pg_class join pg_attribute on attrelid = pg_class.oid
          left join pg_trigger on tgrelid = pg_class.oid and tgname = relname || '_unchanged'
          left join pg_proc on pg_proc.oid = tgfoid
        where relname = any(${journalKinds}) and relname <> 'closings' and relnamespace = 'public'::regnamespace and attnum > 0
          and not attisdropped and attgenerated = '' and attname not in ('version', 'updated_at', 'changed_by')`;
      // As in "ROW(OLD.id, OLD."from")::record *= ROW(NEW.id, NEW."from")::record".
      const isCompared = ({ column, source }: Row) =>
        ['OLD', 'NEW'].every((row) => new RegExp(`\\b${row}\\."?${column}\\b`).test(source ?? ''));
      return columns.filter((one) => !isCompared(one)).map(({ name, column }) => `${name}.${column}`);
    };
    expect(await uncompared()).toEqual([]);
    await sql`alter table bills add column added integer`;
    expect(await uncompared()).toEqual(['bills.added']);
    await sql`select compare_records()`;
    expect(await uncompared()).toEqual([]);
  });
});
