import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What differs from what an honest authenticator and browser say. */
export interface Lie {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly attestation?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, unknown> };
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** A head of CBOR (RFC 8949, section 3): as long as its number needs. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)]),
    ]);
  throw new TypeError(`no CBOR of ${typeof value}`);
}

/** A passkey in software: one credential of ES256 (W3C Web Authentication Level 3, section 6), in a browser at this origin. */
export class Authenticator {
  readonly id = base64url(randomBytes(16));
  readonly #origin: string;
  readonly #rpId: string;
  readonly #key: KeyObject;
  readonly #public: { readonly x?: string; readonly y?: string };
  #userHandle: string | undefined;
  #counter = 0;

  constructor(url: string) {
    const { origin, hostname } = new URL(url);
    this.#origin = origin;
    this.#rpId = hostname;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#public = publicKey.export({ format: 'jwk' });
  }

  /** What `navigator.credentials.create()` answers for these options, as JSON. */
  create(options: { readonly challenge: string; readonly user: { readonly id: string } }, lie: Lie = {}) {
    this.#userHandle = options.user.id;
    const { x = '', y = '' } = this.#public;
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
    const { fmt, attStmt } = lie.attestation ?? { fmt: 'none', attStmt: new Map() };
    const attested = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', this.#data(lie, credential)],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, lie),
      attestationObject: base64url(cbor(attested)),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get()` answers for this challenge, as JSON. */
  get({ challenge }: { readonly challenge: string }, lie: Lie = {}) {
    const clientDataJSON = this.#clientData('webauthn.get', challenge, lie);
    const data = this.#data(lie);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, this.#key)),
      userHandle: lie.userHandle ?? this.#userHandle,
    });
  }

  #answer<Response extends object>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string, lie: Lie): string {
    const data = { type, challenge, origin: this.#origin, crossOrigin: false, ...pick(lie) };
    return base64url(JSON.stringify(data));
  }

  #data({ rpId = this.#rpId, userPresent = true, userVerified = true, counter }: Lie, credential?: Buffer) {
    this.#counter = counter ?? this.#counter + 1;
    const flags = (userPresent ? 1 : 0) | (userVerified ? 4 : 0) | (credential ? 64 : 0);
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(this.#counter, 1);
    return Buffer.concat([sha256(rpId), rest, credential ?? Buffer.alloc(0)]);
  }
}

const pick = ({ origin, type, challenge }: Lie) => ({
  ...(origin !== undefined && { origin }),
  ...(type !== undefined && { type }),
  ...(challenge !== undefined && { challenge }),
});
