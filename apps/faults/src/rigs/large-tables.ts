import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '@daybook/testing/machine';
import { connection } from '../cluster.ts';
import { between, ms, p99, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

const allRows = 300_000;
const types = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];

export const files: Rig = {
  title: `a list of ${allRows.toLocaleString('en')} rows as CSV and as XLSX, both at once, beside other requests; a third of them with --quick`,
  quick: true,
  concurrency: 1,
  async run(context) {
    // What is begun takes 150 MB, however many there are.
    const [rows, mostMemory] = context.quick ? [allRows / 3, 200] : [allRows, 300];
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(context, database);
    const sql = connection(database);
    await sql`insert into bills (id, date, value, description, extra_notes)
      select gen_random_uuid(), date '1999-01-01' + n % 9000, n, 'one of many', repeat('x', 100)
      from generate_series(1, ${rows}) n`;
    await sql`analyze bills`;
    await sql.end();
    const others = startLoad(context, server.url, { token, workers: 4, pause: 20, writes: 0 });
    const before = memoryOf(server.pid);
    let memory = before;
    const watching = setInterval(() => {
      memory = Math.max(memory, memoryOf(server.pid));
    }, 100);

    const read = (accept: string) =>
      new Promise<{ bytes: number; lines: number; isWhole: boolean }>((resolve, reject) => {
        const headers = { accept, authorization: `Bearer ${token}`, 'accept-language': 'en' };
        get(`${server.url}/bills`, { headers, agent: false }, (answer) => {
          let [bytes, lines] = [0, 0];
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            for (const byte of chunk) if (byte === 10) lines += 1;
          });
          answer.on('close', () => resolve({ bytes, lines, isWhole: answer.complete }));
        }).on('error', reject);
      });
    const begin = performance.now();
    const [asCsv, asXlsx] = await Promise.all(types.map(read));
    const took = performance.now() - begin;
    clearInterval(watching);
    await others.stop();
    const meanwhile = between(others.samples, begin);

    context.check(
      'both are whole',
      `${asCsv?.lines} lines and ${Math.round((asXlsx?.bytes ?? 0) / 1e6)} MB in ${ms(took)}`,
      asCsv?.lines === rows + 1 && asCsv.isWhole && asXlsx?.isWhole === true,
    );
    context.check(
      `memory is bounded: less than ${mostMemory} MB more`,
      `${Math.round(before)} MB, then ${Math.round(memory)} MB`,
      memory - before < mostMemory,
    );
    context.check(
      'others are all served',
      `${statuses(meanwhile)}, p99 ${ms(p99(meanwhile))}`,
      meanwhile.every(({ status }) => status === 200),
    );
  },
};

export const purge: Rig = {
  title: 'millions of expired rows, removed while others are served',
  quick: true,
  concurrency: 1,
  async run(context) {
    const rows = context.quick ? 200_000 : 5_000_000;
    const allowed = context.quick ? 20_000 : 400_000;
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    // Little other load, so that what is measured is the purge.
    const others = { workers: 4, pause: 20 };

    const first = await startOn(context, database);
    const undisturbed = startLoad(context, first.server.url, { ...others, token: first.token });
    await wait(context.quick ? 3000 : 10_000);
    await undisturbed.stop();
    await first.server.end('SIGTERM');
    const before = p99(undisturbed.samples);

    await fill(database, rows);
    const { server, token } = await startOn(context, database);
    const started = await server.ready();
    const begin = performance.now();
    const load = startLoad(context, server.url, { ...others, token });
    const sql = connection(database);
    context.defer(() => sql.end());
    const remain = async () => (await sql.unsafe<{ expired: boolean }[]>(anyExpired))[0]?.expired;
    // Not often: the query is work too.
    while (performance.now() - begin < 3 * allowed && (await remain())) await wait(500);
    const took = performance.now() - begin;
    await wait(500);
    await load.stop();
    await server.end('SIGTERM');

    const [stored] = await sql.unsafe<Record<string, number>[]>(counts);
    const remaining = Object.entries(stored ?? {});
    context.checkTime(`ready within 5 s with ${rows} expired rows`, ms(started), started < 5000);
    context.check(
      'all of them are removed, of each kind',
      remaining.map(([kind, count]) => `${kind}: ${count} left`).join(', '),
      remaining.length === 3 && remaining.every(([, count]) => count === 0),
    );
    context.checkTime(`within ${ms(allowed)}`, ms(took), took < allowed);
    context.check(
      'others are all served',
      statuses(load.samples),
      load.samples.every(({ status }) => status === 200),
    );
    const meanwhile = p99(between(load.samples, begin, begin + took));
    context.checkTime(
      "others' p99 under three times normal, or 50 ms",
      `${ms(meanwhile)}, before ${ms(before)}`,
      meanwhile < Math.max(3 * before, 50),
    );
  },
};

/** Three fifths counts of log-ins, the rest stored answers and sessions, half of which ended with their account's epoch. */
async function fill(database: string, rows: number): Promise<void> {
  const sql = connection(database);
  // The triggers of the journal and of the bound on sessions would take long: 100 for each account are within it.
  await sql.unsafe(`
    set session_replication_role = replica;
    insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level,
        password_hash, preferences)
      select gen_random_uuid(), 'Filler', n, 'filler ' || n, 'filler ' || n, '', '', 'User', '', '{}'
      from generate_series(1, ${rows / 500}) n;
    insert into attempts
      select 'pair:' || md5(n::text) || ':198.51.100.' || n % 250, now() - n * interval '1 millisecond'
      from generate_series(1, ${(3 * rows) / 5}) n;
    insert into idempotency_keys (user_id, operation, key, digest, answer, created_at)
      select id, 'bills', n, md5(n::text), '{"_id": "x", "description": "a bill that was recorded yesterday"}',
        now() - interval '1 day' - n * interval '1 millisecond'
      from users, generate_series(1, ${rows / 5}) n where username = 'admin';
    insert into sessions (id, user_id, epoch, expires_at, refresh_hash, user_agent, address)
      select gen_random_uuid(), id, case when n % 2 = 0 then -1 else 0 end,
        now() + case when n % 2 = 0 then interval '1 day' else - interval '1 second' end, md5(n::text), 'filler', ''
      from users, generate_series(1, 100) n where username like 'filler %';
  `);
  await sql.end();
}

const expiredSessions = `select from sessions where user_agent = 'filler'`;
const anyExpired = `select exists (select from attempts where drained_at < now())
  or exists (select from idempotency_keys where created_at < now()) or exists (${expiredSessions}) as expired`;
const counts = `select (select count(*)::int from attempts) as attempts,
  (select count(*)::int from idempotency_keys) as "idempotency keys",
  (select count(*)::int from (${expiredSessions}) as expired) as sessions`;
