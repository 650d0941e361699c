import { randomInt } from 'node:crypto';
import { hashPassword } from '@daybook/api';
import { accounts, type Database } from '@daybook/domain/server';
import type { Env } from './env.ts';
import { adminPasswordFile, writeAdminPassword } from './secrets.ts';

const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 23 characters that are hard to confuse: over 128 bits. */
export const randomPassword = (): string =>
  Array.from({ length: 23 }, () => alphabet[randomInt(alphabet.length)]).join('');

/**
 * Creates the first Administrator if there is none: with ADMIN_USERNAME and ADMIN_PASSWORD, else `admin` with a random
 * password, shown on a terminal or else written to a file of mode 0600.
 * @returns what to tell the operator, or undefined when there was nothing to do
 */
export async function ensureAdministrator(
  db: Database,
  env: Env,
  isTerminal: boolean,
): Promise<string | undefined> {
  if ((await accounts.anyAdministrator(db)) !== undefined) {
    await removeOldPassword(db, env.dataDir);
    return undefined;
  }
  const { adminUsername: username = 'admin', adminPassword } = env;
  const password = adminPassword ?? randomPassword();
  if (!(await accounts.createFirst(db, username, await hashPassword(password)))) return undefined;
  if (adminPassword !== undefined) return `Created the first Administrator, ${username}.`;
  if (isTerminal) return `Created the first Administrator: username ${username}, password ${password}`;
  const path = writeAdminPassword(env.dataDir, username, password);
  return `Created the first Administrator, ${username}; its password is in ${path}`;
}

/** Removes the file with the first Administrator's password once that account has another. */
export async function removeOldPassword(db: Database, dataDir: string): Promise<void> {
  const file = adminPasswordFile(dataDir);
  if (file && !(await accounts.hasFirstPassword(db, file.username))) file.remove();
}
