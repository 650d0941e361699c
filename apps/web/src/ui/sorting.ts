export type SortValue = string | number | bigint | null;

interface Sortable<T> {
  readonly key: string;
  readonly sortBy?: (row: T) => SortValue;
}

const collator = new Intl.Collator(undefined, { numeric: true });

type Present = Exclude<SortValue, null>;

function compareValues(one: Present, other: Present): number {
  if (typeof one === 'string' && typeof other === 'string') return collator.compare(one, other);
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Rows by `key` or `-key`; in the order they came where no column of that key sorts. */
export function sorted<T>(rows: readonly T[], columns: readonly Sortable<T>[], sort: string | undefined) {
  const key = sort?.replace(/^-/, '');
  const sortBy = columns.find((column) => column.key === key)?.sortBy;
  if (!sortBy) return rows;
  const direction = sort?.startsWith('-') ? -1 : 1;
  return rows.toSorted((row, otherRow) => {
    const one = sortBy(row);
    const other = sortBy(otherRow);
    // What is missing comes last, in either direction.
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return direction * compareValues(one, other);
  });
}

/** What a click on a header asks for: ascending, then descending, then the service's own order. */
export const toggledSort = (key: string, sort: string | undefined) =>
  sort === key ? `-${key}` : sort === `-${key}` ? undefined : key;

/** In the words of `aria-sort`. */
export const directionOf = (key: string, sort: string | undefined) =>
  sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none';
