import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type Assertion,
  DomainError,
  type Login,
  type NewPasskey,
  notFound,
  type OwnPasskeyChallenge,
  type PasskeyChallenge,
  type PasskeyCreate,
  type PasskeyOptions,
} from '@daybook/domain';
import { factors, passkeys, type Scope, type sessions, users } from '@daybook/domain/server';
import type { Context } from '../context.ts';
import { own } from '../trpc.ts';
import { deviceOf, openSession, requireProvider } from './login.ts';
import { isFirstUse } from './once.ts';
import { newRecoveryCodes } from './second-factor.ts';
import { throttledAddress, throttledCode } from './throttle.ts';

type Known = Context & { readonly scope: Scope };

/** Milliseconds for which a challenge counts. */
const LIFETIME = 5 * 60_000;
/** ES256, EdDSA and RS256 (RFC 9053, RFC 8812): one of them every authenticator has. */
const algorithms = [-7, -8, -257];

/** Why a passkey is refused, for the log: the response is the same in every case. */
class Refusal extends Error {
  override readonly name = 'Refusal';
}
const refused = (cause: unknown) =>
  new DomainError(
    'PASSKEY_INVALID',
    'The passkey does not belong to an account here, or was asked for too long ago: try again.',
    { cause },
  );

/** The origin of the front-end, and its domain, to which a browser keeps passkeys. @throws PASSKEY_INVALID for a client that names no host */
function siteOf({ publicUrl }: Pick<Context, 'publicUrl'>) {
  const url = publicUrl('/');
  if (!URL.canParse(url)) throw refused(new Refusal('The request names no host.'));
  const { origin, hostname } = new URL(url);
  return { origin, domain: hostname };
}

// 24 bytes, so that base64url ends with the last one.
const NONCE = 18;
const TIME = 6;
const BODY = ((NONCE + TIME) / 3) * 4;

type Signing = Pick<Context, 'tokens'>;
/** What a challenge is for: logging in, or what the session that asked for it alone does. */
const logIn = 'log in';
const newPasskeyOf = ({ scope }: Known) => `new passkey ${scope.actor.sessionId}`;
const proofOf = ({ scope }: Known) => `proof ${scope.actor.sessionId}`;

const signed = ({ tokens }: Signing, purpose: string, body: string) =>
  tokens.digest(`passkey challenge\0${purpose}\0${body}`);

/** Not stored: it says itself until when it counts, under the service's secret. */
function challengeFor(ctx: Signing, purpose: string): string {
  const time = Buffer.alloc(TIME);
  time.writeUIntBE(Date.now() + LIFETIME, 0, TIME);
  const body = Buffer.concat([randomBytes(NONCE), time]).toString('base64url');
  return body + signed(ctx, purpose, body);
}

function isOurs(ctx: Signing, purpose: string, challenge: string): boolean {
  const body = challenge.slice(0, BODY);
  const [sent, right] = [challenge.slice(BODY), signed(ctx, purpose, body)].map((text) => Buffer.from(text));
  if (!sent || !right || sent.length !== right.length || !timingSafeEqual(sent, right)) return false;
  return Buffer.from(body, 'base64url').readUIntBE(NONCE, TIME) > Date.now();
}

/** A challenge counts once; that is known until long after it has expired. */
async function useUp(ctx: Pick<Context, 'db'>, challenge: string): Promise<void> {
  if (!(await isFirstUse(ctx, `challenge:${challenge.slice(0, BODY)}`, (2 * LIFETIME) / 1000)))
    throw new Refusal('The challenge was used before.');
}

// Loaded at the first use: takes 0.3 s and 27 MB.
const webAuthn = () => import('@simplewebauthn/server');
const webAuthnHelpers = () => import('@simplewebauthn/server/helpers');

/** What is expected of every answer; `expectedChallenge` keeps the challenge that was sent. */
function expectations(ctx: Context, purpose: string) {
  const { origin, domain } = siteOf(ctx);
  const sent = { challenge: '' };
  const expected = {
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: true,
    expectedChallenge: (challenge: string) => {
      sent.challenge = challenge;
      return isOurs(ctx, purpose, challenge);
    },
  };
  return { sent, expected };
}

/** What the library reads of an answer. */
const answerOf = <More extends object>({ id, rawId, type, response }: Answer, more: More) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
  response: { clientDataJSON: response.clientDataJSON, ...more },
});
type Answer = Pick<Assertion, 'id' | 'rawId' | 'type'> & {
  readonly response: { readonly clientDataJSON: string };
};

/** What the library throws is why it does not verify. */
const verified = <Verification>(verify: () => Promise<Verification>): Promise<Verification> =>
  verify().catch((error: unknown) => {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  });
const wrongSignature = () => new Refusal('The signature is wrong.');

/** Options of a new passkey of the caller. @throws VALIDATION for more than 20 factors */
export async function newPasskeyOptions(ctx: Known): Promise<PasskeyOptions> {
  const { scope } = ctx;
  const { domain } = siteOf(ctx);
  await factors.checkRoom(scope);
  const [{ _id, username, fullName }, credentials] = await Promise.all([
    own(users.get(scope, scope.actor.id)),
    passkeys.ownCredentials(scope),
  ]);
  return {
    rp: { id: domain, name: 'Daybook' },
    user: { id: handleOf(_id), name: username, displayName: fullName },
    challenge: challengeFor(ctx, newPasskeyOf(ctx)),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: LIFETIME,
    excludeCredentials: credentials.map(typed),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

const typed = <Named extends object>(credential: Named) => ({ ...credential, type: 'public-key' as const });

const handleOf = (userId: string) => Buffer.from(userId).toString('base64url');

/** Stores a new passkey of the caller. @throws PASSKEY_INVALID, VALIDATION for more than 20 factors, TOO_MANY_REQUESTS */
export async function addPasskey(ctx: Known, { name, response }: PasskeyCreate): Promise<NewPasskey> {
  const { attestationObject, transports = [] } = response.response;
  await factors.checkRoom(ctx.scope);
  try {
    const { sent, expected } = expectations(ctx, newPasskeyOf(ctx));
    const registration = await verified(async () => {
      const { decodeAttestationObject, isoBase64URL } = await webAuthnHelpers();
      const attested = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
      // Nobody asks for certificates of authenticators, and to look at them would fetch what addresses they name.
      if (!['none', 'packed'].includes(attested.get('fmt')) || attested.get('attStmt').get('x5c'))
        throw new Error('It has an attestation, which was not asked for.');
      const { verifyRegistrationResponse } = await webAuthn();
      return verifyRegistrationResponse({
        ...expected,
        response: answerOf(response, { attestationObject }),
        supportedAlgorithmIDs: algorithms,
      });
    });
    if (!registration.verified) throw wrongSignature();
    await useUp(ctx, sent.challenge);
    const { id, publicKey, counter } = registration.registrationInfo.credential;
    const passkey = {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
    };
    const { codes, hashes } = newRecoveryCodes();
    const { isFirst, ...made } = await own(passkeys.create(ctx.scope, name, passkey, hashes));
    return { ...made, ...(isFirst && { recoveryCodes: codes }) };
  } catch (error) {
    throw error instanceof Refusal ? refused(error) : error;
  }
}

function challengeOf(ctx: Context, purpose: string): PasskeyChallenge {
  const { domain } = siteOf(ctx);
  const challenge = challengeFor(ctx, purpose);
  return { challenge, rpId: domain, timeout: LIFETIME, userVerification: 'required' };
}

/** For a log-in of anybody who has a passkey here. */
export const logInChallenge = (ctx: Context): PasskeyChallenge => challengeOf(ctx, logIn);

/** For the caller to show once more who they are. @throws NOT_FOUND where they have no passkey */
export async function proofChallenge(ctx: Known): Promise<OwnPasskeyChallenge> {
  const credentials = await passkeys.ownCredentials(ctx.scope);
  if (credentials.length === 0) throw notFound('factor');
  return { ...challengeOf(ctx, proofOf(ctx)), allowCredentials: credentials.map(typed) };
}

/** Uses a passkey: answers whose it is. @param owner who alone may use it @throws Refusal */
async function prove(
  ctx: Context,
  response: Assertion,
  purpose: string,
  owner?: string,
): Promise<sessions.Account> {
  const found = await passkeys.find(ctx.db, response.id);
  if (!found) throw new Refusal('No active account has this passkey.');
  const { factorId, publicKey, account } = found;
  if (owner !== undefined && account._id !== owner) throw new Refusal('It is of another account.');
  ctx.identify(account._id);
  const { userHandle, authenticatorData, signature } = response.response;
  if (userHandle && userHandle !== handleOf(account._id)) throw new Refusal('It is for another account.');
  const { sent, expected } = expectations(ctx, purpose);
  const authentication = await verified(async () => {
    const { verifyAuthenticationResponse } = await webAuthn();
    // The counter is compared where it is stored.
    const credential = { id: response.id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 };
    const answer = answerOf(response, { authenticatorData, signature });
    return verifyAuthenticationResponse({ ...expected, response: answer, credential });
  });
  if (!authentication.verified) throw wrongSignature();
  await useUp(ctx, sent.challenge);
  if (!(await passkeys.use(ctx.db, factorId, authentication.authenticationInfo.newCounter)))
    throw new Refusal('The counter of the passkey went back: it may have been copied.');
  return account;
}

/** Counts a refusal as a failure; the log has its cause. @throws PASSKEY_INVALID, TOO_MANY_REQUESTS */
async function counted<T>(
  throttle: (use: () => Promise<T | undefined>) => Promise<T | undefined>,
  use: () => Promise<T | undefined>,
): Promise<T> {
  let cause: unknown;
  const result = await throttle(() =>
    use().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      cause = error;
      return undefined;
    }),
  );
  if (result === undefined) throw refused(cause);
  return result;
}

/**
 * Password and second factor in one. Unknown and removed passkeys, and those of accounts that are not active, get the same answer.
 * @throws PASSKEY_INVALID, SSO_REQUIRED, TOO_MANY_REQUESTS
 */
export const logInWithPasskey = (ctx: Context, response: Assertion): Promise<Login> =>
  counted(
    (use) => throttledAddress(ctx, use),
    async () => {
      const account = await prove(ctx, response, logIn);
      await requireProvider(ctx, account._id);
      return openSession(ctx, account, await deviceOf(ctx, account.username), { hasSecondFactor: true });
    },
  );

/** Uses a passkey of the caller's; a wrong one counts as a wrong code does. @throws PASSKEY_INVALID, TOO_MANY_REQUESTS */
export async function requireOwnPasskey(ctx: Known, response: Assertion): Promise<void> {
  const { id, sessionId } = ctx.scope.actor;
  await counted(
    (use) => throttledCode(ctx, id, sessionId, use),
    () => prove(ctx, response, proofOf(ctx), id),
  );
}

/**
 * The same of an account that logs in otherwise, with a challenge of {@link logInChallenge}.
 * @param device the hash of one that the account knows
 * @throws PASSKEY_INVALID, TOO_MANY_REQUESTS
 */
export async function requirePasskeyOf(
  ctx: Context,
  userId: string,
  response: Assertion,
  device?: string,
): Promise<void> {
  await counted(
    (use) => throttledCode(ctx, userId, device, use),
    () => prove(ctx, response, logIn, userId),
  );
}
