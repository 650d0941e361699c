import { createHmac } from 'node:crypto';
import type { Env } from '../env.ts';
import { presentSecret } from '../secrets.ts';

/** Tells one secret from another, and nothing else about it. */
const fingerprintOf = (secret: Uint8Array) =>
  createHmac('sha256', secret).update('daybook backup').digest('hex').slice(0, 16);

/** Of the secret under which the service on this folder keeps what it encrypts; undefined where it is not known here. */
export function fingerprint(env: Env): string | undefined {
  const secret = presentSecret(env);
  return secret && fingerprintOf(secret);
}

/** What the operator has to know of the secret of a backup that was made. */
export const formatNeeded = (needed: string | undefined): string =>
  needed === undefined
    ? 'It does not say which JWT_SECRET it needs: set the one of the service for this command too'
    : `It needs the JWT_SECRET with the fingerprint ${needed}, which is not in the file`;

/** What is lost where a restored backup needs another secret than those that are set; undefined where nothing is. */
export function formatMissing(needed: string | undefined, env: Env): string | undefined {
  const previous = env.jwtSecretPrevious;
  const known = [
    fingerprint(env),
    previous === undefined ? undefined : fingerprintOf(new TextEncoder().encode(previous)),
  ].filter((one) => one !== undefined);
  if (needed === undefined || known.includes(needed)) return undefined;
  return [
    `It needs the JWT_SECRET with the fingerprint ${needed}, but here is ${known.join(' and ') || 'none yet'}:`,
    'set that one as JWT_SECRET or JWT_SECRET_PREVIOUS before you start the service. Otherwise authenticator apps stop working,',
    'and sessions, tokens and calendar addresses end',
  ].join(' ');
}
