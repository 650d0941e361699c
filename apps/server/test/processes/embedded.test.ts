import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DiskGuard } from '../../src/embedded/disk.ts';
import { type Embedded, EmbeddedError, startEmbedded } from '../../src/embedded/embedded.ts';
import { EmbeddedInUseError, lockDirectory } from '../../src/embedded/lock.ts';
import { makeDataDirectory, startNode } from '../support/commands.ts';

describe('the embedded database', () => {
  const hasPsql = spawnSync('psql', ['--version']).status === 0;
  const folder = mkdtempSync(join(tmpdir(), 'daybook-embedded-'));

  let embedded: Embedded;
  let sql: postgres.Sql;

  beforeAll(async () => {
    await makeDataDirectory(join(folder, 'data'));
    embedded = await startEmbedded({ dataDir: join(folder, 'data') });
    sql = postgres({ ...embedded.connection, max: 2, onnotice: () => {} });
    await sql`create table kept (n int)`;
  });

  afterAll(async () => {
    await sql.end();
    await embedded.stop();
    rmSync(folder, { recursive: true });
  });

  test('what is acknowledged is on the disk', async () => {
    const settings = await sql`select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum') order by name`;
    expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
      'autovacuum=on',
      'fsync=on',
      'full_page_writes=on',
      'synchronous_commit=on',
    ]);
  });

  test('it listens on its socket alone', async () => {
    expect(await sql`show listen_addresses`).toEqual([{ listen_addresses: '' }]);
  });

  test('psql connects', ({ skip }) => {
    if (!hasPsql) return skip('there is no psql on this machine');
    const { stdout } = spawnSync(
      'psql',
      ['-h', embedded.directory, '-U', 'postgres', '-XAt', '-c', 'select 6 * 7'],
      { encoding: 'utf8' },
    );
    expect(stdout.trim()).toBe('42');
  });

  describe('the disk', () => {
    const megabyte = 1024 * 1024;
    let freeBytes = 1000 * megabyte;
    const notices: string[] = [];
    let guard: DiskGuard;
    const makeGuard = () =>
      new DiskGuard(
        embedded.directory,
        embedded.connection,
        (line) => notices.push(line),
        () => freeBytes,
      );
    const write = () =>
      sql`insert into kept values (1)`.then(
        () => 'written',
        ({ code }) => code,
      );

    beforeAll(() => {
      guard = makeGuard();
    });
    afterAll(() => guard.stop());

    test('while it is nearly full the database is read-only, and one line says so', async () => {
      freeBytes = 31 * megabyte;
      await guard.check();
      await expect.poll(write).toBe('25006');
      expect(await sql`select 41 + 1 as sum`).toEqual([{ sum: 42 }]);
      freeBytes = 47 * megabyte;
      await guard.check();
      expect(await write()).toBe('25006');
      freeBytes = 49 * megabyte;
      await guard.check();
      await expect.poll(write).toBe('written');
      expect(notices).toEqual([
        'The disk of DATA_DIR has 31 MB left: nothing is written until there are 48 MB; reads go on.',
        'The disk of DATA_DIR has 49 MB left: writes go on.',
      ]);
    });

    test('what a start before this one has left does not stay', async () => {
      freeBytes = 0;
      await guard.check();
      await guard.stop();
      await expect.poll(write).toBe('25006');
      freeBytes = 1000 * megabyte;
      guard = makeGuard();
      await guard.check();
      await expect.poll(write).toBe('written');
    });
  });

  test('when PostgreSQL ends, onExit is called, and stop() still works, twice', async () => {
    const dataDir = join(folder, 'doomed');
    await makeDataDirectory(dataDir);
    const died = Promise.withResolvers<EmbeddedError>();
    const doomed = await startEmbedded({ dataDir, onExit: died.resolve });
    process.kill(
      Number.parseInt(readFileSync(join(doomed.directory, 'postmaster.pid'), 'utf8'), 10),
      'SIGKILL',
    );
    expect(await died.promise).toBeInstanceOf(EmbeddedError);
    expect((await died.promise).message).toMatch(/^the embedded database has stopped: ./);
    await doomed.stop();
    await doomed.stop();
  });
});

describe('the lock of its folder', () => {
  let folder: string;
  let children: ChildProcess[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-lock-'));
    children = [];
  });

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** A process that takes locks as `script` says and stays until it is killed. */
  function holder(script: string): ChildProcess {
    const source = new URL('../../src/embedded/lock.ts', import.meta.url).href;
    const code = `
    import { lockDirectory } from ${JSON.stringify(source)};
    setInterval(() => {}, 1000);
    ${script}`;
    const child = startNode(['--input-type=module', '-e', code]);
    children.push(child);
    return child;
  }

  async function firstLine(child: ChildProcess): Promise<string> {
    const [data] = await once(child.stdout ?? child, 'data');
    return String(data).trim();
  }

  test('a second process is refused with the pid of the first', async () => {
    const child = holder(`await lockDirectory(${JSON.stringify(folder)}); console.log('held');`);
    expect(await firstLine(child)).toBe('held');
    await expect(lockDirectory(folder)).rejects.toThrow(
      `${folder} is in use by another Daybook (pid ${child.pid}); stop it or set DATA_DIR to another folder`,
    );
  });

  test('after kill -9 the folder can be locked', async () => {
    const child = holder(`await lockDirectory(${JSON.stringify(folder)}); console.log('held');`);
    await firstLine(child);
    child.kill('SIGKILL');
    await once(child, 'exit');
    (await lockDirectory(folder)).release();
  });

  test('a process can lock it once, and again after release', async () => {
    const lock = await lockDirectory(folder);
    await expect(lockDirectory(folder)).rejects.toThrow(EmbeddedInUseError);
    await expect(lockDirectory(folder)).rejects.toThrow(`pid ${process.pid}`);
    lock.release();
    lock.release();
    expect(existsSync(join(folder, 'lock.pid'))).toBe(false);
    (await lockDirectory(folder)).release();
  });

  test('of ten processes that start together exactly one gets the lock, ten times over', async () => {
    const folders = Array.from({ length: 10 }, (_, round) => join(folder, String(round)));
    for (const path of folders) mkdirSync(path);
    const start = Date.now() + 2500;
    const starters = Array.from({ length: 10 }, () =>
      holder(`
      const won = await Promise.all(${JSON.stringify(folders)}.map(async (path, round) => {
        await new Promise((resolve) => setTimeout(resolve, ${start} + round * 20 - Date.now()));
        return lockDirectory(path).then(() => 1, (error) => (error.name === 'EmbeddedInUseError' ? 0 : error.message));
      }));
      console.log(JSON.stringify(won));`),
    );
    const results = await Promise.all(starters.map(async (child) => JSON.parse(await firstLine(child))));
    const winners = folders.map((_, round) => results.reduce((sum, won) => sum + won[round], 0));
    expect(winners).toEqual(folders.map(() => 1));
  });
});
