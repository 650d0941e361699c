import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { serveMetrics } from '../../src/observability/metrics-server.ts';
import { test } from '../support/test.ts';
import { listenWith } from '../support/wire.ts';

const root = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

const it = test
  /** The application with metrics, and what a scrape answers. */
  .extend('watched', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const metrics = createMetrics('1.2.3');
    const {
      pools,
      usage,
      close: closePools,
    } = connectPools(service.server, { observe: metrics.observePool });
    metrics.watchPools(usage);
    metrics.watchWebhooks({ accepted: 0, failed: 0 }, pools.others);
    const { url, close } = await listenWith(service, { pools, metrics });
    const server = await serveMetrics(metrics.registry, '127.0.0.1', 0);
    onCleanup(async () => {
      server.close();
      await close();
      await closePools();
    });
    const scrape = async () => (await fetch(server.url)).text();
    return { url, server, scrape };
  });

/** The value of the sample with exactly these labels; undefined where there is none. */
function valueIn(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length));
}

const requests = 'daybook_http_request_duration_seconds_count';

it('a request counts once, with the name of its operation, over REST and tRPC', async ({
  watched,
  admin,
}) => {
  const headers = { authorization: `Bearer ${admin.token}` };
  const get = (path: string) => fetch(`${watched.url}${path}`, { headers }).then((one) => one.text());
  for (let n = 0; n < 3; n += 1) await get('/payees');
  await get('/trpc/payees.list?input={}');
  await get('/trpc/payees.list,bills.list?batch=1&input={"0":{},"1":{}}');
  await get('/payees/0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e');
  // It is counted once the answer was sent.
  await expect.poll(watched.scrape).toContain('operation="payees.get"');
  const text = await watched.scrape();
  const count = (transport: string, operation: string, status: string) =>
    valueIn(text, `${requests}{transport="${transport}",operation="${operation}",status="${status}"}`);
  expect(count('rest', 'payees.list', '2xx')).toBe(3);
  expect(count('trpc', 'payees.list', '2xx')).toBe(1);
  expect(count('trpc', 'batch', '2xx')).toBe(1);
  expect(count('rest', 'payees.get', '4xx')).toBe(1);
  expect(valueIn(text, 'daybook_http_failures_total{code="NOT_FOUND"}')).toBe(1);
  expect(valueIn(text, 'daybook_statement_duration_seconds_count{pool="payees"}')).toBe(5);
  expect(valueIn(text, 'daybook_build_info{version="1.2.3"}')).toBe(1);
  expect(valueIn(text, 'daybook_journal_last_entry')).toBeGreaterThan(0);
  expect(valueIn(text, 'daybook_journal_bytes')).toBeGreaterThan(0);
  expect(valueIn(text, 'daybook_oldest_transaction_seconds')).toBeGreaterThanOrEqual(0);
});

it('streams of events are counted while they are open, and no slow requests', async ({ watched, admin }) => {
  const controller = new AbortController();
  const streams = async () => valueIn(await watched.scrape(), 'daybook_event_streams');
  const headers = { authorization: `Bearer ${admin.token}`, accept: 'text/event-stream' };
  const { body } = await fetch(`${watched.url}/events`, { headers, signal: controller.signal });
  await body?.getReader().read();
  expect(await streams()).toBe(1);
  controller.abort();
  await expect.poll(streams).toBe(0);
  expect(await watched.scrape()).not.toContain('operation="events.list"');
});

it('nothing that a client sends makes a label', async ({ watched, admin }) => {
  // Node's own have a label for the kind of a garbage collection, which happens at any time.
  const names = async () =>
    (await watched.scrape())
      .split('\n')
      .filter((line) => !line.startsWith('nodejs_'))
      .map((line) => line.replace(/[^}]*$/, ''));
  const get = (path: string) =>
    fetch(`${watched.url}${path}`, { headers: { authorization: `Bearer ${admin.token}` } });
  await get('/first-unknown');
  await get('/trpc/first.unknown');
  await get('/users/first');
  await get('/calendar/first-secret.ics');
  await get('/app/first');
  const before = new Set(await names());
  for (const path of ['/zzz/a', '/trpc/zzz.zzz', '/users/zzz', '/calendar/zzz.ics', '/app/zzz', '/zzz?zzz=1'])
    await get(path);
  const added = (await names()).filter((name) => !before.has(name));
  expect(added).toEqual([]);
  const text = await watched.scrape();
  expect(text).not.toMatch(/zzz|first|secret/);
  expect(text).not.toContain(admin.username);
});

describe('the port of metrics', () => {
  it('answers GET /metrics and nothing else', async ({ watched }) => {
    const answer = await fetch(watched.server.url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await fetch(watched.server.url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(new URL('/healthz', watched.server.url))).status).toBe(404);
    // And the service's own port has no metrics.
    expect((await fetch(`${watched.url}/metrics`)).status).toBe(404);
  });

  it('says which setting to change where the port is taken', async ({ watched }) => {
    const port = Number(new URL(watched.server.url).port);
    await expect(serveMetrics(createMetrics('1').registry, '127.0.0.1', port)).rejects.toThrow(
      `Port ${port} is in use: stop the other program, or set METRICS_PORT.`,
    );
  });
});

it('a scrape ends, without the journal, where the database does not answer', async ({ service }) => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const { pools, close: closePools } = connectPools(`postgres://nobody@127.0.0.1:${port}/nothing`);
  const metrics = createMetrics('1');
  const { close } = await listenWith(service, { pools, metrics });
  const text = await metrics.registry.metrics();
  expect(valueIn(text, 'daybook_journal_last_entry')).toBeUndefined();
  expect(valueIn(text, 'daybook_http_connections_limit')).toBe(1000);
  await close();
  await closePools();
  silent.close();
});

/** Names of metrics in an expression of PromQL: what is no function, keyword, label or text. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|on|without|ignoring)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/[a-z_][a-z0-9_:]*(?!\s*\()\b/gi)]
    .map(([name]) => name)
    .filter((name) => name.includes('_') && !['group_left', 'histogram_quantile'].includes(name));
}

describe('each metric is in a scrape, that', () => {
  const dashboard = JSON.parse(read('deploy/grafana/daybook.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const alerts = read('deploy/prometheus/alerts.yml');
  const expressions = {
    'the dashboard': dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    // Up to the next key: an expression may have several lines.
    'an alert': [...alerts.matchAll(/expr: ([\s\S]*?)\n {8}\w+:/g)].map(([, expr]) => expr as string),
  };
  for (const [who, used] of Object.entries(expressions))
    it(`${who} names`, async ({ watched }) => {
      const text = await watched.scrape();
      const names = used.flatMap(metricsIn);
      expect(used.length).toBeGreaterThan(9);
      expect(names.length).toBeGreaterThanOrEqual(used.length - 1);
      const missing = names.filter((name) => {
        const family = name.replace(/_(bucket|count|sum)$/, '');
        return !text.includes(`# TYPE ${name} `) && !text.includes(`# TYPE ${family} histogram`);
      });
      expect(missing).toEqual([]);
    });
});
