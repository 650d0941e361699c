/**
 * Cells as spreadsheets put them on the clipboard: tabs between columns, quotes around what has line breaks. Lines end with
 * LF, CR LF or, from some programs of the Mac, CR alone.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  // Each match takes the sign before its cell, so that none is empty: before the first there is a tab too.
  const cells = /(?:\t|(\r\n?|\n))(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))/gy;
  const body = `\t${text.replace(/(\r\n?|\n)$/, '')}`;
  for (const [, line, quoted, plain = ''] of body.matchAll(cells)) {
    if (line !== undefined) rows.push([]);
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  }
  return rows;
}

/** Whether there is one cell alone, which any field takes. */
export function isOneCell(text: string): boolean {
  const [cells, ...rows] = parseTsv(text);
  return cells?.length === 1 && rows.length === 0;
}

export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.join('\t')).join('\n');
