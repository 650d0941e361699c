import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError, type FactorMethod, fold, invalid, type RecoveryCodes } from '@daybook/domain';
import { factors, type Scope, sessions, users } from '@daybook/domain/server';
import type { Context } from '../context.ts';
import { own } from '../trpc.ts';
import { verifyPassword } from './passwords.ts';
import { throttled, throttledCode } from './throttle.ts';
import { sha256 } from './tokens.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648, section 6). */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives.map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

const DIGITS = 6;
/** Seconds of a time step, and how many steps a clock may be off. */
const STEP = 30;
const DRIFT = 1;

const stepAt = (milliseconds: number): number => Math.floor(milliseconds / 1000 / STEP);

/** The code of a time step (RFC 6238 with SHA-1, RFC 4226 section 5.3). */
export function totp(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The latest step near this moment whose code it is. */
export function stepOf(secret: Uint8Array, code: string, milliseconds: number): number | undefined {
  const now = stepAt(milliseconds);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, n) => now - DRIFT + n);
  return steps.findLast((step) => timingSafeEqual(Buffer.from(totp(secret, step)), Buffer.from(code)));
}

/** A code as people type it: digits of any script, with spaces and dashes, small letters. */
const plain = (typed: string) => fold(typed).replace(/[\s-]/g, '');

const isTotp = (code: string) => /^\d{6}$/.test(code);

/** The form in which a recovery code is stored. Digits that no code has are letters that look alike. */
const recoveryHash = (typed: string) =>
  sha256(plain(typed).toUpperCase().replace(/0/g, 'O').replace(/1/g, 'I').replace(/8/g, 'B'));

/** Bytes of a secret, as RFC 4226 recommends, and of a recovery code. */
const SECRET = 20;
const RECOVERY = 16;

/** Ten codes of 26 letters and digits in groups, and what of them is stored. */
export function newRecoveryCodes() {
  const codes = Array.from({ length: 10 }, () =>
    base32(randomBytes(RECOVERY)).replace(/.{5}(?=.{5})/g, '$&-'),
  );
  return { codes, hashes: codes.map(recoveryHash) };
}

type Checking = Pick<Context, 'db' | 'tokens' | 'principal' | 'caller' | 'settings' | 'limited'>;

/** Uses a code, once: says whether it was right. */
async function use({ db, tokens }: Checking, userId: string, typed: string): Promise<boolean> {
  const code = plain(typed);
  if (!isTotp(code)) return factors.useRecoveryCode(db, userId, recoveryHash(typed));
  for (const { id, secret: sealed } of await factors.secrets(db, userId)) {
    const secret = tokens.open(sealed, id);
    const step = secret && stepOf(Buffer.from(secret, 'base64url'), code, Date.now());
    if (step && (await factors.useStep(db, id, step))) return true;
  }
  return false;
}

/**
 * Uses a code of an authenticator app or a recovery code: says whether it was right.
 * @param device the hash of one that the account knows, where nobody is logged in
 * @throws TOO_MANY_REQUESTS after wrong ones
 */
async function verifyCode(ctx: Checking, userId: string, code: string, device?: string): Promise<boolean> {
  const apart = ctx.principal?.id === userId ? ctx.principal.sessionId : device;
  const used = await throttledCode(ctx, userId, apart, async () =>
    (await use(ctx, userId, code)) ? true : undefined,
  );
  return used ?? false;
}

const required = (methods: readonly FactorMethod[]) =>
  new DomainError(
    'SECOND_FACTOR_REQUIRED',
    'Send a code of your authenticator app, or a recovery code, as `code` too; or use your passkey, if you have one.',
    { methods },
  );

/** The time helps whose phone has a wrong clock. */
const wrongCode = (methods?: readonly FactorMethod[]) =>
  new DomainError(
    'SECOND_FACTOR_WRONG',
    `The code is wrong, or was used already. Codes are made from the time, which is ${new Date().toISOString().slice(0, 19)}Z here: compare the clock of your phone.`,
    { methods },
  );

/**
 * Lets nobody enrolled pass without a code: says whether one was used.
 * @throws SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function requireCode(
  ctx: Checking,
  userId: string,
  code: string | undefined,
  device?: string,
): Promise<boolean> {
  const methods = await factors.methods(ctx.db, userId);
  if (methods.length === 0) return false;
  if (!code) throw required(methods);
  if (!(await verifyCode(ctx, userId, code, device))) throw wrongCode(methods);
  return true;
}

type Asking = Context & { readonly scope: Scope };

/**
 * The caller's own password, counted for their session alone, for what `use` does with its hash.
 * @param use false: the account has another password by now
 * @param field by which it was sent
 * @throws VALIDATION for a wrong password, UNAUTHENTICATED, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function requirePassword(
  ctx: Asking,
  password: string,
  use: (hash: string) => Promise<boolean> = async () => true,
  field = 'password',
): Promise<void> {
  const { scope } = ctx;
  const { id } = scope.actor;
  const { username } = await own(users.get(scope, id));
  const compare = async () => {
    const hash = await own(sessions.passwordHash(scope));
    const matches = await verifyPassword(hash, password, { isKnown: true, client: id });
    return matches && (await use(hash)) ? true : undefined;
  };
  const used = await throttled(ctx, username, compare, scope.actor.sessionId);
  if (!used) throw invalid('VALIDATION', [field], 'wrong_password');
}

/** Begins an authenticator app: it counts once {@link confirmTotp} has a code of it. @throws VALIDATION, TOO_MANY_REQUESTS, NOT_FOUND */
export async function addTotp(
  ctx: Asking,
  { password, name }: { readonly password: string; readonly name: string },
) {
  await requirePassword(ctx, password);
  const { username } = await users.get(ctx.scope, ctx.scope.actor.id);
  const id = sessions.newId();
  const bytes = randomBytes(SECRET);
  await factors.addTotp(ctx.scope, { id, name, secret: ctx.tokens.seal(bytes.toString('base64url'), id) });
  const secret = base32(bytes);
  const uri = `otpauth://totp/Daybook:${encodeURIComponent(username)}?secret=${secret}&issuer=Daybook`;
  return { _id: id, secret, uri };
}

/** @throws NOT_FOUND, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS */
export async function confirmTotp(ctx: Asking, factorId: string, typed: string): Promise<RecoveryCodes> {
  const { scope, tokens } = ctx;
  const secret = tokens.open(await factors.unconfirmedSecret(scope, factorId), factorId);
  const step = await throttledCode(ctx, scope.actor.id, scope.actor.sessionId, async () => {
    const code = plain(typed);
    return secret && isTotp(code) ? stepOf(Buffer.from(secret, 'base64url'), code, Date.now()) : undefined;
  });
  if (step === undefined) throw wrongCode();
  const { codes, hashes } = newRecoveryCodes();
  const isFirst = await factors.confirmTotp(scope, factorId, step, hashes);
  return { recoveryCodes: isFirst ? codes : [] };
}
