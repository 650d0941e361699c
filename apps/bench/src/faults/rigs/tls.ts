import { setTimeout as wait } from 'node:timers/promises';
import { makeCertificates } from '../certificates.ts';
import { ask } from '../client.ts';
import { connection } from '../cluster.ts';
import { between, judgeAnswers, judgeRecords, ms, slowest } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';
import { startTcpProxy } from '../tcp-proxy.ts';
import { refused } from './start.ts';

export const tls: Rig = {
  title: 'TLS to the database: certificates that are not trusted, none at all, a black hole',
  quick: true,
  async run(stage) {
    const { authority, certificate, key } = makeCertificates(stage);
    const cluster = await stage.cluster();
    const name = await cluster.database();
    const proxy = await startTcpProxy(stage, cluster.port);
    const on = (host: string, words: string) =>
      `postgres://postgres@${host}:${proxy.port}/${name}?sslmode=${words}`;
    const full = `verify-full&sslrootcert=${authority}`;
    const sql = connection(cluster.url());
    const set = async (settings: Record<string, string>) => {
      for (const [setting, value] of Object.entries(settings))
        await sql.unsafe(`alter system set ${setting} = '${value}'`);
      await sql`select pg_reload_conf()`;
      await wait(300);
    };
    stage.defer(async () => {
      await set({ ssl: 'off' });
      await sql.end();
    });

    await refused(stage, 'require of a server without TLS', on('localhost', 'require'), /offers no TLS/);
    await set({ ssl_cert_file: certificate, ssl_key_file: key, ssl: 'on' });
    await refused(stage, 'an unknown authority', on('localhost', 'verify-full'), /is not trusted/);
    await refused(stage, "another host's certificate", on('127.0.0.1', full), /ALTNAME_INVALID/);
    await refused(stage, 'a mode that there is not', on('localhost', 'verify'), /give one of disable/);

    const { server, token } = await startOn(stage, on('localhost', full));
    const load = startLoad(server.url, { token });
    await wait(1000);
    const [{ plain, secure } = {}] = await sql`
      select count(*) filter (where not ssl)::int as plain, count(*) filter (where ssl)::int as secure
      from pg_stat_ssl join pg_stat_activity using (pid) where datname = ${name}`;
    stage.promise(
      'verified: all connections use TLS',
      `${secure} do, ${plain} do not`,
      secure > 0 && plain === 0,
    );

    proxy.hole = true;
    const vanished = performance.now();
    await wait(8000);
    const late = slowest(between(load.samples, vanished));
    proxy.hole = false;
    const back = await until(
      async () => (await ask(server.url, { path: '/bills?limit=1', token })).status === 200,
      20_000,
    );
    await wait(500);
    await load.stop();
    stage.timely('a black hole: answered within 6.5 s', ms(late), late <= 6500);
    stage.timely('served again within 5 s of its end', ms(back), back !== undefined && back <= 5000);
    judgeAnswers(stage, load.samples, 6800);
    await judgeRecords(stage, cluster.url(name), load.acknowledged);
  },
};
