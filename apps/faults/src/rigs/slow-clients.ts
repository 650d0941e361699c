import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { between, ms, p99, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
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
