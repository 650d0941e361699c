import { appendFileSync, mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createTokens, type SingleSignOn, type Tokens } from '@daybook/api';
import { type Client, type ClientOptions, createClient } from '@daybook/client';
import type { Role } from '@daybook/domain';
import { accounts, type Server, users } from '@daybook/domain/server';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import postgres from 'postgres';
import { inject } from 'vitest';
import { connectPools, type Pools } from '../../src/database.ts';
import { buildApp } from '../../src/http/app.ts';
import type { Dependencies } from '../../src/http/dependencies.ts';

export const secret = new TextEncoder().encode('a secret of the tests, long enough for HS256');
export const password = 'correct horse battery';
export const unknownId = '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e';

export type Settings = Partial<Dependencies['settings']>;
export type { SingleSignOn };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind
  readonly body: any;
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly token: string;
}

export interface Service {
  readonly app: FastifyInstance;
  readonly url: string;
  /** Where its database is. */
  readonly server: Server;
  readonly sql: postgres.Sql;
  readonly dependencies: Dependencies;
  readonly tokens: Tokens;
  /** A request as a REST client sends it; `body` is sent as JSON unless it is a string or bytes. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  client(token?: string, options?: Partial<ClientOptions>): Client;
  /** An account of this role that is logged in. */
  person(role: Role): Promise<Person>;
  logIn(username: string, typed?: string): Promise<string>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

let people = 0;

/** Of `password`, with the least work: to log somebody in costs what the hash says. */
const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** One pool for all but searches and the readiness check: PostgreSQL takes 20 ms of CPU for each connection. */
const shared = ({ others, search, readiness, ...kinds }: Pools): Pools => ({
  ...(Object.fromEntries(Object.keys(kinds).map((kind) => [kind, others])) as typeof kinds),
  others,
  search,
  readiness,
});

/** The real application on a real database of its own, listening on a free port of the loopback. */
export async function startService(
  settings: Settings = {},
  logger: FastifyServerOptions['logger'] = false,
  sso?: SingleSignOn,
): Promise<Service> {
  const database = await createDatabase();
  const { pools: separate, close: closePools } = connectPools(database.server);
  const pools = shared(separate);
  const db = pools.users;
  const tokens = await createTokens(secret, 12 * 60 * 60);
  const dependencies: Dependencies = {
    pools,
    tokens,
    sso,
    settings: {
      basePath: '',
      corsOrigins: [],
      trustProxy: false,
      timeZone: 'UTC',
      limitLogins: true,
      secureCookies: false,
      maxConnections: 1000,
      maxStreams: 500,
      attachmentsMax: 2 ** 31,
      webhooksAllowPrivate: false,
      ...settings,
    },
  };
  const app = await buildApp(dependencies, logger);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${dependencies.settings.basePath}`;

  const call = async (
    method: string,
    path: string,
    { token, body, headers }: CallOptions = {},
  ): Promise<Answer> => {
    const sent = {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    };
    const response = await fetch(`${url}${path}`, { ...sent, redirect: 'manual' });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
    record({ ...sent, path }, answer);
    return answer;
  };

  const logIn = async (username: string, typed = password): Promise<string> => {
    const { status, body } = await call('POST', '/auth', { body: { username, password: typed } });
    if (status !== 200) throw new Error(`log-in of ${username}: ${status} ${JSON.stringify(body)}`);
    return body.data.accessToken;
  };

  await accounts.createFirst(db, 'root', passwordHash);
  const [root] = await database.sql`select id from users where username = 'root'`;
  const actor = {
    id: root?.id as string,
    sessionId: '',
    role: 'Administrator',
    timeZone: undefined,
  } as const;
  const scope = { db, actor, timeZone: 'UTC', businessTimeZone: 'UTC' };

  return {
    app,
    url,
    server: database.server,
    sql: database.sql,
    dependencies,
    tokens,
    call,
    logIn,
    client: (token, options) => createClient({ url, token, ...options }),
    async person(role) {
      people += 1;
      const username = `${role.toLowerCase()}${people}`;
      const fields = { firstName: role, lastName: `Number ${people}`, email: '', phoneNumber: '' };
      const user = await users.create(scope, { ...fields, username }, async () => passwordHash);
      if (role !== 'User') await accounts.setRole(scope, user._id, role);
      return { id: user._id, username, token: await logIn(username) };
    },
    async close() {
      await app.close();
      await closePools();
      await database.drop();
    },
  };
}

interface Sent {
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

const folder = process.env.EXCHANGES;
if (folder) mkdirSync(folder, { recursive: true });
const file = join(folder ?? '', `${process.pid}-${Date.now()}.ndjson`);

const text = (body: string | Uint8Array) => (typeof body === 'string' ? body : Buffer.from(body).toString());

/** With EXCHANGES set to a folder, what tests say and hear is written there, a line each, for apps/conformance to compare. */
export function record({ method, path, headers, body }: Sent, answer: Answer): void {
  if (!folder) return;
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const request = {
    method,
    url: `http://127.0.0.1${path}`,
    headers: Object.fromEntries(lower),
    ...(body !== undefined && { body: text(body) }),
  };
  const response = {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
  };
  appendFileSync(file, `${JSON.stringify({ request, response })}\n`);
}

export interface TestDatabase {
  /** Its address. */
  readonly server: string;
  /** A connection beside the application's, to look at what is stored. */
  readonly sql: postgres.Sql;
  drop(): Promise<void>;
}

let count = 0;
/** The connection by which all files of a worker make their databases. */
let root: postgres.Sql | undefined;

/** A migrated database of this test file's own. */
export async function createDatabase(): Promise<TestDatabase> {
  const databases = inject('databases');
  count += 1;
  const name = `daybook_test_${process.pid}_${Date.now()}_${count}`;
  root ??= postgres(databases.url, { max: 1, onnotice: () => {} });
  const { unsafe } = root;
  await unsafe(`create database ${name} template ${databases.template}`);
  const address = new URL(databases.url);
  address.pathname = `/${name}`;
  const sql = postgres(address.href, { max: 1, onnotice: () => {} });
  const drop = async () => {
    await sql.end();
    await unsafe(`drop database ${name} with (force)`);
  };
  return { server: address.href, sql, drop };
}
