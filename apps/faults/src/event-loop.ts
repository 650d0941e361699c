// node apps/faults/src/event-loop.ts: what keeps the event loop busy. A table of the main thread's CPU for inputs and
// lists of many kinds, and of how long /healthz waited meanwhile.
import { setTimeout as wait } from 'node:timers/promises';
import { BillCreate, usernameKey } from '@daybook/domain';
import { jsonText } from '@daybook/facade';
import { z } from 'zod';
import { type RequestSpec, send } from './client.ts';
import { connection, makeCluster } from './cluster.ts';
import { startProbe } from './cost/probe.ts';
import { knownValues, otherValues, plainJson, plainText } from './cost/samples.ts';
import { percentile } from './figures.ts';
import { threadCpuOf } from './machine.ts';
import type { RigContext } from './rig.ts';
import { type Server, startOn } from './server.ts';

const rows: [what: string, size: string, cpu: number, waited?: number, status?: string | undefined][] = [];
const cleanups: (() => unknown)[] = [];
const cluster = await makeCluster();
const context: RigContext = {
  quick: true,
  table: undefined,
  cluster: async () => cluster,
  check: () => {},
  checkTime: () => {},
  defer: (cleanup) => void cleanups.push(cleanup),
};

/** The median of five, after one that does not count. */
function measureHere(what: string, size: string, work: () => unknown): void {
  const times = [];
  for (let n = 0; n < 6; n++) {
    const before = process.threadCpuUsage();
    try {
      work();
    } catch {
      // refused
    }
    const { user, system } = process.threadCpuUsage(before);
    if (n > 0) times.push((user + system) / 1000);
    if ((times.at(-1) ?? 0) > 2000) break;
  }
  rows.push([what, size, percentile(times, 0.5)]);
}

async function measureRequest(what: string, server: Server, request: RequestSpec, times = 4): Promise<void> {
  const probe = startProbe(server.url, server.pid);
  await probe.seen(true);
  const costs: { cpu: number; waited: number; size: number; status: string }[] = [];
  for (let n = 0; n < times; n++) {
    probe.reset();
    const before = threadCpuOf(server.pid);
    const { status, failure, body } = await send(server.url, request);
    const cpu = threadCpuOf(server.pid) - before;
    const { waited } = await probe.seen(true);
    costs.push({ cpu, waited, size: body.length, status: failure ?? String(status) });
    await wait(100);
  }
  await probe.stop();
  const chosen = times > 1 ? costs.slice(1) : costs;
  const middle = (of: (cost: (typeof costs)[number]) => number) => percentile(chosen.map(of), 0.5);
  const size = middle((cost) => cost.size);
  rows.push([
    what,
    `answer of ${size > 1e6 ? `${(size / 1e6).toFixed(1)} MB` : `${(size / 1e3).toFixed(1)} kB`}`,
    middle(({ cpu }) => cpu),
    middle(({ waited }) => waited),
    chosen[0]?.status,
  ]);
}

const megabyte = 1_000_000;
const request = { headers: { 'content-type': 'application/json' } } as Parameters<typeof jsonText>[0];
const bill = z.compile(BillCreate);
const quadratic = /^number/;
for (const [name, make] of Object.entries({
  'ordinary records': plainJson,
  ...knownValues,
  ...otherValues,
})) {
  const bytes = quadratic.test(name) ? 30_000 : megabyte;
  const size = `${bytes / 1000} kB`;
  const json = `{"date":"2023-12-08","value":"1","x":${make(bytes)}}`;
  const buffer = Buffer.from(json);
  measureHere(`JSON.parse: ${name}`, size, () => JSON.parse(json));
  measureHere(`jsonText (exact numbers): ${name}`, size, () => jsonText(request, buffer));
  try {
    const value = JSON.parse(json);
    measureHere(`BillCreate.parse: ${name}`, size, () => bill.parse(value));
  } catch {
    // no JSON
  }
}
for (const bytes of [10_000, 30_000]) {
  const marks = `a${'\u0300'.repeat(bytes / 4)}${'\u0316'.repeat(bytes / 4)}`;
  measureHere('normalize NFC: marks of two classes', `${bytes / 1000} kB`, () =>
    `${marks}${Math.random()}`.normalize('NFC'),
  );
  measureHere('usernameKey: marks of two classes', `${bytes / 1000} kB`, () =>
    usernameKey(`${marks}${Math.random()}`),
  );
}
const plain = plainText(megabyte);
measureHere('normalize NFC: plain text', '1000 kB', () => `${plain}é${Math.random()}`.normalize('NFC'));
measureHere('normalize NFKC: plain text', '1000 kB', () => `${plain}é${Math.random()}`.normalize('NFKC'));
measureHere('usernameKey: plain text', '1000 kB', () => usernameKey(`${plain}é${Math.random()}`));
const cursor = Buffer.from(JSON.stringify(['k'.repeat(11_000), 'x'])).toString('base64');
measureHere('atob, from, decode (cursor)', '16 kB', () =>
  new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(cursor), (c) => c.charCodeAt(0))),
);

const { server, token } = await startOn(context, cluster.url(await cluster.database()), {
  LOG_LEVEL: 'info',
});
await measureRequest('GET /openapi.json, the first', server, { path: '/openapi.json' }, 1);
await measureRequest('GET /openapi.json, later', server, { path: '/openapi.json' });
await measureRequest('GET /docs/, the first', server, { path: '/docs/' }, 1);
await measureRequest('GET /docs/, later', server, { path: '/docs/' });
await measureRequest('GET /docs/js/scalar.js', server, { path: '/docs/js/scalar.js', discardBody: true });
await measureRequest('an unknown path of 15 kB (with its log line)', server, {
  path: `/${'x'.repeat(15_000)}`,
});
await measureRequest('the same of 5 000 encoded NUL', server, { path: `/x${'%01'.repeat(5000)}` });
await measureRequest('POST /auth, unknown name (argon2)', server, {
  method: 'POST',
  path: '/auth',
  body: { username: 'nobody', password: 'no password of anybody' },
});
for (const [name, make] of Object.entries({
  'ordinary records': plainJson,
  ...knownValues,
  ...otherValues,
})) {
  const bytes = quadratic.test(name) ? 30_000 : megabyte;
  const request = (payload: string) => ({ method: 'POST', token, payload });
  const text = make(bytes);
  await measureRequest(`POST /bills, unknown field, ${bytes / 1000} kB: ${name}`, server, {
    ...request(`{"date":"2023-12-08","value":"1","x":${text}}`),
    path: '/bills',
  });
  await measureRequest(`tRPC bills.create, unknown field, ${bytes / 1000} kB: ${name}`, server, {
    ...request(`{"date":"2023-12-08","value":"1","x":${text}}`),
    path: '/trpc/bills.create',
  });
}
await measureRequest('GET /bills?search= of 200 signs (marks)', server, {
  path: `/bills?search=a${'%CC%80'.repeat(99)}${'%CC%96'.repeat(99)}`,
  token,
});

async function lists(notes: string, what: string): Promise<void> {
  const { server, token } = await startOn(context, await filled(notes));
  const limit = 1000;
  for (const kind of ['bills', 'logs', 'payees', 'cheques', 'journal']) {
    await measureRequest(`GET /${kind}?limit=1000, ${what}`, server, {
      path: `/${kind}?limit=${limit}`,
      token,
    });
    await measureRequest(`tRPC ${kind}.list, 1000, ${what}`, server, {
      path: `/trpc/${kind}.list?input=${encodeURIComponent(JSON.stringify({ limit }))}`,
      token,
    });
  }
  const input = encodeURIComponent(JSON.stringify({ limit }));
  await measureRequest(`tRPC bills.ledger, 1000, ${what}`, server, {
    path: `/trpc/bills.ledger?input=${input}`,
    token,
  });
  const many = (count: number, rows: number): RequestSpec => ({
    path: `/trpc/${Array(count).fill('bills.list').join(',')}?batch=1&input=${encodeURIComponent(
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, { limit: rows }]))),
    )}`,
    token,
  });
  await measureRequest(`tRPC batch of 50 lists of 100, ${what}`, server, many(50, 100));
  if (notes.length < 1000)
    await measureRequest(`tRPC batch of 50 lists of 1000, ${what}`, server, many(50, 1000), 2);
  await measureRequest(`GET /users, all 10 000, ${what}`, server, { path: '/users', token });
  await measureRequest(`GET /users?limit=1000, ${what}`, server, { path: '/users?limit=1000', token });
  await server.end('SIGKILL');
}

async function filled(notes: string): Promise<string> {
  const url = cluster.url(await cluster.database());
  const { server } = await startOn(context, url);
  await server.end('SIGTERM');
  const sql = connection(url);
  await sql`insert into bills (id, date, value, description, extra_notes)
    select gen_random_uuid(), date '2024-01-01' + n, n, 'a bill', ${notes} from generate_series(1, 1000) n`;
  await sql`insert into payees (id, name, email, phone_number, extra_notes)
    select gen_random_uuid(), 'payee ' || n, '', '', ${notes} from generate_series(1, 1000) n`;
  await sql`insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level,
      password_hash, preferences)
    select gen_random_uuid(), 'First' || n, 'Last' || n, 'user' || n, 'user' || n, 'user' || n || '@example.org',
      '+15551234567', 'User', '', '{"active": false}' from generate_series(1, 9999) n`;
  await sql`insert into logs (id, date, starting_time, finishing_time, payment, extra_notes, worker_id, is_absent)
    select gen_random_uuid(), date '2024-01-01' + n, '08:30', '17:00', n, ${notes},
      (select id from users limit 1), false from generate_series(1, 1000) n`;
  await sql`insert into cheques (id, serial, due_date, value, description, payee_id, is_cancelled)
    select gen_random_uuid(), n, date '2024-01-01' + n, n, ${notes.slice(0, 500)},
      (select id from payees limit 1), false from generate_series(1, 1000) n`;
  // The newest of the journal: with notes, before and after.
  await sql`update bills set extra_notes = extra_notes || '.'`;
  await sql.end();
  return url;
}

await server.end('SIGKILL');
await lists('', 'no notes');
await lists('a plain word or two, '.repeat(500).slice(0, 9999), 'notes of 10 000 letters');
await lists(
  'слово"\n'.repeat(2000).slice(0, 9999),
  'notes of 10 000 Cyrillic letters, quotes and line breaks',
);

for (const cleanup of cleanups.toReversed()) await cleanup();
await cluster.remove();
const number = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1));
for (const [what, size, cpu, waited, status = ''] of rows)
  process.stdout.write(`| ${what} | ${size} | ${number(cpu)} | ${number(waited)} | ${status} |\n`);
process.exit(0);
