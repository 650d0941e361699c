import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '@daybook/testing/machine';
import { send } from '../client.ts';
import { connection } from '../cluster.ts';
import { between, ms, p99, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { descriptorsOf, until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

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
