import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { memoryOf } from '@daybook/testing/machine';
import { send } from '../client.ts';

/** Requests `/healthz` continuously, from a thread of its own, and samples the memory of the process. */
export interface Probe {
  /** Forgets what was seen so far. */
  reset(): void;
  /** The longest answer in milliseconds and the most memory in MB since then; if `settled`, of at least one request that is sent from now on. */
  seen(settled: boolean): Promise<{ waited: number; memory: number }>;
  stop(): Promise<unknown>;
}

const pause = 4;
const slots = { waited: 0, memory: 1, count: 2 } as const;

export function startProbe(url: string, pid: number): Probe {
  const shared = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, pid, shared }, execArgv: [] });
  worker.on('error', () => {});
  return {
    reset() {
      Atomics.store(shared, slots.waited, 0);
      Atomics.store(shared, slots.memory, kilobytesOf(pid));
    },
    async seen(settled) {
      const count = Atomics.load(shared, slots.count);
      const until = performance.now() + 20_000;
      // One may have been under way before, the next was not.
      while (settled && Atomics.load(shared, slots.count) < count + 2 && performance.now() < until)
        await wait(2);
      return {
        waited: Atomics.load(shared, slots.waited) / 1000,
        memory: Atomics.load(shared, slots.memory) / 1024,
      };
    },
    stop: () => worker.terminate(),
  };
}

/** Whole kilobytes; 0 where it has ended. */
const kilobytesOf = (pid: number) => Math.round(memoryOf(pid) * 1024) || 0;

if (!isMainThread && workerData?.shared) await watch(workerData);

async function watch({ url, pid, shared }: { url: string; pid: number; shared: Int32Array }) {
  const agent = new Agent({ keepAlive: true });
  const raise = (slot: number, value: number) => {
    if (value > Atomics.load(shared, slot)) Atomics.store(shared, slot, value);
  };
  for (;;) {
    const { ms } = await send(url, { path: '/healthz', agent, discardBody: true });
    raise(slots.waited, Math.round(ms * 1000));
    raise(slots.memory, kilobytesOf(pid));
    Atomics.add(shared, slots.count, 1);
    await wait(pause);
  }
}
