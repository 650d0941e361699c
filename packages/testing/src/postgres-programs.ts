import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnPath } from './machine.ts';

/** A new folder for a PostgreSQL server of this machine's programs. */
export interface PostgresFolder {
  readonly data: string;
  /** Runs a program on the data directory. @throws where it fails */
  run(program: string, ...args: string[]): Promise<void>;
  /** The same while nothing else happens: for what ends the process. */
  runSync(program: string, ...args: string[]): void;
  /** Starts the server. @param wrap the command that runs this one */
  serve(port: number, settings: readonly string[], wrap?: Wrap): ChildProcess;
  remove(): void;
}

type Command = [program: string, ...args: string[]];
type Wrap = (...command: Command) => Command;

interface User {
  readonly uid: number;
  readonly gid: number;
}

export const initdbFlags = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'] as const;

/** The folder of the newest server's programs; undefined where none are installed. */
export function postgresPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((name) => join(root, name, 'bin'));
  if (isOnPath('pg_config'))
    folders.push(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim());
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** The user that PostgreSQL runs as, since it refuses root; undefined where there is none. */
export function postgresUser(): User | undefined {
  const { getuid, getgid } = process;
  if (getuid === undefined || getgid === undefined) return undefined;
  if (getuid() !== 0) return { uid: getuid(), gid: getgid() };
  for (const user of ['postgres', 'nobody'])
    try {
      const number = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: 'pipe' }));
      return { uid: number('-u'), gid: number('-g') };
    } catch {
      // no such user
    }
  return undefined;
}

/** Its data directory does not exist yet: initdb or pg_basebackup makes it. */
export function makePostgresFolder(bin: string, user: User, prefix: string): PostgresFolder {
  const path = mkdtempSync(join(tmpdir(), prefix));
  chownSync(path, user.uid, user.gid);
  const data = join(path, 'data');
  const options = { ...user, cwd: path, stdio: 'ignore' } as const;
  return {
    data,
    async run(program, ...args) {
      const child = spawn(join(bin, program), ['-D', data, ...args], options);
      const [code, signal] = await once(child, 'exit');
      if (code !== 0) throw new Error(`${program} ended with ${code ?? signal}`);
    },
    runSync: (program, ...args) => execFileSync(join(bin, program), ['-D', data, ...args], options),
    serve(port, settings, wrap = (...command) => command) {
      const flags = ['-D', data, '-p', String(port), '-k', path];
      const assigned = ['listen_addresses=127.0.0.1', ...settings].flatMap((setting) => ['-c', setting]);
      const [program, ...args] = wrap(join(bin, 'postgres'), ...flags, ...assigned);
      return spawn(program, args, options);
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
