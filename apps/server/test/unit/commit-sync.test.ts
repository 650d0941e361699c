import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DurableFS, durableParams } from '../../src/embedded/durable.ts';
import { SYNC, simpleQuery } from '../../src/embedded/messages.ts';
import { QueryQueue } from '../../src/embedded/query-queue.ts';
import { Session } from '../../src/embedded/session.ts';

const folder = mkdtempSync(join(tmpdir(), 'daybook-sync-'));
/** What happened, in order: answers, and files that were synced. */
const events: string[] = [];
const { fsyncSync } = fs;
let session: Session;
let queue: QueryQueue;

beforeAll(async () => {
  fs.fsyncSync = (file) => {
    events.push('sync');
    fsyncSync(file);
  };
  syncBuiltinESMExports();
  const startParams = [...durableParams(PGlite.defaultStartParams), '-c', 'synchronous_commit=off'];
  const options = { fs: new DurableFS(join(folder, 'pgdata')), startParams };
  session = await new Session(options, (cause) => events.push(`failed: ${cause}`)).open();
  // Without the time limit, which would end the group early on a slow machine.
  queue = new QueryQueue(session, Number.POSITIVE_INFINITY);
  await ask(1, 'create table kept (n int); insert into kept values (0)');
}, 60_000);
afterAll(async () => {
  fs.fsyncSync = fsyncSync;
  syncBuiltinESMExports();
  await session.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => void events.splice(0));

const ask = (connection: number, text: string) =>
  queue.enqueue(connection, [simpleQuery(text)], (answer) => {
    const said = Buffer.from(answer).toString('latin1');
    events.push(/INSERT|SELECT|ROLLBACK|COMMIT|division by zero|BEGIN/.exec(said)?.[0] ?? 'other');
  });

const message = (type: string, body: string) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
};
/** Parse, Bind and Execute, without parameters, and Sync. */
const extendedQuery = (text: string) => [
  message('P', `\0${text}\0\0\0`),
  message('B', '\0'.repeat(8)),
  message('E', '\0'.repeat(5)),
  SYNC,
];

test('commits that wait together share one sync, and are answered after it', async () => {
  await Promise.all([1, 2, 3, 4].map((n) => ask(n, `insert into kept values (${n})`)));
  expect(events).toEqual(['sync', 'INSERT', 'INSERT', 'INSERT', 'INSERT']);
});

test('a read before the first commit is answered at once; one that may show it, after the sync', async () => {
  await Promise.all([
    ask(1, 'select from kept'),
    ask(2, 'insert into kept values (5)'),
    ask(3, 'select from kept'),
  ]);
  expect(events).toEqual(['SELECT', 'sync', 'INSERT', 'SELECT']);
});

test('what a transaction writes is synced when it commits', async () => {
  await ask(1, 'begin');
  events.splice(0);
  await queue.enqueue(1, extendedQuery('insert into kept values (6)'), () => events.push('INSERT'));
  await queue.enqueue(1, extendedQuery('insert into kept values (7)'), () => events.push('INSERT'));
  await ask(1, 'commit');
  expect(events).toEqual(['INSERT', 'INSERT', 'sync', 'COMMIT']);
});

test('a commit that a transaction follows is synced, also where that has failed', async () => {
  await ask(1, 'begin');
  await ask(1, 'insert into kept values (7)');
  events.splice(0);
  await ask(1, 'commit; begin; select 1/0');
  expect(events).toEqual(['sync', 'COMMIT']);
  await ask(1, 'rollback');
  events.splice(0);
  await Promise.all([ask(1, 'insert into kept values (8)'), ask(2, 'begin; select 1/0')]);
  expect(events).toEqual(['sync', 'INSERT', 'BEGIN']);
  await ask(2, 'rollback');
});

test('the log is written before a table that it must precede', async () => {
  await session.execute([simpleQuery('insert into kept values (9)')]);
  expect(session.isCommitPending).toBe(true);
  expect(events).toEqual([]);
  await session.execute([simpleQuery('checkpoint')]);
  expect(events).toContain('sync');
});
