import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const password = 'correct horse battery';

export interface Server {
  readonly url: string;
  /** Passwords by username: admin (Administrator), samira (Supervisor), ada (User). */
  readonly passwords: Readonly<Record<'admin' | 'samira' | 'ada', string>>;
}

/** What it prints until it is ready. */
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

/** The server of `npm run demo` on a database of its own. */
export async function startServer(): Promise<Server & { readonly stop: () => Promise<void> }> {
  const { CHROMIUM: _, ...environment } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'daybook-e2e-'));
  const server = spawn(process.execPath, ['apps/server/src/demo/main.ts'], {
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
  const url = /is ready at (\S+)/.exec(output)?.[1] ?? '';
  const demo = /password (\S+)/.exec(output)?.[1] ?? '';
  return {
    url,
    passwords: { admin: password, samira: demo, ada: demo },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
