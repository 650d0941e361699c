import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { simpleQuery } from '../../src/embedded/messages.ts';
import { Session } from '../../src/embedded/session.ts';
import { holdLog, releaseLog, Upkeep } from '../../src/embedded/upkeep.ts';

const megabyte = 1024 * 1024;
let free = 1000 * megabyte;
const told: string[] = [];
let session: Session;

beforeAll(async () => {
  const upkeep = new Upkeep(
    () => free,
    (line) => told.push(line),
  );
  session = await new Session(
    {},
    () => {},
    () => upkeep.due(),
  ).open();
  await ask('create table kept (n int)');
});
afterAll(() => session.close());

/** As a client of the socket asks: the answer's bytes as text, with the SQLSTATE of an error. */
async function ask(text: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  await session.execProtocolRawStream(simpleQuery(text), { onRawData: (data) => chunks.push(data.slice()) });
  return Buffer.concat(chunks).toString('latin1');
}
/** Until the disk is looked at again. */
const look = () => wait(150);

test('nothing is written while the disk is nearly full, reads go on, and one line says so', async () => {
  free = 31 * megabyte;
  await look();
  expect(await ask('insert into kept values (1)')).toContain('25006');
  expect(await ask('select 41 + 1')).toContain('42');
  free = 47 * megabyte;
  await look();
  expect(await ask('insert into kept values (1)')).toContain('25006');
  free = 49 * megabyte;
  await look();
  expect(await ask('insert into kept values (1)')).toContain('INSERT 0 1');
  expect(told).toEqual([
    'The disk of DATA_DIR has 31 MB left: nothing is written until there are 48 MB; reads go on.',
    'The disk of DATA_DIR has 49 MB left: writes go on.',
  ]);
});

test('a transaction that has begun ends as it began', async () => {
  await ask('begin');
  free = 0;
  await look();
  expect(await ask('insert into kept values (2)')).toContain('INSERT 0 1');
  expect(await ask('commit')).toContain('COMMIT');
  expect(await ask('insert into kept values (3)')).toContain('25006');
  free = 1000 * megabyte;
  await look();
  expect(await ask('insert into kept values (3)')).toContain('INSERT 0 1');
});

test('the log of what was written does not grow for ever', async () => {
  const since = `select 'since=' || (pg_current_wal_insert_lsn() - redo_lsn)::bigint / ${megabyte} from pg_control_checkpoint()`;
  const length = async () => Number(/since=(\d+)/.exec(await ask(since))?.[1]);
  await ask(holdLog(60));
  await ask(`select pg_logical_emit_message(false, '', repeat('x', ${40 * megabyte}))`);
  await wait(2100);
  // A backup has still to copy it.
  expect(await length()).toBeGreaterThan(39);
  await ask(releaseLog);
  await wait(2100);
  expect(await length()).toBeLessThan(2);
});

test('dead rows are removed once an hour, when nobody has asked for anything for a while', async () => {
  // What a vacuum counts; before the first one -1.
  const rows = async () =>
    Number(
      /rows=(-?\d+)/.exec(await ask("select 'rows=' || reltuples from pg_class where relname = 'kept'"))?.[1],
    );
  await ask('delete from kept');
  expect(await rows()).toBe(-1);
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const upkeep = new Upkeep(
      () => free,
      () => {},
    );
    const after = (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds);
      return upkeep.due();
    };
    expect(after(3_590_000)).not.toContain('vacuum');
    for (let n = 0; n < 5; n++) expect(after(4000)).not.toContain('vacuum');
    const sql = after(6000) ?? '';
    expect(sql).toContain('vacuum');
    expect(after(6000)).not.toContain('vacuum');
    await ask(sql);
  } finally {
    vi.useRealTimers();
  }
  expect(await rows()).toBe(0);
});
