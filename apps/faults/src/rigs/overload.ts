import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuOf, memoryOf } from '@daybook/testing/machine';
import { type Reply, send } from '../client.ts';
import { connection } from '../cluster.ts';
import { between, checkRecords, ms, p99, percentile, statuses } from '../figures.ts';
import { type Answered, flood } from '../flood.ts';
import { startLoad } from '../load.ts';
import { descriptorsOf } from '../machine.ts';
import type { Rig, RigContext } from '../rig.ts';
import { administrator, startOn } from '../server.ts';

export const overload: Rig = {
  title: '800 clients at once, many more than it can serve',
  quick: true,
  concurrency: 1,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(context, database);
    const sql = connection(database);
    await sql`insert into bills (id, date, value, description, extra_notes)
      select gen_random_uuid(), date '2024-01-01' + n, n, 'a bill', '' from generate_series(1, 1000) n`;
    await sql.end();
    const request = { path: '/bills?limit=1000', token };
    const seconds = context.quick ? 4 : 15;

    const normal = await flood({ url: server.url, request, seconds: 3, clients: 16 });
    const capacity = normal.filter(({ status }) => status === 200).length / 3;
    const before = memoryOf(server.pid);
    let most = before;
    let flooding = true;
    const alive: Reply[] = [];
    const watch = async () => {
      while (flooding) {
        alive.push(await send(server.url, { path: '/healthz' }));
        most = Math.max(most, memoryOf(server.pid));
        await wait(50);
      }
    };
    const watching = watch();
    const replies = await flood({ url: server.url, request, seconds, clients: 800, obeysRetryAfter: true });
    flooding = false;
    await watching;

    const served = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status === 503);
    const measured = `${Math.round(capacity)}/s served at normal load, p99 ${ms(p99(normal))}`;
    context.check(
      'answered with 200, or 503 with Retry-After',
      `${statuses(replies)}; ${measured}`,
      served.length + refused.length === replies.length && refused.every(({ retryAfter }) => retryAfter),
    );
    context.checkTime(
      'keeps serving: more than half of its capacity',
      `${Math.round(served.length / seconds)}/s`,
      served.length / seconds > capacity / 2,
    );
    context.checkTime('p99 of what is accepted is under 1 s', ms(p99(served)), p99(served) < 1000);
    const middle = percentile(
      refused.map((reply) => reply.ms),
      0.5,
    );
    context.checkTime(
      'a refusal comes early: half of them within 500 ms',
      ms(middle),
      refused.length === 0 || middle < 500,
    );
    context.check(
      '/healthz answers throughout',
      `${statuses(alive)}, p99 ${ms(p99(alive))}`,
      alive.every(({ status }) => status === 200),
    );
    context.check(
      'memory is bounded: less than 150 MB more',
      `${Math.round(before)} MB, then ${Math.round(most)} MB`,
      most - before < 150,
    );
    await wait(500);
    const after = await send(server.url, request);
    context.check(
      'serves as before at once afterwards',
      `${after.status} in ${ms(after.ms)}`,
      after.status === 200,
    );
  },
};

export const logInFlood: Rig = {
  title: '300 log-ins at a time, of names made up; 80 right ones of one account from its device',
  quick: true,
  concurrency: 1,
  async run(context) {
    await floodLogIns(context, 'on', 'limits on');
    await floodLogIns(context, 'off', 'limits off, as from many addresses');
    await floodRightLogIns(context);
  },
};

/** Log-ins that succeed are not counted. */
async function floodRightLogIns(context: RigContext) {
  const cluster = await context.cluster();
  const { server, token } = await startOn(context, cluster.url(await cluster.database()));
  const account = { username: 'busy', password: 'the password of somebody busy' };
  const body = { ...account, firstName: 'B', lastName: 'Usy' };
  await send(server.url, { method: 'POST', path: '/users', token, body });
  const cookie = await deviceCookie(server.url);
  const theirs = await deviceCookie(server.url, account);
  const request = { method: 'POST', path: '/auth', body: account, headers: { cookie: theirs } };
  const owner: { status: number; ms: number }[] = [];
  let flooding = true;
  const logIns = (async () => {
    for (await wait(500); flooding; await wait(200)) owner.push(await logIn(server.url, { cookie }));
  })();
  const replies = await flood({ url: server.url, request, seconds: context.quick ? 4 : 30, clients: 80 });
  flooding = false;
  await logIns;
  await server.end('SIGKILL');
  context.check(
    'right log-ins of another account: the owner of a known device always gets in',
    `${statuses(owner)}, p99 ${ms(p99(owner))}; the others ${statuses(replies)}`,
    owner.length > 0 && owner.every(({ status }) => status === 200),
  );
}

async function floodLogIns(context: RigContext, limits: string, what: string) {
  const cluster = await context.cluster();
  const database = cluster.url(await cluster.database());
  const { server, token } = await startOn(context, database, { RATE_LIMIT: limits });
  const seconds = context.quick ? 4 : 30;
  // Others are few, so that what is measured is the flood.
  const others = startLoad(context, server.url, { token, workers: 4, pause: 20 });
  const cookie = await deviceCookie(server.url);
  await wait(1500);
  const begin = performance.now();
  const before = memoryOf(server.pid);
  const cpu = cpuOf(server.pid);
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, memoryOf(server.pid));
  }, 100);
  const request = {
    method: 'POST',
    path: '/auth',
    body: { username: 'nobody-%n', password: 'not the password of anybody' },
  };
  const owner: { status: number; ms: number }[] = [];
  let flooding = true;
  const logIns = (async () => {
    for (; flooding; await wait(300)) owner.push(await logIn(server.url, { cookie }));
  })();
  const replies = await flood({ url: server.url, request, seconds, clients: 300, obeysRetryAfter: true });
  const busy = (cpuOf(server.pid) - cpu) / ((performance.now() - begin) / 1000);
  clearInterval(watching);
  flooding = false;
  await logIns;
  const meanwhile = between(others.samples, begin);
  const earlier = between(others.samples, 0, begin);
  await others.stop();
  await server.end('SIGKILL');

  const refused = replies.filter(({ status }) => status !== 401);
  context.check(
    `${what}: 401, or 429 or 503 with Retry-After`,
    `${statuses(replies)}; ${busy.toFixed(1)} cores busy`,
    refused.every(({ status, retryAfter }) => (status === 429 || status === 503) && retryAfter),
  );
  context.checkTime(
    `${what}: p99 of others under 250 ms`,
    `${ms(p99(meanwhile))}, before ${ms(p99(earlier))}`,
    p99(meanwhile) < 250,
  );
  context.check(
    `${what}: others are all served`,
    statuses(meanwhile),
    meanwhile.every(({ status }) => status === 200),
  );
  context.check(
    `${what}: memory is bounded: less than 150 MB more`,
    `${Math.round(before)} MB, then ${Math.round(most)} MB`,
    most - before < 150,
  );
  checkLatency(context, what, replies);
  context.check(
    `${what}: an account that has logged in from this device before always gets in`,
    `${statuses(owner)}, p99 ${ms(p99(owner))}`,
    owner.length > 0 && owner.every(({ status }) => status === 200),
  );
}

async function logIn(url: string, headers: Record<string, string> = {}, account: object = administrator) {
  const began = performance.now();
  const answer = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(account),
  });
  await answer.text();
  return { status: answer.status, ms: performance.now() - began, cookies: answer.headers.getSetCookie() };
}

/** The cookie that a browser would keep. */
async function deviceCookie(url: string, account?: object): Promise<string> {
  const { cookies } = await logIn(url, {}, account);
  const [cookie = ''] = cookies.find((line) => line.includes('daybook_device='))?.split(';') ?? [];
  return cookie;
}

function checkLatency(context: RigContext, what: string, replies: readonly Answered[]) {
  const hashed = replies.filter(({ status }) => status === 401);
  context.checkTime(
    `${what}: those not refused are answered within 5 s`,
    `p99 ${ms(p99(hashed))}`,
    !(p99(hashed) > 5000),
  );
}

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
