import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../client.ts';
import { copyDataDirectory } from '../embedded.ts';
import { checkRecords, checkStored, ms } from '../figures.ts';
import { startLoad } from '../load.ts';
import type { Rig, RigContext } from '../rig.ts';
import { startOn, startServer, temporaryFolder } from '../server.ts';
import { readStored } from '../stored.ts';

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
