import { totp } from '@daybook/api';
import { asker } from './asking.ts';
import { Authenticator } from './authenticator.ts';
import { type Person, password, type Service } from './service.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of base32 (RFC 4648, section 6) without padding. */
function decoded(text: string): Buffer {
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of an authenticator app, with a clock that is so many seconds off. */
export const codeOf = (secret: string, seconds = 0): string =>
  totp(decoded(secret), Math.floor((Date.now() / 1000 + seconds) / 30));

export interface Enrolled extends Person {
  readonly factor: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Adds an authenticator app to somebody's account; its steps of before now can be used again. */
export async function enrol(service: Service, person: Person): Promise<Enrolled> {
  const ask = asker(service, person);
  const { _id: factor, secret } = await ask('POST', '/auth/factors/totp', { password });
  const body = { code: codeOf(secret) };
  const { recoveryCodes } = await ask('POST', `/auth/factors/totp/${factor}/confirm`, body);
  await service.sql`update factors set last_step = null where id = ${factor}`;
  return { ...person, factor, secret, recoveryCodes };
}

/** Adds a passkey to somebody's account. */
export async function addPasskey(service: Service, { token }: Pick<Person, 'token'>) {
  const authenticator = new Authenticator(service.url);
  const { auth } = service.client(token);
  const response = authenticator.create(await auth.passkeyOptions.mutate({ password }));
  const { _id: factor, recoveryCodes = [] } = await auth.addPasskey.mutate({ response });
  return { authenticator, factor, recoveryCodes };
}

/** A log-in with a code. */
export const logInWith = (
  service: Service,
  { username }: Pick<Person, 'username'>,
  code?: string,
  { typed = password, cookie }: { readonly typed?: string; readonly cookie?: string } = {},
) =>
  service.call('POST', '/auth', {
    body: { username, password: typed, ...(code !== undefined && { code }) },
    ...(cookie !== undefined && { headers: { cookie } }),
  });
