import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '@daybook/testing/machine';
import { type Reply, send } from '../client.ts';
import { acceptedRequests, between, checkAnswered, checkRecords, ms, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { childrenOf, until } from '../machine.ts';
import type { Rig, RigContext } from '../rig.ts';
import { type Server, startOn } from '../server.ts';

const clients = 20;

export const workers: Rig = {
  title: 'several processes on one port: kill -9 of one under load, SIGTERM, limits counted together',
  quick: true,
  concurrency: 2,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(context, database, { WORKERS: '2' });
    const acknowledged = await killWorkers(context, server, token);
    acknowledged.push(...(await stop(context, server, token)));
    await checkRecords(context, database, acknowledged);
    await compareLimits(context, () => cluster.database().then((name) => cluster.url(name)));
    if (!context.quick) await compareRates(context, database);
  },
};

async function killWorkers(context: RigContext, server: Server, token: string): Promise<string[]> {
  const acknowledged: string[] = [];
  const rounds = context.quick ? 2 : 4;
  for (let round = 0; round < rounds; round++) {
    // The one that was started last, so that the same one ends again and again.
    const victim = Math.max(...childrenOf(server.pid));
    const load = startLoad(context, server.url, { token, workers: clients });
    await wait(1500);
    const killed = performance.now();
    process.kill(victim, 'SIGKILL');
    const again = await until(() => {
      const now = childrenOf(server.pid);
      return now.length === 2 && !now.includes(victim);
    }, 10_000);
    await wait(1500);
    await load.stop();
    acknowledged.push(...load.acknowledged);
    const cut = load.samples.filter(({ failure }) => failure !== undefined);
    const others = load.samples.filter(({ status, failure }) => failure === undefined && status !== 200);
    const after = between(load.samples, killed);
    context.check(
      'only requests on connections of the killed process fail, and the others go on',
      `${statuses(load.samples)}; after it ${statuses(after)}`,
      cut.length <= clients &&
        cut.every(({ failure }) => failure === 'ECONNRESET' || failure === 'EPIPE') &&
        others.every(({ status }) => status === 503) &&
        after.some(({ status }) => status === 200),
    );
    context.checkTime('another process takes its place within 5 s', ms(again), (again ?? Infinity) <= 5000);
  }
  const delays = [...server.output().matchAll(/another one starts in ([\d.]+) s/g)].map(([, s]) => Number(s));
  context.check(
    'a process that ends again and again is started later each time',
    `${delays.join(' s, ')} s`,
    delays.length === rounds && delays.every((delay, n) => delay > (delays[n - 1] ?? 0)),
  );
  const megabytes = memoryOf(server.pid);
  context.check(
    'the process that starts them holds less than 100 MB',
    `${Math.round(megabytes)} MB`,
    megabytes < 100,
  );
  return acknowledged;
}

async function stop(context: RigContext, server: Server, token: string): Promise<readonly string[]> {
  const pids = childrenOf(server.pid);
  const load = startLoad(context, server.url, { token, workers: clients });
  await wait(1000);
  const signalled = performance.now();
  const ended = await server.end('SIGTERM');
  const took = performance.now() - signalled;
  await wait(100);
  await load.stop();
  context.checkTime(
    'SIGTERM: exit 0 within 10 s',
    `${ended} after ${ms(took)}`,
    ended === 0 && took < 10_000,
  );
  checkAnswered(
    context,
    'SIGTERM: every accepted request is answered',
    acceptedRequests(load.samples, signalled),
  );
  const left = () => pids.filter((pid) => childrenOf(1).includes(pid));
  // One that is killed after its time takes a moment to go.
  await until(() => left().length === 0, 5000);
  context.check('SIGTERM: no process is left', `${left().length} left`, left().length === 0);
  return load.acknowledged;
}

/** How many wrong log-ins of one account get 401 before one gets 429, each on a connection of its own. */
async function compareLimits(context: RigContext, database: () => Promise<string>): Promise<void> {
  const counts: number[] = [];
  for (const count of ['1', '2']) {
    const { server } = await startOn(context, await database(), { WORKERS: count, RATE_LIMIT: 'on' });
    const body = { username: 'somebody', password: 'not the right one' };
    let refused: Reply | undefined;
    for (let n = 0; refused?.status !== 429 && n < 200; n++) {
      const agent = new Agent();
      refused = await send(server.url, { method: 'POST', path: '/auth', body, agent });
      agent.destroy();
      if (refused.status === 429) counts.push(n);
    }
    await server.end('SIGTERM');
  }
  context.check(
    'limits of log-ins are counted together',
    `${counts[0]} wrong log-ins with one process, ${counts[1]} with two`,
    counts.length === 2 && counts[0] === counts[1],
  );
}

/** In turns. The client here is one process too, and shares the cores with PostgreSQL and them. */
async function compareRates(context: RigContext, database: string): Promise<void> {
  const numbers = [1, 2, 4];
  const services = [];
  for (const count of numbers) services.push(await startOn(context, database, { WORKERS: String(count) }));
  const sums = numbers.map(() => 0);
  for (let round = 0; round < 12; round++)
    for (const [place, { server, token }] of services.entries()) {
      const rate = await answersInASecond(server.url, token);
      // The first round is for warming up.
      if (round > 0) sums[place] = (sums[place] ?? 0) + rate;
    }
  const [one = Number.NaN, ...more] = sums;
  const ratios = more.map((sum) => sum / one);
  context.checkTime(
    'two and four processes answer at least half as much as one, whatever the number of cores',
    ratios.map((ratio, n) => `${ratio.toFixed(2)} times with ${numbers[n + 1]}`).join(', '),
    ratios.every((ratio) => ratio >= 0.5),
  );
}

async function answersInASecond(url: string, token: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const begin = performance.now();
  let answered = 0;
  const work = async () => {
    while (performance.now() - begin < 1000) {
      const { status } = await send(url, { path: '/bills?limit=200', token, agent, discardBody: true });
      if (status === 200) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 9 }, work));
  agent.destroy();
  return answered;
}
