import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { migrate, migrationsFolder } from '@daybook/domain/server';
import postgres from 'postgres';
import { create, Header } from 'tar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../src/backup/archive.ts';
import { type Embedded, startEmbedded } from '../../src/embedded/embedded.ts';
import { makeDataDirectory, type RunningService, workplace } from '../support/commands.ts';

const place = workplace();
const dataDir = join(place.folder, 'data');
const file = (name: string) => join(place.folder, name);
const restore = (args: readonly string[], folder: string, settings = {}) =>
  place.command('restore', args, { DATA_DIR: folder, ...settings });

let service: RunningService;
beforeAll(async () => {
  await makeDataDirectory(dataDir);
  service = await place.service(dataDir);
  await service.call('POST', '/payees', { name: 'Before' });
  expect(await place.command('backup', ['good'], { DATA_DIR: dataDir }).done).toMatchObject({ ended: 0 });
  await service.call('POST', '/payees', { name: 'After' });
});
afterAll(() => place.clear());

/** A tar.gz of what `make` puts into an empty folder, in the order of its names. */
async function archive(name: string, make: (folder: string) => void): Promise<void> {
  const folder = file(`${name}.content`);
  mkdirSync(join(folder, 'postgresql'), { recursive: true });
  make(folder);
  await create({ cwd: folder, gzip: true, file: file(name) }, ['daybook-backup.json', 'postgresql']);
}

const manifest = (more = {}) =>
  JSON.stringify({ version: 2, madeAt: '2026-01-01T00:00:00Z', migration: '0001_tables', rows: {}, ...more });

/** The good one with another entry behind its own. */
function withEntry(name: string, fields: ConstructorParameters<typeof Header>[0]): void {
  const entries = gunzipSync(readFileSync(file('good'))).subarray(0, -1024);
  const header = new Header({ mode: 0o644, size: 0, mtime: new Date(), ...fields });
  header.encode();
  writeFileSync(
    file(name),
    gzipSync(Buffer.concat([entries, header.block ?? Buffer.of(), Buffer.alloc(1024)]), { level: 0 }),
  );
}

function changed(name: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file('good'));
  change(bytes);
  writeFileSync(file(name), bytes);
}

const incomplete =
  /is not a complete backup of Daybook \(truncated, damaged or another file\): use another copy\.$/;
const unexpected =
  /contains ".*", which is not part of a backup: it was created or changed by another program\.$/;
const newer = /was made by a newer version of Daybook: restore it with that version\.$/;

test.each<[string, (name: string) => unknown, RegExp]>([
  ['that is not there', () => {}, /cannot be read \(ENOENT\)\.$/],
  ['that is a folder', (name) => mkdirSync(file(name)), /cannot be read \(EISDIR\)\.$/],
  ['that is empty', (name) => writeFileSync(file(name), ''), incomplete],
  ['of another kind', (name) => writeFileSync(file(name), 'PGDMP and so on'), incomplete],
  ['that is no tar', (name) => writeFileSync(file(name), gzipSync('not a tar '.repeat(500))), incomplete],
  ['not compressed', (name) => writeFileSync(file(name), gunzipSync(readFileSync(file('good')))), incomplete],
  ['without its end', (name) => changed(name, () => {}) ?? truncateSync(file(name), 1_000_000), incomplete],
  ['cut by one byte', (name) => changed(name, () => {}) ?? cutLast(name), incomplete],
  ['with a damaged byte', (name) => changed(name, (bytes) => bytes.fill(0xff, 900_000, 900_001)), incomplete],
  [
    'of somebody else',
    (name) => archive(name, (f) => writeFileSync(join(f, 'daybook-backup.json'), '{}')),
    incomplete,
  ],
  [
    'with a path outside',
    (name) => withEntry(name, { path: 'postgresql/../../evil', type: 'File' }),
    unexpected,
  ],
  ['with a path from the root', (name) => withEntry(name, { path: '/tmp/evil', type: 'File' }), unexpected],
  ['with a path of its own', (name) => withEntry(name, { path: 'lock', type: 'File' }), unexpected],
  ['with a device', (name) => withEntry(name, { path: 'postgresql/x', type: 'CharacterDevice' }), unexpected],
  [
    'with a link',
    (name) => withEntry(name, { path: 'postgresql/x', type: 'Link', linkpath: '/etc/passwd' }),
    unexpected,
  ],
  [
    'with a symbolic link',
    (name) =>
      archive(name, (f) => {
        writeFileSync(join(f, 'daybook-backup.json'), manifest());
        symlinkSync('/', join(f, 'postgresql', 'base'));
      }),
    unexpected,
  ],
  [
    'of a newer schema',
    (name) =>
      archive(name, (f) => writeFileSync(join(f, 'daybook-backup.json'), manifest({ migration: '9999_x' }))),
    newer,
  ],
  [
    'of a newer form',
    (name) => archive(name, (f) => writeFileSync(join(f, 'daybook-backup.json'), manifest({ version: 3 }))),
    newer,
  ],
])('a file %s is refused in one line', async (name, make, line) => {
  const bad = file(name.replaceAll(' ', '-'));
  await make(name.replaceAll(' ', '-'));
  const error: Error = await verify(bad).then(
    () => new Error('accepted'),
    (reason) => reason,
  );
  expect(error.name).toBe('BackupError');
  expect(error.message.startsWith(`${bad} `)).toBe(true);
  expect(error.message).toMatch(line);
});

test('a file that is refused leaves nothing behind', async () => {
  for (const name of ['cut-by-one-byte', 'with-a-path-outside', 'of-a-newer-schema']) {
    const before = readdirSync(place.folder);
    const { ended, stdout, stderr } = await restore([name], file('fresh')).done;
    expect({ ended, stdout }).toEqual({ ended: 1, stdout: '' });
    expect(stderr).toMatch(/^\S+ (is|contains|was) [^\n]+\.\n$/);
    expect(readdirSync(place.folder)).toEqual(before);
  }
});

function cutLast(name: string): void {
  truncateSync(file(name), readFileSync(file(name)).length - 1);
}

test('a database that does not start, or differs from the manifest, is not restored', async () => {
  await archive('hollow', (f) => {
    writeFileSync(join(f, 'daybook-backup.json'), manifest());
    writeFileSync(join(f, 'postgresql', 'PG_VERSION'), '18\n');
  });
  const hollow = await restore(['hollow'], file('fresh')).done;
  expect(hollow).toMatchObject({ ended: 1 });
  expect(hollow.stderr).toMatch(/^the embedded database does not start: [^\n]+\n$/);
  await place.run('mkdir', ['lying'], {}).done;
  await place.run('tar', ['xzf', 'good', '-C', 'lying'], {}).done;
  writeFileSync(file('lying/daybook-backup.json'), manifest({ migration: '0004_idempotency' }));
  await create({ cwd: file('lying'), gzip: true, file: file('liar') }, ['daybook-backup.json', 'postgresql']);
  const liar = await restore(['liar'], file('fresh')).done;
  expect(liar).toMatchObject({ ended: 1 });
  expect(liar.stderr).toMatch(/differs from its manifest: use another copy\.\n$/);
  expect(readdirSync(file('fresh'))).toEqual(['lock']);
});

test('names the secret that the backup needs, where another one is set or none', async () => {
  const made = readFileSync(join(dataDir, 'jwt-secret'), 'utf8').trim();
  const other = 'a2YQx0Zt9vLr5sWm3uNc8eHb1dKf6gJp';
  const { secret = '' } = await verify(file('good'));
  expect(secret).toMatch(/^[\da-f]{16}$/);
  const isNeeded = `It needs the JWT_SECRET with the fingerprint ${secret}, but here is `;
  const known = async (name: string, settings = {}) => {
    const { ended, stdout, stderr } = await restore(['good'], file(name), settings).done;
    expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
    expect(stdout).not.toContain(made);
    expect(stdout).not.toContain(other);
    return stdout.split(isNeeded)[1]?.split(':')[0] ?? 'the one';
  };
  expect(await known('secret-none')).toBe('none yet');
  expect(existsSync(join(file('secret-none'), 'jwt-secret'))).toBe(false);
  expect(await known('secret-other', { JWT_SECRET: other })).toMatch(/^[\da-f]{16}$/);
  expect(await known('secret-previous', { JWT_SECRET: other, JWT_SECRET_PREVIOUS: made })).toBe('the one');
  mkdirSync(file('secret-copied'));
  writeFileSync(join(file('secret-copied'), 'jwt-secret'), `${made}\n`);
  expect(await known('secret-copied')).toBe('the one');
});

test.each([
  ['no file', [], {}, /^Name one backup: npm run restore -- \S+ \[--replace\]\n$/],
  ['two files', ['good', 'good'], {}, /^Name one backup/],
  ['another option', ['good', '--force'], {}, /^Name one backup/],
  [
    'PostgreSQL',
    ['good'],
    { DATABASE_URL: 'postgres://u:hidden@h/d' },
    /^DATABASE_URL is set(?!.*hidden).*pg_restore.*\n$/,
  ],
])('%s: one line, and exit code 2', async (_, args, settings, line) => {
  const { ended, stderr } = await restore(args, dataDir, settings).done;
  expect(ended).toBe(2);
  expect(stderr).toMatch(line);
});

test('while the service uses the folder it is refused, with --replace too', async () => {
  for (const args of [['good'], ['good', '--replace']]) {
    const { ended, stderr } = await restore(args, dataDir).done;
    expect(ended).toBe(1);
    expect(stderr).toBe(
      `${dataDir} is in use by another Daybook (pid ${service.child.pid}); stop it or set DATA_DIR to another folder\n`,
    );
  }
  expect(await service.list('/payees')).toHaveLength(2);
});

test('an existing database stays, or is renamed with --replace', async () => {
  await service.stop();
  const before = readdirSync(dataDir);
  const { ended, stderr } = await restore(['good'], dataDir).done;
  expect(ended).toBe(1);
  expect(stderr).toMatch(
    / has a database already: add --replace to rename it, or set DATA_DIR to another folder\.\n$/,
  );
  expect(readdirSync(dataDir)).toEqual(before);

  const done = await restore(['--replace', 'good'], dataDir).done;
  expect(done).toMatchObject({ ended: 0, stderr: '' });
  const aside = /^The database that was there is now (.+)$/m.exec(done.stdout)?.[1] ?? '';
  expect(readdirSync(dataDir).toSorted()).toEqual([...before, aside.slice(dataDir.length + 1)].toSorted());
  const again = await place.service(dataDir);
  expect((await again.list('/payees')).map(({ name }) => name)).toEqual(['Before']);
  await again.stop();

  mkdirSync(file('old'));
  renameSync(aside, file('old/postgresql'));
  const old = await place.service(file('old'));
  expect(await old.list('/payees')).toHaveLength(2);
  await old.stop();
});

test('kill -9 leaves the old database unchanged, and the next restore works', async () => {
  const draft = join(dataDir, 'restore');
  const moments = [['postgresql'], ['postgresql', 'backup_label.old'], ['postgresql', 'postmaster.pid']];
  for (const path of moments) {
    const { child, done } = restore(['good', '--replace'], dataDir);
    rmSync(draft, { recursive: true, force: true });
    while (!existsSync(join(draft, ...path)) && child.exitCode === null) await pause(2);
    child.kill('SIGKILL');
    expect((await done).ended).toBe('SIGKILL');
    expect(existsSync(join(dataDir, 'postgresql', 'PG_VERSION'))).toBe(true);
  }
  expect(await restore(['good', '--replace'], dataDir).done).toMatchObject({ ended: 0, stderr: '' });
  expect(existsSync(join(dataDir, 'restore'))).toBe(false);
});

test('the start after a kill between the two renames of --replace completes the restore', async () => {
  const fresh = file('renamed');
  expect(await restore(['good'], fresh).done).toMatchObject({ ended: 0 });
  renameSync(join(fresh, 'postgresql'), join(fresh, 'postgresql.restored'));
  const again = await place.service(fresh);
  expect(await again.list('/payees')).toHaveLength(1);
  await again.stop();
  expect(readdirSync(fresh).toSorted()).toEqual(['jwt-secret', 'lock', 'postgresql']);
});

test('the next start removes what a killed restore has left', async () => {
  const fresh = file('renamed');
  mkdirSync(join(fresh, 'postgresql.restored'));
  appendFileSync(join(fresh, 'postgresql.restored', 'x'), '');
  const again = await place.service(fresh);
  await again.stop();
  expect(readdirSync(fresh).toSorted()).toEqual(['jwt-secret', 'lock', 'postgresql']);
});

test('an older schema is migrated by the next start; a newer one is refused', async () => {
  const [older, migrations] = [file('older'), file('migrations')];
  cpSync(migrationsFolder, migrations, { recursive: true });
  const journal = join(migrations, 'meta/_journal.json');
  const known = JSON.parse(readFileSync(journal, 'utf8'));
  writeFileSync(journal, JSON.stringify({ ...known, entries: known.entries.slice(0, -1) }));
  await asked(older, ({ connection }) => migrate(connection, migrations));
  expect(await place.command('backup', ['old.tar.gz'], { DATA_DIR: older }).done).toMatchObject({ ended: 0 });

  const restored = file('restored');
  expect(await restore(['old.tar.gz'], restored).done).toMatchObject({ ended: 0 });
  const again = await place.service(restored);
  expect(await again.logIn()).toBe(200);
  await again.stop();

  await asked(restored, async ({ connection }) => {
    const sql = postgres({ ...connection, max: 1 });
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9e15)`;
    await sql.end();
  });
  const { ended, stderr } = await place.command('backup', ['new.tar.gz'], { DATA_DIR: restored }).done;
  expect({ ended, stderr }).toEqual({
    ended: 1,
    stderr: 'The database was migrated by a newer version of Daybook: start that version.\n',
  });
});

async function asked(folder: string, work: (embedded: Embedded) => Promise<void>): Promise<void> {
  const embedded = await startEmbedded({ dataDir: folder });
  await work(embedded).finally(() => embedded.stop());
}
