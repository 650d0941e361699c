import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DurableFS, durableParams } from '../../src/embedded/durable.ts';
import { SYNC, simpleQuery } from '../../src/embedded/messages.ts';
import { type CommitSync, QueryQueue } from '../../src/embedded/query-queue.ts';
import { Session } from '../../src/embedded/session.ts';

const folder = mkdtempSync(join(tmpdir(), 'daybook-sync-'));
const fs = new DurableFS(join(folder, 'pgdata'));
/** What happened, in order: answers, and syncs for which commits had waited. */
const events: string[] = [];
const recorded: CommitSync = {
  defer: () => fs.defer(),
  get isPending() {
    return fs.isPending;
  },
  flush() {
    if (fs.isPending) events.push('sync');
    fs.flush();
  },
};
let session: Session;
let queue: QueryQueue;

beforeAll(async () => {
  const startParams = durableParams(PGlite.defaultStartParams);
  session = await new Session({ fs, startParams }, (cause) => events.push(`failed: ${cause}`)).open();
  queue = new QueryQueue(session, recorded);
  await ask(1, 'create table kept (n int); insert into kept values (0)');
}, 60_000);
afterAll(async () => {
  await session.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => void events.splice(0));

const ask = (connection: number, text: string) =>
  queue.enqueue(connection, [simpleQuery(text)], (answer) => {
    events.push(/INSERT|SELECT|CHECKPOINT/.exec(Buffer.from(answer).toString('latin1'))?.[0] ?? 'other');
  });

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

test('the log is synced before anything that it must precede is written', async () => {
  await ask(1, 'update kept set n = n + 1');
  fs.defer();
  await session.execute([simpleQuery('insert into kept values (6)')]);
  expect(fs.isPending).toBe(true);
  await session.execute([simpleQuery('checkpoint')]);
  expect(fs.isPending).toBe(false);
  await session.execute([simpleQuery('create table another (n int)')]);
  expect(fs.isPending).toBe(true);
  await session.execute([simpleQuery('drop table another')]);
  fs.flush();
  expect(fs.isPending).toBe(false);
});

test('without a group a commit is synced at once', async () => {
  await session.execute([simpleQuery('insert into kept values (7)')]);
  expect(fs.isPending).toBe(false);
  await session.execute([SYNC]);
});
