import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '@daybook/testing/machine';
import { send } from '../client.ts';
import { connection } from '../cluster.ts';
import { checkRecords } from '../figures.ts';
import { startLoad } from '../load.ts';
import { descriptorsOf, until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

export const hangUps: Rig = {
  title: '1 000 clients that hang up in the middle of a request',
  quick: true,
  concurrency: 2,
  async run(context) {
    const cluster = await context.cluster();
    const name = await cluster.database();
    const database = cluster.url(name);
    const { server, token } = await startOn(context, database);
    const warmUp = startLoad(context, server.url, { token });
    await wait(1500);
    await warmUp.stop();
    const sql = connection(database);
    // A pool opens its connections when they are needed, so how many there are may change.
    const state = async () => {
      const [row] = await sql`select count(*)::int as connections,
          count(*) filter (where state <> 'idle')::int as busy
        from pg_stat_activity where datname = ${name} and application_name = 'daybook'`;
      return { others: descriptorsOf(server.pid) - row?.connections, busy: row?.busy as number };
    };
    const before = await state();
    const memory = memoryOf(server.pid);

    const port = Number(new URL(server.url).port);
    const hangUp = async (n: number) => {
      const body = JSON.stringify({ date: '2024-01-31', value: '1', description: `gone-${n}` });
      const whole = `POST /bills HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      // A third hangs up in the middle of its request, a third while it waits, and a third as its answer begins.
      socket.write(n % 3 === 0 ? whole.slice(0, 20 + (n % (whole.length - 20))) : whole);
      if (n % 3 === 2) await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
      else await wait(Math.random() * 50);
      if (n % 2) socket.resetAndDestroy();
      else socket.destroy();
    };
    for (let n = 0; n < 1000; n += 50) await Promise.all(Array.from({ length: 50 }, (_, k) => hangUp(n + k)));

    let after = await state();
    const restored = await until(async () => {
      after = await state();
      return after.others <= before.others && after.busy === 0;
    }, 10_000);
    context.check(
      'descriptors, but for connections to the database, are what they were, and those are idle',
      `${before.others}, then ${after.others}; ${after.busy} busy`,
      restored !== undefined,
    );
    context.check(
      'memory: less than 100 MB more',
      `${Math.round(memory)} MB, then ${Math.round(memoryOf(server.pid))} MB`,
      memoryOf(server.pid) - memory < 100,
    );
    const { status } = await send(server.url, { path: '/bills?limit=1', token });
    context.check('keeps serving', String(status), status === 200);
    const [row] = await sql`select count(*)::int as records,
      count(*) filter (where not exists (select 1 from journal j where j.record_id = b.id))::int as incomplete
      from bills b where description like 'gone-%'`;
    await sql.end();
    context.check(
      'each write is complete or absent',
      `${row?.records} written, ${row?.incomplete} without their journal row`,
      row?.records > 0 && row?.incomplete === 0,
    );
    await checkRecords(context, database, warmUp.acknowledged);
  },
};
