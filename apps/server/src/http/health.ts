import { setTimeout as wait } from 'node:timers/promises';
import { type Database, isReachable } from '@daybook/domain/server';
import type { FastifyPluginAsync } from 'fastify';

/** Milliseconds the database has to answer. */
const patience = 1000;

/** `/healthz`: the process answers. `/readyz`: the database does too, and the service is not about to end. Neither tells anything else. */
export const health =
  (db: Database): FastifyPluginAsync =>
  async (app) => {
    let leaving = false;
    app.addHook('preClose', async () => {
      leaving = true;
    });

    // One question for all who ask meanwhile: a database that hangs would collect them.
    let asked: Promise<boolean> | undefined;
    const isReady = () => {
      asked ??= isReachable(db).finally(() => {
        asked = undefined;
      });
      return asked;
    };

    app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));

    app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
      const abandoned = new AbortController();
      const late = wait(patience, false, { signal: abandoned.signal }).catch(() => false);
      const ready = await Promise.race([isReady(), late]);
      abandoned.abort();
      if (ready && !leaving) return { status: 'ready' };
      return reply.code(503).header('retry-after', '1').send({ status: 'unavailable' });
    });
  };
