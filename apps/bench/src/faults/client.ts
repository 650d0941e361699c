import { Agent, request } from 'node:http';

export interface Question {
  readonly method?: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** The body of the answer is not looked at. */
  readonly discards?: boolean;
  /** Its own instead of the one that all share. */
  readonly agent?: Agent;
}

export interface Reply {
  /** 0 where there was no whole answer. */
  readonly status: number;
  /** Why there was none: a code of the socket, or HUNG. */
  readonly failure?: string | undefined;
  /** Was it sent on a connection that had served before? */
  readonly reused?: boolean;
  readonly retryAfter?: string | undefined;
  readonly body: string;
  /** When it was asked (performance.now()), and how long it took. */
  readonly at: number;
  readonly ms: number;
}

/** Longer than anything is allowed to take. */
const hung = 15_000;
const shared = new Agent({ keepAlive: true });

/** Asks once, without any retry. Never throws. */
export function ask(
  origin: string,
  { method = 'GET', path, token, body, discards = false, agent = shared }: Question,
): Promise<Reply> {
  const at = performance.now();
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const done = (reply: Omit<Reply, 'at' | 'ms'>) => {
      clearTimeout(timer);
      resolve({ ...reply, at, ms: performance.now() - at });
    };
    const failed = (error: Error & { code?: string }) =>
      done({ status: 0, failure: error.code ?? error.message, reused: sent.reusedSocket, body: '' });
    const timer = setTimeout(
      () => sent.destroy(Object.assign(new Error('no answer'), { code: 'HUNG' })),
      hung,
    );
    const sent = request(origin + path, {
      method,
      agent,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      },
    });
    sent.on('error', failed);
    sent.on('response', (response) => {
      let text = '';
      if (!discards) response.setEncoding('utf8');
      response.on('data', (chunk) => {
        if (!discards) text += chunk;
      });
      response.on('error', failed);
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text }),
      );
    });
    sent.end(payload);
  });
}
