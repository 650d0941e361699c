import { expect } from 'vitest';
import { expectFailure, expectTrpcFailure } from './failing.ts';
import { test } from './test.ts';

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
