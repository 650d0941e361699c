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

export interface Tokens {
  /** Seconds for which an access token is valid. */
  readonly lifetime: number;
  access(userId: string, sessionId: string): Promise<string>;
  /** The session of a valid access token (RFC 8725: algorithm, type, issuer, audience, expiry), else undefined. */
  sessionOf(token: string): Promise<string | undefined>;
  /** The same claims always make the same token, so that a lost answer can be given again. */
  refresh(claims: RefreshClaims): Promise<string>;
  refreshClaims(token: string): Promise<RefreshClaims | undefined>;
  /** The secret part of a calendar's address: always the same for one calendar. */
  calendar(calendarId: string): string;
  /** A personal access token: always the same for one identifier. */
  personal(tokenId: string): string;
  /** A secret of a webhook, as its receiver is given it: always the same for one identifier and number. */
  webhook(webhookId: string, number: number): string;
  /** HMAC-SHA-256 of a text under the service's secret: tells two texts apart and neither of them. */
  digest(text: string): string;
  /** Encrypts a text (AES-256-GCM) for one record, whose identifier {@link open} needs too. */
  seal(text: string, recordId: string): string;
  /** What {@link seal} was given; undefined under another secret, of another record, or changed. */
  open(sealed: string, recordId: string): string | undefined;
}

/** What a personal access token looks like: a name that scanners for secrets find, and 256 bits. */
export const isPersonal = (token: string): boolean => /^dbk_[\w-]{43}$/.test(token);

/** The form in which a refresh token is stored. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** @param secret at least 32 bytes (RFC 7518, section 3.2) */
export async function createTokens(secret: Uint8Array, lifetime: number): Promise<Tokens> {
  const key = await crypto.subtle.importKey(
    'raw',
    new Uint8Array(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  const verified = new Map<string, { sessionId: string; expires: number }>();

  /** The claims of a token of this type, or undefined for whatever else it may be. */
  const claims = async (token: string, typ: string, requiredClaims: string[]) => {
    try {
      const options = { algorithms: [algorithm], typ, issuer, audience, requiredClaims };
      return (await jwtVerify(token, key, options)).payload;
    } catch {
      return undefined;
    }
  };

  // Tokens of sessions are signatures under the same secret; none of them begins like this.
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');

  const sealingKey = Buffer.from(hkdfSync('sha256', secret, '', 'daybook sealed texts', 32));

  return {
    lifetime,
    access: (userId, sessionId) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
        .setSubject(userId)
        .setJti(crypto.randomUUID())
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${lifetime}s`)
        .sign(key),
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
    refresh: ({ sessionId, count }) =>
      new SignJWT({ sid: sessionId, count })
        .setProtectedHeader({ alg: algorithm, typ: 'refresh+jwt' })
        .setIssuer(issuer)
        .setAudience(audience)
        .sign(key),
    async refreshClaims(token) {
      const payload = await claims(token, 'refresh+jwt', ['sid', 'count']);
      if (typeof payload?.sid !== 'string' || typeof payload.count !== 'number') return undefined;
      return { sessionId: toId(payload.sid), count: payload.count };
    },
    calendar: (calendarId) => hmac(`calendar\0${calendarId}`),
    personal: (tokenId) => `dbk_${hmac(`token\0${tokenId}`)}`,
    webhook: (webhookId, number) => {
      const key = createHmac('sha256', secret).update(`webhook\0${webhookId}\0${number}`);
      return `whsec_${key.digest('base64')}`;
    },
    digest: (text) => hmac(`digest\0${text}`),
    seal(text, recordId) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(recordId));
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]).toString('base64url');
    },
    open(sealed, recordId) {
      const bytes = Buffer.from(sealed, 'base64url');
      const [tag, encrypted] = [bytes.subarray(NONCE, NONCE + TAG), bytes.subarray(NONCE + TAG)];
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, NONCE), {
          authTagLength: TAG,
        })
          .setAAD(Buffer.from(recordId))
          .setAuthTag(tag);
        return decipher.update(encrypted, undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
