import type { FastifyReply } from 'fastify';

/** One request under a deadline. */
export interface Pending {
  readonly reply: FastifyReply;
  readonly due: number;
}

const SWEEP_INTERVAL_MS = 250;

/**
 * Deadlines for many requests with one timer. Fastify's `handlerTimeout` creates a timer and an AbortController for each
 * request, and its abort creates an exception with a stack after every request with a body.
 *
 * @param timeoutMs the same for all, so that the oldest request is always the next one due
 * @param expire answers a request whose time is up
 */
export function deadlines(timeoutMs: number, expire: (reply: FastifyReply) => void) {
  const pending = new Set<Pending>();
  const sweep = () => {
    const now = performance.now();
    for (const entry of pending) {
      if (!entry.reply.sent && entry.due > now) return;
      pending.delete(entry);
      if (!entry.reply.sent) expire(entry.reply);
    }
  };
  const timer = setInterval(sweep, Math.min(SWEEP_INTERVAL_MS, timeoutMs)).unref();
  return {
    begin(reply: FastifyReply): Pending {
      const entry = { reply, due: performance.now() + timeoutMs };
      pending.add(entry);
      return entry;
    },
    end(entry: Pending): void {
      pending.delete(entry);
    },
    /** Expires all requests that are pending. */
    stop(): void {
      clearInterval(timer);
      for (const { reply } of pending) if (!reply.sent) expire(reply);
      pending.clear();
    },
  };
}
