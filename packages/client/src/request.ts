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
 * One request, with cookies: a log-in's answer sets one that only `refreshSession` sends.
 * @throws NoAnswer, also when the signal in `init` ended it: who gave that knows better why
 */
export async function request(fetch: Fetch | undefined, url: string, init: RequestInit): Promise<Answer> {
  try {
    // Looked up at each call, for those who replace it later, and called as a method: browsers insist.
    const sending = { credentials: 'include', ...init } as const;
    const response = await (fetch ? fetch(url, sending) : globalThis.fetch(url, sending));
    return { response, text: await response.text() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new NoAnswer(`The service did not answer: ${reason}`, { cause: error });
  }
}

/** What tRPC's links read of an answer, and what `meta.response` of an error holds. */
interface LinkAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  json(): Promise<unknown>;
}

/** {@link request} as the links of tRPC use it: what they read is always an answer of tRPC. */
export const requestOfLinks =
  (fetch: Fetch | undefined): ((url: unknown, init: unknown) => Promise<LinkAnswer>) =>
  async (url, init) => {
    const { response, text } = await request(fetch, String(url), init as RequestInit);
    const { ok, status, headers } = response;
    return { ok, status, headers, json: async () => answersOf(text, response) };
  };

/** An address of the service, which may have a path before it: '' is the page's own origin. */
export const addressOf = (url: string, path: string): string => `${url.replace(/\/+$/, '')}${path}`;
