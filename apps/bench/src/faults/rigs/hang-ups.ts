import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../client.ts';
import { connection } from '../cluster.ts';
import { judgeRecords } from '../figures.ts';
import { startLoad } from '../load.ts';
import { descriptorsOf, memoryOf, until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

export const hangUps: Rig = {
  title: '1 000 clients that hang up in the middle of a request',
  quick: true,
  async run(stage) {
    const cluster = await stage.cluster();
    const name = await cluster.database();
    const database = cluster.url(name);
    const { server, token } = await startOn(stage, database);
    // All connections to the database are there before it is counted.
    const warm = startLoad(server.url, { token });
    await wait(1500);
    await warm.stop();
    const sql = connection(database);
    const connections = async () =>
      (
        await sql`select count(*)::int as n from pg_stat_activity
        where datname = ${name} and application_name = 'daybook'`
      )[0]?.n as number;
    const before = { descriptors: descriptorsOf(server.pid), connections: await connections() };
    const memory = memoryOf(server.pid);

    const port = Number(new URL(server.url).port);
    const hangUp = async (n: number) => {
      const body = JSON.stringify({ date: '2024-01-31', value: '1', description: `gone-${n}` });
      const whole = `POST /bills HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      // Every third in the middle of what it says, the others while they wait for the answer.
      socket.write(n % 3 === 0 ? whole.slice(0, 20 + (n % (whole.length - 20))) : whole);
      await wait(Math.random() * 50);
      if (n % 2) socket.resetAndDestroy();
      else socket.destroy();
    };
    for (let n = 0; n < 1000; n += 50) await Promise.all(Array.from({ length: 50 }, (_, k) => hangUp(n + k)));

    const same = await until(
      async () =>
        descriptorsOf(server.pid) <= before.descriptors && (await connections()) === before.connections,
      10_000,
    );
    stage.promise(
      'descriptors and connections are back to what they were',
      `${before.descriptors} and ${before.connections}, then ${descriptorsOf(server.pid)} and ${await connections()}`,
      same !== undefined,
    );
    stage.promise(
      'memory: less than 100 MB more',
      `${Math.round(memory)} MB, then ${Math.round(memoryOf(server.pid))} MB`,
      memoryOf(server.pid) - memory < 100,
    );
    const { status } = await ask(server.url, { path: '/bills?limit=1', token });
    stage.promise('serves on', String(status), status === 200);
    const [row] = await sql`select count(*)::int as records,
      count(*) filter (where not exists (select 1 from journal j where j.record_id = b.id))::int as halves
      from bills b where description like 'gone-%'`;
    await sql.end();
    stage.promise(
      'each write is whole or not there',
      `${row?.records} written, ${row?.halves} without their journal row`,
      row?.records > 0 && row?.halves === 0,
    );
    await judgeRecords(stage, database, warm.acknowledged);
  },
};
