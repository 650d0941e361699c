import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migrate } from '@daybook/domain/server';
import { startEmbedded } from '../../src/embedded/embedded.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));
export const root = fileURLToPath(new URL('../../../..', import.meta.url));
// As `npm start` has it.
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compile');
export const administrator = { username: 'admin', password: 'correct horse battery' };

const parentWatch = `--import=${new URL('../../../../scripts/parent-watch.mjs', import.meta.url)}`;

/** Starts Node with these arguments. It stops when this process ends, also if that is killed. */
export const startNode = (args: readonly string[], options: SpawnOptions = {}): ChildProcess =>
  spawn(process.execPath, [parentWatch, ...args], { ...options, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });

type Settings = Readonly<Record<string, string>>;

/** How a command ended. */
interface Outcome {
  /** Its exit code, or the name of the signal that ended it. */
  readonly ended: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** What runs at the test's end is killed, and its folder goes. */
export interface Workplace {
  readonly folder: string;
  /** A command of the server's own, such as `backup`. */
  command(name: string, args: readonly string[], settings: Settings): Running;
  /** Any program. */
  run(program: string, args: readonly string[], settings: Settings): Running;
  /** The service on `dataDir`, ready. */
  service(dataDir: string): Promise<RunningService>;
  clear(): void;
}

interface Running {
  readonly child: ChildProcess;
  readonly done: Promise<Outcome>;
}

export interface RunningService extends Running {
  readonly url: string;
  /** As the Administrator. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Answered }>;
  /** All pages of a list. */
  list(path: string): Promise<Row[]>;
  logIn(): Promise<number>;
  stop(): Promise<Outcome>;
}

type Row = Readonly<Record<string, string>>;
type Answered = { data: Row[] & { accessToken: string }; nextCursor?: string };

/** A line of the log. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** @throws where a line is not JSON */
export const logLines = (output: string): LogLine[] =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

export function workplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-commands-'));
  // What is killed may leave the folder of a socket.
  const TMPDIR = join(folder, 'tmp');
  mkdirSync(TMPDIR);
  const children: ChildProcess[] = [];
  const optionsFor = (settings: Settings) => {
    const { PATH = '', HOME = '' } = process.env;
    return { cwd: folder, env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...settings } };
  };
  const running = (child: ChildProcess): Running => {
    children.push(child);
    let [stdout, stderr] = ['', ''];
    child.stdout?.on('data', (text) => {
      stdout += text;
    });
    child.stderr?.on('data', (text) => {
      stderr += text;
    });
    const done = once(child, 'close').then(([code, signal]) => ({ ended: code ?? signal, stdout, stderr }));
    return { child, done };
  };
  const command: Workplace['command'] = (name, args, settings) =>
    running(startNode([join(built, `${name}.js`), ...args], optionsFor(settings)));
  return {
    folder,
    run: (program, args, settings) => running(spawn(program, args, optionsFor(settings))),
    command,
    async service(dataDir) {
      const settings = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT: 'off' };
      const { username: ADMIN_USERNAME, password: ADMIN_PASSWORD } = administrator;
      const service = command('main', [], { ...settings, ADMIN_USERNAME, ADMIN_PASSWORD });
      return client(service, await addressOf(service));
    },
    clear() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Where it listens, once it is ready. */
export async function addressOf({ child, done }: Running): Promise<string> {
  const found = Promise.withResolvers<string>();
  let said = '';
  child.stdout?.on('data', (text) => {
    said += text;
    const [, url] = /ready at (\S+)/.exec(said) ?? [];
    if (url) found.resolve(url);
  });
  done.then(({ stderr }) => found.reject(new Error(`the service does not start: ${stderr}`)));
  return found.promise;
}

async function client(running: Running, url: string): Promise<RunningService> {
  let token = '';
  const call: RunningService['call'] = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answered };
  };
  const logIn = async () => {
    const { status, body } = await call('POST', '/auth', administrator);
    token = body.data?.accessToken ?? '';
    return status;
  };
  await logIn();
  return {
    ...running,
    url,
    call,
    logIn,
    async list(path) {
      const rows: Row[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await call('GET', `${path}?limit=1000${cursor}`);
        rows.push(...body.data);
        if (!body.nextCursor) return rows;
        cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
      }
    },
    stop() {
      running.child.kill('SIGINT');
      return running.done;
    },
  };
}

/**
 * Makes `folder` a data directory with a migrated database and no account. Its original is made once for all test files,
 * in the temporary folder of the run: a first start takes seconds of CPU.
 */
export async function makeDataDirectory(folder: string): Promise<void> {
  const original = join(tmpdir(), 'data-directory');
  if (isFirst(`${original}.claimed`)) {
    const embedded = await startEmbedded({ dataDir: `${original}.new` });
    await migrate(embedded.connection).finally(() => embedded.stop());
    renameSync(`${original}.new`, original);
  }
  while (!existsSync(original)) await wait(50);
  cpSync(original, folder, { recursive: true });
}

function isFirst(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch {
    return false;
  }
}
