import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connection } from '../cluster.ts';
import { copyDataDirectory, readStored } from '../embedded.ts';
import { between, checkAnswers, checkRecords, checkStored, ms, p99, slowest } from '../figures.ts';
import { startLoad } from '../load.ts';
import type { Rig } from '../rig.ts';
import { compileCache, startOn, temporaryFolder } from '../server.ts';

const execute = promisify(execFile);

/** Milliseconds. @throws what it printed, if it fails */
async function run(command: string, args: readonly string[], dataDir: string): Promise<number> {
  const entry = fileURLToPath(new URL(`../../../server/dist/${command}.js`, import.meta.url));
  const begin = performance.now();
  await execute(process.execPath, [entry, ...args], { env: { ...compileCache, DATA_DIR: dataDir } });
  return performance.now() - begin;
}

export const backup: Rig = {
  title: 'backups of the embedded database under load, restored elsewhere; a restore into a folder in use',
  quick: true,
  async run(context) {
    const dataDir = temporaryFolder(context);
    await copyDataDirectory(context, dataDir);
    const { server, token } = await startOn(context, undefined, { DATA_DIR: dataDir });
    const load = startLoad(context, server.url, { token });
    await wait(2000);
    const files = temporaryFolder(context);
    const begin = performance.now();
    const took: number[] = [];
    let file = '';
    let before: string[] = [];
    for (let n = 0; n < (context.quick ? 1 : 10); n++) {
      before = [...load.acknowledged];
      file = join(files, String(n));
      took.push(await run('backup', [file], server.dataDir));
    }
    const end = performance.now();
    const refused = await run('restore', [file, '--replace'], server.dataDir).then(
      () => 'it was not refused',
      ({ code, stderr }) => `exit ${code}: ${stderr.trim()}`,
    );
    await wait(1000);
    await load.stop();
    context.check(
      'a restore into a folder in use is refused in one line',
      refused,
      /^exit 1: .* is in use by another Daybook \(pid \d+\)[^\n]*$/.test(refused),
    );

    const meanwhile = between(load.samples, begin, end);
    checkAnswers(context, load.samples, 5000);
    const usual = p99(between(load.samples, 0, begin));
    context.checkTime(
      'while backups are made, nobody waits for more than 2 s',
      `slowest ${ms(slowest(meanwhile))}, p99 ${ms(p99(meanwhile))} against ${ms(usual)}; ${took.length} backups, the slowest in ${ms(Math.max(...took))}, ${(statSync(file).size / 1e6).toFixed(1)} MB`,
      slowest(meanwhile) <= 2000,
    );

    const elsewhere = temporaryFolder(context);
    const restored = await run('restore', [file], elsewhere);
    const restoredService = await startOn(context, undefined, { DATA_DIR: elsewhere }).catch(() => undefined);
    context.check(
      'the service starts on what is restored, and log-ins work',
      restoredService ? `yes; restored in ${ms(restored)}` : 'no',
      restoredService !== undefined,
    );
    if (restoredService) checkStored(context, await readStored(restoredService.server), before);
  },
};

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
    await execute(join(cluster.bin, 'pg_dump'), ['-Fc', '-f', file, database]);
    const took = performance.now() - begin;
    await load.stop();

    const restored = cluster.url(await cluster.database());
    await execute(join(cluster.bin, 'pg_restore'), ['--exit-on-error', '-d', restored, file]);
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
