import { exampleIds as ids, registration } from '@daybook/api';
import type { Identity } from '@daybook/domain';
import type { Operation } from '@daybook/facade';
import { expect } from 'vitest';
import { Authenticator } from '../support/authenticator.ts';
import { callRest, procedure } from '../support/calls.ts';
import { documented, driftOf, operations } from '../support/document.ts';
import { makeExampleRecords, prepareGiven } from '../support/example-records.ts';
import { codeOf } from '../support/factors.ts';
import { password } from '../support/service.ts';
import { test } from '../support/test.ts';

// The document's examples as they stand, sent to the real application.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  /** Whom the examples were written by. */
  .override('admin', async ({ service }) => {
    const admin = await service.person('Administrator');
    const body = { firstName: 'Ada', lastName: 'Lovelace', username: 'ada' };
    await service.call('PUT', `/users/${admin.id}`, { token: admin.token, body });
    await service.sql`update users set version = 1 where id = ${admin.id}`;
    return admin;
  })
  .override('sso', () => {
    const dataOf = (path: string) => procedure(path).meta.example?.data ?? {};
    const { identities: [identity] = [] } = dataOf('users.identities') as { identities?: Identity[] };
    const { issuer = '', subject = '' } = identity ?? {};
    const { url = '' } = dataOf('auth.beginSso') as { url?: string };
    const checks = { redirectUri: '', state: '', nonce: '', verifier: '' };
    return {
      name: 'Company',
      issuer,
      only: [],
      begin: async () => ({ url, checks }),
      finish: async () => ({ subject, hasSeveralFactors: true }),
    };
  })
  /** What a browser was sent to the provider with. */
  .extend('providerCookie', { scope: 'file' }, ({ service, admin }) => async (path: string) => {
    const { headers } = await service.call('POST', path, { token: admin.token });
    return headers.get('set-cookie')?.split(';')[0] ?? '';
  })
  .extend('refreshCookie', { scope: 'file' }, ({ service }) => async () => {
    const { username, password } = registration;
    const { headers } = await service.call('POST', '/auth', { body: { username, password } });
    return headers.get('set-cookie')?.split(';')[0] ?? '';
  })
  /** What an authenticator answers, which no example can: to the challenge of now. */
  .extend('passkeyAnswer', { scope: 'file' }, ({ service, admin }) => async (id: string): Promise<object> => {
    if (!['auth.addPasskey', 'auth.proofChallenge', 'auth.passkeyLogIn'].includes(id)) return {};
    const adds = id !== 'auth.passkeyLogIn';
    const { auth } = service.client(adds ? admin.token : await service.logIn('grace', registration.password));
    const authenticator = new Authenticator(service.url);
    const options = await auth.passkeyOptions.mutate({ password: adds ? password : registration.password });
    const response = authenticator.create(options);
    if (id === 'auth.addPasskey') return { response };
    await auth.addPasskey.mutate({ response });
    // Its recovery codes were a change of the account.
    await service.sql`update users set version = 1 where username = 'grace'`;
    return adds ? {} : { response: authenticator.get(await auth.passkeyChallenge.mutate()) };
  });

it.beforeEach(({ service, admin }) => makeExampleRecords(service, admin));

/** What no example can foretell. */
const unforeseeable = new Set([
  'isStale',
  '_id',
  // Of a change of `isCancelled`, which happens today.
  'statusDate',
  'replacedBy',
  'acknowledgedAt',
  'today',
  'overdue',
  'dueIn7Days',
  'dueIn30Days',
  'at',
  'actor',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'deletedBy',
  'batch',
  'entry',
  'lastSeenAt',
  'lastUsedAt',
  'lastLogInAt',
  'uri',
  'recoveryCodes',
  'expiresAt',
  'url',
  'subject',
  'token',
  'secret',
  'secretChangedAt',
  'previousSecretUntil',
  'messageId',
  'nextAttemptAt',
  // A forecast begins today.
  'from',
  'to',
  'days',
  // Rows of an export.
  'tables',
  'exportedAt',
  'accessToken',
  'userAgent',
  // Of a passkey.
  'id',
  'rpId',
  'challenge',
  'address',
]);
const foreseeable = (body: unknown) =>
  JSON.parse(
    JSON.stringify(body, (key, value) =>
      // Of a token it is an identifier, of a log-in an account.
      unforeseeable.has(key) || (key === 'user' && typeof value === 'string') ? key : value,
    ),
  );

const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];
// A new password and logging out come last: everything else needs the old one and the session.
const last = ['users.changePassword', 'auth.logout'];
const rank = ({ id, method }: Operation) => order.length * (last.indexOf(id) + 1) + order.indexOf(method);
const sorted = operations.toSorted((a, b) => rank(a) - rank(b));

it('a body that the operation ignores has the same limit', async ({ service, admin: { token } }) => {
  const body = ' '.repeat(1024 * 1024 + 1);
  const answer = await service.call('DELETE', `/bills/${ids.bill}`, { token, body });
  expect(answer.status).toBe(413);
  expect(driftOf(documented({ method: 'DELETE', path: '/bills/{billID}' }), answer)).toEqual([]);
});

it.for(sorted.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  async ([, operation], { service, admin, refreshCookie, passkeyAnswer, providerCookie }) => {
    const { parameters = [], requestBody, responses } = documented(operation);
    const examples = parameters.flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, example]],
    );
    const body = requestBody?.content?.['application/json']?.example as object | undefined;
    await prepareGiven(service, admin, operation);
    const answer = await callRest(service, procedure(operation.id), {
      ...(operation.meta.openapi.protect !== false && { token: admin.token }),
      ...(operation.id === 'auth.refresh' && { headers: { cookie: await refreshCookie() } }),
      ...(operation.id === 'auth.ssoLogIn' && { headers: { cookie: await providerCookie('/auth/sso') } }),
      ...(operation.id === 'auth.linkIdentity' && {
        headers: { cookie: await providerCookie('/auth/identities/begin') },
      }),
      input: {
        ...Object.fromEntries(examples),
        ...body,
        // What the clock says.
        ...(operation.id === 'auth.confirmTotp' && { code: codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') }),
        ...(await passkeyAnswer(operation.id)),
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(driftOf(documented(operation), answer)).toEqual([]);
    // Its bytes: resources/attachments.test.ts.
    if (operation.meta.download) return;
    expect(foreseeable(answer.body)).toEqual(
      foreseeable(responses['200']?.content?.['application/json']?.example),
    );
  },
);
