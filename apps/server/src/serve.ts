import cluster from 'node:cluster';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { factors, knownMigrations, onWarning } from '@daybook/domain/server';
import { type ObservePool, openDatabase } from './database.ts';
import type { Env } from './env.ts';
import { drain } from './http/connections.ts';
import { listen } from './listen.ts';
import { loggerOptions } from './logger.ts';
import type { Notify, Ready } from './notices.ts';
import type { MetricsServer } from './observability/metrics-server.ts';
import { startPurging } from './purge.ts';
import { jwtSecret } from './secrets.ts';
import { version } from './version.ts';
import { type Sender, startSending } from './webhooks/sender.ts';

const minuteMs = 60 * 1000;
/** After this time of shutting down, requests that still wait for the database are answered 503. */
const databaseTimeoutMs = 7500;

export interface Service extends Ready {
  /**
   * Lets running requests finish, then closes the database.
   * @param drain whether clients and load balancers first get time to move to other instances
   */
  close(drain: boolean): Promise<void>;
  readonly log: { error(details: unknown, message: string): void };
}

/**
 * From the environment to a service that listens: database, migrations, first Administrator, application.
 * @param signal ends the wait for a database that does not answer
 */
export async function serve(
  env: Env,
  isTerminal: boolean,
  signal: AbortSignal,
  notify: Notify,
): Promise<Service> {
  // Loaded only where they are wanted.
  const metrics =
    env.metricsPort === undefined
      ? undefined
      : (await import('./observability/metrics.ts')).createMetrics(version);
  const traces = env.traces && (await import('./observability/traces.ts')).startTraces(env.traces, version);
  const opening = openDatabase(env, {
    serverTimeoutMs: minuteMs,
    migrationTimeoutMs: env.migrationTimeoutSeconds * 1000,
    signal,
    log: (line) => notify('warn', line),
    embedded: { onNotice: (line) => notify('warn', line), onExit: (error) => endWith(notify, error) },
    observe: observeWithBoth(metrics?.observePool, traces?.observePool),
  });
  // The rest loads while the database starts, in other processes. Modules block the event loop while they
  // are evaluated, so that start is let go first.
  opening.catch(() => {});
  await nextLoop();
  const loading = Promise.all([
    import('@daybook/api'),
    import('./http/app.ts'),
    import('./first-administrator.ts'),
  ]);
  loading.catch(() => {});
  const database = await opening;
  let metricsServer: MetricsServer | undefined;
  try {
    const [{ createTokens, shareHashing }, { buildApp }, { ensureAdministrator }] = await loading;
    const { pools } = database;
    const { timeZone, basePath, corsOrigins, trustProxy, rateLimit, secureCookies, webhooksAllowPrivate } =
      env;
    // What the operator sets and the machine has is for all of them together.
    const processes = cluster.isWorker ? env.workers : 1;
    shareHashing(processes);
    const previous = env.jwtSecretPrevious;
    const former = previous === undefined ? undefined : new TextEncoder().encode(previous);
    const tokens = await createTokens(jwtSecret(env), env.accessTokenTtl, former);
    const settings = {
      timeZone,
      basePath,
      corsOrigins,
      publicOrigin: env.publicOrigin,
      trustProxy,
      secureCookies,
      maxConnections: Math.max(1, Math.floor(env.maxConnections / processes)),
      maxStreams: Math.max(1, Math.floor(env.maxStreams / processes)),
      attachmentsMax: env.attachmentsMax,
      limitLogins: rateLimit,
      webhooksAllowPrivate,
    };
    const sso = env.sso && (await import('./sso/provider.ts')).createProvider(env.sso);
    let sender: Sender | undefined;
    const app = await buildApp(
      { pools, tokens, settings, sso, metrics, traces, wakeWebhooks: () => sender?.wake() },
      loggerOptions(env.logLevel, isTerminal),
    );
    traces?.onProblem((problem) => app.log.warn({ problem }, 'traces could not be sent'));
    onWarning((notice) => app.log.warn(notice, 'database warning'));
    if (former) await factors.sealAnew(pools.othersWrites, tokens.sealAnew);
    const notice = await ensureAdministrator(pools.users, env, isTerminal);
    // At once: the password is shown only this time, even if a later step fails.
    if (notice) notify('info', notice);

    let isDraining = false;
    // In the last scope: /readyz answers 503 by then.
    await app.register(async (scope) => {
      scope.addHook('preClose', async () => {
        if (isDraining) await drain(app.server);
      });
    });
    const url = (await listen(app, env)) + basePath;
    metrics?.watchPools(database.usage);
    // Of several workers the primary serves the sums.
    if (metrics && env.metricsPort !== undefined && !cluster.isWorker) {
      const { serveMetrics } = await import('./observability/metrics-server.ts');
      metricsServer = await serveMetrics(metrics.registry, env.metricsHost, env.metricsPort);
    }
    app.log.info({ version, migration: knownMigrations().at(-1)?.tag }, 'the service has started');
    const stopPurging = startPurging(pools.othersWrites, app.log, env.retention);
    sender = startSending(pools.othersWrites, tokens, app.log, { allowsPrivate: webhooksAllowPrivate });
    metrics?.watchWebhooks(sender.counts, pools.others);
    return {
      url,
      database: database.description,
      metricsUrl: metricsServer?.url,
      log: app.log,
      async close(shouldDrain) {
        isDraining = shouldDrain;
        stopPurging();
        const timer = setTimeout(() => database.close(), databaseTimeoutMs);
        await Promise.all([app.close(), sender?.stop()]);
        clearTimeout(timer);
        metricsServer?.close();
        await traces?.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function endWith(notify: Notify, { message }: Error): never {
  notify('fatal', message);
  process.exit(1);
}

/** What sees the statements of a pool: the one around the other. */
function observeWithBoth(
  outer: ObservePool | undefined,
  inner: ObservePool | undefined,
): ObservePool | undefined {
  if (!outer || !inner) return outer ?? inner;
  return (pool) => {
    const [around, within] = [outer(pool), inner(pool)];
    return (text, send) => around(text, () => within(text, send));
  };
}
