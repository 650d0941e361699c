import { type Cell, type CellTable, type PreviewOptions, previewOf } from '../src/imports/imports.ts';
import type { ImportKind } from '../src/resources.ts';

export const table = (rows: readonly (readonly Cell[])[]): CellTable => ({
  format: 'csv',
  encoding: 'utf-8',
  delimiter: 'comma',
  sheets: [],
  sheet: null,
  rows: rows.map((cells, index) => ({ row: index + 1, cells })),
});

export const read = (
  kind: ImportKind,
  rows: readonly (readonly Cell[])[],
  options: Partial<PreviewOptions> = {},
) => previewOf(table(rows), { kind, name: '', newPayees: false, mappings: [], ...options });
