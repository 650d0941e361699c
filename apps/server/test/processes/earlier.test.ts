import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Contents, contents, migrate, type Server } from '@daybook/domain/server';
import postgres from 'postgres';
import { create } from 'tar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withEarlier } from '../../src/embedded/earlier.ts';
import { workplace } from '../support/commands.ts';

// Databases of Daybook 2.0 and earlier, which PGlite has made.
const place = workplace();
const original = join(place.folder, 'original');
const bills = 1200;
let stored: Contents | undefined;

beforeAll(async () => {
  mkdirSync(original, { recursive: true });
  await withEarlier(join(original, 'pgdata'), async (server) => {
    await migrate(server);
    await fill(server);
    stored = await contents(server);
  });
}, 300_000);
afterAll(() => place.clear());

async function fill(server: Server): Promise<void> {
  const sql = postgres({ ...(server as object), max: 1, fetch_types: false });
  await sql`insert into bills (id, date, value, description, extra_notes)
    select gen_random_uuid(), '2024-01-31', 1, 'né ' || n, '' from generate_series(1, ${bills}::int) n`;
  await sql.end();
}

/** A data directory as an earlier version has left it. */
function copy(name: string): string {
  const folder = join(place.folder, name);
  cpSync(original, folder, { recursive: true });
  return folder;
}

const isSetAside = (name: string) => /^pgdata\.before-/.test(name);

test('a start copies everything, once, and keeps what was there', async () => {
  const dataDir = copy('started');
  for (let start = 0; start < 2; start++) {
    const service = await place.service(dataDir);
    const descriptions = (await service.list('/bills')).map(({ description }) => description);
    expect(new Set(descriptions).size).toBe(bills);
    expect(descriptions).toContain(`né ${bills}`);
    const { status } = await service.call('POST', '/payees', { name: 'New' });
    expect(status).toBe(200);
    const { ended, stdout } = await service.stop();
    expect(ended).toBe(0);
    expect(/is copied into the format of this version/.test(stdout)).toBe(start === 0);
    const names = readdirSync(dataDir);
    expect(names).toContain('postgresql');
    expect(names).not.toContain('pgdata');
    expect(names.filter(isSetAside)).toHaveLength(1);
  }
});

test('a start that is killed meanwhile has changed nothing, and the next one begins anew', async () => {
  const dataDir = copy('killed');
  const settings = { DATA_DIR: dataDir, PORT: '0' };
  for (const stage of ['PG_VERSION', 'postmaster.pid']) {
    const { child, done } = place.command('main', [], settings);
    const hasReached = () =>
      readdirSync(dataDir).some(
        (name) => name.startsWith('postgresql.new') && existsSync(join(dataDir, name, stage)),
      );
    while (!hasReached() && child.exitCode === null) await pause(2);
    child.kill('SIGKILL');
    expect((await done).ended).toBe('SIGKILL');
    expect(existsSync(join(dataDir, 'postgresql'))).toBe(false);
  }
  const service = await place.service(dataDir);
  expect(await service.list('/bills')).toHaveLength(bills);
  await service.stop();
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgresql'))).toEqual(['postgresql']);
});

test('one that is killed between the two renames is completed', async () => {
  const dataDir = join(place.folder, 'started');
  renameSync(join(dataDir, readdirSync(dataDir).find(isSetAside) ?? ''), join(dataDir, 'pgdata'));
  const service = await place.service(dataDir);
  expect(await service.list('/payees')).toHaveLength(2);
  await service.stop();
  expect(readdirSync(dataDir).filter(isSetAside)).toHaveLength(1);
});

test('a backup of an earlier version is restored', async () => {
  const folder = copy('packed');
  const manifest = { version: 1, madeAt: '2026-01-01T00:00:00Z', ...stored };
  writeFileSync(join(folder, 'daybook-backup.json'), JSON.stringify(manifest));
  await create({ cwd: folder, gzip: true, file: join(place.folder, 'old.tar.gz') }, [
    'daybook-backup.json',
    'pgdata',
  ]);
  const dataDir = copy('restored');
  const restore = (...args: string[]) =>
    place.command('restore', ['old.tar.gz', ...args], { DATA_DIR: dataDir }).done;
  expect(await restore()).toMatchObject({ ended: 1, stderr: expect.stringContaining('--replace') });
  const { ended, stdout, stderr } = await restore('--replace');
  expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
  expect(stdout).toMatch(/^The database that was there is now .*pgdata\.before-/m);
  const service = await place.service(dataDir);
  expect(await service.list('/bills')).toHaveLength(bills);
  await service.stop();
});
