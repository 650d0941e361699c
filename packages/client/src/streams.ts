import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { alreadyReported, type CallOptions, recording, type SentRequest } from './calls.ts';
import { isApiError, NoAnswer } from './errors.ts';
import { answersOf, type Fetch, foreign, noAnswer, send } from './request.ts';
import { delay, rejectOnAbort, retryDelayMs, withTimeout } from './retries.ts';
import type { AppRouter } from './service.ts';

// Subscriptions, over server-sent events as tRPC writes them. tRPC's own link needs the platform's EventSource, which sends no
// token and does not say why a connection failed.

interface Message {
  readonly event: string;
  readonly data: string;
  readonly id: string;
}

/** The messages that have come completely. */
async function* messagesOf(read: () => Promise<Uint8Array | undefined>): AsyncGenerator<Message, void, void> {
  const decoder = new TextDecoder();
  let rest = '';
  let message: Message = { event: '', data: '', id: '' };
  for (let bytes = await read(); bytes; bytes = await read()) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      // Without line breaks, as JSON is.
      const [, field, content = ''] = /^(event|data|id): ?(.*)$/.exec(line) ?? [];
      if (field) message = { ...message, [field]: content };
      if (line !== '') continue;
      if (message.data !== '') yield message;
      message = { event: '', data: '', id: '' };
    }
  }
}

interface LinkOptions extends Pick<CallOptions, 'tokens' | 'retryDelay' | 'timeout' | 'onError'> {
  readonly url: string;
  readonly fetch: Fetch | undefined;
  readonly headers: (op: Operation) => Promise<Readonly<Record<string, string>>>;
}

/** A longer Retry-After is left to the caller. */
const maxRetryAfterSeconds = 300;

/** The last link, for subscriptions: connects again as long as somebody listens, unless the service refuses for good. */
export const streamLink =
  ({ url, fetch, headers, tokens, retryDelay, timeout, onError }: LinkOptions): TRPCLink<AppRouter> =>
  () =>
  ({ op }) =>
    observable((observer) => {
      const { path, type, input } = op;
      const controller = new AbortController();
      const { signal } = controller;
      let lastEventId: string | undefined;
      let retry = 0;
      let hasRenewed = false;

      function take({ event, data, id }: Message) {
        if (event === 'serialized-error') throw { error: JSON.parse(data) };
        if (event === 'connected')
          observer.next({ result: { type: 'state', state: 'pending', error: null } });
        if (event !== '') return;
        const content: unknown = JSON.parse(data);
        observer.next({ result: id === '' ? { data: content } : { id, data: { id, data: content } } });
        lastEventId = id || lastEventId;
        retry = 0;
      }

      /** One connection. @throws always, when it is over */
      async function receive(sent: SentRequest): Promise<never> {
        const connection = new AbortController();
        const silent = () => new NoAnswer(`The service was silent for ${timeout} ms.`);
        const inTime = <T>(work: () => Promise<T>) =>
          withTimeout(timeout, silent, signal, () =>
            work().catch((cause) => {
              throw noAnswer(cause);
            }),
          );
        const asked = JSON.stringify({ ...(input as object), ...(lastEventId && { lastEventId }) });
        const init = { headers: await headers(recording(op, sent)), signal: connection.signal };
        const address = `${url}/${path}?input=${encodeURIComponent(asked)}`;
        try {
          const response = await inTime(() => send(fetch, address, init));
          if (!response.ok) throw answersOf(await inTime(() => response.text()), response);
          const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
          if (!isStream || !response.body) throw foreign(response);
          const reader = response.body.getReader();
          const read = async () => (await inTime(() => reader.read())).value;
          for await (const message of messagesOf(read)) take(message);
          throw new NoAnswer('The service ended the stream.');
        } finally {
          connection.abort();
        }
      }

      /** @throws what the subscription fails with */
      async function follow(): Promise<never> {
        for (;;) {
          await rejectOnAbort(tokens.settled(), signal);
          const sent: SentRequest = {};
          let error = await receive(sent).catch(failureOf);
          if (isUnauthenticated(error) && sent.token !== undefined && !hasRenewed) {
            const renewal = await tokens.renew(sent.token).catch(failureOf);
            hasRenewed = renewal === 'renewed';
            if (hasRenewed) continue;
            if (renewal instanceof Error) error = renewal;
            if (renewal === 'already signed out') alreadyReported.add(error);
          } else hasRenewed = false;
          retry += 1;
          const delayMs = retryDelayMs(error, retry, retryDelay, maxRetryAfterSeconds);
          if (delayMs === undefined) throw error;
          observer.next({ result: { type: 'state', state: 'connecting', error } });
          await delay(delayMs, signal);
        }
      }

      const end = () => {
        controller.abort();
        observer.complete();
      };
      if (op.signal?.aborted) end();
      op.signal?.addEventListener('abort', end, { once: true });
      follow().catch((error: TRPCClientError<AppRouter>) => {
        if (signal.aborted) return;
        observer.error(error);
        if (!alreadyReported.has(error)) onError?.(error, { path, type, input });
      });
      return () => {
        op.signal?.removeEventListener('abort', end);
        controller.abort();
      };
    });

const failureOf = (cause: Error) => TRPCClientError.from<AppRouter>(cause);

const isUnauthenticated = (error: TRPCClientError<AppRouter>) =>
  isApiError(error) && error.data.code === 'UNAUTHENTICATED';
