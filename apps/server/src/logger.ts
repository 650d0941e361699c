import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Env } from './env.ts';

// Never printed, at any depth and in any spelling: `set-cookie` is `setCookie`.
const SECRETS = [
  ...['authorization', 'proxyAuthorization', 'cookie', 'setCookie', 'password', 'current', 'new', 'hash'],
  ...['token', 'accessToken', 'refreshToken', 'tokenHash', 'passwordHash', 'secret', 'jwtSecret'],
  ...['adminPassword', 'databaseUrl'],
];
const SECRET = new Set(SECRETS.map(plainName));
const HIDDEN = '[hidden]';
/** Serialized by their own functions below, which choose what to show. */
const OWN = new Set(['req', 'res', 'err']);
const MAX_DEPTH = 6;
const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * The logger's options for Fastify: JSON lines, or on a terminal lines for people. No secrets, no headers, no query
 * strings, no SQL parameters, and nothing that a client sends can begin a line of its own.
 *
 * Secrets are found by a formatter and not by pino's `redact`: the paths to every name at four depths cost 50 µs for
 * each line, more than a request does.
 *
 * @param terminal for people
 * @param destination instead of standard output
 */
export function loggerOptions(level: Env['logLevel'], terminal: boolean, destination?: Writable) {
  const stream = terminal ? forPeople(destination) : destination;
  return {
    level,
    formatters: { log: hideSecrets },
    // The formatter does not see what a child logger is given: there, secrets are known by these names only.
    serializers: {
      ...Object.fromEntries(SECRETS.map((name) => [name, () => HIDDEN])),
      req: requestRecord,
      res: replyRecord,
      err: errorRecord,
    },
    hooks: { logMethod: clearMessage },
    ...(stream && { stream }),
  };
}

function forPeople(destination: Writable | undefined) {
  // Loaded where there is a terminal, and not at every start.
  const pretty: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty');
  const lines = pretty({
    ...(destination && { destination }),
    colorize: destination === undefined,
    // Written at once: nothing is lost when the process ends.
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
  });
  // pino-pretty prints line breaks and control characters of texts as they are.
  const visible = (key: string, value: unknown) =>
    typeof value === 'string'
      ? key === 'stack'
        ? value.split('\n').map(oneLine).join('\n')
        : oneLine(value)
      : value;
  return { write: (line: string) => void lines.write(`${JSON.stringify(JSON.parse(line, visible))}\n`) };
}

type PinoOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;
type LogMethod = NonNullable<NonNullable<PinoOptions['hooks']>['logMethod']>;

// Where a line has no text pino, and with it Fastify, takes the error's own, SQL and all.
const clearMessage: LogMethod = function (args, method) {
  const [first, text] = args as unknown[];
  const error = first instanceof Object && 'err' in first ? first.err : first;
  if (error instanceof Error && (text === undefined || text === error.message)) {
    args.splice(1, 1, errorRecord(error).message);
  }
  method.apply(this, args);
};

function requestRecord({ id, method, url, ip }: FastifyRequest) {
  return { id, method, url: url.split('?', 1)[0] ?? '', remoteAddress: ip };
}

function replyRecord({ statusCode }: Pick<FastifyReply, 'statusCode'>) {
  return { statusCode };
}

function hideSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => shown(key, value, 1, OWN.has(key))));
}

function shown(key: string, value: unknown, depth: number, own = false): [string, unknown] {
  if (own) return [key, value];
  if (SECRET.has(plainName(key))) return [oneLine(key), HIDDEN];
  return [oneLine(key), clean(value, depth)];
}

function plainName(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, '');
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return errorRecord(value);
  if ('toJSON' in value || ArrayBuffer.isView(value)) return value;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((entry) => clean(entry, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => shown(key, inner, depth + 1)));
}

type ErrorRecord = { type: string; message: string; stack: string; [detail: string]: unknown };

/** An error for the log. A database error's message holds values from the query, so of that only codes and names. */
export function errorRecord(thrown: unknown, depth = 0): ErrorRecord {
  if (!(thrown instanceof Error)) {
    return { type: typeof thrown, message: typeof thrown === 'string' ? thrown : '', stack: '' };
  }
  const type = thrown.name === 'Error' ? thrown.constructor.name : thrown.name;
  const cause = depth < MAX_DEPTH ? thrown.cause : undefined;
  if (isDatabaseError(thrown)) {
    const reported = cause instanceof Error && isDatabaseError(cause);
    return {
      type,
      message: 'database error',
      ...pick(reported ? cause : thrown, DATABASE_DETAILS),
      stack: stackOf(thrown, type, ''),
      ...(cause !== undefined && !reported && { cause: errorRecord(cause, depth + 1) }),
    };
  }
  const message = withoutDatabase(thrown);
  return {
    type,
    message,
    ...pick(thrown, { code: 'code' }),
    stack: stackOf(thrown, type, message),
    ...(cause !== undefined && { cause: errorRecord(cause, depth + 1) }),
  };
}

const DATABASE_DETAILS = {
  code: 'code',
  constraint_name: 'constraint',
  table_name: 'table',
  column_name: 'column',
  routine: 'routine',
};

/** DrizzleQueryError, and what PostgreSQL itself reports; not a lost connection, whose message is harmless. */
function isDatabaseError(error: Error): boolean {
  return ('query' in error && 'params' in error) || 'severity' in error;
}

// An error that wraps a database error often takes over its message (TRPCError does).
function withoutDatabase(error: Error): string {
  let clear = error.message;
  let cause: unknown = error.cause;
  for (let depth = 0; cause instanceof Error && depth < MAX_DEPTH; depth++) {
    if (isDatabaseError(cause) && cause.message) clear = clear.replaceAll(cause.message, '[database error]');
    cause = cause.cause;
  }
  return clear.replace(/Failed query: .*/s, '[database error]');
}

/** The frames under a first line of our own making: the stack's own holds the message, line breaks and all. */
function stackOf(error: Error, type: string, message: string): string {
  if (!error.stack) return '';
  const end = error.message ? error.stack.lastIndexOf(error.message) : error.stack.indexOf('\n');
  const frames = end < 0 ? '' : error.stack.slice(end + error.message.length);
  return `${type}${message && `: ${oneLine(message)}`}${frames.startsWith('\n') ? frames : ''}`;
}

function pick(error: Error, names: Record<string, string>): Record<string, unknown> {
  const fields = new Map<string, unknown>(Object.entries(error));
  return Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => {
      const value = fields.get(from);
      return typeof value === 'string' || typeof value === 'number' ? [[to, value]] : [];
    }),
  );
}

/** Control characters as escapes: none of them can end a line or move the cursor. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return ESCAPES[character] ?? `\\u${code}`;
  });
}
