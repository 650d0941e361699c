import { resolve } from 'node:path';
import { isTimeZone, Password, Username } from '@daybook/domain';
import { z } from 'zod';
import {
  accountField,
  basePath,
  bytes,
  choice,
  connections,
  DAY,
  databaseConnections,
  databaseUrl,
  defaultDatabaseConnections,
  duration,
  GIBIBYTE,
  host,
  httpAddress,
  issuer,
  MINUTE,
  onOrOff,
  origins,
  parsedBy,
  port,
  proxies,
  publicOrigin,
  quote,
  ratio,
  retention,
  roleList,
  ssoOf,
  ssoProblems,
  text,
  timeout,
  timeZone,
  unknownVariables,
  workers,
} from './env-values.ts';
import type { Sampling } from './observability/traces.ts';
import { secretWeakness } from './secrets.ts';
import type { ProviderSettings } from './sso/provider.ts';

/** The configuration, read once at the start. */
export type Env = Readonly<{
  databaseUrl?: string;
  /** To PostgreSQL, at the most. */
  databaseConnections: number;
  /** Absolute. */
  dataDir: string;
  host: string;
  /** 0 is any free one. */
  port: number;
  /** '' or '/x', without a slash at the end. */
  basePath: string;
  corsOrigins: readonly string[];
  /** By which people reach the service; undefined: what their requests say. */
  publicOrigin?: string;
  trustProxy: false | readonly string[];
  timeZone: string;
  jwtSecret?: string;
  /** What was made under it still counts. */
  jwtSecretPrevious?: string;
  /** Seconds. */
  accessTokenTtl: number;
  /** Whether cookies are Secure. */
  secureCookies: boolean;
  maxConnections: number;
  maxStreams: number;
  /** Bytes of all attachments together. */
  attachmentsMax: number;
  /** Processes that serve; more than one on PostgreSQL only. */
  workers: number;
  /** Seconds; without them nothing is removed because of its age. */
  retention: { readonly journal?: number | undefined; readonly deleted?: number | undefined };
  migrationTimeoutSeconds: number;
  /** Whether statements stay prepared on the connections to PostgreSQL; auto: where nothing in between forgets them. */
  preparedStatements: 'auto' | 'on' | 'off';
  adminUsername?: string;
  adminPassword?: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  rateLimit: boolean;
  /** Whether webhooks may have addresses without TLS or of private networks. */
  webhooksAllowPrivate: boolean;
  /** Undefined: there is no single sign-on. */
  sso?: ProviderSettings;
  metricsHost: string;
  /** Undefined: there are no metrics. */
  metricsPort?: number;
  /** Undefined: there are no traces. Where they are sent to stands in variables that OpenTelemetry reads itself. */
  traces?: Sampling;
  production: boolean;
  /** Lines that are logged as warnings at the start. */
  warnings: readonly string[];
}>;

/** The configuration is invalid. The message has one line for each problem, and no secret. */
export class EnvError extends Error {
  override name = 'EnvError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n  ${problems.join('\n  ')}`);
    this.problems = problems;
  }
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
/** Their values never appear in a message. */
const SECRETS = new Set([
  'DATABASE_URL',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
]);

// Intl may give nothing, or an offset.
function machineTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

const variables = z.object({
  DATABASE_URL: parsedBy(databaseUrl).optional(),
  DATABASE_CONNECTIONS: parsedBy(databaseConnections).default(defaultDatabaseConnections),
  DATA_DIR: text.default('.data'),
  HOST: parsedBy(host).default('127.0.0.1'),
  PORT: parsedBy(port).default(3000),
  BASE_PATH: parsedBy(basePath).default(''),
  CORS_ORIGINS: parsedBy(origins).default([]),
  PUBLIC_ORIGIN: parsedBy(publicOrigin).optional(),
  TRUST_PROXY: parsedBy(proxies).default(false),
  TIME_ZONE: parsedBy(timeZone).default(machineTimeZone),
  JWT_SECRET: text.optional(),
  JWT_SECRET_PREVIOUS: text.optional(),
  ACCESS_TOKEN_TTL: parsedBy(duration).default(DAY / 2),
  SECURE_COOKIES: parsedBy(onOrOff).optional(),
  MAX_CONNECTIONS: parsedBy(connections).default(1000),
  MAX_EVENT_STREAMS: parsedBy(connections).default(500),
  ATTACHMENTS_MAX: parsedBy(bytes).default(2 * GIBIBYTE),
  WORKERS: parsedBy(workers).default(1),
  RETAIN_JOURNAL: parsedBy(retention).optional(),
  RETAIN_DELETED: parsedBy(retention).optional(),
  MIGRATION_TIMEOUT: parsedBy(timeout).default(10 * MINUTE),
  PREPARED_STATEMENTS: parsedBy((value) => choice(value, ['auto', 'on', 'off'])).default('auto'),
  ADMIN_USERNAME: accountField(Username, 'a username of 1 to 64 characters, such as ada').optional(),
  ADMIN_PASSWORD: accountField(Password, '8 to 128 characters').optional(),
  LOG_LEVEL: parsedBy((value) => choice(value, LEVELS)).default('info'),
  RATE_LIMIT: parsedBy(onOrOff).default(true),
  WEBHOOKS_ALLOW_PRIVATE: parsedBy(onOrOff).default(false),
  OIDC_ISSUER: parsedBy(issuer).optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.optional(),
  SSO_ONLY: parsedBy(roleList).default([]),
  METRICS_HOST: parsedBy(host).default('127.0.0.1'),
  METRICS_PORT: parsedBy(port).optional(),
  OTEL_SDK_DISABLED: parsedBy((value) => choice(value, ['true', 'false'])).default('false'),
  OTEL_TRACES_EXPORTER: parsedBy((value) => choice(value, ['otlp', 'none'])).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: parsedBy(httpAddress).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: parsedBy(httpAddress).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: parsedBy((value) => choice(value, ['http/protobuf'])).optional(),
  OTEL_TRACES_SAMPLER: parsedBy((value) => choice(value, SAMPLERS)).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: parsedBy(ratio).default(1),
  NODE_ENV: text.optional(),
});
/** README.md and .env.example list the same variables. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

/**
 * The configuration from the process's environment, which is read here only.
 *
 * @param defaults for variables that are not set
 * @throws {EnvError}
 */
export function readEnv(defaults: Record<string, string> = {}): Env {
  // biome-ignore lint/style/noProcessEnv: the one place
  return parseEnv({ ...defaults, ...nonEmpty(process.env) }, process.cwd());
}

/**
 * The configuration from variables. An empty variable counts as not set.
 *
 * @param cwd what a relative DATA_DIR is relative to
 * @throws {EnvError} with all problems
 */
export function parseEnv(source: Record<string, string | undefined>, cwd: string): Env {
  const values = nonEmpty(source);
  const parsed = variables.safeParse(values);
  const problems = (parsed.error?.issues ?? []).map((issue) =>
    describe(String(issue.path[0]), values, issue.message),
  );
  problems.push(...combinationProblems(values));
  const unknown = unknownVariables(Object.keys(values), variableNames);
  // Without it the service would quietly use the embedded database.
  const isAddress = ({ meant }: (typeof unknown)[number]) =>
    meant === 'DATABASE_URL' && values.DATABASE_URL === undefined;
  problems.push(...unknown.filter(isAddress).map(({ name }) => `${name} is not known; write DATABASE_URL`));
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  const { data } = parsed;
  return Object.freeze({
    ...(data.DATABASE_URL !== undefined && { databaseUrl: data.DATABASE_URL }),
    databaseConnections: data.DATABASE_CONNECTIONS,
    dataDir: resolve(cwd, data.DATA_DIR),
    host: data.HOST,
    port: data.PORT,
    basePath: data.BASE_PATH,
    corsOrigins: data.CORS_ORIGINS,
    ...(data.PUBLIC_ORIGIN !== undefined && { publicOrigin: data.PUBLIC_ORIGIN }),
    trustProxy: data.TRUST_PROXY,
    timeZone: data.TIME_ZONE,
    ...(data.JWT_SECRET !== undefined && { jwtSecret: data.JWT_SECRET }),
    ...(data.JWT_SECRET_PREVIOUS !== undefined && { jwtSecretPrevious: data.JWT_SECRET_PREVIOUS }),
    accessTokenTtl: data.ACCESS_TOKEN_TTL,
    secureCookies: data.SECURE_COOKIES ?? !isLocalHttp(data),
    maxConnections: data.MAX_CONNECTIONS,
    maxStreams: data.MAX_EVENT_STREAMS,
    attachmentsMax: data.ATTACHMENTS_MAX,
    workers: data.WORKERS,
    retention: { journal: data.RETAIN_JOURNAL, deleted: data.RETAIN_DELETED },
    migrationTimeoutSeconds: data.MIGRATION_TIMEOUT,
    preparedStatements: data.PREPARED_STATEMENTS,
    ...(data.ADMIN_USERNAME !== undefined && { adminUsername: data.ADMIN_USERNAME }),
    ...(data.ADMIN_PASSWORD !== undefined && { adminPassword: data.ADMIN_PASSWORD }),
    logLevel: data.LOG_LEVEL,
    rateLimit: data.RATE_LIMIT,
    webhooksAllowPrivate: data.WEBHOOKS_ALLOW_PRIVATE,
    ...ssoOf(data),
    metricsHost: data.METRICS_HOST,
    ...(data.METRICS_PORT !== undefined && { metricsPort: data.METRICS_PORT }),
    ...(exportsTraces(data) && {
      traces: { sampler: data.OTEL_TRACES_SAMPLER, ratio: data.OTEL_TRACES_SAMPLER_ARG },
    }),
    production: data.NODE_ENV === 'production',
    warnings: unknown.map(
      ({ name, meant }) =>
        `${name} is not known, and has no effect${meant ? `; did you mean ${meant}?` : ' (the settings are in .env.example)'}`,
    ),
  });
}

/** Whether browsers reach the service over plain HTTP on this machine, as when it is tried out. */
const isLocalHttp = ({
  HOST,
  TRUST_PROXY,
  NODE_ENV,
}: Pick<z.output<typeof variables>, 'HOST' | 'TRUST_PROXY' | 'NODE_ENV'>): boolean =>
  /^(localhost|127(\.\d+){3}|::1)$/i.test(HOST) && TRUST_PROXY === false && NODE_ENV !== 'production';

/** As the standard variables say, but for the default: traces are off until one of them asks for them. */
function exportsTraces(data: z.output<typeof variables>): boolean {
  if (data.OTEL_SDK_DISABLED === 'true' || data.OTEL_TRACES_EXPORTER === 'none') return false;
  const endpoint = data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? data.OTEL_EXPORTER_OTLP_ENDPOINT;
  return data.OTEL_TRACES_EXPORTER === 'otlp' || endpoint !== undefined;
}

function nonEmpty(source: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(source).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(entries);
}

function describe(name: string, values: Record<string, string>, problem: string): string {
  const value = SECRETS.has(name) ? '' : ` ${quote(values[name] ?? '')}`;
  return `${name}${value} ${problem}`;
}

/** Problems of variables together. */
function combinationProblems(values: Record<string, string>): string[] {
  const { JWT_SECRET, JWT_SECRET_PREVIOUS, ADMIN_USERNAME, ADMIN_PASSWORD, NODE_ENV, WORKERS, DATABASE_URL } =
    values;
  const problems: string[] = [];
  const weak = (JWT_SECRET || NODE_ENV === 'production') && secretWeakness(JWT_SECRET);
  if (weak) problems.push(`JWT_SECRET ${weak}; give 32 random bytes or more: openssl rand -base64 48`);
  const weakBefore = JWT_SECRET_PREVIOUS && secretWeakness(JWT_SECRET_PREVIOUS);
  if (weakBefore)
    problems.push(`JWT_SECRET_PREVIOUS ${weakBefore}; give the JWT_SECRET that was used before`);
  if (JWT_SECRET_PREVIOUS && JWT_SECRET_PREVIOUS === JWT_SECRET)
    problems.push('JWT_SECRET_PREVIOUS is JWT_SECRET; give the one that was used before, or leave it out');
  if (ADMIN_USERNAME && !ADMIN_PASSWORD)
    problems.push('ADMIN_USERNAME is set without ADMIN_PASSWORD; set both or neither');
  if (ADMIN_PASSWORD && !ADMIN_USERNAME)
    problems.push('ADMIN_PASSWORD is set without ADMIN_USERNAME; set both or neither');
  if (Number(WORKERS) > 1 && !DATABASE_URL)
    problems.push(
      `WORKERS ${quote(WORKERS ?? '')} needs DATABASE_URL, since one process alone can use the embedded database; give 1 or a PostgreSQL`,
    );
  return [...problems, ...ssoProblems(values)];
}
