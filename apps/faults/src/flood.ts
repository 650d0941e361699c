import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Reply, type RequestSpec, send } from './client.ts';

interface Flood {
  readonly url: string;
  /** In its body `%n` is another number in each request. */
  readonly request: Omit<RequestSpec, 'agent'>;
  readonly seconds: number;
  /** Each on a connection of its own, open beforehand; sends again as soon as it is answered. */
  readonly clients: number;
  /** Whether clients wait as long as Retry-After says. */
  readonly obeysRetryAfter?: boolean;
}

export type Answered = Omit<Reply, 'body'>;

/** Sends from a thread of its own, so as not to delay what measures. */
export function flood(settings: Flood): Promise<Answered[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: settings, execArgv: [] });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (!isMainThread) parentPort?.postMessage(await sendAll(workerData));

async function sendAll({ url, request, seconds, clients, obeysRetryAfter }: Flood): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: clients });
  const all = Array.from({ length: clients });
  await Promise.all(all.map(() => send(url, { path: '/healthz', agent })));

  const template = JSON.stringify(request.body);
  const replies: Answered[] = [];
  const until = performance.now() + seconds * 1000;
  let count = 0;
  await Promise.all(
    all.map(async () => {
      while (performance.now() < until) {
        const body = template && JSON.parse(template.replaceAll('%n', String(++count)));
        const { body: _, ...reply } = await send(url, { ...request, body, agent, discardBody: true });
        replies.push(reply);
        // With jitter, as people have.
        if (obeysRetryAfter && reply.retryAfter)
          await wait(Number(reply.retryAfter) * 1000 * (1 + Math.random()));
      }
    }),
  );
  agent.destroy();
  return replies;
}
