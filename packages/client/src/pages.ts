/**
 * A procedure that returns a list page by page, such as `client.logs.list.query`: one whose answer has a `nextCursor` takes a
 * `cursor`. A constraint of `Input` would say so too, but then TypeScript infers nothing of a list that {@link withFields} makes
 * in the place of an argument.
 */
export type ListQuery<Input, Item> = (
  input: Input,
  options?: { signal?: AbortSignal },
) => Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>;

export interface PagesOptions {
  /** Aborts the iteration, which then throws what the call rejects with. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The pages of a list, each fetched when it is needed: `for await (const bills of pages(client.bills.list.query, {}))`.
 * `limit` in the input is the length of a page, `cursor` where to begin.
 * @throws what the call rejects with
 */
export async function* pages<Input extends object, Item>(
  query: ListQuery<Input, Item>,
  input: NoInfer<Input>,
  { signal }: PagesOptions = {},
): AsyncGenerator<readonly Item[], void, void> {
  let { cursor }: { cursor?: string | null | undefined } = input;
  do {
    const page = await query({ ...input, ...(cursor !== undefined && { cursor }) }, signal ? { signal } : {});
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** The items of a list one by one, fetched page by page. Otherwise like {@link pages}. */
export async function* items<Input extends object, Item>(
  query: ListQuery<Input, Item>,
  input: NoInfer<Input>,
  options: PagesOptions = {},
): AsyncGenerator<Item, void, void> {
  for await (const page of pages(query, input, options)) yield* page;
}

/** A list that takes `fields` and `updatedSince`, as those do that take `sort`. */
type RecordQuery<Input, Item> = ListQuery<Input, Item> & ('sort' extends keyof Input ? unknown : never);

/**
 * A list whose items have only these fields, and `_id`:
 * `items(withFields(client.bills.list.query, ['date', 'value']), { from: '2026-01-01' })`.
 */
export function withFields<Input, Item extends { readonly _id: string }, Field extends keyof Item & string>(
  query: RecordQuery<Input, Item>,
  fields: readonly Field[],
): ListQuery<Input, Pick<Item, Field | '_id'>> {
  return (input, options) => query({ ...input, fields: fields.join() }, options);
}

/** What has changed: some of it, in the order in which it did. */
export interface Changes<Item> {
  /** As they are now. */
  readonly changed: readonly Item[];
  /** Deleted, or seen by the caller no longer. */
  readonly deleted: readonly { readonly _id: string; readonly deletedAt: string }[];
  /** What `changes` is called with the next time, once all of these have been taken in. */
  readonly until: string;
}

const isDeleted = (item: object): item is Changes<never>['deleted'][number] => 'deletedAt' in item;

/**
 * What has changed in a list since a moment, to keep a copy of it in step: `changes(client.bills.list.query, since)`. It may
 * tell of a change twice, and tells of each.
 * @param since `until` of the time before; at first a moment before there was anything, `1970-01-01T00:00:00Z`
 * @throws what the call rejects with
 */
export async function* changes<Input, Item extends { readonly _id: string }>(
  query: RecordQuery<Input, Item>,
  since: string,
  { signal }: PagesOptions = {},
): AsyncGenerator<Changes<Item>, void, void> {
  let cursor: string | null = null;
  do {
    const input = { updatedSince: since, ...(cursor !== null && { cursor }) } as Input;
    const page = await query(input, signal ? { signal } : {});
    const { until } = page as typeof page & { readonly until: string };
    const [changed, deleted]: [Item[], Changes<Item>['deleted'][number][]] = [[], []];
    for (const item of page.items) {
      if (isDeleted(item)) deleted.push(item);
      else changed.push(item);
    }
    yield { changed, deleted, until };
    cursor = page.nextCursor;
  } while (cursor !== null);
}
