import { isIP } from 'node:net';
import { isTimeZone, type Role, roles } from '@daybook/domain';
import { DatabaseAddressError, parseAddress } from '@daybook/domain/server';
import leven from 'leven';
import { z } from 'zod';
import type { ProviderSettings } from './sso/provider.ts';

/** Says what is wrong with a value and what is accepted: "is not …; give …". The message begins with name and value. */
class ValueError extends Error {}

export const MINUTE = 60;
export const DAY = 24 * 60 * MINUTE;
const UNITS: Record<string, number> = { s: 1, m: MINUTE, h: 60 * MINUTE, d: DAY };
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

export const text = z.string();

export function parsedBy<T>(parse: (value: string) => T) {
  return text.transform((value, context) => {
    try {
      return parse(value.trim());
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
}

/** With the schema that the log-in uses. */
export function accountField(schema: z.ZodType<string>, accepted: string) {
  return text.transform((value, context) => {
    const { data, error } = schema.safeParse(value);
    if (data !== undefined) return data;
    const [issue] = error?.issues ?? [];
    context.addIssue(`cannot be used (${issue?.message}); give ${accepted}`);
    return z.NEVER;
  });
}

/** A comma-separated list; reports the problems of all entries together. */
function list(value: string, parse: (entry: string) => string): readonly string[] {
  const problems: string[] = [];
  const entries = value.split(',').flatMap((entry) => {
    try {
      return entry.trim() === '' ? [] : [parse(entry.trim())];
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      problems.push(error.message);
      return [];
    }
  });
  if (problems.length > 0) throw new ValueError(problems.join('; and '));
  return Object.freeze(entries);
}

export function databaseUrl(value: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(value)?.[1];
  const accepted =
    'give postgres://user:password@host:5432/database, or leave it out for the embedded database';
  if (!scheme) throw new ValueError(`is not an address; ${accepted}`);
  if (!/^postgres(ql)?$/.test(scheme)) throw new ValueError(`has the scheme ${scheme}://; ${accepted}`);
  try {
    parseAddress(value);
    return value;
  } catch (error) {
    if (!(error instanceof DatabaseAddressError)) throw error;
    throw new ValueError(error.message.replace(/^DATABASE_URL /, ''));
  }
}

export function host(value: string): string {
  if (isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) return value;
  throw new ValueError(
    'is not a host; give an address or a name such as 127.0.0.1, 0.0.0.0, ::1 or localhost',
  );
}

/** May hold a password. */
export function httpAddress(value: string): string {
  if (/^https?:\/\//i.test(value) && URL.canParse(value)) return value;
  throw new ValueError('is not an address; give one such as http://127.0.0.1:4318');
}

export function issuer(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isLocal = url && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isBare = url && !url.search && !url.hash && !url.username && !url.password;
  if (isBare && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) return value;
  throw new ValueError(
    'is no address of a provider; give the `issuer` of its discovery document, such as https://login.example.com/realms/company (http on this machine alone)',
  );
}

/** Roles, in any case. */
export function roleList(value: string): readonly Role[] {
  const chosen = list(value, (entry) =>
    choice(
      entry,
      roles.map((role) => role.toLowerCase()),
    ),
  );
  return roles.filter((role) => chosen.includes(role.toLowerCase()));
}

const ssoVariables = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** The first three belong together, and the others to them. */
export function ssoProblems(values: Readonly<Record<string, string>>): string[] {
  const missing = ssoVariables.filter((name) => !values[name]);
  const given = [...ssoVariables, 'OIDC_NAME', 'SSO_ONLY'].filter((name) => values[name]);
  if (missing.length === 0 || given.length === 0) return [];
  return [
    `${given.join(', ')} needs ${missing.join(' and ')}; set ${ssoVariables.join(', ')} or none of them`,
  ];
}

interface SsoVariables {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_NAME?: string | undefined;
  readonly SSO_ONLY: readonly Role[];
}

/** Without a name the provider is called by its host. */
export function ssoOf(data: SsoVariables): { sso?: ProviderSettings } {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = data;
  if (!issuer || !clientId || !clientSecret) return {};
  const name = data.OIDC_NAME?.trim() || new URL(issuer).host;
  return { sso: { issuer, clientId, clientSecret, name, only: data.SSO_ONLY } };
}

export function ratio(value: string): number {
  if (/^(0|1|0?\.\d+|1\.0+)$/.test(value)) return Number(value);
  throw new ValueError('is not a ratio; give a number from 0 to 1, such as 0.1');
}

export function port(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new ValueError('is not a port; give a whole number from 0 (any free one) to 65535');
}

export function basePath(value: string): string {
  const names = value.split('/');
  while (names[0] === '') names.shift();
  while (names.at(-1) === '') names.pop();
  if (names.every((name) => /^[\w.~-]+$/.test(name) && name !== '.' && name !== '..'))
    return names.map((name) => `/${name}`).join('');
  throw new ValueError('is not a path; give letters, digits and . _ ~ - between slashes, such as /daybook');
}

export function origins(value: string): readonly string[] {
  return list(value, (entry) => {
    if (entry === '*')
      throw new ValueError(
        'would let every web site in; list the exact origins, such as https://app.example.com',
      );
    const origin = /^https?:\/\//i.test(entry) && URL.canParse(entry) ? new URL(entry).origin : undefined;
    if (!origin)
      throw new ValueError(`holds ${quote(entry)}, which is no origin; write it as https://app.example.com`);
    if (entry.toLowerCase() === origin) return origin;
    throw new ValueError(
      `holds ${quote(entry)}, which is more than an origin or not its short form; write ${origin}`,
    );
  });
}

export function publicOrigin(value: string): string {
  const [origin, ...others] = value === '*' ? [] : origins(value);
  if (origin && others.length === 0) return origin;
  throw new ValueError(
    'is not one origin; give the one by which people reach the service, such as https://daybook.example',
  );
}

export function proxies(value: string): false | readonly string[] {
  const accepted = "give the proxies' addresses or networks, such as 10.0.0.5, 10.0.0.0/8 or loopback";
  if (/^\d+$/.test(value)) throw new ValueError(`is a number of hops, which a client can forge; ${accepted}`);
  const entries = list(value, (entry) => {
    const [address = '', prefix, ...rest] = entry.split('/');
    const bits = isIP(address) === 6 ? 128 : 32;
    const isNetwork = prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
    if (PROXY_NAMES.includes(entry) || (isIP(address) && isNetwork && rest.length === 0)) return entry;
    throw new ValueError(`holds ${quote(entry)}, which is no address or network; ${accepted}`);
  });
  return entries.length > 0 && entries;
}

export function timeZone(value: string): string {
  const accepted = 'give a name of the IANA list such as Europe/Berlin or UTC';
  if (isTimeZone(value)) return value;
  throw new ValueError(/^[+-]/.test(value) ? `is an offset; ${accepted}` : `is not a time zone; ${accepted}`);
}

function toSeconds(value: string): number {
  const [, count, unit] = /^(\d{1,8})([smhd]?)$/.exec(value) ?? [];
  return Number(count) * (UNITS[unit || 's'] ?? Number.NaN);
}

export function timeout(value: string): number {
  const seconds = toSeconds(value);
  if (seconds >= 1 && seconds <= DAY) return seconds;
  throw new ValueError('is not a time from 1 second to 1 day; give seconds or a unit: 600, 10m, 1h');
}

export function duration(value: string): number {
  const seconds = toSeconds(value);
  if (seconds >= MINUTE && seconds <= 30 * DAY) return seconds;
  throw new ValueError(
    'is not a lifetime from 1 minute to 30 days; give seconds or a unit: 43200, 30m, 12h, 7d',
  );
}

export function retention(value: string): number {
  const seconds = toSeconds(value);
  if (seconds >= 30 * DAY && seconds <= 36_500 * DAY) return seconds;
  throw new ValueError('is not a time from 30 days to 36500 days; give seconds or a unit: 365d, 3650d');
}

export const GIBIBYTE = 1024 ** 3;

/** A size such as 500M or 2G. */
export function bytes(value: string): number {
  const [, digits, unit = ''] = /^(\d{1,9})([MGT])$/.exec(value) ?? [];
  const size = Number(digits) * (GIBIBYTE / 1024) * 1024 ** 'MGT'.indexOf(unit);
  if (size >= 0 && size <= 100 * 1024 * GIBIBYTE) return size;
  throw new ValueError('is not a size from 0M to 100T; give a number and a unit: 500M, 2G');
}

export function onOrOff(value: string): boolean {
  return choice(value, ['on', 'off']) === 'on';
}

export function connections(value: string): number {
  const count = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (count >= 10 && count <= 100_000) return count;
  throw new ValueError('is not a number of connections; give a whole number from 10 to 100000');
}

/** Of a process, to PostgreSQL. */
export const defaultDatabaseConnections = 30;

export function databaseConnections(value: string): number {
  const count = /^\d{1,2}$/.test(value) ? Number(value) : 0;
  if (count >= 20 && count <= 80) return count;
  throw new ValueError('is not a number of connections; give a whole number from 20 to 80');
}

export function workers(value: string): number {
  const count = /^\d{1,2}$/.test(value) ? Number(value) : 0;
  if (count >= 1 && count <= 64) return count;
  throw new ValueError('is not a number of processes; give a whole number from 1 to 64');
}

export function choice<const T extends string>(value: string, choices: readonly T[]): T {
  const found = choices.find((candidate) => candidate === value.toLowerCase());
  if (found) return found;
  throw new ValueError(`is none of ${choices.join(', ')}; give one of them`);
}

export function quote(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}

/** What an unknown variable of one of these groups was probably meant to be. */
const prefixes =
  /^(ACCESS_TOKEN|ADMIN|ATTACHMENTS|CORS|JWT|METRICS|MIGRATION|OIDC|PREPARED|RETAIN|SECURE_COOKIE|SSO|TRUST_PROX)/;

interface UnknownVariable {
  readonly name: string;
  /** The known variable whose name is nearest, where it differs by one letter in four at most, and by two in all. */
  readonly meant: string | undefined;
}

/** The variables that are not known, but look like one that is. */
export function unknownVariables(
  names: readonly string[],
  known: readonly string[],
): readonly UnknownVariable[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const [nearest] = known
        .map((candidate) => ({ candidate, distance: leven(name.toUpperCase(), candidate) }))
        .filter(({ candidate, distance }) => distance <= Math.min(2, Math.floor(candidate.length / 4)))
        .sort((a, b) => a.distance - b.distance);
      return { name, meant: nearest?.candidate };
    })
    .filter(({ name, meant }) => meant !== undefined || prefixes.test(name));
}
