import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** DATA_DIR, or a file in it, cannot be used; the message says how to correct it. */
export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError';
}

const STICKY = 0o1000;
const MIN_SECRET_BYTES = 32;
// Words in the secrets of README files and tutorials; practically never part of random text.
const SAMPLE_WORDS =
  /change(me|this|it)|replace(me|this|it|with)|secret|passw|example|sample|placeholder|insecure|default|keyboardcat|12345678|abcdefgh/;

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** With those above it. mkdir's `recursive` never ends in /proc, where a folder is there and takes none. */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error;
  }
}

/**
 * The folder for everything the service keeps, made if it is missing, open to its owner only.
 *
 * @returns the same path, absolute
 * @throws {DataDirectoryError} if it is no folder, cannot be written, or is not a folder of its own
 */
export function dataDirectory(path: string): string {
  const folder = resolve(path);
  try {
    makeFolder(folder);
    const { uid, mode } = statSync(folder);
    if (folder === dirname(folder) || folder === homedir() || mode & STICKY) {
      throw new DataDirectoryError(
        `DATA_DIR ${folder} is used for other things; set it to a folder of its own`,
      );
    }
    if (uid === process.getuid?.() && (mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error;
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new DataDirectoryError(
      `DATA_DIR ${folder} cannot be written (${reason}); give this user write access or set DATA_DIR elsewhere`,
    );
  }
  return folder;
}

interface SecretSource {
  readonly jwtSecret?: string | undefined;
  readonly dataDir: string;
}

const secretFile = (dataDir: string) => join(dataDir, 'jwt-secret');

/** What {@link jwtSecret} gives, if it has been made. */
export const presentSecret = ({ jwtSecret, dataDir }: SecretSource): Uint8Array | undefined =>
  jwtSecret === undefined ? readSecret(secretFile(resolve(dataDir))) : new TextEncoder().encode(jwtSecret);

/**
 * The key of the access tokens: JWT_SECRET as it is, else 48 random bytes (as 64 characters of base64url), made
 * once and kept in `jwt-secret`, which every process on the same folder then shares.
 */
export function jwtSecret(env: SecretSource): Uint8Array {
  if (env.jwtSecret !== undefined) return new TextEncoder().encode(env.jwtSecret);
  const file = secretFile(dataDirectory(env.dataDir));
  const secret = readSecret(file) ?? createSecret(file);
  if (secret.length < MIN_SECRET_BYTES) {
    throw new DataDirectoryError(`${file} is damaged; remove it (all users then have to log in again)`);
  }
  return secret;
}

/** Why a JWT_SECRET is too weak, as the end of a sentence; undefined if it is not. */
export function secretWeakness(secret: string | undefined): string | undefined {
  if (!secret) return 'is not set';
  const bytes = Buffer.byteLength(secret);
  if (SAMPLE_WORDS.test(secret.toLowerCase().replace(/[^a-z0-9]/g, ''))) return 'is a publicly known sample';
  if (bytes < MIN_SECRET_BYTES) return `has ${bytes} bytes`;
  if (new Set(secret).size < 6 || /^(.{1,16}?)\1+$/s.test(secret)) return 'is a repeated pattern';
  return undefined;
}

const passwordFile = (dataDir: string) => join(resolve(dataDir), 'initial-admin-password');

/** The file that `writeAdminPassword` wrote, if it is there. */
export function adminPasswordFile(
  dataDir: string,
): { readonly username: string; readonly remove: () => void } | undefined {
  const path = passwordFile(dataDir);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const username = /^username: (.+)$/m.exec(text)?.[1];
  return username === undefined ? undefined : { username, remove: () => rmSync(path, { force: true }) };
}

/**
 * Writes the first Administrator's password where only the owner of the folder can read it.
 *
 * @returns the path of the file
 */
export function writeAdminPassword(dataDir: string, username: string, password: string): string {
  dataDirectory(dataDir);
  const file = passwordFile(dataDir);
  renameSync(writeTemporaryFile(file, `username: ${username}\npassword: ${password}\n`), file);
  return file;
}

function readSecret(file: string): Uint8Array | undefined {
  try {
    return new TextEncoder().encode(readFileSync(file, 'utf8').trim());
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function createSecret(file: string): Uint8Array {
  const temporaryFile = writeTemporaryFile(file, `${randomBytes(48).toString('base64url')}\n`);
  try {
    // Unlike a rename, a link does not replace a file: of two processes that start, the second reads the first one's.
    linkSync(temporaryFile, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
  return readSecret(file) ?? new Uint8Array();
}

/** The complete file under a temporary name, synced to disk before it gets its own. */
function writeTemporaryFile(file: string, text: string): string {
  const temporaryFile = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = openSync(temporaryFile, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return temporaryFile;
}
