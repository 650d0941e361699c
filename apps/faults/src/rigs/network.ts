import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../client.ts';
import { connection, makeCertificates } from '../cluster.ts';
import { between, checkAnswers, checkRecords, ms, percentile, slowest, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import { startTcpProxy } from '../proxies.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';
import { checkRefused } from './start.ts';

export const network: Rig = {
  title: 'the network to the database: 200 ms latency, resets, a black hole',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const name = await cluster.database();
    const proxy = await startTcpProxy(context, cluster.port);
    const far = `postgres://postgres@127.0.0.1:${proxy.port}/${name}`;
    const { server, token } = await startOn(context, far);
    const load = startLoad(context, server.url, { token });
    const long = context.quick ? 3000 : 15_000;
    await wait(1000);

    proxy.delay = 200;
    const slow = performance.now();
    await wait(long);
    const delayed = between(load.samples, slow);
    context.check(
      '200 ms latency: slower, and all served',
      `${statuses(delayed)}, p50 ${ms(
        percentile(
          delayed.map((sample) => sample.ms),
          0.5,
        ),
      )}`,
      delayed.length > 0 && delayed.every(({ status }) => status === 200),
    );
    proxy.delay = 0;

    const resetting = performance.now();
    let resets = 0;
    while (performance.now() - resetting < long) {
      resets += proxy.reset(0.1);
      await wait(100);
    }
    const reset = between(load.samples, resetting);
    context.check(
      'a tenth of the connections reset every 100 ms: most are served',
      `${resets} resets; ${statuses(reset)}`,
      reset.filter(({ status }) => status === 200).length > reset.length / 2,
    );

    await wait(500);
    proxy.blackHole = true;
    const vanished = performance.now();
    await wait(context.quick ? 8000 : 20_000);
    const late = slowest(between(load.samples, vanished));
    proxy.blackHole = false;
    const back = await until(
      async () => (await send(server.url, { path: '/bills?limit=1', token })).status === 200,
      20_000,
    );
    context.checkTime('a black hole: answered within 6.5 s', ms(late), late <= 6500);
    context.checkTime('served again within 5 s of its end', ms(back), back !== undefined && back <= 5000);
    // Connections that were made while it lasted are given up after 5 s of silence.
    await wait(6500);
    const after = performance.now();
    await wait(1000);
    await load.stop();
    const last = between(load.samples, after);
    context.check(
      'served as before 7 s after it',
      statuses(last),
      last.length > 0 && last.every(({ status }) => status === 200),
    );
    checkAnswers(context, load.samples, 6800);
    context.check(
      'the process keeps running',
      `ended: ${server.ended() ?? 'no'}`,
      server.ended() === undefined,
    );
    await checkRecords(context, cluster.url(name), load.acknowledged);
  },
};

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
