/** The few messages of PostgreSQL's wire protocol (version 3.0) that the embedded database has to know. */

const UNFINISHED = new Set([...'PBDECH'].map((letter) => letter.charCodeAt(0)));
const QUERY = 'Q'.charCodeAt(0);
const PARSE = 'P'.charCodeAt(0);
const COPY_IN = /(?:^|;)\s*copy\s[^;]*\sfrom\s+stdin\b/i;
// An unknown column: an error that both kinds of query report at once, with its name in the message.
const NO_COPY_IN = 'select "COPY FROM STDIN does not work on the embedded database"';

export const SYNC = frame('S', '');

/** One or more statements without parameters. */
export const simpleQuery = (text: string): Uint8Array => frame('Q', `${text}\0`);

/** The same for every client, whatever user, database and settings it asks for. */
export const STARTUP = startup('user\0postgres\0database\0postgres\0\0');

/** Parse, Bind, Describe, Execute, Close, Flush: part of an extended query, which ends with a Sync. */
export function startsExtendedQuery(message: Uint8Array): boolean {
  return UNFINISHED.has(message[0] ?? 0);
}

/** The message, or one that fails: PGlite cannot read a COPY's rows and would end as if its client were lost. */
export function refuseCopyIn(message: Uint8Array): Uint8Array {
  const type = message[0];
  if (type !== QUERY && type !== PARSE) return message;
  const text = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const name = type === PARSE ? text.subarray(5, text.indexOf(0, 5)).toString() : '';
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
