import { setTimeout as wait } from 'node:timers/promises';
import type { Tokens } from '@daybook/api';
import type { Attempt } from '@daybook/domain';
import { type Database, webhookDeliveries as deliveries } from '@daybook/domain/server';
import { attempt, isPublic, literalHost, type Resolve, resolveByDns, resolveBySystem } from './post.ts';

/** Requests at a time: of the process, and to one webhook. */
const MAX_REQUESTS = 32;
const MAX_PER_WEBHOOK = 4;
const timeoutMs = 10_000;
/** Longer than a request takes. */
const defaultLeaseSeconds = 30;
/** What was taken longer ago is not sent: another process may have it by then. */
const staleMs = 15_000;
const defaultPollMs = 1000;
/** Until somebody looks whether there are webhooks that another process has made. */
const defaultIdleMs = 5000;
/** How often nothing is found before it is asked whether there are any webhooks. */
const MAX_EMPTY = 60;
/** How long requests that run have to finish when the process stops. */
const graceMs = 5000;
/** Seconds after each attempt, until the next one; varied by 15 %, all of them stay within a day. */
const delays = [5, 30, 300, 1800, 7200, 21_600, 43_200];

interface Log {
  warn(details: unknown, message: string): void;
}

interface Options {
  /** Whether plain HTTP and addresses that are not public are allowed. */
  readonly allowsPrivate: boolean;
  readonly resolve?: Resolve;
  readonly delays?: readonly number[];
  readonly leaseSeconds?: number;
  readonly pollMs?: number;
  readonly idleMs?: number;
}

export interface Sender {
  /** Attempts of this process. */
  readonly counts: { accepted: number; failed: number };
  /** There may be something to send. */
  wake(): void;
  /** Ends what has not finished within five seconds; another process makes those requests. */
  stop(): Promise<void>;
}

/** What is wrong with the address of a webhook, as far as that shows without asking anybody. */
export function problemWith(address: string, allowsPrivate: boolean) {
  if (allowsPrivate) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'https:') return 'https_required';
  const literal = literalHost(url);
  const isPrivate = literal === undefined ? /(^|\.)localhost\.?$/.test(url.hostname) : !isPublic(literal);
  return isPrivate ? 'not_public' : undefined;
}

/** Sends changes to webhooks, together with the other processes on the database. Without webhooks it asks for them every five seconds. */
export function startSending(
  db: Database,
  tokens: Pick<Tokens, 'underEach'>,
  log: Log,
  options: Options,
): Sender {
  const { allowsPrivate, resolve = allowsPrivate ? resolveBySystem : resolveByDns } = options;
  const { leaseSeconds = defaultLeaseSeconds, pollMs = defaultPollMs, idleMs = defaultIdleMs } = options;
  const counts = { accepted: 0, failed: 0 };
  const running = new Set<Promise<void>>();
  const busy: Record<string, number> = {};
  const stopping = new AbortController();
  const cut = new AbortController();
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();

  const delayOf = (tries: number) => {
    const seconds = (options.delays ?? delays)[tries];
    return seconds === undefined ? undefined : seconds * (0.85 + 0.3 * Math.random());
  };
  const secretsOf = ({ webhook, secretNumber, hasPrevious }: deliveries.Due) =>
    [secretNumber, ...(hasPrevious ? [secretNumber - 1] : [])].flatMap((n) =>
      tokens.underEach((from) => from.webhook(webhook, n)),
    );

  async function send(due: deliveries.Due, takenAt: number): Promise<void> {
    const { messageId, url, body, tries } = due;
    if (performance.now() - takenAt > staleMs) return;
    const gone = { at: new Date().toISOString(), milliseconds: 0, status: null, answer: '' };
    const made: Attempt =
      body === undefined
        ? { ...gone, error: 'no_longer_kept' }
        : await attempt(
            { url, messageId, body, secrets: secretsOf(due) },
            { allowsPrivate, resolve, timeoutMs },
            cut.signal,
          );
    counts[made.error === null ? 'accepted' : 'failed'] += 1;
    const isOver = due.isTest || body === undefined;
    await deliveries.recordAttempt(db, due, made, isOver ? undefined : delayOf(tries));
  }

  function begin(due: deliveries.Due, takenAt: number): void {
    busy[due.webhook] = (busy[due.webhook] ?? 0) + 1;
    const sending = send(due, takenAt)
      .catch(async (err) => {
        if (!cut.signal.aborted)
          log.warn({ err, webhook: due.webhook }, 'an attempt could not be written down');
        else await deliveries.release(db, due).catch(() => {});
      })
      .finally(() => {
        running.delete(sending);
        const left = (busy[due.webhook] ?? 1) - 1;
        if (left > 0) busy[due.webhook] = left;
        else delete busy[due.webhook];
        wake();
      });
    running.add(sending);
  }

  /** @returns whether there was anything to send */
  async function takeSome(): Promise<boolean> {
    const most = MAX_REQUESTS - running.size;
    if (most === 0) return true;
    const takenAt = performance.now();
    const taken = await deliveries.take(db, { most, each: MAX_PER_WEBHOOK, busy, leaseSeconds });
    for (const due of taken) begin(due, takenAt);
    return taken.length > 0;
  }

  async function sendRepeatedly(): Promise<void> {
    let empty = MAX_EMPTY;
    while (!stopping.signal.aborted) {
      let delayMs = pollMs;
      woken = Promise.withResolvers();
      try {
        const isIdle = empty >= MAX_EMPTY && running.size === 0 && !(await deliveries.areNeeded(db));
        if (isIdle) delayMs = idleMs;
        else empty = (await takeSome()) || empty >= MAX_EMPTY ? 0 : empty + 1;
      } catch (err) {
        if (!stopping.signal.aborted) log.warn({ err }, 'changes could not be sent to webhooks');
        delayMs = 5 * pollMs;
      }
      const timer = new AbortController();
      const { signal } = timer;
      await Promise.race([woken.promise, wait(delayMs, undefined, { signal, ref: false })]);
      timer.abort();
    }
  }
  const repeating = sendRepeatedly();

  return {
    counts,
    wake,
    async stop() {
      stopping.abort();
      wake();
      const timer = setTimeout(() => cut.abort(), graceMs);
      await repeating;
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}
