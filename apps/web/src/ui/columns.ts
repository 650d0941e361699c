import type { ReactNode } from 'react';
import type { SortValue } from './sorting.ts';

/**
 * Where a value stands in the two lines that a narrow window has for a row: at the start or the end of the first one, in the
 * second one or, such as a state, at its end; before both, where rows are chosen; or nowhere.
 */
export type Place = 'first' | 'end' | 'second' | 'state' | 'selection' | 'hidden';

export interface Column<T> {
  readonly key: string;
  readonly header: string;
  /** In its head, instead of the words. */
  readonly head?: ReactNode;
  readonly cell: (row: T) => ReactNode;
  /** Numbers and amounts stand at the end of the cell. */
  readonly align?: 'end';
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
  readonly measure: ((element: Element | null) => void) | undefined;
}
