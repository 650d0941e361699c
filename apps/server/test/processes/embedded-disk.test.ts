import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Embedded, EmbeddedInUseError, startEmbedded } from '../../src/embedded/embedded.ts';
import { startNode } from '../support/commands.ts';

// The tests of this file follow one folder through its life, in order: a first start takes seconds.
const root = mkdtempSync(join(tmpdir(), 'daybook-disk-'));
const dataDir = join(root, 'data');
const children: ChildProcess[] = [];
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

beforeAll(() => {
  mkdirSync(join(dataDir, 'pgdata.new-a1b2c3'), { recursive: true, mode: 0o755 });
  // What a first start leaves that is killed half-way.
  writeFileSync(join(dataDir, 'pgdata.new-a1b2c3', 'PG_VERSION'), '18\n');
});

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

/** A process of its own with the embedded database, `embedded`, and a pool on it, `sql`. */
function service(script: string, folder = dataDir): ChildProcess {
  const source = new URL('../../src/embedded/embedded.ts', import.meta.url).href;
  const code = `
    import postgres from 'postgres';
    import { startEmbedded } from ${JSON.stringify(source)};
    const embedded = await startEmbedded({ dataDir: ${JSON.stringify(folder)} });
    const sql = postgres({ ...embedded.connection, max: 5 });
    ${script}`;
  const cwd = dirname(dirname(import.meta.dirname));
  const child = startNode(['--input-type=module', '-e', code], { cwd });
  children.push(child);
  return child;
}

async function inside<T>(work: (sql: postgres.Sql, embedded: Embedded) => Promise<T>, folder = dataDir) {
  const embedded = await startEmbedded({ dataDir: folder });
  const sql = postgres({ ...embedded.connection, max: 2, onnotice: () => {} });
  try {
    return await work(sql, embedded);
  } finally {
    await sql.end();
    await embedded.stop();
  }
}

test('kill -9 while five connections write loses nothing that was acknowledged, and leaves no lock', async () => {
  const child = service(`
    await sql\`create table kept (n int primary key)\`;
    await Promise.all([0, 1, 2, 3, 4].map(async (c) => {
      for (let n = c; ; n += 5) {
        await sql\`insert into kept values (\${n})\`;
        process.stdout.write(n + '\\n');
      }
    }));`);
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === 100) {
      await expect(startEmbedded({ dataDir })).rejects.toThrow(EmbeddedInUseError);
      await expect(startEmbedded({ dataDir })).rejects.toThrow(`pid ${child.pid}`);
      child.kill('SIGKILL');
    }
  }
  expect(acknowledged.length).toBeGreaterThan(100);
  await inside(async (sql) => {
    const kept = new Set((await sql`select n from kept`).map(({ n }) => n));
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
  });
});

test('only its owner can read the folder, and a clean stop leaves neither socket nor pid', async () => {
  await inside(async (_, embedded) => {
    expect(embedded.directory).toBe(dataDir);
    expect(mode(dataDir)).toBe('700');
    expect(mode(join(dataDir, 'pgdata'))).toBe('700');
  });
  expect(readdirSync(dataDir).sort()).toEqual(['lock', 'pgdata']);
});

/** A commit is synced by the queue: commit-sync.test.ts. */
test('the log is synced, and pages are written whole', async () => {
  const settings = await inside(
    (sql) => sql`
    select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method') order by name`,
  );
  expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
    'fsync=on',
    'full_page_writes=on',
    'synchronous_commit=off',
    'wal_sync_method=fsync',
  ]);
});

test('when PostgreSQL itself fails, the process says so in one line and ends', async () => {
  const child = service(`
    await sql\`create or replace function deep(i int) returns int language plpgsql as 'begin return deep(i + 1); end'\`;
    await sql\`select deep(1)\`.catch(() => {});
    setInterval(() => {}, 1000);`);
  let said = '';
  child.stderr?.on('data', (data) => {
    said += data;
  });
  const [status] = await once(child, 'close');
  expect(status).toBe(1);
  expect(said).toMatch(/^the embedded database has stopped: [^\n]+\n$/);
});

test('a folder whose path is too long for a socket', async () => {
  const long = join(root, 'a'.repeat(110));
  mkdirSync(long);
  renameSync(join(dataDir, 'pgdata'), join(long, 'pgdata'));
  let elsewhere = '';
  await inside(async (sql, { directory }) => {
    elsewhere = directory;
    expect(directory.startsWith(long)).toBe(false);
    expect(mode(directory)).toBe('700');
    expect(await sql`select count(*) > 100 as all from kept`).toEqual([{ all: true }]);
  }, long);
  expect(existsSync(elsewhere)).toBe(false);
});

test('a damaged database is an error with a reason, and the folder is unlocked', async () => {
  const damaged = join(root, 'damaged');
  mkdirSync(join(damaged, 'pgdata'), { recursive: true });
  writeFileSync(join(damaged, 'pgdata', 'PG_VERSION'), '18\n');
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(startEmbedded({ dataDir: damaged })).rejects.toThrow(
      /^the embedded database does not start: ./,
    );
  }
});
