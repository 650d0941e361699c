import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { atOnce } from './asking.ts';
import { type Answer, password, type Service, secret } from './service.ts';
import { test } from './test.ts';
import { expectFailure, expectTrpcFailure } from './wire.ts';

export const wrong = 'wrong password';

let addresses = 0;
/** An address that no other call gives. */
export const freshAddress = () => {
  addresses += 1;
  return `198.51.${(addresses / 250) | 0}.${1 + (addresses % 250)}`;
};

/** A log-in from this address, to a service with `trustProxy: ['127.0.0.1']`. */
export const logInFrom = (service: Service, username: string, from: string, typed = wrong): Promise<Answer> =>
  service.call('POST', '/auth', {
    body: { username, password: typed },
    headers: { 'x-forwarded-for': from },
  });

/** So many failed log-ins at once. */
export const failLogIns = (service: Service, count: number, username: string, from: string) =>
  atOnce(count, () => logInFrom(service, username, from));

/** For tests of what is let in. */
export const authorizationTest = test
  /** Who calls with this Authorization header, over either transport. */
  .extend(
    'me',
    { scope: 'file' },
    ({ service }) =>
      (authorization?: string, path = '/auth') =>
        service.call('GET', path, { headers: authorization === undefined ? {} : { authorization } }),
  )
  /** Refused over both transports, with the challenge of RFC 6750. */
  .extend('expectRefused', { scope: 'file' }, ({ me }) => async (authorization: string) => {
    const rest = await me(authorization);
    expectFailure(rest, 401, 'UNAUTHENTICATED');
    expect(rest.headers.get('www-authenticate')).toMatch(/^Bearer realm="daybook", error="invalid_token"/);
    const trpc = await me(authorization, '/trpc/auth.me');
    expectTrpcFailure(trpc, 401, 'UNAUTHENTICATED');
    expect(trpc.headers.get('www-authenticate')).toMatch(/^Bearer realm="daybook"/);
  });

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

/** The refresh cookie that an answer sets: as it is sent back, its value, its attributes. */
export function cookieOf(answer: Answer) {
  const line =
    answer.headers.getSetCookie().find((cookie) => /^(__Secure-)?daybook_refresh=/.test(cookie)) ?? '';
  const [cookie = '', ...attributes] = line.split('; ');
  return { cookie, value: cookie.split('=')[1] ?? '', attributes };
}

/** A log-in as a browser makes it: the token, and the cookie. */
export async function browse(service: Service, username: string, headers: Record<string, string> = {}) {
  const answer = await service.call('POST', '/auth', { body: { username, password }, headers });
  expect(answer.status).toBe(200);
  return { token: String(answer.body.data.accessToken), ...cookieOf(answer) };
}

export const renew = (service: Service, cookie?: string): Promise<Answer> =>
  service.call('POST', '/auth/refresh', { headers: cookie === undefined ? {} : { cookie } });
