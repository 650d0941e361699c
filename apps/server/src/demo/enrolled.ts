import { randomUUID } from 'node:crypto';
import { base32, sha256, type Tokens } from '@daybook/api';
import { type Database, factors, type Scope, sessions } from '@daybook/domain/server';

/** That of RFC 6238's examples: whoever reads this can compute its codes. */
const secret = Buffer.from('12345678901234567890');

/** Gives somebody of the demo an authenticator app, by a session of their own. @returns the key for the app */
export async function enrol(db: Database, tokens: Tokens, username: string): Promise<string> {
  const account = await sessions.account(db, username);
  if (!account) throw new Error(`The demo has no ${username}.`);
  const { _id: userId, accessLevel: role, passwordHash: verifiedHash } = account;
  const sessionId = sessions.newId();
  await sessions.open(db, {
    id: sessionId,
    userId,
    verifiedHash,
    refreshHash: sha256(randomUUID()),
    deviceHash: sha256(randomUUID()),
    hasSecondFactor: false,
    lifetimeSeconds: 60,
    userAgent: '',
    address: '',
  });
  const actor = { id: userId, sessionId, role, timeZone: undefined };
  const scope: Scope = { db, actor, timeZone: 'UTC', businessTimeZone: 'UTC' };
  const id = sessions.newId();
  await factors.addTotp(scope, { id, name: 'Phone', secret: tokens.seal(secret.toString('base64url'), id) });
  // Recovery codes that nobody knows.
  await factors.confirmTotp(
    scope,
    id,
    0,
    Array.from({ length: 10 }, () => sha256(randomUUID())),
  );
  await sessions.leave(scope);
  return base32(secret);
}
