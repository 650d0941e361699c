import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { isRepeatable } from './conditions.ts';
import { Aborted, isAborted, isApiError, NoAnswer } from './errors.ts';
import { withRetries } from './retries.ts';
import type { AppRouter } from './service.ts';
import type { Session } from './session.ts';
import { unlessAborted, within } from './waiting.ts';

type OperationLink = ReturnType<TRPCLink<AppRouter>>;
type Next = Parameters<OperationLink>[0]['next'];
type Envelope = Parameters<NonNullable<Parameters<ReturnType<Next>['subscribe']>[0]['next']>>[0];

export interface CallOptions {
  readonly session: Session;
  readonly retries: number;
  /** Milliseconds before the first, second … repetition. */
  readonly retryDelay: (retry: number) => number;
  /** Milliseconds of each attempt. */
  readonly timeout: number;
  readonly onError: ((error: TRPCClientError<AppRouter>, call: Call) => void) | undefined;
}

/** A call, for `onError`. */
export type Call = Pick<Operation, 'path' | 'type' | 'input'>;

/** What a call learns of the request it was sent with. */
interface Sent {
  token?: string | undefined;
}

const sentWith = Symbol('sent');
type Context = Operation['context'] & { [sentWith]?: Sent };

/** Tells the calls of a request which token it is sent with. */
export function markToken(calls: readonly Operation[], token: string | undefined): void {
  for (const { context } of calls) {
    const sent = (context as Context)[sentWith];
    if (sent) sent.token = token;
  }
}

/** Log-ins have nothing to do with a session that may be over. */
const sessionless = new Set(['auth.login', 'auth.refresh']);

/** Failures of which `onError` heard from another call: that the session is over is told once. */
const told = new WeakSet<Error>();

const send = (next: Next, op: Operation, signal: AbortSignal): Promise<Envelope> =>
  new Promise((resolve, reject) => {
    // The links below know no signal but the end of the subscription: a batch goes on for its other calls.
    const subscription = next({ ...op, signal: null }).subscribe({ next: resolve, error: reject });
    signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true });
  });

/** One call to its end: a new token, repetitions, and a time limit for each of them. */
async function perform(
  op: Operation,
  next: Next,
  signal: AbortSignal,
  options: CallOptions,
): Promise<Envelope> {
  const { session, timeout } = options;
  const late = () => new NoAnswer(`The service did not answer within ${timeout} ms.`);
  const attempt = (sent: Sent) => async () => {
    const marked = { ...op, context: { ...op.context, [sentWith]: sent } };
    try {
      return await within(timeout, late, signal, (limited) => send(next, marked, limited));
    } catch (error) {
      throw TRPCClientError.from(error as Error);
    }
  };
  // Whether a mutation without an answer was done is not known, unless it is one that happens once.
  const retries = op.type === 'query' || isRepeatable(op.context) ? options.retries : 0;
  const repeat = (sent: Sent) => withRetries(retries, options.retryDelay, signal, attempt(sent));

  if (sessionless.has(op.path)) return repeat({});
  await unlessAborted(session.settled(), signal);
  const sent: Sent = {};
  try {
    return await repeat(sent);
  } catch (error) {
    const isRefused = isApiError(error) && error.data.code === 'UNAUTHENTICATED';
    if (!isRefused || sent.token === undefined) throw error;
    const renewal = await unlessAborted(session.renew(sent.token), signal);
    if (renewal === 'renewed') return repeat({});
    if (renewal === 'known to be over') told.add(error);
    throw error;
  }
}

/** What is done around the requests of tRPC's own links. */
export const calls =
  (options: CallOptions): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const ending = new AbortController();
      const abort = () => ending.abort(new Aborted(op.signal?.reason));
      if (op.signal?.aborted) abort();
      op.signal?.addEventListener('abort', abort, { once: true });
      const fail = (cause: Error) => {
        const error = TRPCClientError.from<AppRouter>(cause);
        // First, so that the call ends even if the listener throws.
        observer.error(error);
        if (!isAborted(error) && !told.has(error))
          options.onError?.(error, { path: op.path, type: op.type, input: op.input });
      };
      perform(op, next, ending.signal, options)
        .then((envelope) => {
          observer.next(envelope);
          observer.complete();
        }, fail)
        .finally(() => op.signal?.removeEventListener('abort', abort));
      return abort;
    });
