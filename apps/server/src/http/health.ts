import { setTimeout as wait } from 'node:timers/promises';
import { type Database, isReachable } from '@daybook/domain/server';
import type { FastifyPluginAsync } from 'fastify';

/** Milliseconds the database has to answer. */
const patience = 1000;

/** `/healthz`: the process answers. `/readyz`: the database does too. Neither tells anything else. */
export const health =
  (db: Database): FastifyPluginAsync =>
  async (app) => {
    app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));

    app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
      const abandoned = new AbortController();
      const late = wait(patience, false, { signal: abandoned.signal }).catch(() => false);
      const ready = await Promise.race([isReachable(db), late]);
      abandoned.abort();
      if (ready) return { status: 'ready' };
      return reply.code(503).header('retry-after', '1').send({ status: 'unavailable' });
    });
  };
