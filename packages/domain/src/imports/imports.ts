/** To read what a file would create: without a database, for a thread of its own. */
export { type Mapping, type Preview, type PreviewOptions, type PreviewRow, previewOf } from './preview.ts';
export type { Cell, CellTable } from './table-of-cells.ts';
