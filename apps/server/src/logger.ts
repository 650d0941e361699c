import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import { withoutSecrets } from '@daybook/api/secret-shapes';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Env } from './env.ts';

// Redacted at any depth and in any spelling: `set-cookie` is `setCookie`.
const SECRET_FIELDS = [
  ...['authorization', 'proxyAuthorization', 'cookie', 'setCookie', 'password', 'current', 'new', 'hash'],
  ...['token', 'accessToken', 'refreshToken', 'tokenHash', 'passwordHash', 'secret', 'jwtSecret'],
  ...['adminPassword', 'databaseUrl'],
];
const SECRET_NAMES = new Set(SECRET_FIELDS.map(normalizeName));
const REDACTED = '[hidden]';
/** Have serializers, below, which choose what to show. */
const SERIALIZED = new Set(['req', 'res', 'err']);
const MAX_DEPTH = 6;
/** Characters: a client may send a path of 15 000. */
const MAX_PATH_LENGTH = 500;
const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * The logger's options for Fastify: JSON lines, or pretty-printed on a terminal. No secrets, headers, query strings or SQL
 * parameters, and no input of a client can begin a line of its own.
 *
 * Secrets are redacted by a formatter and not by pino's `redact`, which costs 50 µs a line for every name at four depths,
 * more than a request does.
 *
 * @param terminal whether to pretty-print
 * @param destination instead of standard output
 */
export function loggerOptions(level: Env['logLevel'], isTerminal: boolean, destination?: Writable) {
  const stream = isTerminal ? prettyStream(destination) : destination;
  return {
    level,
    formatters: { log: redactSecrets },
    // The formatter does not see the bindings of child loggers: there, secrets are found by these exact names only.
    serializers: {
      ...Object.fromEntries(SECRET_FIELDS.map((name) => [name, () => REDACTED])),
      req: requestRecord,
      res: replyRecord,
      err: errorRecord,
    },
    hooks: { logMethod: redactMessage },
    ...(stream && { stream }),
  };
}

function prettyStream(destination: Writable | undefined) {
  // Loaded only where there is a terminal.
  const pretty: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty');
  const lines = pretty({
    ...(destination && { destination }),
    colorize: destination === undefined,
    // Nothing is lost when the process ends.
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
  });
  // pino-pretty does not escape line breaks and control characters.
  const escapeValue = (key: string, value: unknown) =>
    typeof value === 'string'
      ? key === 'stack'
        ? value.split('\n').map(escapeControlCharacters).join('\n')
        : escapeControlCharacters(value)
      : value;
  return { write: (line: string) => void lines.write(`${JSON.stringify(JSON.parse(line, escapeValue))}\n`) };
}

type PinoOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;
type LogMethod = NonNullable<NonNullable<PinoOptions['hooks']>['logMethod']>;

// Without a message pino, and so Fastify, logs the error's message, which may hold SQL.
const redactMessage: LogMethod = function (args, method) {
  const [first, text] = args as unknown[];
  const error = first instanceof Object && 'err' in first ? first.err : first;
  if (error instanceof Error && (text === undefined || text === error.message)) {
    args.splice(1, 1, errorRecord(error).message);
  }
  method.apply(this, args);
};

function requestRecord({ id, method, url, ip }: FastifyRequest) {
  const [path = ''] = url.split('?', 1);
  return {
    id,
    method,
    url: escapeControlCharacters(withoutSecrets(path)).slice(0, MAX_PATH_LENGTH),
    remoteAddress: ip,
  };
}

function replyRecord({ statusCode }: Pick<FastifyReply, 'statusCode'>) {
  return { statusCode };
}

function redactSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => redactField(key, value, 1, SERIALIZED.has(key))),
  );
}

function redactField(key: string, value: unknown, depth: number, isSerialized = false): [string, unknown] {
  if (isSerialized) return [key, value];
  if (SECRET_NAMES.has(normalizeName(key))) return [escapeControlCharacters(key), REDACTED];
  return [escapeControlCharacters(key), redactValue(value, depth)];
}

function normalizeName(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, '');
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return errorRecord(value);
  if ('toJSON' in value || ArrayBuffer.isView(value)) return value;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => redactField(key, inner, depth + 1)));
}

type ErrorRecord = { type: string; message: string; stack: string; [detail: string]: unknown };

/** An error for the log. The message of a database error holds values of the query, so only its codes and names are kept. */
export function errorRecord(thrown: unknown, depth = 0): ErrorRecord {
  if (!(thrown instanceof Error)) {
    return {
      type: typeof thrown,
      message: typeof thrown === 'string' ? withoutSecrets(thrown) : '',
      stack: '',
    };
  }
  const type = thrown.name === 'Error' ? thrown.constructor.name : thrown.name;
  const cause = depth < MAX_DEPTH ? thrown.cause : undefined;
  if (isDatabaseError(thrown)) {
    const reported = cause instanceof Error && isDatabaseError(cause);
    return {
      type,
      message: 'database error',
      ...pickFields(reported ? cause : thrown, DATABASE_DETAILS),
      stack: stackOf(thrown, type, ''),
      ...(cause !== undefined && !reported && { cause: errorRecord(cause, depth + 1) }),
    };
  }
  const message = messageWithoutSql(thrown);
  return {
    type,
    message,
    ...pickFields(thrown, { code: 'code' }),
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

/** DrizzleQueryError and errors from PostgreSQL itself; not a lost connection, whose message holds no data. */
function isDatabaseError(error: Error): boolean {
  return ('query' in error && 'params' in error) || 'severity' in error;
}

// An error that wraps a database error often copies its message, as TRPCError does.
function messageWithoutSql(error: Error): string {
  let message = error.message;
  let cause: unknown = error.cause;
  for (let depth = 0; cause instanceof Error && depth < MAX_DEPTH; depth++) {
    if (isDatabaseError(cause) && cause.message)
      message = message.replaceAll(cause.message, '[database error]');
    cause = cause.cause;
  }
  return withoutSecrets(message.replace(/Failed query: .*/s, '[database error]'));
}

/** The stack with a new first line: the original one holds the unescaped message. */
function stackOf(error: Error, type: string, message: string): string {
  if (!error.stack) return '';
  const end = error.message ? error.stack.lastIndexOf(error.message) : error.stack.indexOf('\n');
  const frames = end < 0 ? '' : error.stack.slice(end + error.message.length);
  return `${type}${message && `: ${escapeControlCharacters(message)}`}${frames.startsWith('\n') ? frames : ''}`;
}

function pickFields(error: Error, names: Record<string, string>): Record<string, unknown> {
  const fields = new Map<string, unknown>(Object.entries(error));
  return Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => {
      const value = fields.get(from);
      return typeof value === 'string' || typeof value === 'number' ? [[to, value]] : [];
    }),
  );
}

/** So that no text can end a line or move the cursor. */
function escapeControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are to be escaped
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return ESCAPES[character] ?? `\\u${code}`;
  });
}
