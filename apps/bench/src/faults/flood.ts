import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ask, type Question, type Reply } from './client.ts';

interface Flood {
  readonly url: string;
  /** In its body `%n` is another number in each request. */
  readonly question: Omit<Question, 'agent'>;
  readonly seconds: number;
  /** Clients, each on a connection of its own that is open before; asks again as soon as it is answered. */
  readonly clients: number;
  /** Does a client wait as long as Retry-After says? */
  readonly obeys?: boolean;
}

export type Answered = Omit<Reply, 'body'>;

/** From a thread of its own, so that it does not delay whoever measures. */
export function flood(settings: Flood): Promise<Answered[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: settings, execArgv: [] });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (!isMainThread) parentPort?.postMessage(await send(workerData));

async function send({ url, question, seconds, clients, obeys }: Flood): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: clients });
  const everyone = Array.from({ length: clients });
  await Promise.all(everyone.map(() => ask(url, { path: '/healthz', agent })));

  const template = JSON.stringify(question.body);
  const replies: Answered[] = [];
  const until = performance.now() + seconds * 1000;
  let count = 0;
  await Promise.all(
    everyone.map(async () => {
      while (performance.now() < until) {
        const body = template && JSON.parse(template.replaceAll('%n', String(++count)));
        const { body: _, ...reply } = await ask(url, { ...question, body, agent, discards: true });
        replies.push(reply);
        // Each at a moment of its own, as people do.
        if (obeys && reply.retryAfter) await wait(Number(reply.retryAfter) * 1000 * (1 + Math.random()));
      }
    }),
  );
  agent.destroy();
  return replies;
}
