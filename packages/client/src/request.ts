import { answersOf } from './answers.ts';
import { NoAnswer } from './errors.ts';

/** The part of the platform's `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An answer that has arrived completely. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

/** No answer, or only a part of one. */
export const noAnswer = (cause: unknown): NoAnswer =>
  new NoAnswer(`The service did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  });

/** Sends a request with cookies: a log-in sets one that `refreshSession` sends. */
export function send(fetch: Fetch | undefined, url: string, init: RequestInit): Promise<Response> {
  // Looked up at each call, since it may be replaced, and called as a method, as browsers require.
  const options = { credentials: 'include', ...init } as const;
  return fetch ? fetch(url, options) : globalThis.fetch(url, options);
}

/**
 * One request and its answer.
 * @throws NoAnswer, also when the signal in `init` aborted it
 */
export async function request(fetch: Fetch | undefined, url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await send(fetch, url, init);
    return { response, text: await response.text() };
  } catch (error) {
    throw noAnswer(error);
  }
}

/** What tRPC's links read of a response, and what `meta.response` of an error holds. */
interface LinkResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  json(): Promise<unknown>;
}

/** {@link request} for tRPC's links. They always get a response in tRPC's format. */
export const fetchForLinks =
  (fetch: Fetch | undefined): ((url: unknown, init: unknown) => Promise<LinkResponse>) =>
  async (url, init) => {
    const { response, text } = await request(fetch, String(url), init as RequestInit);
    const { ok, status, headers } = response;
    return { ok, status, headers, json: async () => answersOf(text, response) };
  };

/** The URL of a path of the service, whose own URL may have a path; '' is the page's origin. */
export function joinUrl(url: string, path: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return `${url.slice(0, end)}${path}`;
}
