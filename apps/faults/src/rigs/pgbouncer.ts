import { setTimeout as wait } from 'node:timers/promises';
import { cpuOf } from '@daybook/testing/machine';
import { send } from '../client.ts';
import { type Cluster, connection } from '../cluster.ts';
import { checkAnswers, checkRecords, ms, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import { type Pooler, startPooler } from '../pooler.ts';
import type { Rig, RigContext } from '../rig.ts';
import { type Server, startOn } from '../server.ts';

export const pgbouncer: Rig = {
  title: 'behind PgBouncer, session and transaction mode: reload, pause and resume, kill -9, under load',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    await checkMode(context, cluster, 'session');
    await checkMode(context, cluster, 'transaction');
    await compareUnprepared(context, cluster);
  },
};

/** Together with those that compare, fewer than may run at a time: they wait for the database alone, and not for a place. */
const FEW_CLIENTS = 6;

async function checkMode(context: RigContext, cluster: Cluster, mode: 'session' | 'transaction') {
  const name = await cluster.database();
  await limitTimes(cluster, name);
  const pooler = await startPooler(context, cluster, mode);
  const { server, token } = await startOn(context, pooler.url(name));
  const isUnprepared = /they are sent unprepared/.test(server.output());
  context.check(
    `${mode}: whether statements can be prepared is found by itself`,
    isUnprepared ? 'unprepared' : 'prepared',
    // From 1.21 on it may keep them in either mode, which these parameters do not ask for.
    isUnprepared === (mode === 'transaction'),
  );
  const acknowledged: string[] = [];
  const checker = compareAnswers(server, token);

  const reloaded = startLoad(context, server.url, { token, workers: FEW_CLIENTS });
  for (let round = 0; round < (context.quick ? 4 : 40); round++) {
    await wait(500);
    await pooler.command('reload');
  }
  await reloaded.stop();
  acknowledged.push(...reloaded.acknowledged);
  context.check(
    `${mode}: reloaded under load, 0 failed`,
    statuses(reloaded.samples),
    reloaded.samples.every(({ status }) => status === 200),
  );
  if (mode === 'transaction') acknowledged.push(...(await pauseAndResume(context, pooler, server, token)));
  const { compared, wrong } = await checker.stop();
  context.check(
    `${mode}: every answer is that of its own request`,
    `${compared} compared, ${wrong} wrong`,
    compared > 0 && wrong === 0,
  );

  const killed = startLoad(context, server.url, { token });
  for (let round = 0; round < (context.quick ? 1 : 10); round++) {
    await wait(1000);
    await pooler.kill();
    await wait(1000);
    await pooler.start();
    const read = () => send(server.url, { path: '/bills?limit=1', token });
    const served = await until(async () => (await read()).status === 200, 10_000);
    context.checkTime(
      `${mode}: served within 2 s of PgBouncer's new start`,
      ms(served),
      served !== undefined && served <= 2000,
    );
  }
  await killed.stop();
  acknowledged.push(...killed.acknowledged);
  checkAnswers(context, killed.samples, 6500);
  await checkRecords(context, cluster.url(name), acknowledged);
  await server.end('SIGTERM');
}

/** PgBouncer does not pass them on: see docs/operations.md. */
async function limitTimes(cluster: Cluster, name: string): Promise<void> {
  const sql = connection(cluster.url());
  await sql.unsafe(`alter database ${name} set statement_timeout = 4000`);
  await sql.unsafe(`alter database ${name} set lock_timeout = 400`);
  await sql.end();
}

async function pauseAndResume(context: RigContext, pooler: Pooler, server: Server, token: string) {
  const load = startLoad(context, server.url, { token, workers: FEW_CLIENTS });
  for (let round = 0; round < (context.quick ? 1 : 5); round++) {
    await wait(500);
    await pooler.command('pause');
    await wait(2000);
    await pooler.command('resume');
    await wait(500);
  }
  await load.stop();
  context.check(
    'paused for 2 s and resumed, with six clients: 0 failed',
    statuses(load.samples),
    load.samples.every(({ status }) => status === 200),
  );
  return load.acknowledged;
}

/** Writes records of one client each and reads them back, beside the load. */
function compareAnswers(server: Server, token: string) {
  let running = true;
  let compared = 0;
  let wrong = 0;
  const compare = async (client: number) => {
    for (let n = 0; running; n++) {
      const body = { date: '2024-02-29', value: String(n), description: `compared-${client}-${n}` };
      const made = await send(server.url, { method: 'POST', path: '/bills', token, body });
      if (made.status !== 200) continue;
      const { data } = JSON.parse(made.body);
      const found = await send(server.url, { path: `/bills/${data._id}`, token });
      if (found.status !== 200) continue;
      const read = JSON.parse(found.body).data;
      compared += 1;
      if (
        data.description !== body.description ||
        read.description !== body.description ||
        read.value !== body.value
      )
        wrong += 1;
      await wait(5);
    }
  };
  const comparing = [1, 2].map(compare);
  return {
    async stop() {
      running = false;
      await Promise.all(comparing);
      return { compared, wrong };
    },
  };
}

/** In CPU, since a busy machine spoils times; on PostgreSQL itself, so that nothing but the statements differs. */
async function compareUnprepared(context: RigContext, cluster: Cluster): Promise<void> {
  const url = cluster.url(await cluster.database());
  const services = [
    await startOn(context, url, { PREPARED_STATEMENTS: 'on' }),
    await startOn(context, url, { PREPARED_STATEMENTS: 'off' }),
  ] as const;
  const body = { date: '2024-01-31', value: '1', description: 'cost' };
  const [{ server, token }] = services;
  const made = await send(server.url, { method: 'POST', path: '/bills', token, body });
  for (const [kind, path] of [
    ['one record', `/bills/${JSON.parse(made.body).data._id}`],
    ['a list', '/bills?limit=5'],
  ] as const) {
    const sums = [0, 0];
    for (let round = 0; round < (context.quick ? 3 : 10); round++)
      for (const [place, service] of services.entries()) {
        const cost = await cpuFor(cluster, service, path);
        // The first round is for warming up.
        if (round > 0) sums[place] = (sums[place] ?? 0) + cost;
      }
    const [prepared = Number.NaN, unprepared = Number.NaN] = sums;
    context.check(
      `unprepared statements: at most three times the CPU of service and PostgreSQL, ${kind}`,
      `${(unprepared / prepared).toFixed(2)} times`,
      unprepared / prepared <= 3,
    );
  }
}

/** Seconds of CPU for a thousand requests of eight clients. */
async function cpuFor(cluster: Cluster, { server, token }: { server: Server; token: string }, path: string) {
  // Those of connections that were not open before count too: there are none to come after the first round.
  const used = () => [server.pid, ...cluster.processes()].reduce((sum, pid) => sum + (cpuOf(pid) || 0), 0);
  const before = used();
  let left = 1000;
  const work = async () => {
    while (left-- > 0) await send(server.url, { path, token, discardBody: true });
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return used() - before;
}
