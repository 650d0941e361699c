import type { Delimiter, Encoding } from '@daybook/domain';
import type { CellTable } from '@daybook/domain/imports';
import { UnreadableFile, unreadable } from './cells.ts';
import { readJson } from './json.ts';
import { readText, textOf } from './text.ts';
import { readWorkbook } from './workbook.ts';

/** How a file is to be read; what is left out is guessed of the file. */
export interface ReadOptions {
  readonly name: string;
  /** Its media type, as the sender says. */
  readonly type: string;
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: Delimiter | undefined;
  readonly sheet?: string | undefined;
}

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);
export const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b) && [3, 5].includes(bytes[2] ?? 0);
/** What held the workbooks of Excel 97 to 2003, and holds newer ones with a password. */
const isCompound = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
/** Documents that begin with text. */
const foreign = /^\s*(?:%PDF-|\{\\rtf|<(?:!doctype|\?xml|html|head|meta|table)\b)/i;

function tableOrNothing(read: () => CellTable): CellTable | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * A file as rows of cells. Its content decides what it is, whatever its name and type say.
 * @throws UnreadableFile
 */
export async function readTable(bytes: Uint8Array, options: ReadOptions): Promise<CellTable> {
  if (bytes.length === 0) throw unreadable('file_empty');
  if (isZip(bytes)) return readWorkbook(bytes, options.sheet);
  if (isCompound(bytes)) {
    const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
      Buffer.from('EncryptedPackage', 'utf16le'),
    );
    throw unreadable(isEncrypted ? 'file_protected' : 'file_old_workbook');
  }
  const { encoding, text } = textOf(bytes, options.encoding);
  if (foreign.test(text)) throw unreadable('file_format');
  if (!/^\s*[[{]/.test(text)) return readText(text, encoding, options.delimiter);
  try {
    return readJson(text, encoding);
  } catch (error) {
    // A heading may begin with a bracket too.
    const isJson = /json/i.test(options.type) || /\.json$/i.test(options.name);
    if (isJson || !(error instanceof UnreadableFile) || error.issue.code !== 'json_syntax') throw error;
    const table = tableOrNothing(() => readText(text, encoding, options.delimiter));
    if (!table?.rows.some(({ cells }) => cells.length > 1)) throw error;
    return table;
  }
}
