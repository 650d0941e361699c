import { setTimeout as wait } from 'node:timers/promises';
import { journalKinds, resources } from '@daybook/domain';
import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import postgres from 'postgres';
import { describe, expect, onTestFinished } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { atOnce, tally } from '../support/asking.ts';
import { byId, Copy, ids } from '../support/listing.ts';
import type { Row } from '../support/samples/index.ts';
import { password, startService } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// What `updatedSince` tells, beyond what the suite asks of every resource.
const it = test.extend('workers', { scope: 'file' }, ({ service }) =>
  atOnce(3, () => service.person('User')),
);

it('has an index in each table', async ({ service }) => {
  const rows =
    await service.sql`select tablename as name from pg_indexes where indexdef like '%(updated_at, id)'`;
  const tables = [...resources.filter((name) => name !== 'users'), 'settlements'];
  expect(rows.map(({ name }) => name).sort()).toEqual(tables.sort());
});

describe('a User', () => {
  it('keeps the own logs in step, whoever they are given to', async ({ service, workers, make, ask }) => {
    const step = fc.record({
      kind: fc.constantFrom('create', 'move', 'move', 'change', 'remove', 'restore', 'undo', 'look'),
      which: fc.nat(),
      worker: fc.nat(workers.length - 1),
    });
    const known: string[] = [];
    const copies = workers.map((worker) => new Copy(service, worker, '/logs'));
    const worker = (n: number) => workers[n]?.id as string;
    const send = (method: string, path: string, body?: object) =>
      ask(method, path, body).catch(() => undefined);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        for (const { kind, which, worker: n } of steps) {
          const id = known[which % known.length];
          if (kind === 'create' || !id) known.push((await make('logs', { worker: worker(n) }))._id);
          else if (kind === 'move') await send('PUT', `/logs/${id}`, { worker: worker(n) });
          else if (kind === 'change') await send('PUT', `/logs/${id}`, { extraNotes: `changed ${which}` });
          else if (kind === 'remove') await send('DELETE', `/logs/${id}`);
          else if (kind === 'restore') await send('POST', `/logs/${id}/restore`);
          else if (kind === 'undo') {
            const [entry] = await ask('GET', `/journal?record=${id}&limit=1`);
            await send('POST', `/journal/${entry._id}/undo`);
          } else await copies[n]?.update([2]);
        }
        for (const [n, copy] of copies.entries()) {
          await copy.update([2, 5]);
          const { body } = await service.call('GET', '/logs', { token: workers[n]?.token });
          expect(copy.sorted).toEqual(byId(body.data));
        }
      }),
      { numRuns: runs(12) },
    );
  });

  it('lists a log that was taken away, and no other', async ({ service, workers, make, ask }) => {
    const [one, other] = workers as [Row, Row];
    const moved = await make('logs', { worker: one.id });
    const removed = await make('logs', { worker: other.id });
    const foreign = await make('logs', { worker: other.id });
    await ask('DELETE', `/logs/${removed._id}`);
    const { updatedAt } = await ask('PUT', `/logs/${moved._id}`, { worker: other.id });
    const seen = async (token: string, updatedSince: string): Promise<Row[]> =>
      (await service.call('GET', `/logs?updatedSince=${updatedSince}`, { token })).body.data;
    const told = await seen(one.token, moved.createdAt);
    expect(told).toContainEqual({ _id: moved._id, deletedAt: updatedAt });
    expect(ids(told)).not.toContain(removed._id);
    expect(ids(told)).not.toContain(foreign._id);
    const others = await seen(other.token, moved.createdAt);
    expect(others.find(({ _id }) => _id === moved._id)).toMatchObject({ worker: other.id, version: 2 });
    expect(ids(others)).toEqual(expect.arrayContaining([removed._id, foreign._id]));
    // What becomes of it afterwards is nothing to the first any more.
    await wait(5);
    const again = await ask('PUT', `/logs/${moved._id}`, { extraNotes: 'not yours' });
    expect(ids(await seen(one.token, again.updatedAt))).not.toContain(moved._id);
  });
});

describe('a change that is committed late', () => {
  /** For the connections that the service opens from now on. */
  const putClockForward = async (sql: postgres.Sql, seconds: number) => {
    await sql.unsafe(`create function public.now() returns timestamptz language sql stable
      as $$ select pg_catalog.now() + interval '${seconds} s' $$`);
    await sql.unsafe(`do $$ begin
      execute format('alter database %I set search_path = public, pg_catalog', current_database());
    end $$`);
    await sql`select pg_terminate_backend(pid, 1000) from pg_stat_activity
      where datname = current_database() and application_name = 'daybook'`;
  };

  /** A transaction beside the service, with a new bill. */
  const writing = async (server: unknown) => {
    const sql = postgres(server as string, { max: 1 });
    await sql`begin`;
    const [row] = await sql`insert into bills (id, date, value, description, extra_notes)
      values (gen_random_uuid(), '2024-01-01', 1, 'late', '') returning id, updated_at::text as at`;
    return { sql, id: row?.id as string, at: Date.parse(row?.at) };
  };

  it('is listed the next time, however late it is', async () => {
    const service = await startService();
    onTestFinished(service.close);
    const admin = await service.person('Administrator');
    const late = await writing(service.server);
    // Who only reads holds nothing up.
    const reading = postgres(service.server as string, { max: 1 });
    await reading`begin isolation level repeatable read`;
    const [reader] = await reading`select now()::text as began, count(*) from bills`;
    // A standby that does not confirm a commit keeps a transaction so for as long as it likes.
    await putClockForward(service.sql, 11);
    const copy = new Copy(service, admin, '/bills');
    await copy.update();
    expect(copy.rows.has(late.id)).toBe(false);
    expect(Date.parse(copy.since)).toBe(late.at);
    await late.sql`commit`;
    await copy.update();
    expect(copy.rows.has(late.id)).toBe(true);
    expect(Date.parse(copy.since)).toBeGreaterThan(Math.max(late.at, Date.parse(reader?.began)));
    await Promise.all([late.sql.end(), reading.end()]);
  });

  it('is no longer than ten seconds where the service makes it', async ({ service }) => {
    const { pools, close } = connectPools(service.server);
    onTestFinished(close);
    for (const [name, pool] of Object.entries(pools)) {
      const [row] = await pool.execute<{ readonly limit: string }>(
        `select setting::integer / 1000 as limit from pg_settings where name = 'statement_timeout'`,
      );
      expect([name, Number(row?.limit)]).toEqual([name, expect.toSatisfy((n: number) => n > 0 && n < 10)]);
    }
  });
});

// docs/rules.md, section 6: a change that changes nothing. That of each resource is tested with it (suite/undo.ts).
const unchangedTest = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  /** What the service keeps of a record, and how many entries the journal has of it. */
  .extend('kept', { scope: 'file' }, ({ service: { sql } }) => async (table: string, id: string) => {
    const [row] =
      await sql`select version, updated_at, changed_by, (select count(*) from journal where record_id = ${id})
      from ${sql(table)} where id = ${id}`;
    return row;
  });

describe('what changes nothing leaves the version, the moment and the journal as they were:', () => {
  unchangedTest(
    'role, status, contact and preferences of an account, also once it is inactive',
    async ({ service, admin, ask, kept }) => {
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
    },
  );

  unchangedTest('settings of the business', async ({ service, admin: { token }, ask, kept }) => {
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

  unchangedTest(
    'what twenty send at once, but for the first',
    async ({ service, admin: { token }, make, kept }) => {
      const { _id } = await make('bills');
      const body = { value: '77.70', description: 'The same' };
      const answers = await atOnce(20, () => service.call('PUT', `/bills/${_id}`, { token, body }));
      expect(tally(answers)).toEqual({ 200: 20 });
      expect(await kept('bills', _id)).toMatchObject({ version: 2, count: '2' });
    },
  );
});

describe('a change is', () => {
  unchangedTest('another scale of an amount', async ({ ask, make }) => {
    const { _id } = await make('bills', { value: '5.50' });
    for (const [value, version] of [
      ['5.5', 2],
      [5.5, 2],
      ['5.50', 3],
      ['5.500', 4],
    ] as const)
      expect([value, (await ask('PUT', `/bills/${_id}`, { value })).version]).toEqual([value, version]);
  });

  unchangedTest('a password, also the one that there is', async ({ service, ask, kept }) => {
    const { id, token } = await service.person('User');
    const before = await kept('users', id);
    await ask('PUT', `/users/${id}`, { password });
    const after = await kept('users', id);
    expect([after?.version, after?.count]).toEqual([before?.version + 1, `${Number(before?.count) + 1}`]);
    expect((await service.call('GET', '/auth', { token })).status).toBe(401);
  });

  unchangedTest(
    'each column of each table of records, one that is added too',
    async ({ service: { sql } }) => {
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
    },
  );
});
