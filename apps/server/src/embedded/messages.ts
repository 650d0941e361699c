/** The messages of PostgreSQL's wire protocol (version 3.0) that the embedded database needs. */

const UNFINISHED = new Set([...'PBDECH'].map((letter) => letter.charCodeAt(0)));
const QUERY = 'Q'.charCodeAt(0);
const PARSE = 'P'.charCodeAt(0);
const DATA_ROW = 'D'.charCodeAt(0);
const COPY_IN = /(?:^|;)\s*copy\s[^;]*\sfrom\s+stdin\b/i;
// An unknown column: an error that both kinds of query report at once, with its name in the message.
const NO_COPY_IN = 'select "COPY FROM STDIN does not work on the embedded database"';

export const SYNC = frame('S', '');

/** One or more statements without parameters. */
export const simpleQuery = (text: string): Uint8Array => frame('Q', `${text}\0`);

const SSL_REQUEST = 80877103;
const GSS_ENCRYPTION_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;

/** Bytes of the first message in `data`; 0 where that cannot be told yet. The first of a connection has no type. */
export function messageLength(data: Buffer, hasStarted: boolean): number {
  if (hasStarted) return data.length < 5 ? 0 : 1 + Math.max(4, data.readUInt32BE(1));
  return data.length < 8 ? 0 : Math.max(8, data.readUInt32BE(0));
}

export const isEncryptionRequest = (first: Buffer): boolean =>
  [SSL_REQUEST, GSS_ENCRYPTION_REQUEST].includes(first.readInt32BE(4));

/** There is nothing that could be cancelled: the one thread reads it when the statement has ended. */
export const isCancelRequest = (first: Buffer): boolean => first.readInt32BE(4) === CANCEL_REQUEST;

/** The same for every client, whatever user, database and settings it asks for. */
export const STARTUP = startup('user\0postgres\0database\0postgres\0\0');

/** The application_name in a start-up message; undefined in any other. */
export function startupName(message: Uint8Array): string | undefined {
  if (message[0] !== 0) return undefined;
  const words = Buffer.from(message).toString('utf8', 8).split('\0');
  const at = words.findIndex((word, index) => index % 2 === 0 && word === 'application_name');
  return at === -1 ? '' : words[at + 1];
}

/** The first column of the first row in an answer; '' where there is none. */
export function firstValue(answer: Uint8Array): string {
  const data = Buffer.from(answer);
  for (let at = 0; at + 5 <= data.length; at += 1 + data.readInt32BE(at + 1)) {
    if (data[at] !== DATA_ROW) continue;
    const length = data.readInt32BE(at + 7);
    return length === -1 ? '' : data.toString('utf8', at + 11, at + 11 + length);
  }
  return '';
}

/** An error that ends the connection. */
export const fatal = (code: string, text: string): Uint8Array =>
  frame('E', `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);

/** Parse, Bind, Describe, Execute, Close, Flush: part of an extended query, which ends with a Sync. */
export function startsExtendedQuery(message: Uint8Array): boolean {
  return UNFINISHED.has(message[0] ?? 0);
}

export const isSimpleQuery = (message: Uint8Array): boolean => message[0] === QUERY;

/** The name that a Parse gives a statement, '' for none; undefined for another message. */
export function parsedName(message: Uint8Array): string | undefined {
  return message[0] === PARSE
    ? Buffer.from(message.subarray(5, message.indexOf(0, 5))).toString()
    : undefined;
}

/** The message, or one that fails: PGlite cannot read a COPY's rows and would end as if its client were lost. */
export function refuseCopyIn(message: Uint8Array): Uint8Array {
  const type = message[0];
  if (type !== QUERY && type !== PARSE) return message;
  const text = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const name = parsedName(message) ?? '';
  const from = type === PARSE ? 6 + Buffer.byteLength(name) : 5;
  if (!COPY_IN.test(text.toString('utf8', from, Math.min(text.indexOf(0, from), from + 10_000))))
    return message;
  return type === PARSE ? frame('P', `${name}\0${NO_COPY_IN}\0\0\0`) : simpleQuery(NO_COPY_IN);
}

function frame(type: string, body: string): Uint8Array {
  const message = Buffer.from(`${type}\0\0\0\0${body}`);
  message.writeInt32BE(message.length - 1, 1);
  return new Uint8Array(message);
}

function startup(body: string): Uint8Array {
  const message = Buffer.from(`\0\0\0\0\0\x03\0\0${body}`);
  message.writeInt32BE(message.length, 0);
  return new Uint8Array(message);
}
