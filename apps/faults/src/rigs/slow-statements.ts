import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../client.ts';
import { connection } from '../cluster.ts';
import { between, ms, p99, slowest, statuses } from '../figures.ts';
import { flood } from '../flood.ts';
import { startLoad } from '../load.ts';
import type { Rig, RigContext } from '../rig.ts';
import { startOn } from '../server.ts';

export const lockTable: Rig = {
  title: 'LOCK TABLE from outside',
  quick: true,
  concurrency: 2,
  async run(context) {
    // Every request with a token reads its account from users.
    await testLock(context, 'users', '/bills?limit=5', '/openapi.json');
    await testLock(context, 'bills', '/bills?limit=5', '/payees?limit=5');
  },
};

/** @param blockedPath needs the table; @param otherPath does not */
async function testLock(context: RigContext, table: string, blockedPath: string, otherPath: string) {
  const cluster = await context.cluster();
  const database = cluster.url(await cluster.database());
  const { server, token } = await startOn(context, database);
  const load = startLoad(context, server.url, { token, workers: 20, writes: 0, read: blockedPath });
  const others = startLoad(context, server.url, { token, workers: 4, writes: 0, read: otherPath });
  await wait(2000);
  const before = p99(between(others.samples, performance.now() - 1500));
  const sql = connection(database);
  let begin = 0;
  await sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${table}`);
    begin = performance.now();
    await wait(context.quick ? 7000 : 20_000);
  });
  await sql.end();
  const end = performance.now();
  await wait(1000);
  await Promise.all([load.stop(), others.stop()]);
  await server.end('SIGKILL');
  // Those still waiting when the lock ends are served.
  const during = between(load.samples, begin, end - 3500);
  const answered = during.filter(({ at, ms }) => at + ms < end);
  const meanwhile = between(others.samples, begin, end);
  context.check(
    `${table}: requests that need it get 503`,
    statuses(answered),
    answered.length > 0 && answered.every(({ status, retryAfter }) => status === 503 && retryAfter),
  );
  context.checkTime(
    `${table}: within the lock's deadline of 3 s, and half a second`,
    `slowest ${ms(slowest(during))}`,
    slowest(during) < 3500,
  );
  context.checkTime(
    `${table}: ${otherPath} is served, at under twice its usual p99`,
    `${statuses(meanwhile)}; p99 ${ms(p99(meanwhile))}, before ${ms(before)}`,
    meanwhile.every(({ status }) => status === 200) && p99(meanwhile) < Math.max(2 * before, 50),
  );
  const after = between(load.samples, end + 500);
  context.check(
    `${table}: served as before after it`,
    statuses(after),
    after.length > 0 && after.every(({ status }) => status === 200),
  );
}

export const patterns: Rig = {
  title: 'ten costly search patterns at once',
  quick: true,
  concurrency: 1,
  async run(context) {
    const cluster = await context.cluster();
    await searchAll(context, cluster.url(await cluster.database()));
  },
};

/** Accepted, matched by no index, and slow on every name. */
const costly = '(a|e|i|o|u)[a-z]*(n|r|s|t)[a-z]*(a|e|i)[a-z]* [A-Z]?[a-z]*(k|z|x)q';

async function searchAll(context: RigContext, database: string) {
  // Each is an account, whose password takes longer to hash than all the rest.
  const names = context.quick ? 100 : 400;
  const { server, token } = await startOn(context, database);
  for (let n = 0; n < names; n += 20) {
    const make = (k: number) => ({
      firstName: `Marianneberta${k}`.slice(0, 100),
      lastName: 'Anastasiopoulosterinenska '.repeat(3).trim(),
      username: `person${k}`,
      password: 'correct horse battery',
    });
    await Promise.all(
      Array.from({ length: 20 }, (_, k) =>
        send(server.url, { method: 'POST', path: '/users', token, body: make(n + k) }),
      ),
    );
  }
  const others = startLoad(context, server.url, { token, workers: 4, pause: 20, writes: 0 });
  await wait(3000);
  const begin = performance.now();
  const before = p99(between(others.samples, begin - 2000));
  const request = { path: `/users?search=${encodeURIComponent(costly)}`, token };
  const replies = await flood({
    url: server.url,
    request,
    seconds: context.quick ? 4 : 8,
    clients: 10,
    obeysRetryAfter: true,
  });
  const meanwhile = between(others.samples, begin);
  await others.stop();
  await server.end('SIGKILL');
  context.check(
    'a costly pattern is answered with 200, 400 or 503',
    `${statuses(replies)} on ${names} names, p99 ${ms(p99(replies))}`,
    replies.every(({ status }) => [200, 400, 503].includes(status)),
  );
  context.checkTime(
    "others' p99 under three times normal",
    `${statuses(meanwhile)}; ${ms(p99(meanwhile))}, before ${ms(before)}`,
    meanwhile.every(({ status }) => status === 200) && p99(meanwhile) < Math.max(3 * before, 50),
  );
}
