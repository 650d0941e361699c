import { ids, nextOf, query } from './listing.ts';
import type { Row } from './samples/index.ts';
import type { Answer, Person, Service } from './service.ts';

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
