import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../client.ts';
import { between, ms, p99, statuses } from '../figures.ts';
import { flood } from '../flood.ts';
import { startLoad } from '../load.ts';
import type { Rig, Stage } from '../rig.ts';
import { startOn } from '../server.ts';

export const patterns: Rig = {
  title: 'ten costly search patterns at once',
  quick: true,
  async run(stage) {
    const cluster = await stage.cluster();
    await searched(stage, 'PostgreSQL', cluster.url(await cluster.database()));
    await searched(stage, 'embedded', undefined);
  },
};

/** Allowed, found in no index, and slow on every name. */
const costly = '(a|e|i|o|u)[a-z]*(n|r|s|t)[a-z]*(a|e|i)[a-z]* [A-Z]?[a-z]*(k|z|x)q';
const names = 400;

async function searched(stage: Stage, what: string, database: string | undefined) {
  const { server, token } = await startOn(stage, database);
  for (let n = 0; n < names; n += 20) {
    const make = (k: number) => ({
      firstName: `Marianneberta${k}`.slice(0, 100),
      lastName: 'Anastasiopoulosterinenska '.repeat(3).trim(),
      username: `person${k}`,
      password: 'correct horse battery',
    });
    await Promise.all(
      Array.from({ length: 20 }, (_, k) =>
        ask(server.url, { method: 'POST', path: '/users', token, body: make(n + k) }),
      ),
    );
  }
  const others = startLoad(server.url, { token, workers: 4, pause: 20, writes: 0 });
  await wait(3000);
  const begin = performance.now();
  const before = p99(between(others.samples, begin - 2000));
  const question = { path: `/users?search=${encodeURIComponent(costly)}`, token };
  const replies = await flood({ url: server.url, question, seconds: 8, clients: 10, obeys: true });
  const meanwhile = between(others.samples, begin);
  await others.stop();
  await server.end('SIGKILL');
  stage.promise(
    `${what}: a costly pattern is answered, refused, or told to come again`,
    `${statuses(replies)} on ${names} names, p99 ${ms(p99(replies))}`,
    replies.every(({ status }) => [200, 400, 503].includes(status)),
  );
  stage.timely(
    `${what}: others' p99 under three times normal`,
    `${statuses(meanwhile)}; ${ms(p99(meanwhile))}, before ${ms(before)}`,
    meanwhile.every(({ status }) => status === 200) && p99(meanwhile) < Math.max(3 * before, 50),
  );
}
