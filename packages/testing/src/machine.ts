import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** What `npm start` gives Node. */
export const serverFlags: readonly string[] = JSON.parse(
  readFileSync(new URL('../../../scripts/server-flags.json', import.meta.url), 'utf8'),
);

export const isOnPath = (program: string): boolean => spawnSync('which', [program]).status === 0;

/** Below those that the system gives to outgoing connections, one of which could take it before it is used. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = 10_240 + Math.floor(Math.random() * 20_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error('There is no free port.');
}

/** The fields of proc_pid_stat(5) from the third on, which is the state; empty where there is no such process. */
export const statOf = (pid: number): string[] =>
  procFile(pid, 'stat').split(') ').slice(1).at(-1)?.split(' ') ?? [];

/** Seconds of CPU that a process has used, user and system; NaN where /proc does not say. */
export function cpuOf(pid: number): number {
  const [utime, stime] = statOf(pid).slice(11, 13);
  return (Number(utime) + Number(stime)) / 100;
}

/** Megabytes of memory that a process holds; NaN where /proc does not say. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(procFile(pid, 'status'))?.[1]) / 1024;

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
