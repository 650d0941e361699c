import { randomBytes } from 'node:crypto';
import { type Credentials, DomainError, type Login, type User } from '@daybook/domain';
import { devices, identities, sessions } from '@daybook/domain/server';
import type { Context } from '../context.ts';
import { type Asker, verifyPassword } from './passwords.ts';
import { requireCode } from './second-factor.ts';
import { clientNetwork, throttled } from './throttle.ts';
import { sha256 } from './tokens.ts';

/** Seconds a session lasts after the last renewal. */
const sessionLifetime = 30 * 24 * 60 * 60;
/** Seconds for which a browser that does not log in is remembered. */
const deviceLifetime = 365 * 24 * 60 * 60;

const answer = async ({ tokens }: Context, sessionId: string, user: User): Promise<Login> => ({
  accessToken: await tokens.access(user._id, sessionId),
  tokenType: 'Bearer',
  expiresIn: tokens.lifetime,
  user,
});

/**
 * Opens a session of an account, if it is active and its password still the one that was read. What was proven before that is up
 * to the caller.
 */
export async function openSession(
  ctx: Context,
  { passwordHash: _, epoch, ...user }: sessions.Account,
  device: Device,
  { hasSecondFactor }: { readonly hasSecondFactor: boolean },
): Promise<Login | undefined> {
  const id = sessions.newId();
  const [refreshToken] = await ctx.tokens.refresh({ sessionId: id, count: 0 });
  const opened = await sessions.open(ctx.db, {
    id,
    userId: user._id,
    epoch,
    refreshHash: sha256(refreshToken),
    deviceHash: device.hash,
    hasSecondFactor,
    lifetimeSeconds: Math.max(sessionLifetime, ctx.tokens.lifetime),
    userAgent: ctx.caller.userAgent,
    address: ctx.caller.address,
  });
  if (!opened) return undefined;
  ctx.cookies.setRefreshToken(refreshToken, sessionLifetime);
  ctx.cookies.setDevice(device.value, deviceLifetime);
  return answer(ctx, id, user);
}

/**
 * Unknown user, wrong password and deactivated account get the same answer in the same time, whether somebody is enrolled or not:
 * that is looked up once the password is right. A log-in that lacks the code neither counts as a failure nor clears the count.
 * @throws INVALID_CREDENTIALS, SSO_REQUIRED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function logIn(ctx: Context, { username, password, code }: Credentials): Promise<Login> {
  const device = await deviceOf(ctx, username);
  const knownDevice = device.isKnown ? device.hash : undefined;
  const attempt = async () => {
    const account = await sessions.account(ctx.db, username);
    if (account) ctx.identify(account._id);
    const asker: Asker =
      account && device.isKnown
        ? { isKnown: true, client: account._id }
        : { isKnown: false, client: clientNetwork(ctx.caller.address) };
    const matches = await verifyPassword(account?.passwordHash, password, asker);
    if (!account || !matches || !account.active) return undefined;
    await requireProvider(ctx, account._id);
    const hasSecondFactor = await requireCode(ctx, account._id, code, knownDevice);
    return openSession(ctx, account, device, { hasSecondFactor });
  };
  const login = await throttled(ctx, username, attempt, knownDevice);
  if (!login) throw new DomainError('INVALID_CREDENTIALS', 'The username or the password is wrong.');
  return login;
}

/** After whatever else opens an account has been proven: some log in at the provider alone. @throws SSO_REQUIRED */
export async function requireProvider(
  { db, sso }: Pick<Context, 'db' | 'sso'>,
  userId: string,
): Promise<void> {
  if (!sso || !(await identities.isOnlyWay(db, userId, sso))) return;
  throw new DomainError(
    'SSO_REQUIRED',
    `This account logs in with ${sso.name}: choose that on the log-in page.`,
  );
}

/** Renews the access token with the refresh cookie. @throws UNAUTHENTICATED, FORBIDDEN */
export async function renew(ctx: Context): Promise<Login> {
  const cookie = ctx.cookies.refreshToken();
  const claims = cookie === undefined ? undefined : await ctx.tokens.refreshClaims(cookie);
  if (cookie !== undefined && claims) {
    const { sessionId, count } = claims;
    const next = await ctx.tokens.refresh({ sessionId, count: count + 1 });
    const hashes = next.map(sha256);
    const renewal = await sessions.refresh(
      ctx.db,
      { sessionId, hash: sha256(cookie) },
      { hashes, lifetimeSeconds: Math.max(sessionLifetime, ctx.tokens.lifetime) },
    );
    if (renewal) {
      ctx.identify(renewal.user._id);
      ctx.cookies.setRefreshToken(next[hashes.indexOf(renewal.hash)] ?? cookie, sessionLifetime);
      return answer(ctx, sessionId, renewal.user);
    }
  }
  ctx.cookies.clearRefreshToken();
  throw new DomainError('UNAUTHENTICATED', 'The session has ended: log in again.');
}

/** The browser of a log-in, by the cookie that outlives its sessions. */
interface Device {
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
