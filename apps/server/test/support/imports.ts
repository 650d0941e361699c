import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { Workbook } from '@cj-tech-master/excelts';
import type { Person } from './service.ts';
import { test } from './test.ts';

/** As it is answered. */
export interface Row {
  readonly row: number;
  readonly result: string;
  readonly values: Record<string, string>;
  readonly issues?: { readonly path: string[]; readonly code: string }[];
  readonly record?: string;
  readonly duplicateOf?: number;
}

/** Sends a file of text, commits what was read of it, and undoes that. */
export const importing = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend(
    'read',
    { scope: 'file' },
    ({ service, admin }) =>
      (query: string, lines: readonly string[], { token }: Pick<Person, 'token'> = admin) =>
        service.call('POST', `/imports?${query}`, {
          token,
          body: lines.join('\r\n'),
          headers: { 'content-type': 'text/csv' },
        }),
  )
  .extend(
    'commit',
    { scope: 'file' },
    ({ service, admin }) =>
      (id: string, body: object = {}, { token }: Pick<Person, 'token'> = admin) =>
        service.call('POST', `/imports/${id}/commit`, { token, body }),
  )
  .extend(
    'undo',
    { scope: 'file' },
    ({ service, admin: { token } }) =>
      (id: string) =>
        service.call('DELETE', `/imports/${id}`, { token }),
  );

export const results = (rows: readonly Row[]) => rows.map(({ row, result }) => `${row} ${result}`);
export const codes = (rows: readonly Row[]) =>
  rows.flatMap(({ row, issues = [] }) => issues.map(({ path, code }) => `${row} ${path.join('.')} ${code}`));

/** Files that LibreOffice 7.4 has saved: dates, times, formulas, rich text, merged cells, an empty and a hidden sheet. */
export const saved = (name: 'libreoffice' | 'libreoffice-1904'): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`workbooks/${name}.xlsx`, import.meta.url)));

interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  /** What the directory says, instead of the truth. */
  readonly declared?: number;
}

/** A ZIP file byte by byte, so that it can lie. */
export function zip(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declared } of parts) {
    const raw = Buffer.from(content);
    const data = deflateRawSync(raw);
    // From the needed version to the length of the name, as it stands in both places.
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(raw), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(declared ?? raw.length, 18);
    about.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, rest, Buffer.from(name));
    files.push(file);
    offset += file.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...files, ...directory, end]));
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';

interface Book {
  /** Shared strings, as XML. */
  readonly strings?: string;
  /** Codes of formats: the first is that of style 1. */
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
  /** Names of the sheet: each is one of its own in the directory. */
  readonly sheets?: readonly string[];
  /** Before the root of the sheet. */
  readonly head?: string;
  readonly declared?: number;
  readonly more?: readonly Part[];
}

/** A workbook with one sheet of these rows, as XML. */
export function workbook(
  rows: string,
  { strings, formats = [], is1904, sheets = ['One'], head = '', declared, more = [] }: Book = {},
) {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const related = (content: string) => `<Relationships xmlns="${packaged}">${content}</Relationships>`;
  const styles = formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('');
  const used = formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('');
  return zip([
    { name: '_rels/.rels', content: related(relation('a', 'officeDocument', '/xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `<x:workbook xmlns:x="${main}" xmlns:r="${relations}"><x:workbookPr date1904="${is1904 ? 1 : 0}"/><x:sheets>${sheets.map((name) => `<x:sheet name="${name}" sheetId="1" r:id="s"/>`).join('')}</x:sheets></x:workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: related(
        relation('s', 'worksheet', 'worksheets/one.xml') +
          relation('t', 'sharedStrings', 'sharedStrings.xml') +
          relation('f', 'styles', 'styles.xml'),
      ),
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet xmlns="${main}"><numFmts>${styles}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${used}</cellXfs></styleSheet>`,
    },
    ...(strings === undefined
      ? []
      : [{ name: 'xl/sharedStrings.xml', content: `<sst xmlns="${main}">${strings}</sst>` }]),
    {
      name: 'xl/worksheets/one.xml',
      content: `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ...(declared !== undefined && { declared }),
    },
    ...more,
  ]);
}

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
