import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../client.ts';
import { judgeRecords, judgeStored, ms } from '../figures.ts';
import { startLoad } from '../load.ts';
import type { Rig, Stage } from '../rig.ts';
import { startOn, startServer, temporaryFolder } from '../server.ts';
import { storedIn } from '../stored.ts';

export const killServer: Rig = {
  title: 'kill -9 of the server under load; a second start on a data directory in use',
  quick: true,
  async run(stage) {
    const cluster = await stage.cluster();
    const database = cluster.url(await cluster.database());
    const onServer = await killed(stage, 'PostgreSQL', stage.quick ? 3 : 20, { DATABASE_URL: database });
    await onServer.last.end('SIGTERM');
    await judgeRecords(stage, database, onServer.acknowledged);

    const dataDir = temporaryFolder(stage);
    const embedded = await killed(stage, 'embedded', stage.quick ? 1 : 20, { DATA_DIR: dataDir });
    const second = await startServer(stage, { DATA_DIR: dataDir });
    await second.ready().catch(() => {});
    stage.promise(
      'a second start on the same data directory is refused in one line',
      `exit ${second.ended()}: ${second.output().trim()}`,
      second.ended() === 1 && /is in use by another Daybook \(pid \d+\)/.test(second.output()),
    );
    judgeStored(stage, await storedIn(embedded.last), embedded.acknowledged);
    await embedded.last.end('SIGTERM');
  },
};

async function killed(stage: Stage, what: string, times: number, settings: Record<string, string>) {
  const acknowledged: string[] = [];
  const starts: number[] = [];
  const first = await startOn(stage, undefined, settings);
  let { server } = first;
  for (let round = 0; round < times; round++) {
    const load = startLoad(server.url, { token: first.token });
    await wait(1500);
    await server.end('SIGKILL');
    await load.stop();
    acknowledged.push(...load.acknowledged);
    server = await startServer(stage, settings);
    starts.push(await server.ready());
  }
  const { status } = await ask(server.url, { path: '/bills?limit=1', token: first.token });
  stage.promise(`${what}: a token from before is good`, String(status), status === 200);
  const slowest = Math.max(...starts);
  stage.timely(
    `${what}: ready in 5 s after each of ${times} kills`,
    `slowest ${ms(slowest)}`,
    slowest <= 5000,
  );
  return { last: server, acknowledged };
}
