import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@daybook/client';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const password = 'correct horse battery';

export interface Server {
  readonly url: string;
  /** Passwords by username: admin (Administrator), samira (Supervisor), ada (User). */
  readonly passwords: Readonly<Record<'admin' | 'samira' | 'ada', string>>;
}

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

/** A server on a database of its own. @param main what is started, in apps/server/src */
async function start(main: string) {
  const { CHROMIUM: _, ...environment } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'daybook-e2e-'));
  const server = spawn(process.execPath, [`apps/server/src/${main}`], {
    cwd: root,
    env: {
      ...environment,
      NODE_ENV: 'test',
      DATABASE_URL: '',
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
      TIME_ZONE: 'Asia/Jerusalem',
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = await printed(server);
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { url: /is ready at (\S+)/.exec(output)?.[1] ?? '', output, stop };
}

/** The server of `npm run demo`. */
export async function startDemo(): Promise<Running> {
  const { url, output, stop } = await start('demo/main.ts');
  const demo = /password (\S+)/.exec(output)?.[1] ?? '';
  return { url, passwords: { admin: password, samira: demo, ada: demo }, stop };
}

/** A server with nothing but the three accounts: for what would show in the tests of others. */
export async function startEmpty(): Promise<Running> {
  const { url, stop } = await start('main.ts');
  const { accessToken } = await createClient({ url }).auth.login.mutate({ username: 'admin', password });
  const { users } = createClient({ url, token: accessToken });
  const samira = { firstName: 'Samira', lastName: 'Haddad', username: 'samira', password };
  const { _id: userID } = await users.create.mutate(samira);
  await users.setRole.mutate({ userID, role: 'Supervisor' });
  await users.create.mutate({ firstName: 'Ada', lastName: 'Marsh', username: 'ada', password });
  return { url, passwords: { admin: password, samira: password, ada: password }, stop };
}
