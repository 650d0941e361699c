import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@daybook/client';
import { connect } from '@daybook/domain/server';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const password = 'correct horse battery';

export interface Server {
  readonly url: string;
  /** Passwords by username: admin (Administrator), samira (Supervisor), ada (User). */
  readonly passwords: Readonly<Record<'admin' | 'samira' | 'ada', string>>;
}

/** The address of a PostgreSQL on which each server has a database; without one it has the embedded one. */
type Postgres = string | undefined;

type Running = Server & { readonly stop: () => Promise<void> };

/** What it prints until it is ready, in lines of JSON. */
function printed(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const hear = (text: string) => {
      output += text;
      if (/is ready at \S+\s/.test(output)) resolve(output);
    };
    server.stdout?.setEncoding('utf8').on('data', hear);
    server.stderr?.setEncoding('utf8').on('data', hear);
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
}

/** A new database on a PostgreSQL. */
async function newDatabase(postgres: string, name: string) {
  const execute = async (statement: string) => {
    const limits = { max: 1, statementTimeout: 60_000, lockTimeout: 60_000, statements: 1 };
    const { db, close } = connect(postgres, limits);
    await db.execute(statement).finally(close);
  };
  await execute(`create database ${name}`);
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(`drop database ${name} with (force)`) };
}

let started = 0;

/** What is done for a server before it starts: it ends with this process, and removes what it kept. */
const preloaded = ['./scripts/parent-watch.mjs', './apps/web/e2e/support/remove-data.mjs'].map(
  (path) => `--import=${path}`,
);

/** A server on a database of its own. @param main what is started, in apps/server/dist */
async function start(main: string, postgres: Postgres, more: Readonly<Record<string, string>> = {}) {
  const { CHROMIUM: _, ...environment } = process.env;
  started += 1;
  const name = `daybook_e2e_${process.pid}_${started}`;
  const database = postgres === undefined ? undefined : await newDatabase(postgres, name);
  const server = spawn(process.execPath, [...preloaded, `apps/server/dist/${main}`], {
    cwd: root,
    env: {
      ...environment,
      NODE_ENV: 'test',
      DATABASE_URL: database?.url ?? '',
      DATA_DIR: await mkdtemp(join(tmpdir(), 'daybook-e2e-')),
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
      TIME_ZONE: 'Asia/Jerusalem',
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: password,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const output = await printed(server);
  const stop = async () => {
    // Nobody has requests that are still to be answered.
    const isStopped = server.kill('SIGINT');
    await ended;
    await database?.drop();
    if (!isStopped)
      throw new Error(`The server had ended by itself: ${server.exitCode ?? server.signalCode}`);
  };
  return { url: /is ready at (\S+)/.exec(output)?.[1] ?? '', output, stop };
}

/** The server of `npm run demo`. */
export async function startDemo(postgres: Postgres): Promise<Running> {
  const { url, output, stop } = await start('demo.js', postgres);
  const demo = /password (\S+)/.exec(output)?.[1] ?? '';
  return { url, passwords: { admin: password, samira: demo, ada: demo }, stop };
}

/** A server with nothing but the three accounts: for what would show in the tests of others. */
export async function startEmpty(
  postgres: Postgres,
  settings?: Readonly<Record<string, string>>,
): Promise<Running> {
  const { url, stop } = await start('main.js', postgres, settings);
  const { accessToken } = await createClient({ url }).auth.login.mutate({ username: 'admin', password });
  const { users } = createClient({ url, token: accessToken });
  const samira = { firstName: 'Samira', lastName: 'Haddad', username: 'samira', password };
  const { _id: userID } = await users.create.mutate(samira);
  await users.setRole.mutate({ userID, role: 'Supervisor' });
  await users.create.mutate({ firstName: 'Ada', lastName: 'Marsh', username: 'ada', password });
  return { url, passwords: { admin: password, samira: password, ada: password }, stop };
}
