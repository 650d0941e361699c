import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '@daybook/testing/machine';
import { between, checkRecords, ms, p99, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { descriptorsOf } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

const minutes = 30;
const minute = 60_000;

export const longRun: Rig = {
  title: `${minutes} minutes at about half of what it can do, with 5 % of the clients hanging up`,
  quick: false,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(context, database);
    const port = Number(new URL(server.url).port);
    const load = startLoad(context, server.url, { token, pause: 40 });
    // One for every twenty requests of the others.
    const hangingUp = setInterval(() => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write(`GET /bills HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      setTimeout(() => socket.destroy(), Math.random() * 20);
    }, 50);
    await wait(minute);
    const begin = performance.now();
    const first = { memory: memoryOf(server.pid), descriptors: descriptorsOf(server.pid) };
    await wait((minutes - 1) * minute);
    const end = performance.now();
    const last = { memory: memoryOf(server.pid), descriptors: descriptorsOf(server.pid) };
    clearInterval(hangingUp);
    await load.stop();

    context.check(
      'no answer but 200',
      statuses(load.samples),
      load.samples.every(({ status }) => status === 200),
    );
    context.check(
      'memory is flat: less than 50 MB more',
      `${Math.round(first.memory)} MB, then ${Math.round(last.memory)} MB`,
      last.memory - first.memory < 50,
    );
    context.check(
      'descriptors are flat: at most 20 more',
      `${first.descriptors}, then ${last.descriptors}`,
      last.descriptors - first.descriptors <= 20,
    );
    const early = p99(between(load.samples, begin, begin + 5 * minute));
    const late = p99(between(load.samples, end - 5 * minute, end));
    context.checkTime(
      'p99 of the last five minutes under 1.2 times that of the first',
      `${ms(late)}, before ${ms(early)}`,
      late < 1.2 * early,
    );
    await checkRecords(context, database, load.acknowledged);
  },
};
