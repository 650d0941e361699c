import { expect } from 'vitest';
import { type Call, callClient, callRest, outcomeOf, type Procedure } from './calls.ts';
import { type Row, unique } from './samples/index.ts';
import type { Service } from './service.ts';

export const ids = (rows: readonly Row[]): string[] => rows.map(({ _id }) => _id);

export const query = (path: string, parameters: Record<string, string>): string =>
  `${path}?${new URLSearchParams(parameters)}`;

/** The address of the next page in a Link header. */
export const nextOf = (headers: Headers): string | undefined =>
  /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

interface Page {
  readonly items: unknown[];
  readonly nextCursor: string | null;
  readonly until?: string;
}

/** Expects the same page, or refusal, over REST and tRPC. Answers whether more pages follow; undefined for a refusal. */
export async function alike(service: Service, list: Procedure, call: Call): Promise<boolean | undefined> {
  const rest = await callRest(service, list, call);
  const trpc = await callClient(service, list, call);
  if (rest.status !== 200) {
    expect(trpc).toEqual(outcomeOf(rest));
    return undefined;
  }
  const { items, nextCursor, until } = (trpc as { data: Page }).data;
  // GET /users has the two keys of the interface alone.
  const bounded = until === undefined ? {} : { until: expect.any(String) };
  const more = list.path === 'users.list' ? {} : { nextCursor, ...bounded };
  expect(rest.body).toEqual({ success: true, data: items, ...more });
  const next = nextOf(rest.headers);
  expect(next ? new URL(next, service.url).searchParams.get('cursor') : null).toBe(nextCursor);
  return nextCursor !== null;
}

/** Accounts of these names, faster than by registering them; `more` are columns. */
export async function addUsers(service: Service, names: readonly string[], active = true): Promise<void> {
  for (const name of names) {
    const [first = '', ...rest] = name.split(' ');
    await service.sql`insert into users (id, first_name, last_name, username, username_key, email, phone_number,
        access_level, active, password_hash, preferences)
      values (gen_random_uuid(), ${first}, ${rest.join(' ')}, ${name}, ${unique('added')}, '', '', 'User', ${active},
        '', '{}')`;
  }
}
