/** A procedure that returns a list page by page, such as `client.logs.list.query`. */
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
export async function* pages<Input extends { cursor?: string | undefined }, Item>(
  query: ListQuery<Input, Item>,
  input: NoInfer<Input>,
  { signal }: PagesOptions = {},
): AsyncGenerator<readonly Item[], void, void> {
  let cursor: string | null | undefined = input.cursor;
  do {
    const page = await query({ ...input, ...(cursor !== undefined && { cursor }) }, signal ? { signal } : {});
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** The items of a list one by one, fetched page by page. Otherwise like {@link pages}. */
export async function* items<Input extends { cursor?: string | undefined }, Item>(
  query: ListQuery<Input, Item>,
  input: NoInfer<Input>,
  options: PagesOptions = {},
): AsyncGenerator<Item, void, void> {
  for await (const page of pages(query, input, options)) yield* page;
}
