import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import { between, judgeRecords, ms, statuses } from '../figures.ts';
import { type Load, type Sample, startLoad } from '../load.ts';
import type { Rig, Stage } from '../rig.ts';
import { type Server, startOn } from '../server.ts';

export const sigterm: Rig = {
  title: 'SIGTERM under overload, while the database hangs, and with requests that never end',
  quick: true,
  async run(stage) {
    const cluster = await stage.cluster();
    await overloaded(stage, cluster);
    await hanging(stage, cluster);
    await halves(stage, cluster);
  },
};

async function overloaded(stage: Stage, cluster: Cluster) {
  const database = cluster.url(await cluster.database());
  const { server, token } = await startOn(stage, database);
  const load = startLoad(server.url, { token, workers: 300, pause: 0, read: '/bills?limit=500' });
  await wait(2000);
  await ends(stage, 'under overload', server, load);
  await judgeRecords(stage, database, load.acknowledged);
}

async function hanging(stage: Stage, cluster: Cluster) {
  const database = cluster.url(await cluster.database());
  const { server, token } = await startOn(stage, database);
  const load = startLoad(server.url, { token, workers: 60 });
  await wait(1000);
  cluster.signal('SIGSTOP');
  try {
    await wait(1000);
    await ends(stage, 'while the database hangs', server, load);
  } finally {
    cluster.signal('SIGCONT');
  }
  await judgeRecords(stage, database, load.acknowledged);
}

/** Half a body, and an answer that nobody reads. */
async function halves(stage: Stage, cluster: Cluster) {
  const { server, token } = await startOn(stage, cluster.url(await cluster.database()));
  const { hostname, port } = new URL(server.url);
  const say = (words: string) => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.pause().write(words);
    stage.defer(() => socket.destroy());
  };
  const fields = `Host: x\r\nAuthorization: Bearer ${token}\r\n`;
  say(`POST /bills HTTP/1.1\r\n${fields}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`);
  say(`GET /openapi.json HTTP/1.1\r\n${fields}\r\n`.repeat(50));
  await wait(500);
  await ends(stage, 'with requests that never end', server);
}

/** Exit code 0 within 10 s, and an answer to all that it took. */
async function ends(stage: Stage, when: string, server: Server, load?: Load) {
  const told = performance.now();
  await server.end('SIGTERM');
  const took = performance.now() - told;
  stage.timely(
    `${when}: exit 0 within 10 s`,
    `${server.ended()} after ${ms(took)}`,
    server.ended() === 0 && took < 10_000,
  );
  if (!load) return;
  await load.stop();
  // A new connection that the kernel had not handed over when the server stopped listening was never taken.
  const untaken = ({ failure, reused, at }: Sample) =>
    failure === 'ECONNREFUSED' || (failure === 'ECONNRESET' && !reused && at > told);
  const taken = load.samples.filter((sample) => !untaken(sample));
  stage.promise(
    `${when}: what it took is answered with 200 or 503`,
    `${statuses(between(taken, 0, told))}; after SIGTERM ${statuses(between(taken, told))}`,
    taken.every(({ status }) => status === 200 || status === 503),
  );
}
