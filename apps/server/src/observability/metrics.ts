import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { declarations, hashing } from '@daybook/api';
import { type Database, databaseFailure, journal, webhookDeliveries } from '@daybook/domain/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ObservePool, PoolUsage } from '../database.ts';
import { type BulkheadLimits, type BulkheadState, isEventStream } from '../http/admission.ts';
import type { MemoryUsage } from '../http/memory.ts';

/** Seconds. The last is when a request is answered 503 at the latest. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6];
const statementBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 4];
/** How long a scrape waits for the database, and how long its answer counts. */
const journalTimeoutMs = 1000;
const journalLifetimeMs = 10_000;

/** The parts of the application that are looked at when somebody asks, and not before. */
export interface Sources {
  readonly basePath: string;
  readonly db: Database;
  readonly bulkheads: () => Readonly<Record<string, BulkheadState>>;
  readonly limits: Readonly<Record<string, BulkheadLimits>>;
  readonly memory: () => MemoryUsage;
  readonly maxConnections: number;
  readonly streams: () => number;
}

export interface Metrics {
  /** How those of several workers are added up stands in each metric (`aggregator`). */
  readonly registry: Registry;
  readonly observePool: ObservePool;
  watchPools(usage: PoolUsage): void;
  watchWebhooks(attempts: Readonly<Record<'accepted' | 'failed', number>>, db: Database): void;
  /** Before the routes are added. */
  watchApp(app: FastifyInstance, sources: Sources): void;
}

/** Transport, and the operation by its name: from closed lists, never an address or a name that a client has sent. */
function labelsOf({ routeOptions: { config, url }, params }: FastifyRequest, basePath: string) {
  if (config.procedure !== undefined) return { transport: 'rest', operation: config.procedure };
  if (url === `${basePath}/trpc/:path`) {
    const { path = '' } = params as { path?: string };
    const operation = path.includes(',') ? 'batch' : declarations.has(path) ? path : 'unknown';
    return { transport: 'trpc', operation };
  }
  return { transport: 'other', operation: url?.slice(basePath.length) || 'unknown' };
}

/** The primary of several workers asks each of them for its own. */
function shareWithPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  // It listens from now on.
  new AggregatorRegistry();
}

/** Prometheus's metrics of one process: https://prometheus.io/docs/practices/naming/ */
export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (cluster.isWorker) shareWithPrimary(registry);
  collectDefaultMetrics({ register: registry });
  // They are misnamed (a gauge is no total), and dear to collect.
  for (const kind of ['handles', 'requests', 'resources'])
    for (const name of [`nodejs_active_${kind}`, `nodejs_active_${kind}_total`])
      registry.removeSingleMetric(name);

  new Gauge({
    name: 'daybook_build_info',
    help: 'Always 1; its label is the version of the service.',
    labelNames: ['version'],
    aggregator: 'first',
    registers,
  }).set({ version }, 1);

  /** A gauge, or a counter kept elsewhere, read when it is asked for. */
  function readings(
    Kind: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Record<string, number>>,
  ): void {
    new Kind({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [key, value] of Object.entries(read())) this.inc({ [label]: key }, value);
      },
    });
  }

  const statements = new Histogram({
    name: 'daybook_statement_duration_seconds',
    help: 'From when a statement is handed to its pool to its result: the wait for a connection is part of it.',
    labelNames: ['pool'],
    buckets: statementBuckets,
    registers,
  });
  const statementFailures = new Counter({
    name: 'daybook_statement_failures_total',
    help: 'Statements that failed, by SQLSTATE or the code of the driver.',
    labelNames: ['pool', 'code'],
    registers,
  });

  readings(Gauge, 'daybook_argon2_hashes', 'Hashes of passwords that are made or wait.', 'state', () => {
    const { running, waiting } = hashing();
    return { running, waiting };
  });
  new Gauge({
    name: 'daybook_argon2_limit',
    help: 'Hashes of passwords that are made at a time.',
    registers,
    // Workers share the machine's cores, which is known after this.
    collect() {
      this.set(hashing().limit);
    },
  });
  new Counter({
    name: 'daybook_argon2_refused_total',
    help: 'Hashes of passwords that were refused: too many waited.',
    registers,
    collect() {
      this.reset();
      this.inc(hashing().refused);
    },
  });

  return {
    registry,
    observePool: (pool) => async (_text, send) => {
      const end = statements.startTimer({ pool });
      try {
        return await send();
      } catch (error) {
        statementFailures.inc({ pool, code: databaseFailure(error)?.code || 'unknown' });
        throw error;
      } finally {
        end();
      }
    },
    watchPools(usage) {
      const by = (value: 'connections' | 'statements') => () =>
        Object.fromEntries(usage().map((one) => [one.pool, one[value]]));
      readings(
        Gauge,
        'daybook_pool_connections',
        'Connections to the database that are in use.',
        'pool',
        by('connections'),
      );
      readings(
        Gauge,
        'daybook_pool_statements',
        'Statements that run or wait for a connection.',
        'pool',
        by('statements'),
      );
    },
    watchWebhooks(attempts, db) {
      readings(
        Counter,
        'daybook_webhook_attempts_total',
        'Requests made to webhooks.',
        'result',
        () => attempts,
      );
      const help = {
        failing: 'Webhooks whose newest attempt was not accepted.',
        disabled: 'Webhooks that the service made inactive, since nothing was accepted for five days.',
        pending: 'Messages that are yet to be accepted by a webhook.',
      };
      const ask = asked(() => webhookDeliveries.figures(db));
      for (const name of ['failing', 'disabled', 'pending'] as const)
        figure(registry, `daybook_webhooks_${name}`, help[name], async () => (await ask())?.[name]);
    },
    watchApp(app, { basePath, db, bulkheads, limits, memory, maxConnections, streams }) {
      const requests = new Histogram({
        name: 'daybook_http_request_duration_seconds',
        help: 'From the head of a request to the end of its answer, unless that is a stream of events.',
        labelNames: ['transport', 'operation', 'status'],
        buckets: requestBuckets,
        registers,
      });
      const failures = new Counter({
        name: 'daybook_http_failures_total',
        help: 'Requests that were answered with an error, by its code.',
        labelNames: ['code'],
        registers,
      });
      app.addHook('onResponse', (request, reply, done) => {
        const status = `${Math.floor(reply.statusCode / 100)}xx`;
        const { transport, operation } = labelsOf(request, basePath);
        if (!isEventStream(reply))
          requests.observe({ transport, operation, status }, reply.elapsedTime / 1000);
        if (request.failureCode) failures.inc({ code: request.failureCode });
        done();
      });

      const states = (value: keyof BulkheadState) => () =>
        Object.fromEntries(Object.entries(bulkheads()).map(([name, state]) => [name, state[value]]));
      const label = 'bulkhead';
      readings(Gauge, 'daybook_bulkhead_running', 'Requests that run.', label, states('running'));
      readings(
        Gauge,
        'daybook_bulkhead_waiting',
        'Requests that wait for a place.',
        label,
        states('waiting'),
      );
      readings(
        Counter,
        'daybook_bulkhead_refused_total',
        'Requests answered 503 for want of a place.',
        label,
        states('refused'),
      );
      readings(Gauge, 'daybook_bulkhead_limit', 'Requests that run at the most.', label, () =>
        Object.fromEntries(Object.entries(limits).map(([name, { concurrency }]) => [name, concurrency])),
      );
      readings(
        Gauge,
        'daybook_memory_reserved_bytes',
        'Memory of large bodies and large answers.',
        'kind',
        () => {
          const { bodies, answers } = memory();
          return { bodies, answers };
        },
      );
      new Gauge({
        name: 'daybook_memory_limit_bytes',
        help: 'Memory of large bodies at the most, and as much of large answers.',
        registers,
      }).set(memory().limit);
      new Gauge({
        name: 'daybook_http_connections',
        help: 'Open connections of clients.',
        registers,
        async collect() {
          this.set(
            await new Promise<number>((resolve) => app.server.getConnections((_, n) => resolve(n ?? 0))),
          );
        },
      });
      new Gauge({
        name: 'daybook_http_connections_limit',
        help: 'Open connections of clients at the most.',
        registers,
      }).set(maxConnections);
      new Gauge({
        name: 'daybook_event_streams',
        help: 'Open streams of events (GET /events and the subscription of the typed client).',
        registers,
        collect() {
          this.set(streams());
        },
      });
      watchJournal(db, registry);
    },
  };
}

/** The database is asked by scrapes, at most once in ten seconds; what it does not tell within a second is left out. */
function asked<T>(ask: () => Promise<T>): () => Promise<T | undefined> {
  let askedAt = -Infinity;
  let pending: Promise<T | undefined> | undefined;
  return () => {
    if (pending && performance.now() - askedAt < journalLifetimeMs) return pending;
    askedAt = performance.now();
    const answer = ask().catch(() => undefined);
    pending = Promise.race([answer, wait(journalTimeoutMs, undefined, { ref: false })]);
    return pending;
  };
}

/** What every process reads of the one database; undefined is left out. */
function figure(
  registry: Registry,
  name: string,
  help: string,
  read: () => Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

function watchJournal(db: Database, registry: Registry): void {
  const ask = asked(() => journal.size(db));
  const ofSize = (name: string, help: string, key: keyof journal.Size) =>
    figure(registry, name, help, async () => (await ask())?.[key]);
  ofSize('daybook_journal_bytes', 'Size of the journal on disk.', 'bytes');
  ofSize(
    'daybook_journal_last_entry',
    'Number of the newest entry of the journal: how fast it grows is how much is written.',
    'lastEntry',
  );
  ofSize(
    'daybook_oldest_transaction_seconds',
    'For how long the oldest transaction of the database server has been writing: GET /events waits for it.',
    'oldestTransaction',
  );
}
