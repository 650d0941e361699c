import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { Aborted, isAborted, isApiError, NoAnswer } from './errors.ts';
import { rejectOnAbort, withRetries, withTimeout } from './retries.ts';
import type { AppRouter } from './service.ts';
import type { TokenManager } from './tokens.ts';

type OperationLink = ReturnType<TRPCLink<AppRouter>>;
type Next = Parameters<OperationLink>[0]['next'];
type Envelope = Parameters<NonNullable<Parameters<ReturnType<Next>['subscribe']>[0]['next']>>[0];

export interface CallOptions {
  readonly tokens: TokenManager;
  readonly retries: number;
  /** Milliseconds before the first, second … retry. */
  readonly retryDelay: (retry: number) => number;
  /** Milliseconds of each attempt, and more for a file: see `timeoutOf`. */
  readonly timeout: number;
  /** Shared by calls that need it at once. */
  readonly confirm: (() => Promise<boolean>) | undefined;
  readonly onError: ((error: TRPCClientError<AppRouter>, call: Call) => void) | undefined;
}

/** A call, for `onError`. */
export type Call = Pick<Operation, 'path' | 'type' | 'input'>;

/** The request that a call was sent with. */
export interface SentRequest {
  token?: string | undefined;
}

const sentRequest = Symbol('sent');
const unbatched = Symbol('outside a batch');
type Context = Operation['context'] & { [sentRequest]?: SentRequest; [unbatched]?: true };

/** Whether this attempt must not be batched. */
export const isUnbatched = ({ context }: Operation): boolean => (context as Context)[unbatched] === true;

/** A call that records what it is sent with. */
export const recording = (op: Operation, sent: SentRequest): Operation => ({
  ...op,
  context: { ...op.context, [sentRequest]: sent },
});

/** Records in the calls of a request which token it is sent with. */
export function recordToken(operations: readonly Operation[], token: string | undefined): void {
  for (const { context } of operations) {
    const sent = (context as Context)[sentRequest];
    if (sent) sent.token = token;
  }
}

/** Errors that `onError` does not get: it is called once when the session is over, not for each call. */
export const alreadyReported: WeakSet<Error> = new WeakSet();

const send = (next: Next, op: Operation, signal: AbortSignal): Promise<Envelope> =>
  new Promise((resolve, reject) => {
    // The links below only see the end of the subscription: a batch goes on for its other calls.
    const subscription = next({ ...op, signal: null }).subscribe({ next: resolve, error: reject });
    signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true });
  });

/** The same promise for all who ask while it is open. */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let open: Promise<T> | undefined;
  return () => {
    open ??= ask().finally(() => {
      open = undefined;
    });
    return open;
  };
}

/** Bytes of a file for which an attempt has one more second: 256 kbit/s. */
const slowestUpload = 32 * 1024;

/** The time of an attempt: a file takes as long as its size. */
function timeoutOf({ input }: Operation, timeout: number): number {
  if (!(input instanceof FormData)) return timeout;
  const bytes = [...input.values()].reduce(
    (sum, value) => sum + (typeof value === 'string' ? 0 : value.size),
    0,
  );
  return timeout + Math.ceil((bytes / slowestUpload) * 1000);
}

/** One call with its retries, each with a time limit, and a new token if necessary. */
async function execute(
  op: Operation,
  next: Next,
  signal: AbortSignal,
  options: CallOptions,
): Promise<Envelope> {
  const { tokens } = options;
  const timeout = timeoutOf(op, options.timeout);
  const timeoutError = () => new NoAnswer(`The service did not answer within ${timeout} ms.`);
  const attempt = (sent: SentRequest) => async () => {
    const once = (context: Context) =>
      withTimeout(timeout, timeoutError, signal, (inner) => send(next, { ...op, context }, inner)).catch(
        (error) => {
          throw TRPCClientError.from(error as Error);
        },
      );
    const context: Context = { ...op.context, [sentRequest]: sent };
    try {
      return await once(context);
    } catch (error) {
      const isBatchTooLarge = isApiError(error) && error.data.code === 'BATCH_TOO_LARGE';
      if (!isBatchTooLarge) throw error;
      return once({ ...context, [unbatched]: true });
    }
  };
  // A mutation without an answer may have been done, so only one with an Idempotency-Key is retried.
  const retries = op.type === 'query' || isRepeatable(op.context) ? options.retries : 0;
  const runWithRetries = (sent: SentRequest) =>
    withRetries(retries, options.retryDelay, signal, attempt(sent));

  /** With a new token, if the service takes the present one no more. */
  const authorized = async () => {
    await rejectOnAbort(tokens.settled(), signal);
    const sent: SentRequest = {};
    try {
      return await runWithRetries(sent);
    } catch (error) {
      const isRefused = isApiError(error) && error.data.code === 'UNAUTHENTICATED';
      if (!isRefused || sent.token === undefined) throw error;
      const renewal = await rejectOnAbort(tokens.renew(sent.token), signal);
      if (renewal === 'renewed') return runWithRetries({});
      if (renewal === 'already signed out') alreadyReported.add(error);
      throw error;
    }
  };

  // A log-in needs no token.
  if (op.path === 'auth.login') return runWithRetries({});
  try {
    return await authorized();
  } catch (error) {
    const isOld = isApiError(error) && error.data.code === 'FRESH_LOG_IN_REQUIRED';
    if (!isOld || !options.confirm || !(await rejectOnAbort(options.confirm(), signal))) throw error;
    return authorized();
  }
}

/** The link before tRPC's own HTTP links: retries, time limits, tokens, `onError`. */
export const callLink =
  (options: CallOptions): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const controller = new AbortController();
      const abort = () => controller.abort(new Aborted(op.signal?.reason));
      if (op.signal?.aborted) abort();
      op.signal?.addEventListener('abort', abort, { once: true });
      const fail = (cause: Error) => {
        const error = TRPCClientError.from<AppRouter>(cause);
        // First, so that the call ends even if `onError` throws.
        observer.error(error);
        if (!isAborted(error) && !alreadyReported.has(error))
          options.onError?.(error, { path: op.path, type: op.type, input: op.input });
      };
      execute(op, next, controller.signal, options)
        .then((envelope) => {
          observer.next(envelope);
          observer.complete();
        }, fail)
        .finally(() => op.signal?.removeEventListener('abort', abort));
      return abort;
    });

interface Conditions {
  readonly idempotencyKey?: string;
  readonly ifVersion?: number;
  readonly ifNone?: true;
}

/** How a call carries its conditions: `client.bills.create.mutate(bill, once())`. */
export interface Conditional {
  readonly context: Readonly<Record<string, unknown>> & Conditions;
}

/** 128 random bits; `crypto.randomUUID` does not exist in pages without HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * A creation that is done once, however often it is sent: the service repeats its first answer for a day. So the client
 * retries it after a failure, and the caller may too, with the same value.
 * @param key 1 to 255 visible ASCII characters, new for each creation
 */
export const once = (key: string = newKey()): Conditional => ({ context: { idempotencyKey: key } });

/**
 * The same for a creation of a log that is to be the only one of its worker and date: PRECONDITION_FAILED if there is
 * another. Sent again with the same key, it gets its first answer.
 */
export const onceIfNone = (key?: string): Conditional => ({
  context: { ...once(key).context, ifNone: true },
});

/** A change of this version of the record: PRECONDITION_FAILED if it has been changed since. */
export const ifVersion = (version: number): Conditional => ({ context: { ifVersion: version } });

const isRepeatable = ({ idempotencyKey }: Conditions): boolean => idempotencyKey !== undefined;

export const conditionHeaders = ({
  idempotencyKey,
  ifVersion: version,
  ifNone,
}: Conditions): Record<string, string> => ({
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(version !== undefined && { 'if-match': `"${version}"` }),
  ...(ifNone && { 'if-none-match': '*' }),
});
