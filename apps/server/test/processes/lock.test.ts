import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EmbeddedInUseError, lockDirectory } from '../../src/embedded/lock.ts';
import { startNode } from '../support/commands.ts';

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
