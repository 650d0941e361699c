import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';
import { unreadable } from './cells.ts';

export const mebibyte = 1024 * 1024;
/** All parts of a workbook together, as they are declared: yauzl reads no more of any than that. */
export const MAX_EXPANDED = 100;
const MAX_PARTS = 5000;
/** Of elements in one another; workbooks have about eight. */
const MAX_DEPTH = 64;

type Attributes = Readonly<Record<string, string>>;

/** What becomes of the elements of a part: their names and attributes are without prefixes. */
export interface Handlers {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
  /** The element after which the rest is not wanted. */
  readonly last?: string;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

function withoutPrefixes(attributes: Attributes): Attributes {
  // Few have one, and a sheet has a hundred thousand cells.
  for (const key in attributes)
    if (key.includes(':'))
      return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [local(name), value]));
  return attributes;
}

/** The parts of a workbook, or the files of another archive, by their names in lower case. */
export class Parts {
  readonly #zip: yauzl.ZipFile;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  static async open(bytes: Uint8Array): Promise<Parts> {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const zip = await yauzl.fromBufferPromise(whole, { lazyEntries: true });
    if (zip.entryCount > MAX_PARTS) throw unreadable('file_expanded', { mebibytes: MAX_EXPANDED });
    const entries = new Map<string, yauzl.Entry>();
    let expanded = 0;
    for await (const entry of zip.eachEntry()) {
      expanded += entry.uncompressedSize;
      if (expanded > MAX_EXPANDED * mebibyte) throw unreadable('file_expanded', { mebibytes: MAX_EXPANDED });
      entries.set(entry.fileName.toLowerCase(), entry);
    }
    return new Parts(zip, entries);
  }

  get names(): readonly string[] {
    return [...this.#entries.values()].map(({ fileName }) => fileName);
  }

  /** A whole part; empty where it is not there. */
  async bytes(path: string): Promise<Buffer> {
    const entry = this.#entries.get(path.toLowerCase());
    if (entry?.isEncrypted()) throw unreadable('file_protected');
    return entry ? buffer(await this.#zip.openReadStreamPromise(entry)) : Buffer.alloc(0);
  }

  has = (path: string): boolean => this.#entries.has(path.toLowerCase());

  /** Nothing is read of a part that is not there. Entities of its own are refused, and so is what is not well-formed. */
  async read(path: string, { open, text, close, last }: Handlers): Promise<void> {
    const entry = this.#entries.get(path.toLowerCase());
    if (!entry) return;
    if (entry.isEncrypted()) throw unreadable('file_protected');
    const parser = new SaxesParser({ position: false });
    let depth = 0;
    let isDone = false;
    parser.on('doctype', () => {
      throw unreadable('file_damaged');
    });
    parser.on('opentag', ({ name, attributes }) => {
      depth += 1;
      if (depth > MAX_DEPTH) throw unreadable('file_damaged');
      if (!isDone) open?.(local(name), withoutPrefixes(attributes as Attributes));
    });
    parser.on('closetag', ({ name }) => {
      depth -= 1;
      if (!isDone) close?.(local(name));
      isDone ||= local(name) === last;
    });
    if (text) {
      parser.on('text', (value) => isDone || text(value));
      parser.on('cdata', (value) => isDone || text(value));
    }
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
      const [first, second] = chunk as Buffer;
      const utf16 = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-16be';
      decoder ??= new TextDecoder((first ?? 0) >= 0xfe ? utf16 : 'utf-8', { fatal: true });
      parser.write(decoder.decode(chunk as Buffer, { stream: true }));
      if (isDone) return;
    }
    parser.close();
  }
}
