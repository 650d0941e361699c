import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { DatabaseAddressError } from './address.ts';

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

/** The files that libpq names in an address too. */
const files = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;

/**
 * How an address wants its connections encrypted, in the words of libpq (PostgreSQL's documentation, 34.19), and the
 * address without them. The driver alone knows no files, and takes any word it does not know for a mode.
 *
 * Without `sslrootcert` a certificate is checked against the authorities that Node knows.
 *
 * @returns `ssl` as the driver takes it, undefined where the address says nothing of it
 * @throws DatabaseAddressError
 */
export function tlsOf(address: string): { address: string; ssl?: false | 'prefer' | ConnectionOptions } {
  if (!URL.canParse(address)) return { address };
  const url = new URL(address);
  if (!['sslmode', ...Object.keys(files)].some((name) => url.searchParams.has(name))) return { address };
  const take = (name: string) => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value;
  };
  const given = take('sslmode');
  const contents: ConnectionOptions = {};
  const roots = url.searchParams.get('sslrootcert');
  for (const [name, option] of Object.entries(files)) {
    const path = take(name);
    if (path !== null && path !== 'system') contents[option as 'ca'] = contentOf(name, path);
  }
  // Who names a file wants TLS.
  const mode = given ?? (roots === null ? 'require' : 'verify-full');
  if (!isMode(mode))
    throw new DatabaseAddressError(`DATABASE_URL has the sslmode ${mode}; give one of ${modes.join(', ')}.`);
  return { address: url.href, ssl: optionsOf(mode, contents, roots !== null) };
}

const isMode = (word: string): word is Mode => modes.some((mode) => mode === word);

function optionsOf(mode: Mode, contents: ConnectionOptions, hasRoots: boolean) {
  if (mode === 'disable') return false;
  // These two mean that encryption does not matter.
  if (mode === 'allow' || mode === 'prefer') return 'prefer';
  if (mode === 'require' && !hasRoots) return { ...contents, rejectUnauthorized: false };
  const verified = { ...contents, rejectUnauthorized: true };
  return mode === 'verify-full' ? verified : { ...verified, checkServerIdentity: () => undefined };
}

function contentOf(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new DatabaseAddressError(`The ${name} ${path} in DATABASE_URL cannot be read (${reason}).`);
  }
}
