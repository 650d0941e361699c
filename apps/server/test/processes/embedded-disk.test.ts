import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
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
  mkdirSync(join(dataDir, 'postgresql.new-a1b2c3'), { recursive: true, mode: 0o755 });
  // What a first start leaves that is killed half-way.
  writeFileSync(join(dataDir, 'postgresql.new-a1b2c3', 'PG_VERSION'), '18\n');
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
  await inside(async () => {
    expect(mode(dataDir)).toBe('700');
    expect(mode(join(dataDir, 'postgresql'))).toBe('700');
  });
  expect(readdirSync(dataDir).sort()).toEqual(['lock', 'postgresql']);
  expect(readdirSync(join(dataDir, 'postgresql'))).not.toContain('postmaster.pid');
});

test('when PostgreSQL itself ends, the process says so in one line and ends', async () => {
  const child = service(`
    import { readFileSync } from 'node:fs';
    process.kill(parseInt(readFileSync(embedded.directory + '/postmaster.pid', 'utf8')), 'SIGQUIT');
    setInterval(() => {}, 1000);`);
  let said = '';
  child.stderr?.on('data', (data) => {
    said += data;
  });
  const [status] = await once(child, 'close');
  expect(status).toBe(1);
  expect(said).toMatch(/^the embedded database has stopped: [^\n]+\n$/);
});

test('PostgreSQL ends cleanly with a process that is killed', async () => {
  const child = service(`process.stdout.write('ready\\n'); setInterval(() => {}, 1000);`);
  await once(child.stdout ?? child, 'data');
  const pid = Number.parseInt(readFileSync(join(dataDir, 'postgresql', 'postmaster.pid'), 'utf8'), 10);
  child.kill('SIGKILL');
  const isAlive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isAlive).toBe(false);
  expect(existsSync(join(dataDir, 'postgresql', 'postmaster.pid'))).toBe(false);
});

test('what a server leaves that was killed does not stop the next start', async () => {
  // The number of a process that is somebody else's.
  writeFileSync(join(dataDir, 'postgresql', 'postmaster.pid'), `${process.pid}\n`);
  writeFileSync(join(dataDir, 'postgresql', '.s.PGSQL.5432.lock'), `${process.pid}\n`);
  await inside((sql) => sql`select 1`);
});

test('a folder whose path is too long for a socket', async () => {
  const long = join(root, 'a'.repeat(110));
  mkdirSync(long);
  renameSync(join(dataDir, 'postgresql'), join(long, 'postgresql'));
  await inside(async (sql, { connection }) => {
    expect(connection.path.startsWith(long)).toBe(false);
    expect(mode(dirname(dirname(connection.path)))).toBe('700');
    expect(await sql`select count(*) > 100 as all from kept`).toEqual([{ all: true }]);
  }, long);
});

test('a damaged database is an error with a reason, and the folder is unlocked', async () => {
  const damaged = join(root, 'damaged');
  mkdirSync(join(damaged, 'postgresql'), { recursive: true });
  writeFileSync(join(damaged, 'postgresql', 'PG_VERSION'), '18\n');
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(startEmbedded({ dataDir: damaged })).rejects.toThrow(
      /^the embedded database does not start: ./,
    );
  }
});
