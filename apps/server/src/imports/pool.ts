import { type Preview, type PreviewOptions, previewOf } from '@daybook/domain/imports';
export async function readImport(bytes: Uint8Array<ArrayBuffer>, options: PreviewOptions): Promise<Preview> {
  const rows = new TextDecoder()
    .decode(bytes)
    .trim()
    .split(/\r?\n/)
    .map((line, n) => ({ row: n + 1, cells: line.split(',') }));
  return previewOf(
    { format: 'csv', encoding: 'utf-8', delimiter: 'comma', sheets: [], sheet: null, rows },
    options,
  );
}
