import { Workbook } from '@cj-tech-master/excelts';

/** A reader of CSV by RFC 4180, for what the service writes. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (let at = 0; at < body.length; ) {
    const quoted = /"((?:[^"]|"")*)"/y;
    const plain = /[^,\r\n"]*/y;
    quoted.lastIndex = at;
    plain.lastIndex = at;
    const match = quoted.exec(body);
    const text = match ? (match[1] ?? '').replaceAll('""', '"') : (plain.exec(body)?.[0] ?? '');
    at += match ? match[0].length : text.length;
    rows.at(-1)?.push(text);
    if (body.startsWith('\r\n', at)) {
      rows.push([]);
      at += 2;
    } else if (body[at] === ',' || at >= body.length) at += 1;
    else throw new Error(`not CSV at ${at}: ${body.slice(at, at + 20)}`);
  }
  const last = rows.pop();
  if (last?.length) throw new Error('the last line does not end');
  return rows;
}

/** The sheets of an Excel workbook, by a reader that others have written. */
export async function readXlsx(bytes: ArrayBuffer | Uint8Array) {
  const workbook = new Workbook();
  await workbook.xlsx.load(Buffer.from(bytes as ArrayBuffer));
  return workbook.worksheets;
}
