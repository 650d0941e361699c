/** To read what a file would create: without a database, for a thread of its own. */

export type { Cell, CellTable } from './cells.ts';
export type { Mapping } from './columns.ts';
export {
  type Collection,
  collections,
  readDocuments,
  type SourceDocument,
  type SourceRecord,
  type SourceRemark,
} from './manager-2.ts';
export { type Preview, type PreviewOptions, type PreviewRow, previewOf } from './preview.ts';
