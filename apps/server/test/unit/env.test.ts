import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EnvError, parseEnv } from '../../src/env.ts';

const parse = (source: Record<string, string | undefined>) => parseEnv(source, '/srv/daybook');

function problems(source: Record<string, string>): readonly string[] {
  try {
    parse(source);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

test('without variables: the defaults of the README', () => {
  expect(parse({ TIME_ZONE: 'Europe/Berlin' })).toEqual({
    databaseConnections: 30,
    dataDir: '/srv/daybook/.data',
    host: '127.0.0.1',
    port: 3000,
    basePath: '',
    corsOrigins: [],
    trustProxy: false,
    timeZone: 'Europe/Berlin',
    accessTokenTtl: 43_200,
    secureCookies: false,
    maxConnections: 1000,
    maxStreams: 500,
    attachmentsMax: 2 * 1024 ** 3,
    workers: 1,
    retention: { journal: undefined, deleted: undefined },
    migrationTimeoutSeconds: 600,
    preparedStatements: 'auto',
    logLevel: 'info',
    rateLimit: true,
    webhooksAllowPrivate: false,
    metricsHost: '127.0.0.1',
    production: false,
    warnings: [],
  });
  expect(parse({}).timeZone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test('everything set', () => {
  const env = parse({
    DATABASE_URL: 'postgresql://me:p%40ss@db.example.com:5433,[::1]/daybook?target_session_attrs=read-write',
    DATA_DIR: '/var/lib/daybook',
    HOST: '::',
    PORT: '0',
    BASE_PATH: '/office/daybook/',
    CORS_ORIGINS: 'https://app.example.com, http://localhost:5173',
    PUBLIC_ORIGIN: 'https://daybook.example',
    TRUST_PROXY: '10.0.0.0/8, ::1, loopback',
    TIME_ZONE: 'Asia/Kathmandu',
    JWT_SECRET: 'Zk0r6wq9W3nX1uYbQe8TtVf5LmHs2CgJ',
    ACCESS_TOKEN_TTL: '30m',
    MIGRATION_TIMEOUT: '90',
    ADMIN_USERNAME: 'ada',
    ADMIN_PASSWORD: 'a long enough one',
    LOG_LEVEL: 'WARN',
    RATE_LIMIT: 'off',
    WEBHOOKS_ALLOW_PRIVATE: 'on',
    NODE_ENV: 'production',
  });
  expect(env).toMatchObject({
    databaseUrl: 'postgresql://me:p%40ss@db.example.com:5433,[::1]/daybook?target_session_attrs=read-write',
    dataDir: '/var/lib/daybook',
    host: '::',
    port: 0,
    basePath: '/office/daybook',
    corsOrigins: ['https://app.example.com', 'http://localhost:5173'],
    publicOrigin: 'https://daybook.example',
    trustProxy: ['10.0.0.0/8', '::1', 'loopback'],
    accessTokenTtl: 1800,
    secureCookies: true,
    migrationTimeoutSeconds: 90,
    adminUsername: 'ada',
    logLevel: 'warn',
    rateLimit: false,
    webhooksAllowPrivate: true,
    production: true,
  });
  expect(Object.isFrozen(env) && Object.isFrozen(env.corsOrigins)).toBe(true);
});

test('an empty variable counts as not set', () => {
  const empty = Object.fromEntries(
    ['DATABASE_URL', 'DATA_DIR', 'HOST', 'PORT', 'BASE_PATH', 'CORS_ORIGINS', 'TRUST_PROXY', 'TIME_ZONE']
      .concat([
        'JWT_SECRET',
        'JWT_SECRET_PREVIOUS',
        'ACCESS_TOKEN_TTL',
        'SECURE_COOKIES',
        'MAX_CONNECTIONS',
        'MAX_EVENT_STREAMS',
        'ATTACHMENTS_MAX',
        'DATABASE_CONNECTIONS',
        'PREPARED_STATEMENTS',
        'WORKERS',
        'ADMIN_USERNAME',
        'ADMIN_PASSWORD',
        'LOG_LEVEL',
        'RATE_LIMIT',
        'WEBHOOKS_ALLOW_PRIVATE',
      ])
      .map((name) => [name, '']),
  );
  expect(parse(empty)).toEqual(parse({}));
});

test.each([
  [{}, false],
  [{ HOST: 'localhost' }, false],
  [{ HOST: '::1' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ TRUST_PROXY: 'loopback' }, true],
  [{ NODE_ENV: 'production', JWT_SECRET: 'Zk0r6wq9W3nX1uYbQe8TtVf5LmHs2CgJ' }, true],
  [{ SECURE_COOKIES: 'on' }, true],
  [{ SECURE_COOKIES: 'OFF', HOST: '0.0.0.0' }, false],
])('with %j cookies are for TLS alone: %s', (given, read) => expect(parse(given).secureCookies).toBe(read));

test.each([
  ['/', ''],
  ['daybook', '/daybook'],
  ['/a/b/', '/a/b'],
  ['//a', '/a'],
])('BASE_PATH %j is %j', (given, read) => expect(parse({ BASE_PATH: given }).basePath).toBe(read));

test.each([
  ['43200', 43_200],
  ['12h', 43_200],
  ['60s', 60],
  ['1m', 60],
  ['30d', 2_592_000],
])('ACCESS_TOKEN_TTL %j is %i seconds', (given, read) => {
  expect(parse({ ACCESS_TOKEN_TTL: given }).accessTokenTtl).toBe(read);
});

test.each([
  ['DATABASE_URL', 'mysql://me:hunter2@db/x', /^DATABASE_URL has the scheme mysql:\/\/; give postgres:\/\//],
  ['DATABASE_URL', 'me:hunter2@db', /^DATABASE_URL is not an address; give postgres:\/\//],
  ['DATABASE_URL', 'postgres://me:hunter2@h1:5432,/x', /^DATABASE_URL cannot be read \(percent-encode/],
  [
    'DATABASE_URL',
    'postgres://me:hunter2@h1,h2/x?target_session_attrs=standby',
    /^DATABASE_URL has target_session_attrs=standby, and Daybook writes; give read-write, primary or any\.$/,
  ],
  ['MIGRATION_TIMEOUT', '0', /^MIGRATION_TIMEOUT "0" is not a time from 1 second to 1 day; give/],
  ['MIGRATION_TIMEOUT', '2d', /^MIGRATION_TIMEOUT "2d" is not a time from 1 second to 1 day; give/],
  ['DATABASE_URL', 'postgres://me:hunter2#@db/x', /^DATABASE_URL cannot be read \(percent-encode/],
  ['HOST', 'http://x', /^HOST "http:\/\/x" is not a host; give/],
  ['PORT', '65536', /^PORT "65536" is not a port; give/],
  ['PORT', '3e3', /^PORT "3e3" is not a port; give/],
  ['SECURE_COOKIES', 'yes', /^SECURE_COOKIES "yes" is none of on, off; give/],
  ['MAX_CONNECTIONS', '0', /^MAX_CONNECTIONS "0" is not a number of connections; give/],
  ['DATABASE_CONNECTIONS', '19', /^DATABASE_CONNECTIONS "19" .* from 20 to 80$/],
  ['WORKERS', '0', /^WORKERS "0" is not a number of processes; give a whole number from 1 to 64/],
  ['WORKERS', '2', /^WORKERS "2" needs DATABASE_URL/],
  ['PREPARED_STATEMENTS', 'yes', /^PREPARED_STATEMENTS "yes" is none of auto, on, off; give/],
  ['MAX_CONNECTIONS', '1e3', /^MAX_CONNECTIONS "1e3" is not a number of connections; give/],
  ['BASE_PATH', '/a/../b', /^BASE_PATH .* is not a path; give/],
  ['BASE_PATH', '/a?b', /^BASE_PATH .* is not a path; give/],
  ['CORS_ORIGINS', '*', /^CORS_ORIGINS "\*" would let every web site in; list the exact origins/],
  ['CORS_ORIGINS', 'https://a.example/', /holds "https:\/\/a.example\/".*; write https:\/\/a.example$/],
  [
    'CORS_ORIGINS',
    'https://a.example,null,b.example',
    /holds "null",.*; and holds "b.example", which is no origin/,
  ],
  ['PUBLIC_ORIGIN', '*', /is not one origin; give the one/],
  ['PUBLIC_ORIGIN', 'https://a.example,https://b.example', /is not one origin; give the one/],
  [
    'PUBLIC_ORIGIN',
    'https://a.example/daybook',
    /holds "https:\/\/a.example\/daybook".*; write https:\/\/a.example$/,
  ],
  ['TRUST_PROXY', '1', /^TRUST_PROXY "1" is a number of hops, which a client can forge; give/],
  ['TRUST_PROXY', 'true', /^TRUST_PROXY "true" holds "true", which is no address or network; give/],
  ['TRUST_PROXY', '0.0.0.0/0', /holds "0.0.0.0\/0"/],
  ['TRUST_PROXY', '10.0.0.0/33', /holds "10.0.0.0\/33"/],
  ['TIME_ZONE', 'Mars/Olympus', /^TIME_ZONE "Mars\/Olympus" is not a time zone; give/],
  ['TIME_ZONE', '+02:00', /is an offset; give/],
  ['TIME_ZONE', 'MIT', /^TIME_ZONE "MIT" is not a time zone; give/],
  ['TIME_ZONE', 'US/Pacific-New', /is not a time zone; give/],
  ['ACCESS_TOKEN_TTL', '59', /is not a lifetime from 1 minute to 30 days; give/],
  ['ACCESS_TOKEN_TTL', '31d', /is not a lifetime/],
  ['ACCESS_TOKEN_TTL', '12 hours', /is not a lifetime/],
  ['LOG_LEVEL', 'verbose', /^LOG_LEVEL "verbose" is none of fatal, .*silent; give one of them$/],
  ['RATE_LIMIT', 'no', /^RATE_LIMIT "no" is none of on, off; give one of them$/],
  ['ADMIN_USERNAME', 'ada', /^ADMIN_USERNAME is set without ADMIN_PASSWORD; set both or neither$/],
  [
    'ADMIN_PASSWORD',
    'hunter2 and more',
    /^ADMIN_PASSWORD is set without ADMIN_USERNAME; set both or neither$/,
  ],
])('%s %j is a fault that says how to correct it', (name, value, message) => {
  const found = problems({ [name]: value });
  expect(found).toEqual([expect.stringMatching(message)]);
  expect(found[0]).not.toContain('hunter2');
});

const first = (ADMIN_USERNAME: string, ADMIN_PASSWORD: string) => ({ ADMIN_USERNAME, ADMIN_PASSWORD });

test('the first Administrator is parsed as at a log-in', () => {
  expect(parse(first(' ada ', 'oﬃce-Ｈorse-9'))).toMatchObject({
    adminUsername: 'ada',
    adminPassword: 'office-Horse-9',
  });
});

test.each([
  [
    first('ada', 'hunter2'),
    /^ADMIN_PASSWORD cannot be used \(must be at least 8 characters\); give 8 to 128 characters$/,
  ],
  [
    first('ada', 'hunter2'.repeat(50)),
    /^ADMIN_PASSWORD cannot be used \(must be at most 128 characters\); give 8 to/,
  ],
  [
    first('a\tb', 'correct horse'),
    /^ADMIN_USERNAME "a\\tb" cannot be used \(must not contain control characters\); give a username/,
  ],
  [first(' ', 'correct horse'), /^ADMIN_USERNAME " " cannot be used \(must not be empty\); give a username/],
])('%j cannot log in and is a fault', (source, message) => {
  const found = problems(source);
  expect(found).toEqual([expect.stringMatching(message)]);
  expect(found[0]).not.toContain('hunter2');
});

test.each(['DATABSE_URL', 'DATABASE_URI', 'database_url', 'DATABASEURL'])('%s stops the start', (name) => {
  const source = { [name]: 'postgres://me:hunter2@db/daybook' };
  expect(problems(source)).toEqual([`${name} is not known; write DATABASE_URL`]);
  expect(parse({ ...source, DATABASE_URL: 'postgres://me@db/daybook' }).warnings).toHaveLength(1);
});

test('a name that looks like a misspelt setting is a warning', () => {
  const { warnings } = parse({
    LOGLEVEL: 'warn',
    RETAIN_LOGS: '30d',
    CORS_ORIGIN: 'https://app.example.com',
  });
  expect(warnings).toEqual([
    'LOGLEVEL is not known, and has no effect; did you mean LOG_LEVEL?',
    'RETAIN_LOGS is not known, and has no effect (the settings are in .env.example)',
    'CORS_ORIGIN is not known, and has no effect; did you mean CORS_ORIGINS?',
  ]);
  const usual = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'LANG',
    'PWD',
    'SHELL',
    'TZ',
    'USER',
    'NODE_OPTIONS',
    'PORT',
    'CI',
  ];
  const kubernetes = ['DATABASE_PORT', 'DATABASE_SERVICE_HOST', 'DATABASE_PORT_5432_TCP', 'DAYBOOK_PORT'];
  const names = [...usual, ...kubernetes, 'OTEL_SERVICE_NAME', 'TEST_DATABASE_URL', 'npm_config_cache'];
  expect(parse(Object.fromEntries(names.map((name) => [name, '1']))).warnings).toEqual([]);
});

test('all problems together, one line each', () => {
  const source = {
    PORT: 'x',
    HOST: 'a b\nc',
    LOG_LEVEL: 'x',
    ADMIN_PASSWORD: 'long enough',
    NODE_ENV: 'production',
  };
  const names = problems(source).map((line) => line.split(' ')[0]);
  expect(names.sort()).toEqual(['ADMIN_PASSWORD', 'HOST', 'JWT_SECRET', 'LOG_LEVEL', 'PORT']);
  expect(() => parse(source)).toThrow(/^The configuration is invalid:(\n {2}[^\n]+){5}$/);
});

test.each([
  ['', 'is not set'],
  ['short', 'has 5 bytes'],
  ['Zk0r6wq9W3nX1uYbQe8TtVf5LmHs2Cg', 'has 31 bytes'],
  ['changeme-changeme-changeme-changeme', 'is a publicly known sample'],
  ['replace-me-with-at-least-32-random-bytes', 'is a publicly known sample'],
  ['your-256-bit-secret-your-256-bit-secret', 'is a publicly known sample'],
  ['0123456789abcdef0123456789abcdef', 'is a publicly known sample'],
  ['x'.repeat(64), 'is a repeated pattern'],
  ['qwzrtp-0'.repeat(8), 'is a repeated pattern'],
])('JWT_SECRET %j %s, in production and elsewhere', (secret, fault) => {
  for (const place of ['production', ...(secret ? ['development', ''] : [])]) {
    const found = problems({ JWT_SECRET: secret, NODE_ENV: place });
    expect(found).toEqual([expect.stringContaining(`JWT_SECRET ${fault}`)]);
    expect(found[0]).toContain('openssl rand -base64 48');
    if (secret) expect(found[0]).not.toContain(secret);
  }
});

test.each([
  ['short', 'has 5 bytes'],
  ['Zk0r6wq9W3nX1uYbQe8TtVf5LmHs2CgJ', 'is JWT_SECRET'],
])('JWT_SECRET_PREVIOUS %j %s', (previous, fault) => {
  const given = { JWT_SECRET: 'Zk0r6wq9W3nX1uYbQe8TtVf5LmHs2CgJ', JWT_SECRET_PREVIOUS: previous };
  expect(problems(given)).toEqual([expect.stringContaining(`JWT_SECRET_PREVIOUS ${fault}`)]);
});

test('outside production JWT_SECRET may be left out', () => expect(problems({})).toEqual([]));

test('random secrets of 32 bytes and more are accepted', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 64 }), (bytes) => {
      fc.pre(new Set(bytes).size > 12);
      const secret = Buffer.from(bytes).toString('base64');
      expect(problems({ JWT_SECRET: secret, NODE_ENV: 'production' })).toEqual([]);
    }),
  );
});

test('any variables: a frozen result or problems of one printable line each', () => {
  const name = fc.constantFrom(
    'DATABASE_URL',
    'HOST',
    'PORT',
    'BASE_PATH',
    'CORS_ORIGINS',
    'TRUST_PROXY',
    'TIME_ZONE',
  );
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ unit: 'binary' })), (source) => {
      for (const line of problems(source)) expect(line).toMatch(/^[A-Z_]+ [^\n\r]+; [^\n\r]+$/);
    }),
  );
});

test('metrics have a port of their own, or are off', () => {
  expect(parse({}).metricsPort).toBeUndefined();
  expect(parse({ METRICS_PORT: '9464', METRICS_HOST: '::' })).toMatchObject({
    metricsPort: 9464,
    metricsHost: '::',
  });
  expect(problems({ METRICS_PORT: 'on' })).toEqual([
    'METRICS_PORT "on" is not a port; give a whole number from 0 (any free one) to 65535',
  ]);
});

test('traces are on where a standard variable asks for them', () => {
  const on = { sampler: 'parentbased_always_on', ratio: 1 };
  const collector = 'http://127.0.0.1:4318';
  expect(parse({}).traces).toBeUndefined();
  expect(parse({ OTEL_TRACES_EXPORTER: 'otlp' }).traces).toEqual(on);
  expect(parse({ OTEL_EXPORTER_OTLP_ENDPOINT: collector }).traces).toEqual(on);
  expect(parse({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector}/v1/traces` }).traces).toEqual(on);
  expect(
    parse({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_EXPORTER: 'none' }).traces,
  ).toBeUndefined();
  expect(parse({ OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'true' }).traces).toBeUndefined();
  expect(
    parse({
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    }).traces,
  ).toEqual({ sampler: 'parentbased_traceidratio', ratio: 0.1 });
});

test('what traces do not support is refused, and no address is shown', () => {
  const found = problems({
    OTEL_TRACES_EXPORTER: 'zipkin',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:secret@host',
    OTEL_TRACES_SAMPLER_ARG: '7',
  });
  expect(found).toHaveLength(4);
  expect(found.join()).not.toContain('secret');
  expect(found.join()).toContain('http/protobuf');
});

test('single sign-on is set as a whole, or not', () => {
  const whole = {
    OIDC_ISSUER: 'https://login.example.com/realms/company',
    OIDC_CLIENT_ID: 'daybook',
    OIDC_CLIENT_SECRET: 'the secret',
  };
  expect(parseEnv({}, '/srv').sso).toBeUndefined();
  expect(parseEnv({ ...whole, SSO_ONLY: 'supervisor, User' }, '/srv').sso).toEqual({
    issuer: whole.OIDC_ISSUER,
    clientId: 'daybook',
    clientSecret: 'the secret',
    name: 'login.example.com',
    only: ['User', 'Supervisor'],
  });
  expect(parseEnv({ ...whole, OIDC_NAME: ' Company ' }, '/srv').sso?.name).toBe('Company');
  expect(problems({ OIDC_ISSUER: whole.OIDC_ISSUER })).toEqual([
    'OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET; set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET or none of them',
  ]);
  expect(problems({ SSO_ONLY: 'User' })[0]).toMatch(/^SSO_ONLY needs OIDC_ISSUER/);
  expect(problems({ ...whole, SSO_ONLY: 'Users' })[0]).toMatch(/^SSO_ONLY "Users" is none of user, /);
  for (const OIDC_ISSUER of [
    'login.example.com',
    'http://login.example.com',
    'https://a:b@example.com',
    'https://x/?y',
  ])
    expect(problems({ ...whole, OIDC_ISSUER })).toEqual([
      expect.stringMatching(/^OIDC_ISSUER ".*" is no address of a provider; give/),
    ]);
  expect(problems({ ...whole, OIDC_ISSUER: 'http://127.0.0.1:8080/realms/x' })).toEqual([]);
});
