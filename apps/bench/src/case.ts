import type { Dataset } from './dataset.ts';

/** What is measured: requests of one kind. @param D what they refer to */
export interface Case<D = Dataset> {
  readonly title: string;
  /** The request number `n`; the generator sends 0 to `requestCount` - 1 in turn, again and again. */
  request(dataset: D, n: number): RequestSpec;
  /** A request for a record that `create` makes at each peer, whose answer must be the same from all of them. */
  readonly onNewRecord?: { create(dataset: D): RequestSpec; request(dataset: D, id: string): RequestSpec };
  /** Fields of an answer that differ from peer to peer. */
  readonly varying?: readonly string[];
  /** At the most, where 32 at once are not what the operation is for. */
  readonly connections?: number;
  /** Whether requests without their 200 are counted; elsewhere they are an error. */
  readonly mayFail?: true;
}

export const requestCount = 2000;

/** One request of a case. */
export interface RequestSpec {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  /** Without one the request is anonymous. */
  readonly token?: string;
}

export const headersOf = ({ token, body }: RequestSpec): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
});

/** Sends one request. @throws Error for anything but 200 with JSON */
export async function send(url: string, request: RequestSpec): Promise<unknown> {
  const { method, path, body } = request;
  const response = await fetch(url + path, {
    method,
    headers: headersOf(request),
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}
