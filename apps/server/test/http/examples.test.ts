import { exampleIds as ids, registration } from '@daybook/api';
import type { Operation } from '@daybook/facade';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { documented, driftOf, operations } from '../support/document.ts';
import { makeExampleRecords } from '../support/example-records.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// The document's examples as they stand, sent to the real application.
let service: Service;
let admin: Person;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  const { id, username, token } = await service.person('Administrator');
  await service.call('PUT', `/users/${id}`, {
    token,
    body: { firstName: 'Ada', lastName: 'Lovelace', username: 'ada' },
  });
  await service.sql`update users set version = 1 where id = ${id}`;
  admin = { id, username, token };
});
beforeEach(() => makeExampleRecords(service, admin));
afterAll(() => service.close());

/** What no example can foretell. */
const unforeseeable = new Set([
  '_id',
  'at',
  'actor',
  'createdAt',
  'updatedAt',
  'lastSeenAt',
  'expiresAt',
  'accessToken',
  'userAgent',
  'address',
]);
const foreseeable = (body: unknown) =>
  JSON.parse(JSON.stringify(body, (key, value) => (unforeseeable.has(key) ? key : value)));

const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];
// Logging out comes last: everything else needs the session.
const rank = ({ id, method }: Operation) => (id === 'auth.logout' ? order.length : order.indexOf(method));
const sorted = operations.toSorted((a, b) => rank(a) - rank(b));

test('a body that the operation ignores has the same limit', async () => {
  const body = ' '.repeat(1024 * 1024 + 1);
  const answer = await service.call('DELETE', `/bills/${ids.bill}`, { token: admin.token, body });
  expect(answer.status).toBe(413);
  expect(driftOf(documented({ method: 'DELETE', path: '/bills/{billID}' }), answer)).toEqual([]);
});

test.each(sorted.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  async (_, operation) => {
    const { parameters = [], requestBody, responses } = documented(operation);
    const exampleOf = (name: string) => String(parameters.find((each) => each.name === name)?.example);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => exampleOf(name));
    const query = new URLSearchParams(
      parameters.flatMap(({ name, in: place, example }) =>
        place === 'query' && example !== undefined ? [[name, String(example)] as [string, string]] : [],
      ),
    );
    const headers: Record<string, string> = {};
    if (operation.id === 'auth.refresh') headers.cookie = await refreshCookie();
    const answer = await service.call(operation.method, query.size > 0 ? `${path}?${query}` : path, {
      ...(operation.meta.openapi.protect !== false && { token: admin.token }),
      headers,
      body: requestBody?.content?.['application/json']?.example,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(driftOf(documented(operation), answer)).toEqual([]);
    expect(foreseeable(answer.body)).toEqual(
      foreseeable(responses['200']?.content?.['application/json']?.example),
    );
  },
);

async function refreshCookie(): Promise<string> {
  const { username, password } = registration;
  const { headers } = await service.call('POST', '/auth', { body: { username, password } });
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}
