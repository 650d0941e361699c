import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

export interface World {
  readonly url: string;
  readonly chromium: string;
  /** Passwords by username: admin (Administrator), samira (Supervisor), ada (User). */
  readonly passwords: Readonly<Record<'admin' | 'samira' | 'ada', string>>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    world: World | undefined;
  }
}

const { CHROMIUM, ...environment } = process.env;
const browsers = [
  CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const password = 'correct horse battery';

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

/** The server of `npm run demo` on a database of its own. Nothing without a Chromium: the tests then say so. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const chromium = browsers.find((path) => path && existsSync(path));
  if (!chromium) {
    process.stdout.write('NO CHROMIUM: the front-end is not tested from end to end. CHROMIUM=/path/to/one\n');
    project.provide('world', undefined);
    return undefined;
  }
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
  project.provide('world', { url, chromium, passwords: { admin: password, samira: demo, ada: demo } });
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}
