interface Page {
  readonly items: readonly { readonly _id: string; readonly isCancelled: boolean }[];
}

/** A list of cheques as the cache holds it: one page, or several. */
export type Held = Page | { readonly pages: readonly Page[] };

/** The same list, one cheque of it cancelled or restored. */
export function withCancelled<H extends Held>(
  held: H | undefined,
  chequeID: string,
  isCancelled: boolean,
): H | undefined {
  if (!held) return undefined;
  const changed = (page: Page): Page => ({
    ...page,
    items: page.items.map((cheque) => (cheque._id === chequeID ? { ...cheque, isCancelled } : cheque)),
  });
  return ('pages' in held ? { ...held, pages: held.pages.map(changed) } : changed(held)) as H;
}
