import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EmbeddedError } from '../errors.ts';
import { fullDiskError } from './disk.ts';
import { giveTo, preparePrograms, type User } from './programs.ts';

/**
 * Runs a program until standard input ends, which it does with the service, however that ends. Then it is asked to stop,
 * PostgreSQL by a fast shutdown. Signals to everybody are for the service to answer.
 */
const supervisor = `
trap '' HUP INT TERM
trap 'rm -rf "$FOLDER"' EXIT
# What removes old files from temporary folders leaves one that is locked.
exec 3<&0 4<"$FOLDER"
flock -s 4 2>/dev/null
DYLD_LIBRARY_PATH=$LIBRARIES LD_LIBRARY_PATH=$LIBRARIES "$@" </dev/null 3<&- &
program=$!
# One that has only just begun ignores the signal.
{ read -r _ <&3 || while kill -INT "$program" 2>/dev/null; do sleep 1 2>/dev/null; done; } &
reader=$!
wait "$program"
status=$?
kill -KILL "$reader" 2>/dev/null
exit "$status"`;

/** Commits wait for the disk, as PostgreSQL's own settings say. These spare memory. */
const settings = [
  ...['listen_addresses=', 'unix_socket_directories=.', 'max_connections=100', 'shared_buffers=32MB'],
  ...['min_wal_size=32MB', 'max_wal_size=64MB', 'checkpoint_warning=0', 'log_checkpoints=off'],
  // For the temporary slot of a backup.
  ...['wal_level=replica', 'max_wal_senders=0', 'max_slot_wal_keep_size=1GB'],
  ...['io_method=sync', 'autovacuum_max_workers=1', 'max_logical_replication_workers=0', 'jit=off'],
  // No statements, which have values of records.
  ...['log_min_messages=log', 'log_min_error_statement=panic', 'log_line_prefix=', 'lc_messages=C'],
];

const initdbFlags = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];

const milliseconds = { poll: 50, unlink: 2000, previous: 60_000 };

/** The end of what a program has printed: why it ended. */
class Output {
  text = '';
  readonly #fatal = /^.*\b(?:FATAL|PANIC): .*$/gm;

  constructor({ stderr }: ChildProcess) {
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.text = (this.text + text).slice(-5000);
    });
  }

  /** In one line. */
  reason(code: number | null): string {
    const [line] = [this.text.match(this.#fatal)?.at(-1), this.text.trim().split('\n').at(-1)].filter(
      Boolean,
    );
    if (code === 126 || code === 127)
      return `the programs of PostgreSQL do not run on this machine (${line}): set DATABASE_URL to a PostgreSQL`;
    return line ?? `exit code ${code}`;
  }
}

/** Runs one of PostgreSQL's programs in a folder of that user's. */
function run(user: User | undefined, folder: string, program: string, args: readonly string[]): ChildProcess {
  giveTo(user, folder);
  // A copy may be open to others, which PostgreSQL refuses.
  if (statSync(folder).mode & 0o077) chmodSync(folder, 0o700);
  const { bin, libraries, folder: temporary } = preparePrograms(user);
  // The user may not enter the folders above; but a process may stay where root has put it.
  // biome-ignore lint/style/noProcessEnv: where the shell finds its tools
  const { PATH } = process.env;
  const data = user ? '/proc/self/cwd' : folder;
  return spawn('/bin/sh', ['-c', supervisor, 'sh', join(bin, program), '-D', data, ...args], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { PATH, LC_ALL: 'C', TZ: 'UTC', FOLDER: temporary, LIBRARIES: libraries },
  });
}

const failure = (folder: string, output: Output, code: number | null, verb: string) =>
  new EmbeddedError(
    `the embedded database ${verb}: ${fullDiskError(dirname(folder)) ?? output.reason(code)}`,
  );

/** Makes a new database in an empty folder. It is not synced to disk. */
export async function createCluster(user: User | undefined, folder: string): Promise<void> {
  const child = run(user, folder, 'initdb', initdbFlags);
  const output = new Output(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw failure(folder, output, code, 'cannot be made');
}

/**
 * Starts PostgreSQL.
 * @param onExit called if it ends by itself
 * @returns shuts it down; may be called twice
 */
export async function startServer(
  user: User | undefined,
  folder: string,
  onExit: (error: EmbeddedError) => void,
): Promise<() => Promise<void>> {
  await previousEnd(folder);
  const child = run(
    user,
    folder,
    'postgres',
    settings.flatMap((setting) => ['-c', setting]),
  );
  const output = new Output(child);
  let state: 'starting' | 'running' | 'stopping' = 'starting';
  const ready = Promise.withResolvers<void>();
  child.stderr?.on('data', () => {
    if (state !== 'starting' || !output.text.includes('ready to accept connections')) return;
    state = 'running';
    ready.resolve();
  });
  child.once('error', ({ message }) =>
    ready.reject(new EmbeddedError(`the embedded database does not start: ${message}`)),
  );
  const ended = new Promise<void>((resolve) =>
    child.once('close', (code) => {
      ready.reject(failure(folder, output, code, 'does not start'));
      if (state === 'running') onExit(failure(folder, output, code, 'has stopped'));
      resolve();
    }),
  );
  await ready.promise;
  return () => {
    state = 'stopping';
    child.stdin?.end();
    return ended;
  };
}

/**
 * Waits until the server of a process that was killed has ended, and removes what one leaves that was killed itself: in a
 * container its number may soon be another process's, for which PostgreSQL would refuse to start.
 */
async function previousEnd(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  const since = performance.now();
  for (let silentSince = since; isAlive(pidFile); await wait(milliseconds.poll)) {
    const now = performance.now();
    if (await answers(folder)) silentSince = now;
    else if (now - silentSince > milliseconds.unlink) break;
    if (now - since > milliseconds.previous)
      throw new EmbeddedError(
        `the embedded database does not start: that of an earlier start still runs in ${folder}`,
      );
  }
  for (const file of [pidFile, join(folder, SOCKET), join(folder, `${SOCKET}.lock`)])
    rmSync(file, { force: true });
}

function isAlive(pidFile: string): boolean {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function answers(folder: string): Promise<boolean> {
  const socket = connect(shortPath(join(folder, SOCKET)));
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** PostgreSQL's name for its socket, which is in the folder of its data. */
export const SOCKET = '.s.PGSQL.5432';

/** The kernel's limit for the path of a Unix socket (sun_path without its NUL). */
const MAX_PATH_BYTES = 107;

const links = new Map<string, string>();

/** A path that is not too long for a socket: if it is, by way of a symbolic link that is removed when the process ends. */
export function shortPath(socket: string): string {
  if (Buffer.byteLength(socket) <= MAX_PATH_BYTES) return socket;
  const folder = dirname(socket);
  const link = links.get(folder) ?? linkTo(folder);
  links.set(folder, link);
  return join(link, basename(socket));
}

function linkTo(folder: string): string {
  const base = Buffer.byteLength(tmpdir()) <= 70 ? tmpdir() : '/tmp';
  const place = mkdtempSync(join(base, 'daybook-'));
  process.once('exit', () => rmSync(place, { recursive: true, force: true }));
  const link = join(place, 'data');
  symlinkSync(folder, link);
  return link;
}
