import { setTimeout as wait } from 'node:timers/promises';
import { resources } from '@daybook/domain';
import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import postgres from 'postgres';
import { describe, expect, onTestFinished } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { atOnce } from '../support/asking.ts';
import { byId, Copy, ids } from '../support/listing.ts';
import type { Row } from '../support/samples/index.ts';
import { startService } from '../support/service.ts';
import { test } from '../support/test.ts';

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

  it('is told of a log that was taken away, and of no other', async ({ service, workers, make, ask }) => {
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

  it('is told of the next time, however late it is', async () => {
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
