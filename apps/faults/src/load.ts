import { setTimeout as wait } from 'node:timers/promises';
import { type Reply, send } from './client.ts';
import type { RigContext } from './rig.ts';

export interface Sample extends Reply {
  readonly write: boolean;
}

export interface LoadSettings {
  readonly token: string;
  readonly workers?: number;
  /** Milliseconds each worker waits between two requests: by default 5, or 100 with `--quick`. */
  readonly pause?: number;
  /** The share of writes. */
  readonly writes?: number;
  readonly read?: string;
  /** A write that was not answered with 200 is sent again, with the same Idempotency-Key, until it is. */
  readonly repeat?: boolean;
}

/** Requests that go on until stop(). */
export interface Load {
  readonly samples: readonly Sample[];
  /** The descriptions of the records whose creation was answered with 200. */
  readonly acknowledged: readonly string[];
  stop(): Promise<void>;
}

let loads = 0;

/** 20 workers, 70 % reads, 30 % writes, each with a description of its own. After a 503 a worker waits for a moment. */
export function startLoad({ quick }: RigContext, url: string, settings: LoadSettings): Load {
  const { token, workers = 20, writes = 0.3, read = '/bills?limit=5', repeat = false } = settings;
  const { pause = quick ? 100 : 5 } = settings;
  const samples: Sample[] = [];
  const acknowledged: string[] = [];
  const name = `load${++loads}`;
  let running = true;
  let tags = 0;

  const work = async () => {
    let failed: string | undefined;
    while (running) {
      const write = failed !== undefined || Math.random() < writes;
      const tag = failed ?? `${name}-${++tags}`;
      const body = { date: '2024-01-31', value: '12.50', description: tag };
      const reply = await send(
        url,
        write
          ? { method: 'POST', path: '/bills', token, body, ...(repeat && { key: tag }) }
          : { path: read, token },
      );
      samples.push({ ...reply, body: '', write });
      if (write && reply.status === 200) acknowledged.push(tag);
      failed = repeat && write && reply.status !== 200 ? tag : undefined;
      await wait(reply.status === 200 ? pause : 50);
    }
  };
  const working = Array.from({ length: workers }, work);
  return {
    samples,
    acknowledged,
    async stop() {
      running = false;
      await Promise.all(working);
    },
  };
}
