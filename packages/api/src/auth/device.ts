import { randomBytes } from 'node:crypto';
import { devices } from '@daybook/domain/server';
import type { Context } from '../context.ts';
import { sha256 } from './tokens.ts';

/** The browser of a log-in, by the cookie that outlives its sessions. */
export interface Device {
  /** Of the cookie after a success: 256 random bits. */
  readonly value: string;
  readonly hash: string;
  /** Has it logged in to this account before? */
  readonly isKnown: boolean;
}

/** A cookie that any account knows is kept, so that people who share a browser do not take it from one another. */
export async function deviceOf(ctx: Pick<Context, 'db' | 'cookies'>, username: string): Promise<Device> {
  const sent = ctx.cookies.device();
  if (sent !== undefined) {
    const hash = sha256(sent);
    const known = await devices.find(ctx.db, hash, username);
    if (known !== 'unknown') return { value: sent, hash, isKnown: known === 'this account' };
  }
  const value = randomBytes(32).toString('base64url');
  return { value, hash: sha256(value), isKnown: false };
}
