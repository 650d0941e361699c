import { setTimeout as wait } from 'node:timers/promises';
import { makeCertificates } from '../certificates.ts';
import { send } from '../client.ts';
import { connection } from '../cluster.ts';
import { between, checkAnswers, checkRecords, ms, slowest } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';
import { startTcpProxy } from '../tcp-proxy.ts';
import { checkRefused } from './start.ts';

export const tls: Rig = {
  title: 'TLS to the database: certificates that are not trusted, none at all, a black hole',
  quick: true,
  async run(context) {
    const { authority, certificate, key } = makeCertificates(context);
    const cluster = await context.cluster();
    const name = await cluster.database();
    const proxy = await startTcpProxy(context, cluster.port);
    const urlFor = (host: string, mode: string) =>
      `postgres://postgres@${host}:${proxy.port}/${name}?sslmode=${mode}`;
    const full = `verify-full&sslrootcert=${authority}`;
    const sql = connection(cluster.url());
    const set = async (settings: Record<string, string>) => {
      for (const [setting, value] of Object.entries(settings))
        await sql.unsafe(`alter system set ${setting} = '${value}'`);
      await sql`select pg_reload_conf()`;
      await wait(300);
    };
    context.defer(async () => {
      await set({ ssl: 'off' });
      await sql.end();
    });

    await checkRefused(
      context,
      'require of a server without TLS',
      urlFor('localhost', 'require'),
      /offers no TLS/,
    );
    await set({ ssl_cert_file: certificate, ssl_key_file: key, ssl: 'on' });
    await checkRefused(context, 'an unknown authority', urlFor('localhost', 'verify-full'), /is not trusted/);
    await checkRefused(context, "another host's certificate", urlFor('127.0.0.1', full), /ALTNAME_INVALID/);
    await checkRefused(
      context,
      'an unknown sslmode',
      urlFor('localhost', 'verify'),
      /sslmode.*\bverify\b.*\bdisable\b/,
    );

    const { server, token } = await startOn(context, urlFor('localhost', full));
    const load = startLoad(context, server.url, { token });
    await wait(1000);
    const [{ plain, secure } = {}] = await sql`
      select count(*) filter (where not ssl)::int as plain, count(*) filter (where ssl)::int as secure
      from pg_stat_ssl join pg_stat_activity using (pid) where datname = ${name}`;
    context.check(
      'verified: all connections use TLS',
      `${secure} do, ${plain} do not`,
      secure > 0 && plain === 0,
    );

    proxy.blackHole = true;
    const vanished = performance.now();
    await wait(8000);
    const late = slowest(between(load.samples, vanished));
    proxy.blackHole = false;
    const back = await until(
      async () => (await send(server.url, { path: '/bills?limit=1', token })).status === 200,
      20_000,
    );
    await wait(500);
    await load.stop();
    context.checkTime('a black hole: answered within 6.5 s', ms(late), late <= 6500);
    context.checkTime('served again within 5 s of its end', ms(back), back !== undefined && back <= 5000);
    checkAnswers(context, load.samples, 6800);
    await checkRecords(context, cluster.url(name), load.acknowledged);
  },
};
