import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeExit } from '@daybook/testing/before-exit';
import { freePort, serverFlags } from '@daybook/testing/machine';
import { send } from './client.ts';
import type { RigContext } from './rig.ts';

const entry = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
export const administrator = { username: 'admin', password: 'correct horse battery' };
// One folder below is the version of Node.
const cache = getCompileCacheDir();
/** As `npm start` gives it. */
export const compileCache = cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {};
// Two instances of a rig share it.
const secret = randomBytes(48).toString('base64');

/** The real service in a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** What it has written so far, to both streams. */
  output(): string;
  /** The messages of its whole lines so far. */
  messages(): string[];
  /** Milliseconds until it said that it is ready. @throws if it ends before */
  ready(): Promise<number>;
  /** Of the first Administrator. */
  logIn(): Promise<string>;
  /** Its exit code, or the name of the signal that ended it; undefined while it runs. */
  ended(): number | string | undefined;
  /** @returns what ended() gives */
  end(signal: NodeJS.Signals): Promise<number | string | undefined>;
}

export type Settings = Record<string, string>;

/** A folder that goes with the rig. */
export function temporaryFolder(context: RigContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  // Not synchronously: other rigs run in this process at the same time, and a version with its packages has thousands of files.
  context.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/**
 * Starts it as `npm start` does. It ends with the rig.
 * @param program the main module of another version
 */
export async function startServer(
  context: RigContext,
  settings: Settings,
  program: string = entry,
): Promise<Server> {
  const dataDir = settings.DATA_DIR ?? temporaryFolder(context);
  const port = settings.PORT ?? String(await freePort());
  const env = {
    ...compileCache,
    HOST: '127.0.0.1',
    PORT: port,
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    TIME_ZONE: 'UTC',
    JWT_SECRET: secret,
    ADMIN_USERNAME: administrator.username,
    ADMIN_PASSWORD: administrator.password,
    ...settings,
    DATA_DIR: dataDir,
  };
  const begin = performance.now();
  const child = spawn(process.execPath, [...serverFlags, program], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const isReady = new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (/Daybook is ready at /.test(output)) resolve(performance.now() - begin);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => reject(new Error(`the server ended: ${output}`)));
  });
  isReady.catch(() => {});
  const ended = () => child.exitCode ?? child.signalCode ?? undefined;
  const cancelCleanup = beforeExit(() => child.kill('SIGKILL'));
  const end = async (signal: NodeJS.Signals) => {
    if (ended() === undefined) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return ended();
  };
  context.defer(async () => {
    await end('SIGKILL');
    cancelCleanup();
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    pid: child.pid as number,
    dataDir,
    output: () => output,
    messages: () => output.split('\n').slice(0, -1).filter(Boolean).map(messageOf),
    ready: () => isReady,
    logIn: () => logIn(url),
    ended,
    end,
  };
}

/** Of a line of JSON; a version before this one also writes lines that are none, and so does Node. */
const messageOf = (line: string): string => (line.startsWith('{"level"') ? JSON.parse(line).msg : line);

async function logIn(url: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const { status, body } = await send(url, { method: 'POST', path: '/auth', body: administrator });
    if (status === 200) return JSON.parse(body).data.accessToken;
    if (attempt === 10) throw new Error(`log-in: ${status} ${body}`);
    await wait(200);
  }
}

/** A service that is ready on a database of its own, and its Administrator's token. */
export async function startOn(context: RigContext, databaseUrl: string | undefined, settings: Settings = {}) {
  const server = await startServer(context, {
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...settings,
  });
  await server.ready();
  return { server, token: await server.logIn() };
}
