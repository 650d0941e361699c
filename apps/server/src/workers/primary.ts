import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import closeWithGrace from 'close-with-grace';
import { announce, notify } from '../notices.ts';
import { sendToWorker, type ToPrimary } from './messages.ts';

/** A little longer than a worker has, which then ends by itself. */
const stopTimeoutMs = 10_500;

const howItEnded = ({ process: { exitCode, signalCode, pid } }: Worker) =>
  `pid ${pid}, ${signalCode ?? `exit code ${exitCode}`}`;

/** A worker ended before it was ready; it has said why itself, unless it was killed. */
class WorkerFailedError extends Error {}

/**
 * Node gives a connection to a worker and keeps it open itself until that confirms it. Of a worker that ends before, it
 * forgets it, and the client would wait for ever.
 */
function closeUnconfirmed({ process }: Worker): void {
  // There is one at a time for each address that is listened on, which `key` names; to close one again does nothing.
  const given = new Map<string, { close(): void }>();
  const { send } = process;
  process.send = function (
    this: typeof process,
    message: { key?: string },
    handle?: { close(): void },
    ...rest: []
  ) {
    if (handle && message.key) given.set(message.key, handle);
    return send.call(this, message, handle as never, ...rest);
  } as typeof send;
  process.once('exit', () => {
    for (const handle of given.values()) handle.close();
  });
}

/** The metrics of all workers, added up. Loaded only where they are wanted. */
async function serveAggregatedMetrics(host: string, port: number) {
  const { AggregatorRegistry } = await import('prom-client');
  const { serveMetrics } = await import('../observability/metrics-server.ts');
  const sums = new AggregatorRegistry();
  return serveMetrics({ contentType: sums.contentType, metrics: () => sums.clusterMetrics() }, host, port);
}

/**
 * Keeps this many processes running, each of which is the whole service, on one port: this one accepts connections, and
 * gives them to the workers in turn. Ends with exit code 1 if one cannot be started in the first place; later, one that ends
 * is started again. SIGINT and SIGTERM stop them all.
 */
export async function runWorkers(count: number): Promise<void> {
  let isStarted = false;
  let isStopping = false;

  const start = async (failures = 0): Promise<ToPrimary> => {
    const worker = cluster.fork();
    closeUnconfirmed(worker);
    const startedAt = performance.now();
    const ready = Promise.withResolvers<ToPrimary>();
    worker.on('message', (told: ToPrimary) => {
      if (told.kind === 'ready') ready.resolve(told);
    });
    worker.once('exit', () => {
      ready.reject(new WorkerFailedError(howItEnded(worker)));
      if (!isStarted || isStopping) return;
      const { delayMs, failures: counted } = restartDelay(failures, performance.now() - startedAt);
      notify('error', `A worker ended (${howItEnded(worker)}): another one starts in ${delayMs / 1000} s.`);
      setTimeout(() => !isStopping && void start(counted).catch(() => {}), delayMs);
    });
    return ready.promise;
  };

  const stop = async (drain: boolean) => {
    isStopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter(
      (worker) => worker && !worker.isDead(),
    ) as Worker[];
    const ended = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) sendToWorker(worker, { kind: 'stop', drain });
    const codes = await Promise.all(ended);
    if (codes.some(([code]) => code !== 0)) throw new Error('A worker did not end as it should.');
  };
  const kill = () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
  };
  closeWithGrace({ delay: stopTimeoutMs, logger: false, onTimeout: kill }, async ({ err, signal }) => {
    if (err) notify('fatal', 'ended by an uncaught error', { err });
    await stop(signal === 'SIGTERM');
  });

  try {
    // The first one by itself: it migrates, and makes the first Administrator.
    const { url, database, metrics } = await start();
    await Promise.all(Array.from({ length: count - 1 }, () => start()));
    const served = metrics && (await serveAggregatedMetrics(metrics.host, metrics.port));
    isStarted = true;
    announce({ url, database, metricsUrl: served?.url, workers: count });
  } catch (error) {
    if (isStopping) return;
    if (!(error instanceof WorkerFailedError))
      notify('fatal', error instanceof Error ? error.message : String(error));
    else if (!/exit code/.test(error.message))
      notify('fatal', `A worker ended before it was ready (${error.message}).`);
    await stop(false).catch(() => {});
    process.exit(1);
  }
}

const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 30_000;
/** A worker that ran for this long is no failure of the one before. */
const settledMs = 60_000;

/**
 * When to start another worker in place of one that ended: at once, as far as anybody notices, and later from time to time
 * where it ends again and again.
 * @param failures how many before it ended soon after their start
 * @param ranMs how long it ran
 */
export function restartDelay(failures: number, ranMs: number): { delayMs: number; failures: number } {
  const counted = ranMs >= settledMs ? 0 : failures;
  return { delayMs: Math.min(MIN_DELAY_MS * 2 ** counted, MAX_DELAY_MS), failures: counted + 1 };
}
