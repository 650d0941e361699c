import type { ReactNode } from 'react';

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
export function sortRows<T>(rows: readonly T[], columns: readonly Sortable<T>[], sort: string | undefined) {
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

/**
 * Where a value stands in the two lines that a narrow window has for a row: at the start or the end of the first one, in the
 * second one or, such as a state, at its end; before both, where rows are chosen; or nowhere, which is also left out of a
 * table that has no room for it.
 */
export type Place = 'first' | 'end' | 'second' | 'state' | 'selection' | 'hidden';

export interface Column<T> {
  readonly key: string;
  readonly header: string;
  /** In its head, beside words that only a screen reader says. */
  readonly sign?: ReactNode;
  /** In its head, instead of the words. */
  readonly head?: ReactNode;
  readonly cell: (row: T) => ReactNode;
  /** Numbers and amounts stand at the end of the cell. */
  readonly align?: 'end';
  /** Names and texts, which other rows may have longer: it has the room that is left. */
  readonly isText?: boolean;
  /** Without it, in the second line. */
  readonly place?: Place;
  /** By what a click on the header sorts; a column without it does not. */
  readonly sortBy?: (row: T) => SortValue;
  /** Under this column, in the row of totals. */
  readonly footer?: ReactNode;
}

/** What a row is drawn from, in a table as in a list. */
export interface RowParts<T> {
  readonly columns: readonly Column<T>[];
  readonly rowClass?: ((row: T) => string | undefined) | undefined;
  /** Buttons at the end of each row. */
  readonly actions?: ((row: T) => ReactNode) | undefined;
  /** What a click anywhere in the row does. The keyboard has a control of its own, in a cell or among the actions. */
  readonly onOpen?: ((row: T) => void) | undefined;
}

export interface RowProps<T> extends RowParts<T> {
  readonly row: T;
  readonly index: number;
  /** Who has just changed it. */
  readonly note: string | undefined;
  readonly measure: ((element: Element | null) => void) | undefined;
}
