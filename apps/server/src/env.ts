import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { secretFault } from './secrets.ts';

/** The configuration, read once at the start. */
export type Env = Readonly<{
  databaseUrl?: string;
  /** Absolute. */
  dataDir: string;
  host: string;
  /** 0 is any free one. */
  port: number;
  /** '' or '/x', without a slash at the end. */
  basePath: string;
  corsOrigins: readonly string[];
  trustProxy: false | readonly string[];
  timeZone: string;
  jwtSecret?: string;
  /** Seconds. */
  accessTokenTtl: number;
  adminUsername?: string;
  adminPassword?: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  rateLimit: boolean;
  production: boolean;
}>;

/** The configuration has faults; the message has one line for each of them, and no secret. */
export class EnvError extends Error {
  override name = 'EnvError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n  ${faults.join('\n  ')}`);
    this.faults = faults;
  }
}

/** What is wrong with a value and how to mend it: "is not …; give …". Follows the name and the value in the message. */
class Fault extends Error {}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const UNITS: Record<string, number> = { s: 1, m: MINUTE, h: 60 * MINUTE, d: DAY };
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
/** Their values never appear in a message. */
const SECRETS = new Set(['DATABASE_URL', 'JWT_SECRET', 'ADMIN_PASSWORD']);

const text = z.string();
// "Etc/Unknown" is what the machine says when it does not know; PostgreSQL does not know that either.
const machineTimeZone = () =>
  new Intl.DateTimeFormat().resolvedOptions().timeZone?.replace('Etc/Unknown', 'UTC') || 'UTC';

const variables = z.object({
  DATABASE_URL: read(databaseUrl).optional(),
  DATA_DIR: text.default('.data'),
  HOST: read(host).default('127.0.0.1'),
  PORT: read(port).default(3000),
  BASE_PATH: read(basePath).default(''),
  CORS_ORIGINS: read(origins).default([]),
  TRUST_PROXY: read(proxies).default(false),
  TIME_ZONE: read(timeZone).default(machineTimeZone),
  JWT_SECRET: text.optional(),
  ACCESS_TOKEN_TTL: read(duration).default(DAY / 2),
  ADMIN_USERNAME: text.optional(),
  ADMIN_PASSWORD: text.optional(),
  LOG_LEVEL: read((value) => choice(value, LEVELS)).default('info'),
  RATE_LIMIT: read((value) => choice(value, ['on', 'off'] as const) === 'on').default(true),
  NODE_ENV: text.optional(),
});

/**
 * The configuration from the process's environment: the only place that reads it.
 *
 * @param defaults for variables that are not set
 * @throws {EnvError}
 */
export function readEnv(defaults: Record<string, string> = {}): Env {
  // biome-ignore lint/style/noProcessEnv: the one place
  return parseEnv({ ...defaults, ...present(process.env) }, process.cwd());
}

/**
 * The configuration from variables, which an empty one is not among.
 *
 * @param cwd what a relative DATA_DIR is relative to
 * @throws {EnvError} with every fault at once
 */
export function parseEnv(source: Record<string, string | undefined>, cwd: string): Env {
  const given = present(source);
  const parsed = variables.safeParse(given);
  const faults = (parsed.error?.issues ?? []).map((issue) =>
    describe(String(issue.path[0]), given, issue.message),
  );
  faults.push(...faultsTogether(given));
  if (!parsed.success || faults.length > 0) throw new EnvError(faults);
  const { data } = parsed;
  return Object.freeze({
    ...(data.DATABASE_URL !== undefined && { databaseUrl: data.DATABASE_URL }),
    dataDir: resolve(cwd, data.DATA_DIR),
    host: data.HOST,
    port: data.PORT,
    basePath: data.BASE_PATH,
    corsOrigins: data.CORS_ORIGINS,
    trustProxy: data.TRUST_PROXY,
    timeZone: data.TIME_ZONE,
    ...(data.JWT_SECRET !== undefined && { jwtSecret: data.JWT_SECRET }),
    accessTokenTtl: data.ACCESS_TOKEN_TTL,
    ...(data.ADMIN_USERNAME !== undefined && { adminUsername: data.ADMIN_USERNAME }),
    ...(data.ADMIN_PASSWORD !== undefined && { adminPassword: data.ADMIN_PASSWORD }),
    logLevel: data.LOG_LEVEL,
    rateLimit: data.RATE_LIMIT,
    production: data.NODE_ENV === 'production',
  });
}

function present(source: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(source).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(entries);
}

function describe(name: string, given: Record<string, string>, fault: string): string {
  const found = SECRETS.has(name) ? '' : ` ${quote(given[name] ?? '')}`;
  return `${name}${found} ${fault}`;
}

/** Faults that no variable has by itself. */
function faultsTogether(given: Record<string, string>): string[] {
  const { JWT_SECRET, ADMIN_USERNAME, ADMIN_PASSWORD, NODE_ENV } = given;
  const faults: string[] = [];
  const unfit = (JWT_SECRET || NODE_ENV === 'production') && secretFault(JWT_SECRET);
  if (unfit) faults.push(`JWT_SECRET ${unfit}; give 32 random bytes or more: openssl rand -base64 48`);
  if (ADMIN_USERNAME && !ADMIN_PASSWORD)
    faults.push('ADMIN_USERNAME is set without ADMIN_PASSWORD; set both or neither');
  if (ADMIN_PASSWORD && !ADMIN_USERNAME)
    faults.push('ADMIN_PASSWORD is set without ADMIN_USERNAME; set both or neither');
  return faults;
}

function read<T>(parse: (value: string) => T) {
  return text.transform((value, context) => {
    try {
      return parse(value.trim());
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
}

/** A comma list; the faults of all its entries at once. */
function list(value: string, parse: (entry: string) => string): readonly string[] {
  const faults: string[] = [];
  const entries = value.split(',').flatMap((entry) => {
    try {
      return entry.trim() === '' ? [] : [parse(entry.trim())];
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(error.message);
      return [];
    }
  });
  if (faults.length > 0) throw new Fault(faults.join('; and '));
  return Object.freeze(entries);
}

function databaseUrl(value: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(value)?.[1];
  const mend = 'give postgres://user:password@host:5432/database, or leave it out for the embedded database';
  if (!scheme) throw new Fault(`is not an address; ${mend}`);
  if (!/^postgres(ql)?$/.test(scheme)) throw new Fault(`has the scheme ${scheme}://; ${mend}`);
  if (!URL.canParse(value) || new URL(value).host === '') {
    throw new Fault(`cannot be read (percent-encode a password's special characters); ${mend}`);
  }
  return value;
}

function host(value: string): string {
  if (isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) return value;
  throw new Fault('is not a host; give an address or a name such as 127.0.0.1, 0.0.0.0, ::1 or localhost');
}

function port(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new Fault('is not a port; give a whole number from 0 (any free one) to 65535');
}

function basePath(value: string): string {
  const path = `/${value}`.replace(/^\/+/, '/').replace(/\/+$/, '');
  if (/^(\/(?!\.{1,2}(\/|$))[\w.~-]+)*$/.test(path)) return path;
  throw new Fault('is not a path; give letters, digits and . _ ~ - between slashes, such as /daybook');
}

function origins(value: string): readonly string[] {
  return list(value, (entry) => {
    if (entry === '*')
      throw new Fault('would let every web site in; list the exact origins, such as https://app.example.com');
    const origin = /^https?:\/\//i.test(entry) && URL.canParse(entry) ? new URL(entry).origin : undefined;
    if (!origin)
      throw new Fault(`holds ${quote(entry)}, which is no origin; write it as https://app.example.com`);
    if (entry.toLowerCase() === origin) return origin;
    throw new Fault(
      `holds ${quote(entry)}, which is more than an origin or not its short form; write ${origin}`,
    );
  });
}

function proxies(value: string): false | readonly string[] {
  const mend = "give the proxies' addresses or networks, such as 10.0.0.5, 10.0.0.0/8 or loopback";
  if (/^\d+$/.test(value)) throw new Fault(`is a number of hops, which a client can forge; ${mend}`);
  const entries = list(value, (entry) => {
    const [address = '', prefix, ...rest] = entry.split('/');
    const bits = isIP(address) === 6 ? 128 : 32;
    const isNetwork = prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
    if (PROXY_NAMES.includes(entry) || (isIP(address) && isNetwork && rest.length === 0)) return entry;
    throw new Fault(`holds ${quote(entry)}, which is no address or network; ${mend}`);
  });
  return entries.length > 0 && entries;
}

function timeZone(value: string): string {
  const mend = 'give a name of the IANA list such as Europe/Berlin or UTC';
  // PostgreSQL reads an offset the other way round.
  if (/^[+-]/.test(value)) throw new Fault(`is an offset; ${mend}`);
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return value;
  } catch {
    throw new Fault(`is not a time zone; ${mend}`);
  }
}

function duration(value: string): number {
  const [, count, unit] = /^(\d{1,8})([smhd]?)$/.exec(value) ?? [];
  const seconds = Number(count) * (UNITS[unit || 's'] ?? Number.NaN);
  if (seconds >= MINUTE && seconds <= 30 * DAY) return seconds;
  throw new Fault('is not a lifetime from 1 minute to 30 days; give seconds or a unit: 43200, 30m, 12h, 7d');
}

function choice<const T extends string>(value: string, choices: readonly T[]): T {
  const found = choices.find((candidate) => candidate === value.toLowerCase());
  if (found) return found;
  throw new Fault(`is none of ${choices.join(', ')}; give one of them`);
}

function quote(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}
