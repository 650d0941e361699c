import { createHmac } from 'node:crypto';
import { secret } from './service.ts';

type Json = Readonly<Record<string, unknown>>;

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Makes any token at all; with the service's own key and header unless told otherwise. */
export function forge(
  payload: unknown,
  header: Json = {},
  { key = secret, hash = 'sha256' }: { key?: Uint8Array; hash?: string } = {},
): string {
  const content = `${encode({ alg: 'HS256', typ: 'at+jwt', ...header })}.${encode(payload)}`;
  return `${content}.${createHmac(hash, key).update(content).digest('base64url')}`;
}

export const claimsOf = (token: string): Json =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
