import { expect } from 'vitest';
import { type Call, callClient, callRest, outcomeOf, type Procedure } from './calls.ts';
import { type Row, unique } from './samples/index.ts';
import type { Answer, Person, Service } from './service.ts';

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

/** The rows of a list, page by page by the Link header, in pages of these sizes in turn; `between` is called after each. */
export async function walk(
  get: (path: string) => Promise<Answer>,
  path: string,
  parameters: Readonly<Record<string, string>>,
  sizes: readonly number[],
  between: (answer: Answer) => unknown = () => {},
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  for (let n = 0; ; n += 1) {
    const limit = String(sizes[n % sizes.length]);
    const answer = await get(query(path, { ...parameters, limit, ...(cursor && { cursor }) }));
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    rows.push(...answer.body.data);
    await between(answer);
    const next = nextOf(answer.headers);
    if (next === undefined) return rows;
    const last = cursor;
    cursor = new URL(next, 'http://service').searchParams.get('cursor') ?? '';
    if (cursor === last) throw new Error(`${next} does not lead further`);
  }
}

/** A copy of a list that is kept in step by `updatedSince`, as docs/rules.md says. */
export class Copy {
  readonly rows = new Map<string, Row>();
  #since = '1970-01-01T00:00:00.000Z';
  readonly #get: (path: string) => Promise<Answer>;
  readonly #path: string;

  constructor(service: Service, { token }: Pick<Person, 'token'>, path: string) {
    this.#get = (address) => service.call('GET', address, { token });
    this.#path = path;
  }

  get since(): string {
    return this.#since;
  }

  async update(sizes: readonly number[] = [1000]): Promise<Row[]> {
    let until = '';
    const rows = await walk(this.#get, this.#path, { updatedSince: this.#since }, sizes, ({ body }) => {
      until ||= body.until;
      if (body.until !== until) throw new Error(`until was ${until} and became ${body.until}`);
    });
    for (const row of rows) {
      if ('deletedAt' in row) this.rows.delete(row._id);
      else this.rows.set(row._id, row);
    }
    this.#since = until;
    return rows;
  }

  /** By identifier, to be compared. */
  get sorted(): Row[] {
    return byId([...this.rows.values()]);
  }
}

export const byId = (rows: readonly Row[]): Row[] => {
  const order = ids(rows).sort();
  return rows.toSorted((a, b) => order.indexOf(a._id) - order.indexOf(b._id));
};
