import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { headersOf, type RequestSpec } from './cases.ts';
import type { LoadSettings } from './load.ts';

// A process of its own: node generator.ts TASK writes one line of JSON.
type Task = LoadSettings & { readonly url: string; readonly requests: readonly RequestSpec[] };
const task: Task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

const requests = task.requests.map((request) => ({
  method: request.method,
  path: request.path,
  headers: headersOf(request),
  ...(request.body !== undefined && { body: request.body }),
}));

// Each connection has a share of its own, so that no two write the same record at once.
let client = 0;
const result = await autocannon({
  url: task.url,
  connections: task.connections,
  ...('amount' in task ? { amount: task.amount } : { duration: task.seconds }),
  requests,
  setupClient: (connection) => {
    const mine = client++;
    connection.setRequests(requests.filter((_, n) => n % task.connections === mine % task.connections));
  },
});

const failed = result.errors + result.timeouts + result.non2xx;
const { p50, p99 } = result.latency;
process.stdout.write(
  JSON.stringify({ requests: result.requests.total, seconds: result.duration, p50, p99, failed }),
);
