import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import { acceptedRequests, checkAnswered, checkRecords, ms } from '../figures.ts';
import { type Load, startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig, RigContext } from '../rig.ts';
import { type Server, startOn } from '../server.ts';

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
