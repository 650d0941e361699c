import { loadavg } from 'node:os';
import postgres from 'postgres';
import { send } from './cases.ts';
import { type Dataset, fill, id, idSql } from './dataset.ts';
import { median } from './measure.ts';
import { startService } from './service.ts';

/** Of workers of role User, as many as the data set has users. */
const workers = 1000;
const logsOfEach = 1000;
const worker = `('0193a6a0-7c1e-7000-8001-' || lpad(to_hex(1 + n % ${workers}), 12, '0'))::uuid`;

/** A log a day of each worker up to the end of 2024, four rates of three bases, and two entries a month. */
const statements = [
  `insert into logs (id, date, starting_time, finishing_time, break_minutes, payment, extra_notes, worker_id, is_absent)
   select ${idSql(2)}, date '2022-04-07' + n / ${workers}, '08:30', '17:15', 30, case when n % 3 = 0 then 100 else 0 end, '', ${worker},
     n % 17 = 0
   from generate_series(${workers + 1}, ${workers * logsOfEach}) n`,
  `insert into rates (id, worker_id, "from", basis, amount, day_minutes, overtime_factor, month_days, extra_notes)
   select ${idSql(5)}, ${worker}, date '2015-01-01' + n / ${workers} * 900, (array['hour', 'day', 'month'])[1 + n % 3], 30 + n % 20, 480,
     1.5, 26, ''
   from generate_series(0, ${4 * workers - 1}) n`,
  `insert into "payEntries" (id, worker_id, date, kind, amount, extra_notes)
   select ${idSql(6)}, ${worker}, date '2022-04-07' + n / ${workers} * 15, (array['payout', 'advance', 'bonus'])[1 + n % 3], 500, ''
   from generate_series(0, ${66 * workers - 1}) n`,
];

const cases = [
  {
    title: 'Statement of a year',
    rounds: 500,
    path: (n: number) => `/users/${id(1, 1 + (n % workers))}/statement?from=2024-01-01&to=2024-12-31`,
  },
  { title: 'All balances', rounds: 10, path: () => '/balances' },
  { title: 'Totals of all logs', rounds: 50, path: () => '/logs/summary?from=2022-04-07&to=2024-12-31' },
];

/** Sends Daybook each case's requests, one at a time, and prints the medians. */
export async function pay(dataset: Dataset, print: (line: string) => void): Promise<void> {
  const sql = postgres(dataset.databaseUrl, { max: 1, onnotice: () => {} });
  await fill(sql, statements).finally(() => sql.end());
  print(`${workers} workers, ${workers * logsOfEach} logs; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  const daybook = await startService('daybook', dataset);
  try {
    for (const { title, rounds, path } of cases) {
      const times: number[] = [];
      for (let n = -1; n < rounds; n++) {
        const begin = performance.now();
        await send(daybook.url, {
          method: 'GET',
          path: path(n + workers),
          token: dataset.tokens[0] as string,
        });
        // The first one prepares the statement.
        if (n >= 0) times.push(performance.now() - begin);
      }
      print(`${title}: ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`);
    }
  } finally {
    await daybook.stop();
  }
}
