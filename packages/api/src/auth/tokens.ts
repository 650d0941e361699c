import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { toId } from '@daybook/domain';
// The whole of jose is four times as many modules.
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';

const issuer = 'daybook';
const audience = 'daybook';
const algorithm = 'HS256';
const MAX_CACHED = 10_000;
/** Bytes of AES-256-GCM's nonce and tag. */
const NONCE = 12;
const TAG = 16;

interface RefreshClaims {
  readonly sessionId: string;
  /** How often the session's token was exchanged before this one was made. */
  readonly count: number;
}

/** What is made of one secret and an identifier, always the same. */
interface Derived {
  /** The secret part of a calendar's address. */
  calendar(calendarId: string): string;
  /** A personal access token. */
  personal(tokenId: string): string;
  /** A secret of a webhook, as its receiver is given it, by its number. */
  webhook(webhookId: string, number: number): string;
  /** HMAC-SHA-256 of a text under the service's secret: tells two texts apart and neither of them. */
  digest(text: string): string;
}

/** Made under the present secret; read under the previous one too, where there is one. */
export interface Tokens extends Derived {
  /** Seconds for which an access token is valid. */
  readonly lifetime: number;
  access(userId: string, sessionId: string): Promise<string>;
  /** The session of a valid access token (RFC 8725: algorithm, type, issuer, audience, expiry), else undefined. */
  sessionOf(token: string): Promise<string | undefined>;
  /** The same claims always make the same token, so that a lost answer can be given again; the previous secret makes another. */
  refresh(claims: RefreshClaims): Promise<readonly [string, ...string[]]>;
  refreshClaims(token: string): Promise<RefreshClaims | undefined>;
  /** What the present secret derives, and then what the previous one does. */
  underEach(derive: (from: Derived) => string): readonly [string, ...string[]];
  /** Encrypts a text (AES-256-GCM) for one record, whose identifier {@link open} needs too. */
  seal(text: string, recordId: string): string;
  /** What {@link seal} was given; undefined under a third secret, of another record, or changed. */
  open(sealed: string, recordId: string): string | undefined;
  /** The same text under the present secret; undefined where it is under that already, or cannot be opened. */
  sealAnew(sealed: string, recordId: string): string | undefined;
}

/** What a personal access token looks like: a name that scanners for secrets find, and 256 bits. */
export const isPersonal = (token: string): boolean => /^dbk_[\w-]{43}$/.test(token);

/** The form in which a refresh token is stored. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Which of these was made, by the SHA-256 that is stored; the first where that is not known. */
export const withHash = (made: readonly [string, ...string[]], hash: string | undefined): string =>
  made.find((one) => sha256(one) === hash) ?? made[0];

async function keysOf(secret: Uint8Array) {
  const key = await crypto.subtle.importKey(
    'raw',
    new Uint8Array(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  // Tokens of sessions are signatures under the same secret; none of them begins like this.
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const derived: Derived = {
    calendar: (calendarId) => hmac(`calendar\0${calendarId}`),
    personal: (tokenId) => `dbk_${hmac(`token\0${tokenId}`)}`,
    webhook: (webhookId, number) => {
      const signature = createHmac('sha256', secret).update(`webhook\0${webhookId}\0${number}`);
      return `whsec_${signature.digest('base64')}`;
    },
    digest: (text) => hmac(`digest\0${text}`),
  };
  return { key, derived, sealing: Buffer.from(hkdfSync('sha256', secret, '', 'daybook sealed texts', 32)) };
}

function openWith(key: Buffer, sealed: string, recordId: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const [tag, encrypted] = [bytes.subarray(NONCE, NONCE + TAG), bytes.subarray(NONCE + TAG)];
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(Buffer.from(recordId))
      .setAuthTag(tag);
    return decipher.update(encrypted, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/**
 * @param secret at least 32 bytes (RFC 7518, section 3.2)
 * @param previous under which nothing is made any more
 */
export async function createTokens(
  secret: Uint8Array,
  lifetime: number,
  previous?: Uint8Array,
): Promise<Tokens> {
  const present = await keysOf(secret);
  const former = previous && (await keysOf(previous));
  const keys = former ? ([present, former] as const) : ([present] as const);
  const verified = new Map<string, { sessionId: string; expires: number }>();

  /** The claims of a token of this type, or undefined for whatever else it may be. */
  const claims = async (token: string, typ: string, requiredClaims: string[]) => {
    const options = { algorithms: [algorithm], typ, issuer, audience, requiredClaims };
    for (const { key } of keys) {
      const found = await jwtVerify(token, key, options).catch(() => undefined);
      if (found) return found.payload;
    }
    return undefined;
  };

  const underEach: Tokens['underEach'] = (derive) => [
    derive(present.derived),
    ...(former ? [derive(former.derived)] : []),
  ];
  const refreshUnder = ({ key }: typeof present, { sessionId, count }: RefreshClaims) =>
    new SignJWT({ sid: sessionId, count })
      .setProtectedHeader({ alg: algorithm, typ: 'refresh+jwt' })
      .setIssuer(issuer)
      .setAudience(audience)
      .sign(key);
  const seal: Tokens['seal'] = (text, recordId) => {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', present.sealing, nonce).setAAD(Buffer.from(recordId));
    const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]).toString('base64url');
  };

  return {
    ...present.derived,
    lifetime,
    underEach,
    access: (userId, sessionId) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
        .setSubject(userId)
        .setJti(crypto.randomUUID())
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${lifetime}s`)
        .sign(present.key),
    async sessionOf(token) {
      const known = verified.get(token);
      if (known && known.expires > Date.now()) return known.sessionId;
      verified.delete(token);
      const payload = await claims(token, 'at+jwt', ['sub', 'sid', 'iat', 'exp', 'jti']);
      if (typeof payload?.sid !== 'string' || payload.exp === undefined) return undefined;
      if (payload.iat === undefined || payload.iat * 1000 > Date.now() + 30_000) return undefined;
      if (verified.size >= MAX_CACHED) verified.delete(verified.keys().next().value ?? '');
      const sessionId = toId(payload.sid);
      verified.set(token, { sessionId, expires: payload.exp * 1000 });
      return sessionId;
    },
    refresh: async (claims) => [
      await refreshUnder(present, claims),
      ...(former ? [await refreshUnder(former, claims)] : []),
    ],
    async refreshClaims(token) {
      const payload = await claims(token, 'refresh+jwt', ['sid', 'count']);
      if (typeof payload?.sid !== 'string' || typeof payload.count !== 'number') return undefined;
      return { sessionId: toId(payload.sid), count: payload.count };
    },
    seal,
    open(sealed, recordId) {
      const found = openWith(present.sealing, sealed, recordId);
      return found === undefined && former ? openWith(former.sealing, sealed, recordId) : found;
    },
    sealAnew(sealed, recordId) {
      if (!former || openWith(present.sealing, sealed, recordId) !== undefined) return undefined;
      const text = openWith(former.sealing, sealed, recordId);
      return text === undefined ? undefined : seal(text, recordId);
    },
  };
}
