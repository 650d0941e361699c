import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { statOf } from '@daybook/testing/machine';
import * as postgresFolder from '@daybook/testing/postgres-programs';
import { NotRun } from './rig.ts';

/** The folder of the newest PostgreSQL's programs. @throws NotRun */
export function postgresPrograms(): string {
  const folder = postgresFolder.postgresPrograms();
  if (!folder) throw new NotRun("PostgreSQL's programs are not installed");
  return folder;
}

/** The user that PostgreSQL runs as. @throws NotRun */
export function postgresUser(): { readonly uid: number; readonly gid: number } {
  const user = postgresFolder.postgresUser();
  if (!user) throw new NotRun('there is no user postgres to run PostgreSQL as');
  return user;
}

/** The processes that this one has started. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => Number(statOf(candidate)[1]) === pid);
}

/** Whether it exists and is no zombie. */
export const isAlive = (pid: number): boolean => !['Z', undefined].includes(statOf(pid)[0]);

/** Open files and connections. */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Milliseconds of CPU of one thread, exact to the microsecond (the scheduler's own count); 0 where it has ended. */
export function threadCpuOf(pid: number, thread = pid): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** The same of all threads. */
export const threadsCpuOf = (pid: number): number =>
  isAlive(pid)
    ? readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + threadCpuOf(pid, Number(task)), 0)
    : 0;

/** Milliseconds until it holds; undefined if it does not within the time. */
export async function until(holds: () => unknown, milliseconds: number): Promise<number | undefined> {
  const begin = performance.now();
  while (performance.now() - begin < milliseconds) {
    if (await holds()) return performance.now() - begin;
    await wait(25);
  }
  return undefined;
}
