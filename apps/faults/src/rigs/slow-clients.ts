import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '@daybook/testing/machine';
import { send } from '../client.ts';
import { connection } from '../cluster.ts';
import { between, checkRecords, ms, p99, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { descriptorsOf, until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

export const slowClients: Rig = {
  title: 'slow clients: headers one at a time, half a body, 200 silent connections',
  quick: true,
  concurrency: 2,
  async run(context) {
    const cluster = await context.cluster();
    const { server, token } = await startOn(context, cluster.url(await cluster.database()));
    const others = startLoad(context, server.url, { token, workers: 4, pause: 20 });
    await wait(2000);
    const begin = performance.now();
    const before = p99(others.samples);
    const port = Number(new URL(server.url).port);
    const head = `POST /bills HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const kinds: Record<string, (write: (text: string) => void) => unknown> = {
      'headers one at a time': (write) => {
        write('GET /bills HTTP/1.1\r\n');
        return setInterval(() => write('X-Slow: 1\r\n'), 500);
      },
      'half a body': (write) => write(`${head}Content-Length: 100\r\n\r\n{"date":`),
      silent: () => undefined,
    };
    const closings = Object.entries(kinds).map(async ([name, start]) => {
      const sockets = Array.from({ length: name === 'silent' ? 200 : 60 }, () => {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        const timer = start((text) => socket.writable && socket.write(text)) as NodeJS.Timeout | undefined;
        return new Promise<number>((resolve) => {
          socket.resume().once('close', () => {
            clearInterval(timer);
            resolve(performance.now() - begin);
          });
          setTimeout(() => socket.destroy(), 35_000).unref();
        });
      });
      return { name, last: Math.max(...(await Promise.all(sockets))) };
    });
    for (const { name, last } of await Promise.all(closings))
      context.checkTime(`${name}: closed within 30 s`, `the last one after ${ms(last)}`, last <= 30_000);
    await others.stop();
    const meanwhile = between(others.samples, begin);
    context.check(
      'others are all served',
      statuses(meanwhile),
      meanwhile.every(({ status }) => status === 200),
    );
    context.checkTime(
      'p99 of others under three times the usual',
      `${ms(p99(meanwhile))}, before ${ms(before)}`,
      p99(meanwhile) < Math.max(3 * before, 100),
    );
  },
};

const maxConnections = 400;

export const slowReaders: Rig = {
  title:
    'clients that never read the answer, a large script or the largest page of a list; too many connections',
  quick: true,
  concurrency: 2,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(context, database, { MAX_CONNECTIONS: String(maxConnections) });
    const sql = connection(database);
    await sql`insert into bills (id, date, value, description, extra_notes)
      select gen_random_uuid(), date '1999-01-01', n, 'large', repeat('x', 9000) from generate_series(1, 950) n`;
    await sql.end();
    const script = '/docs/js/scalar.js';
    const list = '/bills?limit=1000&to=1999-01-01';
    for (const path of [script, list]) await send(server.url, { path, token, discardBody: true });
    const others = startLoad(context, server.url, { token, workers: 4, pause: 20 });
    await wait(2000);

    const port = Number(new URL(server.url).port);
    // Reads no more than the beginning of the answer.
    const unread = (path: string) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      const answered = new Promise<void>((resolve) => {
        socket.once('data', () => resolve(void socket.pause())).once('close', resolve);
      });
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
      return { socket, answered };
    };
    const before = { memory: memoryOf(server.pid), descriptors: descriptorsOf(server.pid) };
    const begin = performance.now();
    let memory = before.memory;
    const sockets = Array.from({ length: 250 }, () => unread(script).socket);
    // One at a time, since making a page is work that a slow machine would do for nobody else.
    for (let n = 0; n < (context.quick ? 40 : 100); n += 1) {
      const { socket, answered } = unread(list);
      sockets.push(socket);
      await Promise.all([answered, wait(300)]);
      memory = Math.max(memory, memoryOf(server.pid));
    }
    const closed = await until(() => {
      memory = Math.max(memory, memoryOf(server.pid));
      return performance.now() - begin > 3000 && descriptorsOf(server.pid) < before.descriptors + 10;
    }, 60_000);
    for (const socket of sockets) socket.destroy();
    context.checkTime('each is closed within 40 s', ms(closed), (closed ?? Infinity) < 40_000);
    context.check(
      'memory is bounded: less than 300 MB more',
      `${Math.round(before.memory)} MB, then ${Math.round(memory)} MB`,
      memory - before.memory < 300,
    );
    await others.stop();
    const meanwhile = between(others.samples, begin);
    context.check(
      'others are all served',
      `${statuses(meanwhile)}, p99 ${ms(p99(meanwhile))}`,
      meanwhile.every(({ status }) => status === 200),
    );

    const silent = Array.from({ length: maxConnections + 100 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => {})
        .resume(),
    );
    await wait(500);
    const extra = await send(server.url, { path: '/healthz' });
    context.check(
      `with ${maxConnections} silent connections, one more is served or gets 503 with Retry-After`,
      extra.failure ?? `${extra.status}, Retry-After ${extra.retryAfter ?? 'missing'}`,
      extra.status === 200 || (extra.status === 503 && extra.retryAfter !== undefined),
    );
    const served = await until(
      async () => (await send(server.url, { path: '/healthz' })).status === 200,
      10_000,
    );
    context.checkTime('and is served within 5 s', ms(served), (served ?? Infinity) < 5000);
    for (const socket of silent) socket.destroy();
  },
};

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
