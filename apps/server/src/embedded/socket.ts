import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

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
