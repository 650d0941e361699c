import { answersOf } from './answers.ts';
import { NoAnswer } from './errors.ts';

/** The part of the platform's `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An answer that has arrived completely. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

/**
 * One request with cookies: a log-in sets one that `refreshSession` sends.
 * @throws NoAnswer, also when the signal in `init` aborted it
 */
export async function request(fetch: Fetch | undefined, url: string, init: RequestInit): Promise<Answer> {
  try {
    // Looked up at each call, since it may be replaced, and called as a method, as browsers require.
    const options = { credentials: 'include', ...init } as const;
    const response = await (fetch ? fetch(url, options) : globalThis.fetch(url, options));
    return { response, text: await response.text() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new NoAnswer(`The service did not answer: ${reason}`, { cause: error });
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
