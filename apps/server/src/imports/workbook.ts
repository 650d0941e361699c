import { posix } from 'node:path';
import type { CellTable } from '@daybook/domain/imports';
import { Rows, UnreadableFile, unreadable, unreadableOption } from './cells.ts';
import { Parts } from './parts.ts';
import { kindOfFormat, type NumberKind, rowReader, unescaped } from './sheet.ts';

/** Characters of the names of all sheets, of which a name has at most 31. */
const MAX_SHEET_NAMES = 65_536;

interface Relation {
  readonly id: string;
  /** The last word of its type, which differs between the two forms of the standard otherwise. */
  readonly type: string;
  readonly path: string;
}

async function relationsOf(parts: Parts, path: string): Promise<readonly Relation[]> {
  const folder = posix.dirname(path);
  const found: Relation[] = [];
  await parts.read(posix.join(folder, '_rels', `${posix.basename(path)}.rels`), {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return;
      const from = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      found.push({ id, type: type.split('/').at(-1) ?? '', path: from.replace(/^\.\//, '') });
    },
  });
  return found;
}

async function sharedStrings(parts: Parts, path: string): Promise<readonly string[]> {
  const found: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await parts.read(path, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') isText = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    text(value) {
      if (isText) text += value;
    },
    close(name) {
      if (name === 'si') found.push(unescaped(text));
      else if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
  });
  return found;
}

/** What numbers stand for, by the style of their cell. */
async function numberKinds(parts: Parts, path: string): Promise<readonly NumberKind[]> {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let isCellStyle = false;
  await parts.read(path, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt') codes.set(id, formatCode ?? '');
      else if (name === 'cellXfs') isCellStyle = true;
      else if (name === 'xf' && isCellStyle) kinds.push(kindOfFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return kinds;
}

async function directory(parts: Parts, path: string, relations: readonly Relation[]) {
  const sheets: { name: string; path: string }[] = [];
  let is1904 = false;
  await parts.read(path, {
    open(element, { name = '', state, id, date1904 = '' }) {
      if (element === 'workbookPr') is1904 = /^(1|true|on)$/.test(date1904);
      const relation = relations.find((one) => one.id === id && one.type === 'worksheet');
      if (element === 'sheet' && relation && !/hidden/i.test(state ?? ''))
        sheets.push({ name, path: relation.path });
    },
  });
  return { sheets, is1904 };
}

async function tableOf(bytes: Uint8Array, asked: string | undefined): Promise<CellTable> {
  const parts = await Parts.open(bytes);
  const root = (await relationsOf(parts, '')).find(({ type }) => type === 'officeDocument')?.path;
  const path = root ?? 'xl/workbook.xml';
  if (!/\.xml$/i.test(path) || !parts.has(path)) throw unreadable('file_format');
  const relations = await relationsOf(parts, path);
  const partOf = (type: string) => relations.find((one) => one.type === type)?.path ?? '';
  const { sheets, is1904 } = await directory(parts, path, relations);
  const names = sheets.map(({ name }) => name);
  if (names.join('').length > MAX_SHEET_NAMES) throw unreadable('file_too_costly');
  const wanted = asked === undefined ? sheets : sheets.filter(({ name }) => name === asked);
  if (wanted.length === 0 && relations.length > 0 && !relations.some(({ type }) => type === 'worksheet'))
    throw unreadable('file_format');
  if (wanted.length === 0 && asked !== undefined)
    throw unreadableOption('sheet', 'unknown_sheet', { sheets: names });
  const strings = await sharedStrings(parts, partOf('sharedStrings'));
  const kinds = await numberKinds(parts, partOf('styles'));
  for (const sheet of wanted) {
    const rows = new Rows();
    await parts.read(sheet.path, rowReader({ strings, kinds, is1904 }, rows));
    if (rows.list.length > 0)
      return rows.table({
        format: 'xlsx',
        encoding: null,
        delimiter: null,
        sheets: names,
        sheet: sheet.name,
      });
  }
  throw unreadable('file_empty');
}

/**
 * A workbook of Office Open XML (ECMA-376), read part by part: nothing is held but its texts and the rows of one sheet.
 * @param sheet its name; else the first one that is not hidden and has cells
 * @throws UnreadableFile
 */
export async function readWorkbook(bytes: Uint8Array, sheet?: string): Promise<CellTable> {
  try {
    return await tableOf(bytes, sheet);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    // Of yauzl, zlib, the decoder or saxes: all say what is wrong with the file, in words of their own.
    throw Object.assign(unreadable('file_damaged'), { cause: error });
  }
}
