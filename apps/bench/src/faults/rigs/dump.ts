import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connection } from '../cluster.ts';
import { judgeRecords, ms } from '../figures.ts';
import { startLoad } from '../load.ts';
import type { Rig } from '../rig.ts';
import { startOn, temporaryFolder } from '../server.ts';

const run = promisify(execFile);

export const dump: Rig = {
  title: 'pg_dump under load, restored into another database',
  quick: true,
  async run(stage) {
    const cluster = await stage.cluster();
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(stage, database);
    const load = startLoad(server.url, { token });
    await wait(2000);
    const before = [...load.acknowledged];
    const file = join(temporaryFolder(stage), 'dump');
    const begin = performance.now();
    await run(join(cluster.bin, 'pg_dump'), ['-Fc', '-f', file, database]);
    const took = performance.now() - begin;
    await load.stop();

    const restored = cluster.url(await cluster.database());
    await run(join(cluster.bin, 'pg_restore'), ['--exit-on-error', '-d', restored, file]);
    const sql = connection(restored);
    const [row] = await sql`select (select count(*)::int from bills) as records,
      (select count(*)::int from journal j where kind = 'bills'
        and not exists (select 1 from bills b where b.id = j.record_id)) as strays`;
    await sql.end();
    stage.promise(
      'one moment of the database: no journal row without its record',
      `${row?.records} records dumped in ${ms(took)}, ${row?.strays} strays`,
      row?.records >= before.length && row?.strays === 0,
    );
    await judgeRecords(stage, restored, before);
    const again = await startOn(stage, restored).catch(() => undefined);
    stage.promise('the service starts on it, and people log in', again ? 'yes' : 'no', again !== undefined);
  },
};
