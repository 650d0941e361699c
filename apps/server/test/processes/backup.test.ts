import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataDirectory, type RunningService, root, workplace } from '../support/commands.ts';

// In order: what the first tests do with a service, the later ones do without.
const place = workplace();
// Too long for a socket, which then is in another folder.
const dataDir = join(place.folder, 'd'.repeat(110));
const temporaryFiles = () => readdirSync(place.folder).filter((name) => name.endsWith('.part'));
const file = (name: string) => join(place.folder, name);
const backup = (name: string) => place.command('backup', [name], { DATA_DIR: dataDir });

let service: RunningService;
beforeAll(async () => {
  await makeDataDirectory(dataDir);
  service = await place.service(dataDir);
});
afterAll(() => place.clear());

/** Creates bills until it is stopped. */
function load({ call }: RunningService) {
  const acknowledged: string[] = [];
  const refused: number[] = [];
  let running = true;
  const work = async (_: unknown, worker: number) => {
    for (let n = 0; running; n++) {
      const description = `${worker}/${n}`;
      const { status } = await call('POST', '/bills', { date: '2024-01-31', value: '1', description });
      if (status === 200) acknowledged.push(description);
      else refused.push(status);
      await wait(50);
    }
  };
  const working = Array.from({ length: 8 }, work);
  const stop = async () => {
    running = false;
    await Promise.all(working);
  };
  return { acknowledged, refused, stop };
}

/** Restores into a new data directory and starts a service there. */
async function restoreAndStart(name: string): Promise<RunningService> {
  const other = file(`${name}.restored`);
  const { ended, stdout, stderr } = await place.command('restore', [name], { DATA_DIR: other }).done;
  expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
  expect(stdout).toMatch(
    / holds the backup of 20\d\d-.*\nschema \d+_\w+; rows: .*users 1, .*\nIt needs the JWT_SECRET .*\n$/,
  );
  expect(readdirSync(other).sort()).toEqual(['lock', 'postgresql']);
  return place.service(other);
}

test('a backup under load has everything acknowledged before, with its journal row, and log-ins work', async () => {
  const { acknowledged, refused, stop } = load(service);
  while (acknowledged.length <= 50) await wait(20);
  const before = [...acknowledged];
  // As a person calls it, with a path that is relative to where the person stands.
  const args = ['--prefix', root, 'run', 'backup', '--', 'loaded.tar.gz'];
  const { ended, stdout, stderr } = await place.run('npm', args, { DATA_DIR: dataDir }).done;
  await stop();
  expect({ ended, stdout, stderr }).toMatchObject({ ended: 0 });
  expect(stdout).toContain(`${file('loaded.tar.gz')} is a backup of ${dataDir} (`);
  expect(stdout).toMatch(
    /MB, made while the service ran, verified\)\nschema .*bills \d+.*\nIt needs the JWT_SECRET with the fingerprint [\da-f]{16}, which is not in the file\n$/,
  );
  expect(statSync(file('loaded.tar.gz')).mode & 0o777).toBe(0o600);
  expect(refused).toEqual([]);

  const other = await restoreAndStart('loaded.tar.gz');
  expect(await other.logIn()).toBe(200);
  const bills = await other.list('/bills');
  const journal = Map.groupBy(await other.list('/journal'), ({ record }) => record);
  const kept = bills.map(({ description }) => description);
  expect(before.filter((description) => !kept.includes(description))).toEqual([]);
  expect(new Set(kept).size).toBe(kept.length);
  expect(bills.filter(({ _id }) => journal.get(_id)?.length !== 1)).toEqual([]);
  await other.stop();
});

test('a backup has neither the JWT secret nor the first password', async () => {
  const { stdout } = await place.run('tar', ['tzf', 'loaded.tar.gz'], {}).done;
  const tops = new Set(stdout.split('\n').map((path) => path.split('/')[0]));
  expect(tops).toEqual(new Set(['daybook-backup.json', 'postgresql', '']));
});

const copy = join(dataDir, 'backup', 'copy');
const isIn = (folder: string, name: RegExp) =>
  existsSync(folder) && readdirSync(folder).some((entry) => name.test(entry));
const stages: [string, () => boolean][] = [
  ['copying', () => existsSync(join(copy, 'postgresql', 'global'))],
  ['copied', () => existsSync(join(copy, 'postgresql', 'backup_label'))],
  ['reading the copy', () => isIn(join(copy, 'postgresql'), /^postmaster\.pid$/)],
  ['packing', () => temporaryFiles().length > 0],
  [
    'verifying',
    () =>
      temporaryFiles().length > 0 &&
      isIn(copy, /^postgresql$/) &&
      !isIn(join(copy, 'postgresql'), /^postmaster\.pid$/),
  ],
];

/** Sends a signal to a backup that has reached this stage, and waits for its end. */
async function endAt(reached: () => boolean, signal: NodeJS.Signals): Promise<number | string> {
  const { child, done } = backup('ended.tar.gz');
  while (!reached() && child.exitCode === null) await wait(2);
  child.kill(signal);
  return (await done).ended;
}

test.each(stages)('kill -9 while %s leaves no file of that name', async (_, reached) => {
  expect(await endAt(reached, 'SIGKILL')).toBe('SIGKILL');
  expect(existsSync(file('ended.tar.gz'))).toBe(false);
  expect((await service.call('GET', '/bills')).status).toBe(200);
  for (const part of temporaryFiles()) rmSync(file(part));
});

test('the next backup works and removes what they left', async () => {
  expect(await backup('after.tar.gz').done).toMatchObject({ ended: 0, stderr: '' });
  expect(readdirSync(join(dataDir, 'backup'))).toEqual(['lock']);
});

test.each([stages[0], stages[3]].filter((stage) => stage !== undefined))(
  'Ctrl-C while %s leaves nothing behind',
  async (_, reached) => {
    expect(await endAt(reached, 'SIGINT')).toBe(130);
    expect(existsSync(file('ended.tar.gz'))).toBe(false);
    expect(temporaryFiles()).toEqual([]);
    expect(readdirSync(join(dataDir, 'backup'))).toEqual(['lock']);
  },
);

test('of two at once, one is refused', async () => {
  const both = await Promise.all([backup('one.tar.gz').done, backup('two.tar.gz').done]);
  expect(both.map(({ ended }) => ended).sort()).toEqual([0, 1]);
  const told = both.find(({ ended }) => ended === 1)?.stderr;
  expect(told).toBe(`Another backup of ${dataDir} is running: wait until it is done.\n`);
});

/** A backup that stands still in the middle of copying. */
async function heldBackup(name: string) {
  for (;;) {
    const held = backup(name);
    while (!existsSync(join(copy, 'postgresql', 'global')) && held.child.exitCode === null) await wait(2);
    held.child.kill('SIGSTOP');
    if (!existsSync(join(copy, 'postgresql', 'backup_label'))) return held;
    // It was quicker.
    held.child.kill('SIGKILL');
    await held.done;
  }
}

test('fails if the service stops meanwhile', async () => {
  const { child, done } = await heldBackup('meanwhile.tar.gz');
  await service.stop();
  child.kill('SIGCONT');
  const { ended, stderr } = await done;
  expect({ ended, stderr }).toEqual({
    ended: 1,
    stderr: 'The service stopped or restarted meanwhile: try again.\n',
  });
  expect(existsSync(file('meanwhile.tar.gz'))).toBe(false);
  service = await place.service(dataDir);
});

test('works while the service is stopped', async () => {
  const { length } = await service.list('/bills');
  await service.stop();
  const { ended, stdout } = await backup('stopped.tar.gz').done;
  expect(ended).toBe(0);
  expect(stdout).toMatch(/made while the service was stopped/);
  const other = await restoreAndStart('stopped.tar.gz');
  expect(await other.logIn()).toBe(200);
  expect(await other.list('/bills')).toHaveLength(length);
  await other.stop();
});

test.each([
  ['no file', [], {}, 2, /^Name one new file: npm run backup -- \S+\n$/],
  ['two files', ['a', 'b'], {}, 2, /^Name one new file/],
  ['an option', ['--help'], {}, 2, /^Name one new file/],
  ['a file that is there', ['there'], {}, 1, /^\S+there exists already: name another file\.\n$/],
  [
    'a folder that is not',
    ['none/x'],
    {},
    1,
    /^\S+none cannot be written \(ENOENT\): name a file in another folder\.\n$/,
  ],
  ['no database', ['x'], { DATA_DIR: '/nowhere' }, 1, /^There is no database in \/nowhere: set DATA_DIR/],
  [
    'PostgreSQL',
    ['x'],
    { DATABASE_URL: 'postgres://u:hidden@h/d' },
    2,
    /^DATABASE_URL is set[^\n]*pg_dump(?!.*hidden)[^\n]*\n$/,
  ],
])('%s: one line, and nothing is made', async (_, args, settings, code, line) => {
  writeFileSync(file('there'), 'precious');
  const before = readdirSync(place.folder);
  const outcome = await place.command('backup', args, { DATA_DIR: dataDir, ...settings }).done;
  expect(outcome).toMatchObject({ ended: code, stdout: '' });
  expect(outcome.stderr).toMatch(line);
  expect(readdirSync(place.folder)).toEqual(before);
  expect(statSync(file('there')).size).toBe(8);
});

test('a database with a damaged page is refused', async () => {
  const base = join(dataDir, 'postgresql', 'base', '5');
  const named = (name: string) => readFileSync(join(base, name)).includes('0/0');
  const heap = readdirSync(base).find((name) => /^\d+$/.test(name) && named(name)) ?? '';
  const bytes = readFileSync(join(base, heap));
  writeFileSync(join(base, heap), bytes.with(bytes.indexOf('0/0'), 'x'.charCodeAt(0)));
  const { ended, stdout, stderr } = await backup('x.tar.gz').done;
  expect({ ended, stdout }).toEqual({ ended: 1, stdout: '' });
  expect(stderr).toMatch(/^The database is damaged \([^\n]+\)\.\n$/);
  expect(existsSync(file('x.tar.gz'))).toBe(false);
});

test('a database that does not start is refused', async () => {
  const damaged = file('damaged');
  mkdirSync(join(damaged, 'postgresql'), { recursive: true });
  writeFileSync(join(damaged, 'postgresql', 'PG_VERSION'), '18\n');
  const { ended, stderr } = await place.command('backup', ['x.tar.gz'], { DATA_DIR: damaged }).done;
  expect(ended).toBe(1);
  expect(stderr).toMatch(/^the embedded database does not start: [^\n]+\n$/);
  expect(existsSync(file('x.tar.gz'))).toBe(false);
});
