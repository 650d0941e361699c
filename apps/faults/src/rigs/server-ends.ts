import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../client.ts';
import type { Cluster } from '../cluster.ts';
import { copyDataDirectory, readStored } from '../embedded.ts';
import {
  acceptedRequests,
  between,
  checkAnswered,
  checkRecords,
  checkStored,
  ms,
  statuses,
} from '../figures.ts';
import { type Load, startLoad } from '../load.ts';
import { until } from '../machine.ts';
import { startBalancer } from '../proxies.ts';
import type { Rig, RigContext } from '../rig.ts';
import { type Server, startOn, startServer, temporaryFolder } from '../server.ts';

export const killServer: Rig = {
  title: 'kill -9 of the server under load; a second start on a data directory in use',
  quick: true,
  concurrency: 2,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const onServer = await killRepeatedly(context, 'PostgreSQL', context.quick ? 2 : 20, {
      DATABASE_URL: database,
    });
    await onServer.last.end('SIGTERM');
    await checkRecords(context, database, onServer.acknowledged);

    const dataDir = temporaryFolder(context);
    await copyDataDirectory(context, dataDir);
    const embedded = await killRepeatedly(context, 'embedded', context.quick ? 1 : 20, { DATA_DIR: dataDir });
    const second = await startServer(context, { DATA_DIR: dataDir });
    await second.ready().catch(() => {});
    context.check(
      'a second start on the same data directory is refused in one line',
      `exit ${second.ended()}: ${second.messages().join(' / ')}`,
      second.ended() === 1 && /is in use by another Daybook \(pid \d+\)/.test(second.output()),
    );
    checkStored(context, await readStored(embedded.last), embedded.acknowledged);
    await embedded.last.end('SIGTERM');
  },
};

async function killRepeatedly(
  context: RigContext,
  what: string,
  times: number,
  settings: Record<string, string>,
) {
  const acknowledged: string[] = [];
  const starts: number[] = [];
  const first = await startOn(context, undefined, settings);
  let { server } = first;
  for (let round = 0; round < times; round++) {
    const load = startLoad(context, server.url, { token: first.token });
    await wait(1500);
    await server.end('SIGKILL');
    await load.stop();
    acknowledged.push(...load.acknowledged);
    server = await startServer(context, settings);
    starts.push(await server.ready());
  }
  const { status } = await send(server.url, { path: '/bills?limit=1', token: first.token });
  context.check(`${what}: a token from before is still valid`, String(status), status === 200);
  const slowest = Math.max(...starts);
  context.checkTime(
    `${what}: ready in 5 s after each of ${times} kills`,
    `slowest ${ms(slowest)}`,
    slowest <= 5000,
  );
  return { last: server, acknowledged };
}

export const sigterm: Rig = {
  title: 'SIGTERM under overload, while the database hangs, and with requests that never end',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    await duringOverload(context, cluster);
    await whileDatabaseHangs(context, cluster);
    await withUnfinishedRequests(context, cluster);
  },
};

async function duringOverload(context: RigContext, cluster: Cluster) {
  const database = cluster.url(await cluster.database());
  const { server, token } = await startOn(context, database);
  const load = startLoad(context, server.url, { token, workers: 300, pause: 0, read: '/bills?limit=500' });
  await wait(2000);
  await until(() => load.acknowledged.length > 0, 60_000);
  await checkExit(context, 'under overload', server, load);
  await checkRecords(context, database, load.acknowledged);
}

async function whileDatabaseHangs(context: RigContext, cluster: Cluster) {
  const database = cluster.url(await cluster.database());
  const { server, token } = await startOn(context, database);
  const load = startLoad(context, server.url, { token, workers: 60 });
  await wait(1000);
  await until(() => load.acknowledged.length > 0, 60_000);
  cluster.signal('SIGSTOP');
  try {
    await wait(1000);
    await checkExit(context, 'while the database hangs', server, load);
  } finally {
    cluster.signal('SIGCONT');
  }
  await checkRecords(context, database, load.acknowledged);
}

/** Half a body, and an answer that nobody reads. */
async function withUnfinishedRequests(context: RigContext, cluster: Cluster) {
  const { server, token } = await startOn(context, cluster.url(await cluster.database()));
  const { hostname, port } = new URL(server.url);
  const write = (text: string) => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.pause().write(text);
    context.defer(() => socket.destroy());
  };
  const fields = `Host: x\r\nAuthorization: Bearer ${token}\r\n`;
  write(`POST /bills HTTP/1.1\r\n${fields}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`);
  write(`GET /openapi.json HTTP/1.1\r\n${fields}\r\n`.repeat(50));
  await wait(500);
  await checkExit(context, 'with requests that never end', server);
}

/** Exit code 0 within 10 s, and an answer to every accepted request. */
async function checkExit(context: RigContext, when: string, server: Server, load?: Load) {
  const signalled = performance.now();
  await server.end('SIGTERM');
  const took = performance.now() - signalled;
  const inTime = took < 10_000;
  const promise = `${when}: exit 0 within 10 s`;
  const report = inTime ? context.check : context.checkTime;
  report(promise, `${server.ended()} after ${ms(took)}`, inTime && server.ended() === 0);
  if (!load) return;
  await load.stop();
  const accepted = acceptedRequests(load.samples, signalled);
  checkAnswered(context, `${when}: accepted requests are answered with 200 or 503`, accepted);
}

export const roll: Rig = {
  title: 'SIGTERM under load with keep-alive connections; two instances rolled behind a balancer',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());

    const { server, token } = await startOn(context, database);
    const direct = startLoad(context, server.url, { token });
    await wait(1500);
    const signalled = performance.now();
    const ending = server.end('SIGTERM');
    await ending;
    const took = performance.now() - signalled;
    await wait(100);
    await direct.stop();
    context.checkTime(
      'exit 0 within 10 s',
      `${server.ended()} after ${ms(took)}`,
      server.ended() === 0 && took < 10_000,
    );
    const failed = acceptedRequests(direct.samples, signalled).filter(({ status }) => status !== 200);
    context.check(
      'every accepted request is answered',
      `${statuses(between(direct.samples, 0, signalled))}; after SIGTERM ${statuses(between(direct.samples, signalled))}`,
      failed.length === 0,
    );

    const instances = [await startOn(context, database), await startOn(context, database)];
    const balancer = await startBalancer(context, () => instances.map((instance) => instance.server.url));
    const load = startLoad(context, balancer, { token });
    for (let round = 0; round < (context.quick ? 1 : 3); round++)
      for (const place of [0, 1]) {
        await wait(1000);
        await instances[place]?.server.end('SIGTERM');
        instances[place] = await startOn(context, database);
        await wait(500);
      }
    await wait(1000);
    await load.stop();
    const lost = load.samples.filter(({ status }) => status !== 200);
    context.check('rolled one after the other: 0 failed', statuses(load.samples), lost.length === 0);
    await checkRecords(context, database, [...direct.acknowledged, ...load.acknowledged]);
  },
};
