import { loadavg } from 'node:os';
import postgres from 'postgres';
import { send } from './cases.ts';
import { encodeCursor } from './cursor.ts';
import { type Dataset, fill, id, idSql } from './dataset.ts';
import { median } from './measure.ts';
import { startService } from './service.ts';

/** Workers of the data set that it is made from. */
export const workers = 100_000;
const rows = { logs: 10_000_000, cheques: 1_000_000, bills: 1_000_000, journal: 2_000_000 };
const worker = `('0193a6a0-7c1e-7000-8001-' || lpad(to_hex(1 + n % ${workers}), 12, '0'))::uuid`;
/** The last day of ten years, over which all rows are spread. */
const lastDay = '2024-12-31';
const dayOf = (count: number) => `date '2015-01-02' + (n::bigint * 3650 / ${count})::integer`;

const statements = [
  // Those of the data set lie elsewhere in time.
  `delete from logs`,
  `insert into logs (id, date, starting_time, finishing_time, break_minutes, payment, extra_notes, worker_id, is_absent)
   select ${idSql(2)}, ${dayOf(rows.logs)}, '08:30', '17:15', 30, case when n % 3 = 0 then 100 else 0 end, '', ${worker}, n % 17 = 0
   from generate_series(1, ${rows.logs}) n`,
  `insert into payees (id, name, email, phone_number, extra_notes, search_key)
   select ${idSql(5)}, 'Payee ' || n, 'payee' || n || '@example.org', '', '', fold('Payee ' || n || ' payee' || n || '@example.org  ') from generate_series(0, 9999) n`,
  `insert into "bankAccounts" (id, name, bank, number, is_archived)
   select ${idSql(6)}, 'Account ' || n, 'Bank', n::text, false from generate_series(0, 4) n`,
  `insert into cheques (id, serial, due_date, value, description, payee_id, is_cancelled, status, account_id)
   select ${idSql(7)}, lpad(n::text, 8, '0'), ${dayOf(rows.cheques)}, n % 900 + 0.5, 'Rent of month ' || n,
     ('0193a6a0-7c1e-7000-8005-' || lpad(to_hex(n % 10000), 12, '0'))::uuid, n % 50 = 0,
     case when n % 50 = 0 then 'cancelled' when n < ${rows.cheques * 0.95} then 'cleared' else 'issued' end,
     ('0193a6a0-7c1e-7000-8006-' || lpad(to_hex(n % 5), 12, '0'))::uuid
   from generate_series(1, ${rows.cheques}) n`,
  `delete from bills`,
  // Every second one is from a supplier; of these the last fiftieth is not paid.
  `insert into bills (id, date, value, description, extra_notes, search_key, payee_id, account_id, due_date, paid_on)
   select ${idSql(3)}, ${dayOf(rows.bills)}, (n % 900) - 300.50, 'Rent of month ' || n, 'Paid in cash, receipt in the folder',
     fold('Rent of month ' || n || ' Paid in cash, receipt in the folder'),
     case when n % 2 = 0 then ('0193a6a0-7c1e-7000-8005-' || lpad(to_hex(n % 10000), 12, '0'))::uuid end,
     case when n % 2 = 0 then ('0193a6a0-7c1e-7000-8006-' || lpad(to_hex(n % 5), 12, '0'))::uuid end,
     case when n % 2 = 0 then ${dayOf(rows.bills)} + 30 end,
     case when n % 2 = 0 and n < ${rows.bills * 0.98} then ${dayOf(rows.bills)} + 25 end
   from generate_series(0, ${rows.bills - 1}) n`,
  `insert into "payEntries" (id, worker_id, date, kind, amount, extra_notes)
   select ${idSql(8)}, ${worker}, ${dayOf(1_000_000)}, (array['payout', 'advance', 'bonus'])[1 + n % 3], 500, ''
   from generate_series(1, 1000000) n`,
  `insert into rates (id, worker_id, "from", basis, amount, day_minutes, overtime_factor, month_days, extra_notes)
   select ${idSql(9)}, ${worker}, date '2015-01-01', 'hour', 30 + n % 20, 480, 1.5, 26, '' from generate_series(0, ${workers - 1}) n`,
  `insert into journal (at, actor_id, kind, record_id, action, before, after)
   select timestamptz '2015-01-02' + n * interval '157 s', ('0193a6a0-7c1e-7000-8000-' || lpad(to_hex(n % 32), 12, '0'))::uuid, 'logs',
     ('0193a6a0-7c1e-7000-8002-' || lpad(to_hex(n), 12, '0'))::uuid, 'create', null, '{"payment": "100"}'
   from generate_series(1, ${rows.journal}) n`,
  `update bills set deleted_at = now() where id < ('0193a6a0-7c1e-7000-8003-' || lpad(to_hex(1000), 12, '0'))::uuid`,
];

const year = `from=2024-01-01&to=${lastDay}`;
const payee = id(5, 76);
const account = id(6, 2);
const person = id(1, 4711);

/** What the screens and their lists ask for. */
const paths = ({ logs, cheques, bills }: Readonly<Record<'logs' | 'cheques' | 'bills', string>>) => [
  '/users?limit=100',
  '/users?limit=100&search=quixworth',
  '/logs?limit=100',
  `/logs?limit=100&cursor=${logs}`,
  `/logs?limit=100&worker=${person}`,
  `/logs?limit=100&isAbsent=true`,
  `/logs?limit=100&sort=-updatedAt`,
  `/logs/summary?${year}`,
  `/logs/summary?worker=${person}`,
  '/cheques?limit=100',
  `/cheques?limit=100&cursor=${cheques}`,
  '/cheques?limit=100&status=issued',
  '/cheques?limit=100&search=month%2012345',
  `/cheques?limit=100&payee=${payee}`,
  `/cheques?limit=100&account=${account}`,
  `/cheques?limit=100&account=${account}&serial=00012347`,
  `/cheques/summary?${year}`,
  `/cheques/summary?status=issued`,
  `/cheques/summary?payee=${payee}`,
  `/forecast?account=${account}`,
  '/bills?limit=100',
  `/bills?limit=100&cursor=${bills}`,
  '/bills?limit=100&search=month%2012345',
  '/bills?limit=100&status=due&sort=dueDate',
  `/bills?limit=100&payee=${payee}`,
  `/bills?limit=100&account=${account}`,
  '/bills?limit=100&dueFrom=2018-01-01&dueTo=2018-01-31',
  '/bills?limit=100&minValue=590',
  '/bills?limit=100&status=due&minValue=590',
  `/bills/summary?${year}`,
  '/bills/summary?status=due',
  `/bills/summary?payee=${payee}`,
  `/bills/ledger?limit=100&${year}`,
  '/bills/ledger?limit=100',
  '/payees?limit=100',
  '/payees?limit=100&search=4711',
  '/pay-entries?limit=100',
  `/pay-entries?limit=100&worker=${person}`,
  `/users/${person}/statement?${year}`,
  '/balances',
  '/journal?limit=100',
  `/journal?limit=100&record=${id(2, 4711)}`,
  `/journal?limit=100&kind=logs&action=create`,
  '/journal?limit=100&kind=cheques',
  `/journal?limit=100&actor=${id(0, 7)}`,
  `/journal?limit=100&from=2018-01-01&to=2018-01-31`,
  '/trash?limit=100',
];
const times = 7;

/** Asks Daybook with very large tables, one request at a time, for what its screens show, and prints the medians. */
export async function size(dataset: Dataset, print: (line: string) => void): Promise<void> {
  const cursors = await fillDatabase(dataset.databaseUrl);
  print(`${workers} workers, ${JSON.stringify(rows)}; load of the machine ${loadavg()[0]?.toFixed(1)}\n`);
  print('| request | rows | median ms | most ms |\n|---|---:|---:|---:|');
  const daybook = await startService('daybook', dataset);
  try {
    for (const path of paths(cursors)) {
      const taken: number[] = [];
      let answered = '';
      // The first two prepare the statement and fill the caches.
      for (let n = -2; n < times && answered !== failed; n++) {
        const begin = performance.now();
        answered = await ask(daybook.url, path, dataset.tokens[0] as string);
        if (n >= 0) taken.push(performance.now() - begin);
      }
      print(`| ${path} | ${answered} | ${median(taken).toFixed(1)} | ${Math.max(...taken).toFixed(1)} |`);
    }
  } finally {
    await daybook.stop();
  }
}

const failed = 'none: 503';

/** @returns how many rows there are in the answer */
async function ask(url: string, path: string, token: string): Promise<string> {
  try {
    const { data } = (await send(url, { method: 'GET', path, token })) as { data: unknown };
    return Array.isArray(data) ? String(data.length) : '1';
  } catch (error) {
    if (/ 503 /.test(String(error))) return failed;
    throw error;
  }
}

/** @returns cursors of pages that begin after 90 % of the rows */
async function fillDatabase(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await fill(sql, statements);
    const deep = async (table: string, column: string, count: number) => {
      const [row] = await sql.unsafe<{ key: string; id: string }[]>(
        `select ${column}::text as key, id from ${table} order by ${column} desc, id desc offset ${count * 0.9} limit 1`,
      );
      return encodeCursor(row?.key ?? '', row?.id ?? '');
    };
    return {
      logs: await deep('logs', 'date', rows.logs),
      cheques: await deep('cheques', 'due_date', rows.cheques),
      bills: await deep('bills', 'date', rows.bills),
    };
  } finally {
    await sql.end();
  }
}
