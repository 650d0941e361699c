import type { Delimiter, Encoding } from './imports.schema.ts';

/** A cell: text as it stands in the file, or what a workbook or JSON says exactly. */
export type Cell =
  | string
  | { readonly day: string }
  | { readonly time: string }
  | { readonly number: string }
  | { readonly flag: boolean };

/** A file as rows of cells, with its headings, before anything is known of what it means. */
export interface CellTable {
  readonly format: 'csv' | 'xlsx' | 'json';
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
  /** Of a workbook: the names of those that are not hidden. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** Without empty rows at the end. Each has the number of its row in the file, from 1. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly Cell[] }[];
}
