import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { NotRun } from './rig.ts';

/** The folder of the newest PostgreSQL's programs. @throws NotRun */
export function postgresPrograms(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folder = versions
    .map((name) => join(root, name, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
  if (!folder) throw new NotRun("PostgreSQL's programs are not installed");
  return folder;
}

/** Whom PostgreSQL runs as, since it refuses to run as root. @throws NotRun */
export function unprivileged(): { uid: number; gid: number } {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? 0 };
  try {
    const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }));
    return { uid: number('-u'), gid: number('-g') };
  } catch {
    throw new NotRun('there is no user postgres to run PostgreSQL as');
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('there is no free port');
  return address.port;
}

/** The processes that this one has started (proc_pid_stat(5)). */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => Number(statOf(candidate)[1]) === pid);
}

/** From the third field, which is the state, on; empty where there is no such process. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** Is it there, and not merely waiting to be collected? */
export const isAlive = (pid: number): boolean => !['Z', undefined].includes(statOf(pid)[0]);

/** Megabytes of memory. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Open files and connections. */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Seconds of CPU, user and system. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Milliseconds until it holds; undefined if it does not within the time. */
export async function until(holds: () => unknown, milliseconds: number): Promise<number | undefined> {
  const begin = performance.now();
  while (performance.now() - begin < milliseconds) {
    if (await holds()) return performance.now() - begin;
    await wait(25);
  }
  return undefined;
}
