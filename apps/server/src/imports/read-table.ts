import { isUtf8 } from 'node:buffer';
import { csvText, type Delimiter, type Encoding } from '@daybook/domain';
import type { CellTable } from '@daybook/domain/imports';
import Papa from 'papaparse';
import { Rows, UnreadableFile, unreadable, unreadableOption } from './cells.ts';
import { readJson } from './json.ts';
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

const byteOrderMarks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const decode = (bytes: Uint8Array, encoding: Encoding, fatal = false) =>
  new TextDecoder(encoding, { fatal }).decode(bytes);

/** Which half of each pair of bytes is 0 in texts with spaces, digits or line ends; undefined where hardly any is. */
function utf16Of(bytes: Uint8Array): Encoding | undefined {
  const zeros: [number, number] = [0, 0];
  const sample = bytes.subarray(0, 65_536);
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  if (Math.max(even, odd) * 50 < sample.length) return undefined;
  if (odd > 4 * even) return 'utf-16le';
  return even > 4 * odd ? 'utf-16be' : undefined;
}

const singleByte = ['windows-1252', 'windows-1255', 'windows-1256'] as const;
/** Bytes from 0x80 that are letters in one of these, with the Latin letters around them. */
const scripts = {
  'windows-1252': /^\p{Script=Latin}+$/u,
  'windows-1255': /^[\p{Script=Hebrew}\p{M}]+$/u,
  'windows-1256': /^[\p{Script=Arabic}\p{M}\u0640]+$/u,
};
/** Hebrew letters of the end of a word, and Arabic ones, before another letter of the word. */
const misplaced = {
  'windows-1252': /$^/,
  'windows-1255': /[ךםןףץ](?=\p{L})/gu,
  'windows-1256': /[ىة](?=\p{L})/gu,
};

/** How well the words fit one script. In Latin ones there are seldom more than two letters with accents in a row. */
function fit(text: string, encoding: (typeof singleByte)[number]): number {
  let score = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{M}\uFFFD\u0080-\u009F]+/gu)) {
    if (!/[^\p{ASCII}\P{L}]/u.test(word) && word !== '\uFFFD') continue;
    if (!scripts[encoding].test(word)) score -= 2 * word.length;
    else if (encoding === 'windows-1252') {
      const longest = Math.max(...(word.match(/[^\p{ASCII}]+/gu) ?? []).map((run) => run.length));
      if (longest > 2) score -= word.length;
      else if (word.length > longest || longest === 1) score += word.length;
    } else score += word.length === 1 ? 0.5 : word.length;
    score -= 2 * (word.match(misplaced[encoding])?.length ?? 0);
  }
  return score;
}

/** The code page of a text that is not Unicode. French, Spanish or German in it can only be told from the others by its words. */
function codePageOf(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, 262_144);
  const scores = singleByte.map((encoding) => fit(decode(sample, encoding), encoding));
  return singleByte[scores.indexOf(Math.max(...scores))] ?? 'windows-1252';
}

function encodingOf(bytes: Uint8Array): Encoding {
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  return marked?.[0] ?? utf16Of(bytes) ?? (isUtf8(bytes) ? 'utf-8' : codePageOf(bytes));
}

/** More control characters than a text has. */
function isBinary(text: string): boolean {
  if (text.includes('\0')) return true;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const controls = text.slice(0, 65_536).match(/[\u0001-\u0008\u000E-\u0019\u001B-\u001F]/g);
  return (controls?.length ?? 0) * 100 > Math.min(text.length, 65_536);
}

/**
 * The text of a file, without its byte order mark.
 * @throws UnreadableFile of what is no text, or not in this encoding
 */
function textOf(bytes: Uint8Array, asked?: Encoding): { encoding: Encoding; text: string } {
  const encoding = asked ?? encodingOf(bytes);
  let text: string;
  try {
    text = decode(bytes, encoding, encoding.startsWith('utf'));
  } catch {
    throw asked ? unreadableOption('encoding', 'wrong_encoding', { encoding }) : unreadable('file_format');
  }
  if (isBinary(text))
    throw asked ? unreadableOption('encoding', 'wrong_encoding', { encoding }) : unreadable('file_format');
  return { encoding, text };
}

const signs: Readonly<Record<Delimiter, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

/** As many lines as a sheet has rows: what is beyond is not looked at, also where they are empty. */
const maxLines = 1_048_576;

/** What Excel writes and reads in the first line: `sep=;` */
function declaredDelimiter(text: string): Delimiter | undefined {
  const [, sign] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  return (Object.keys(signs) as Delimiter[]).find((name) => signs[name] === sign);
}

function guessedDelimiter(text: string): Delimiter {
  // Whole lines of the beginning; papaparse compares how many cells the lines have.
  const sample = text.slice(0, 65_536);
  const { meta } = Papa.parse(sample, { preview: 20, delimitersToGuess: Object.values(signs) });
  return (Object.keys(signs) as Delimiter[]).find((name) => signs[name] === meta.delimiter) ?? 'comma';
}

/** @throws UnreadableFile */
function readText(text: string, encoding: Encoding, asked?: Delimiter): CellTable {
  const declared = declaredDelimiter(text);
  const delimiter = asked ?? declared ?? guessedDelimiter(text);
  const rows = new Rows();
  let row = 0;
  let failure: Error | undefined;
  Papa.parse<string[]>(text, {
    delimiter: signs[delimiter],
    step({ data, errors }, parser) {
      row += 1;
      try {
        if (errors.some(({ code }) => code === 'MissingQuotes')) throw unreadable('quote_open', { row });
        if (row > maxLines) throw unreadable('file_too_costly');
        if (row > 1 || !declared) rows.add(row, data.map(csvText));
      } catch (error) {
        failure = error as Error;
        parser.abort();
      }
    },
  });
  if (failure) throw failure;
  return rows.table({ format: 'csv', encoding, delimiter, sheets: [], sheet: null });
}
