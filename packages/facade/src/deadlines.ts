import type { FastifyReply } from 'fastify';

/** One request under a deadline. */
export interface Pending {
  readonly reply: FastifyReply;
  readonly due: number;
}

const PRECISION = 250;

/**
 * Deadlines for many requests at the price of one timer. Fastify's `handlerTimeout` makes a timer and an AbortController
 * for each request, whose abort builds an exception with its stack at the end of every body that was read.
 *
 * @param milliseconds the same for all, so that the oldest request is always the next due
 * @param expire answers a request whose time is over
 */
export function deadlines(milliseconds: number, expire: (reply: FastifyReply) => void) {
  const pending = new Set<Pending>();
  const sweep = () => {
    const now = performance.now();
    for (const entry of pending) {
      if (!entry.reply.sent && entry.due > now) return;
      pending.delete(entry);
      if (!entry.reply.sent) expire(entry.reply);
    }
  };
  const timer = setInterval(sweep, Math.min(PRECISION, milliseconds)).unref();
  return {
    begin(reply: FastifyReply): Pending {
      const entry = { reply, due: performance.now() + milliseconds };
      pending.add(entry);
      return entry;
    },
    end(entry: Pending): void {
      pending.delete(entry);
    },
    /** Whoever still waits is answered. */
    stop(): void {
      clearInterval(timer);
      for (const { reply } of pending) if (!reply.sent) expire(reply);
      pending.clear();
    },
  };
}
