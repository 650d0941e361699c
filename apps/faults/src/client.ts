import { Agent, request } from 'node:http';

export interface RequestSpec {
  readonly method?: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** The body as it is sent, with JSON's content type, in place of `body`. */
  readonly payload?: string | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Idempotency-Key. */
  readonly key?: string | undefined;
  /** The body of the answer is not kept. */
  readonly discardBody?: boolean;
  /** Instead of the one that all share. */
  readonly agent?: Agent;
}

export interface Reply {
  /** 0 where there was no complete answer. */
  readonly status: number;
  /** Why there was none: a code of the socket, or HUNG. */
  readonly failure?: string | undefined;
  /** Whether it was sent on a connection that had served before. */
  readonly reused?: boolean;
  readonly retryAfter?: string | undefined;
  readonly body: string;
  /** When it was sent (performance.now()), and how long it took. */
  readonly at: number;
  readonly ms: number;
}

/** Milliseconds: longer than anything is allowed to take. */
const hangTimeout = 15_000;
const shared = new Agent({ keepAlive: true });

/** Sends one request, without any retry. Never throws. */
export function send(
  origin: string,
  {
    method = 'GET',
    path,
    token,
    body,
    headers,
    key,
    discardBody = false,
    agent = shared,
    ...raw
  }: RequestSpec,
): Promise<Reply> {
  const at = performance.now();
  const payload = raw.payload ?? (body === undefined ? undefined : JSON.stringify(body));
  return new Promise((resolve) => {
    const done = (reply: Omit<Reply, 'at' | 'ms'>) => {
      clearTimeout(timer);
      resolve({ ...reply, at, ms: performance.now() - at });
    };
    const failed = (error: Error & { code?: string }) =>
      done({ status: 0, failure: error.code ?? error.message, reused: outgoing.reusedSocket, body: '' });
    const timer = setTimeout(
      () => outgoing.destroy(Object.assign(new Error('no answer'), { code: 'HUNG' })),
      hangTimeout,
    );
    const outgoing = request(origin + path, {
      method,
      agent,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
        ...headers,
      },
    });
    outgoing.on('error', failed);
    outgoing.on('response', (response) => {
      let text = '';
      if (!discardBody) response.setEncoding('utf8');
      response.on('data', (chunk) => {
        if (!discardBody) text += chunk;
      });
      response.on('error', failed);
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text }),
      );
    });
    outgoing.end(payload);
  });
}
