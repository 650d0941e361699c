import { setTimeout as wait } from 'node:timers/promises';
import { between, ms, p99, statuses } from '../figures.ts';
import { type Answered, flood } from '../flood.ts';
import { startLoad } from '../load.ts';
import { cpuOf, memoryOf } from '../machine.ts';
import type { Rig, Stage } from '../rig.ts';
import { startOn } from '../server.ts';

export const logInFlood: Rig = {
  title: '300 log-ins at a time, of names made up',
  quick: true,
  async run(stage) {
    await flooded(stage, 'on', 'limits on');
    await flooded(stage, 'off', 'limits off, as from many addresses');
  },
};

async function flooded(stage: Stage, limits: string, what: string) {
  const cluster = await stage.cluster();
  const database = cluster.url(await cluster.database());
  const { server, token } = await startOn(stage, database, { RATE_LIMIT: limits });
  const seconds = stage.quick ? 4 : 30;
  // Others are few, so that what is measured is the flood.
  const others = startLoad(server.url, { token, workers: 4, pause: 20 });
  await wait(1500);
  const begin = performance.now();
  const before = memoryOf(server.pid);
  const cpu = cpuOf(server.pid);
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, memoryOf(server.pid));
  }, 100);
  const question = {
    method: 'POST',
    path: '/auth',
    body: { username: 'nobody-%n', password: 'not the password of anybody' },
  };
  const replies = await flood({ url: server.url, question, seconds, clients: 300, obeys: true });
  const busy = (cpuOf(server.pid) - cpu) / ((performance.now() - begin) / 1000);
  clearInterval(watching);
  const meanwhile = between(others.samples, begin);
  const peace = between(others.samples, 0, begin);
  await others.stop();
  await server.end('SIGKILL');

  const refused = replies.filter(({ status }) => status !== 401);
  stage.promise(
    `${what}: 401, or 429 or 503 with Retry-After`,
    `${statuses(replies)}; ${busy.toFixed(1)} cores busy`,
    refused.every(({ status, retryAfter }) => (status === 429 || status === 503) && retryAfter),
  );
  stage.timely(
    `${what}: p99 of others under 250 ms`,
    `${ms(p99(meanwhile))}, before ${ms(p99(peace))}`,
    p99(meanwhile) < 250,
  );
  stage.promise(
    `${what}: others are all served`,
    statuses(meanwhile),
    meanwhile.every(({ status }) => status === 200),
  );
  stage.promise(
    `${what}: memory is bounded: less than 150 MB more`,
    `${Math.round(before)} MB, then ${Math.round(most)} MB`,
    most - before < 150,
  );
  judgeWaiting(stage, what, replies);
}

function judgeWaiting(stage: Stage, what: string, replies: readonly Answered[]) {
  const hashed = replies.filter(({ status }) => status === 401);
  stage.timely(
    `${what}: who is heard is answered within 5 s`,
    `p99 ${ms(p99(hashed))}`,
    !(p99(hashed) > 5000),
  );
}
