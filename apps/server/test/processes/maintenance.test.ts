import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { holdWal, Maintenance, releaseWal } from '../../src/embedded/maintenance.ts';
import { simpleQuery } from '../../src/embedded/messages.ts';
import { Session } from '../../src/embedded/session.ts';

const megabyte = 1024 * 1024;
let freeBytes = 1000 * megabyte;
const notices: string[] = [];
let session: Session;

beforeAll(async () => {
  const maintenance = new Maintenance(
    () => freeBytes,
    (line) => notices.push(line),
  );
  session = await new Session(
    {},
    () => {},
    () => maintenance.next(),
  ).open();
  await ask('create table kept (n int)');
});
afterAll(() => session.close());

/** As a client of the socket: the answer's bytes as text, with the SQLSTATE of an error. */
async function ask(text: string): Promise<string> {
  return Buffer.from(await session.execute([simpleQuery(text)])).toString('latin1');
}
/** Until the disk has been checked again. */
const waitForCheck = () => wait(150);

test('while the disk is nearly full the database is read-only, and one line says so', async () => {
  freeBytes = 31 * megabyte;
  await waitForCheck();
  expect(await ask('insert into kept values (1)')).toContain('25006');
  expect(await ask('select 41 + 1')).toContain('42');
  freeBytes = 47 * megabyte;
  await waitForCheck();
  expect(await ask('insert into kept values (1)')).toContain('25006');
  freeBytes = 49 * megabyte;
  await waitForCheck();
  expect(await ask('insert into kept values (1)')).toContain('INSERT 0 1');
  expect(notices).toEqual([
    'The disk of DATA_DIR has 31 MB left: nothing is written until there are 48 MB; reads go on.',
    'The disk of DATA_DIR has 49 MB left: writes go on.',
  ]);
});

test('a checkpoint that fails, as on a full disk, leaves the database read-only', async () => {
  await ask('create role nobody');
  // Who may make no checkpoint.
  await ask('set role nobody');
  freeBytes = 0;
  await waitForCheck();
  expect(await ask('show default_transaction_read_only')).toContain('on');
  await ask('reset role');
  expect(await ask('insert into kept values (1)')).toContain('25006');
  freeBytes = 1000 * megabyte;
  await waitForCheck();
  expect(await ask('insert into kept values (1)')).toContain('INSERT 0 1');
});

test('whoever lets it write again meanwhile does so for a moment', async () => {
  freeBytes = 0;
  await waitForCheck();
  await ask('set default_transaction_read_only = off');
  await waitForCheck();
  expect(await ask('insert into kept values (1)')).toContain('25006');
  freeBytes = 1000 * megabyte;
  await waitForCheck();
  expect(await ask('show default_transaction_read_only')).toContain('off');
});

test('a transaction that has begun may still write', async () => {
  await ask('begin');
  freeBytes = 0;
  await waitForCheck();
  expect(await ask('insert into kept values (2)')).toContain('INSERT 0 1');
  expect(await ask('commit')).toContain('COMMIT');
  expect(await ask('insert into kept values (3)')).toContain('25006');
  freeBytes = 1000 * megabyte;
  await waitForCheck();
  expect(await ask('insert into kept values (3)')).toContain('INSERT 0 1');
});

test('checkpoints keep the WAL small, except during a backup', async () => {
  const since = `select 'since=' || (pg_current_wal_insert_lsn() - redo_lsn)::bigint / ${megabyte} from pg_control_checkpoint()`;
  const walMegabytes = async () => Number(/since=(\d+)/.exec(await ask(since))?.[1]);
  await ask(holdWal(60));
  await ask(`select pg_logical_emit_message(false, '', repeat('x', ${40 * megabyte}))`);
  await wait(2100);
  // A backup holds it.
  expect(await walMegabytes()).toBeGreaterThan(39);
  await ask(releaseWal);
  await wait(2100);
  expect(await walMegabytes()).toBeLessThan(2);
});

test('dead rows are removed once an hour, when there have been no statements for a while', async () => {
  // What a vacuum counts; before the first one -1.
  const rows = async () =>
    Number(
      /rows=(-?\d+)/.exec(await ask("select 'rows=' || reltuples from pg_class where relname = 'kept'"))?.[1],
    );
  await ask('delete from kept');
  expect(await rows()).toBe(-1);
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const maintenance = new Maintenance(
      () => freeBytes,
      () => {},
    );
    const after = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      const done: string[] = [];
      await maintenance.next()?.(async (sql) => {
        done.push(sql);
        return ask(sql);
      });
      return done.join();
    };
    expect(await after(3_590_000)).not.toContain('vacuum');
    for (let n = 0; n < 5; n++) expect(await after(4000)).not.toContain('vacuum');
    expect(await after(6000)).toContain('vacuum');
    expect(await after(6000)).not.toContain('vacuum');
  } finally {
    vi.useRealTimers();
  }
  expect(await rows()).toBe(0);
});
