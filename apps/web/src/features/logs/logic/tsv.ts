/** Cells as spreadsheets put them on the clipboard: tabs between columns, quotes around what has line breaks. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:^|\t|(\r?\n))(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))/gy;
  const body = text.replace(/\r?\n$/, '');
  for (const [, line, quoted, plain = ''] of body.matchAll(cells)) {
    if (line !== undefined) rows.push([]);
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  }
  return rows;
}

export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.join('\t')).join('\n');
