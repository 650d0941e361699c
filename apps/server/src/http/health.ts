import { setTimeout as wait } from 'node:timers/promises';
import { type Database, type Unready, unreadiness } from '@daybook/domain/server';
import type { FastifyPluginAsync } from 'fastify';
import { version } from '../version.ts';

/** How long the database may take to answer, and how long a bad answer is cached. */
const timeoutMs = 1000;
const unreadyCacheMs = 1000;

const messages: Readonly<Record<Unready | 'STOPPING', string>> = {
  DATABASE_AWAY: 'The database does not answer.',
  STANDBY: 'The database is a standby, which takes no writes.',
  READ_ONLY: 'The database is set to read only, as the embedded one is while its disk is nearly full.',
  NOT_MIGRATED: 'The database does not have the tables of this version.',
  NEWER_SCHEMA: 'The database was migrated by a newer version than this one.',
  SLOW: 'The database takes too long to answer, or to confirm a write.',
  STOPPING: 'The service is shutting down.',
};

/**
 * `/healthz`: the process answers, and its version. `/readyz`: a write would succeed, and the service is not shutting down; else why not.
 * Neither says anything else.
 */
export const health =
  (db: Database): FastifyPluginAsync =>
  async (app) => {
    let isClosing = false;
    app.addHook('preClose', async () => {
      isClosing = true;
    });

    // All requests share one check, and a bad answer is cached: checks would pile up in a database that hangs.
    let pending: Promise<Unready | undefined> | undefined;
    const reset = () => {
      pending = undefined;
    };
    const check = () => {
      pending ??= unreadiness(db).then((code) => {
        if (code === undefined) reset();
        else setTimeout(reset, unreadyCacheMs).unref();
        return code;
      });
      return pending;
    };

    app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok', version }));

    app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
      const answered = new AbortController();
      const timedOut = wait(timeoutMs, 'SLOW' as const, { signal: answered.signal }).catch(
        () => 'SLOW' as const,
      );
      const code = isClosing ? 'STOPPING' : await Promise.race([check(), timedOut]);
      answered.abort();
      if (code === undefined) return { status: 'ready' };
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ status: 'unavailable', code, message: messages[code] });
    });
  };
