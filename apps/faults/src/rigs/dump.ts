import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connection } from '../cluster.ts';
import { checkRecords, ms } from '../figures.ts';
import { startLoad } from '../load.ts';
import type { Rig } from '../rig.ts';
import { startOn, temporaryFolder } from '../server.ts';

const run = promisify(execFile);

export const dump: Rig = {
  title: 'pg_dump under load, restored into another database',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(context, database);
    const load = startLoad(context, server.url, { token });
    await wait(2000);
    const before = [...load.acknowledged];
    const file = join(temporaryFolder(context), 'dump');
    const begin = performance.now();
    await run(join(cluster.bin, 'pg_dump'), ['-Fc', '-f', file, database]);
    const took = performance.now() - begin;
    await load.stop();

    const restored = cluster.url(await cluster.database());
    await run(join(cluster.bin, 'pg_restore'), ['--exit-on-error', '-d', restored, file]);
    const sql = connection(restored);
    const [row] = await sql`select (select count(*)::int from bills) as records,
      (select count(*)::int from journal j where kind = 'bills'
        and not exists (select 1 from bills b where b.id = j.record_id)) as orphans`;
    await sql.end();
    context.check(
      'consistent: no journal row without its record',
      `${row?.records} records dumped in ${ms(took)}, ${row?.orphans} orphans`,
      row?.records >= before.length && row?.orphans === 0,
    );
    await checkRecords(context, restored, before);
    const again = await startOn(context, restored).catch(() => undefined);
    context.check('the service starts on it, and log-ins work', again ? 'yes' : 'no', again !== undefined);
  },
};
