import { describe, expect } from 'vitest';
import { addressOf, procedures } from '../support/calls.ts';
import { unknownId } from '../support/service.ts';
import { test as it } from '../support/test.ts';
import { expectFailure, expectSound, expectTrpcFailure, openWire } from '../support/wire.ts';

/** Paths that two readers may read differently. */
const ambiguous = [
  '//users /users// /users/./ /users/. /./users /users/.. /users/../users /x/../users /auth/../users',
  '/readyz/../users /users/..;/users /users/%2e /users/%2e%2e/users /auth%2f..%2fusers /auth/..%2fusers',
  '/%75sers /%75%73%65%72%73/ /USERS /Users /u%C5%BFers /users%20 /users%2f /users%252f /users%5c',
  '/users%09 /users%0d%0a /users%00 /users%3f /users%23 /users% /users/% /users/%ff /users?%',
  '/users;x=1 /users;a=b /users, /users.json \\users /users\\ /* /users/* /users/x/y/z',
];
/** Paths where other services, or worse ones, have something. */
const elsewhere = [
  '/v2/users /api/users /constructor /__proto__ /.env /.git/config /package.json /metrics /debug /openapi.yaml',
  '/..%2f..%2fetc/passwd /docs/../../etc/passwd /docs/..%2f..%2fpackage.json /docs/%2e%2e/%2e%2e/etc/passwd',
  '/docs/nothing /healthz/x /trpc /trpc/ /trpc/nothing /trpc/users /trpc/users. /trpc/.users',
  '/trpc/users.list.x /trpc/%00 /trpc/__proto__ /trpc/constructor',
];

it.for([...ambiguous, ...elsewhere].flatMap((line) => line.split(' ')))(
  '%s is no way in, and gives a User nothing that /users does not',
  async (path, { service, user: { token } }) => {
    const wire = openWire(service.url);
    const answer = await wire.send('GET', path);
    expect([400, 401, 404, 405], answer.text.slice(0, 200)).toContain(answer.status);
    expect(answer.text).not.toMatch(/root:|"dependencies"/);
    if (!/^\/(trpc|docs)\//.test(path)) expectFailure(answer, answer.status, answer.body.error?.code);
    const headers = { 'content-type': 'application/json' };
    for (const method of ['GET', 'POST', 'DELETE']) {
      const body = method === 'POST' ? '{}' : undefined;
      const { status } = await wire.send(method, path, { token, headers, body });
      expect([400, 403, 404, 405], `${method} ${path}`).toContain(status);
    }
    expect((await wire.send('GET', '/healthz')).status).toBe(200);
    wire.close();
  },
);

it('paths are of one case and take one slash at the end', async ({ service, admin: { id, token } }) => {
  const paths = '/users /logs /cheques /bills /payees /auth /auth/sessions'.split(' ');
  for (const path of [...paths, `/users/${id}`]) {
    expect((await service.call('GET', `${path}/`, { token })).status, path).toBe(200);
    for (const other of [`${path}//`, path.toUpperCase(), `/${path}`])
      expectFailure(await service.call('GET', other, { token }), 404, 'NOT_FOUND');
  }
  const changed = await service.call('PATCH', '/users/preferences/', { token, body: { active: true } });
  expect(changed.status).toBe(200);
});

it('a path that names nothing is 404 whatever the body', async ({ service }) => {
  for (const [body, type] of [
    ['{"a":', 'application/json'],
    ['x', 'text/plain'],
    [`"${'x'.repeat(1024 * 1024)}"`, 'application/json'],
  ] as const) {
    const answer = await service.call('POST', '/nothing', { body, headers: { 'content-type': type } });
    expectFailure(answer, 404, 'NOT_FOUND');
  }
});

// Requests whose method is not one that the path has.
const operations = procedures.flatMap(({ rest }) => rest ?? []);
const addresses = [
  ...new Set(
    operations.map((operation) =>
      addressOf(operation, Object.fromEntries(operation.params.map((name) => [name, unknownId]))),
    ),
  ),
];
const every = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The methods of all operations whose template fits this address. */
function methodsAt(address: string): string[] {
  const fitting = operations.filter(({ path }) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address),
  );
  const methods = new Set<string>(fitting.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

describe('over REST', () => {
  it.for(addresses)(
    'methods that %s does not have are 405, with those that it has',
    async (address, { service, admin }) => {
      const allowed = methodsAt(address);
      for (const method of every.filter((name) => !allowed.includes(name)))
        for (const token of [undefined, admin.token]) {
          const bare = method === 'OPTIONS' || method === 'GET';
          const answer = await service.call(method, address, { token, ...(!bare && { body: '{"a":' }) });
          expectSound(answer);
          expectFailure(answer, 405, 'METHOD_NOT_ALLOWED');
          expect(answer.headers.get('allow')).toBe(allowed.join(', '));
        }
    },
  );

  it('a 405 names the methods that there are', async ({ service, admin: { token } }) => {
    const answer = await service.call('PATCH', `/payees/${unknownId}`, { token });
    expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, PUT');
    expect((await service.call('OPTIONS', '/auth')).headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it.for(['PROPFIND', 'TRACE', 'LOCK', 'QUERY', 'M-SEARCH', 'PURGE'])(
    '%s is no method here',
    async (method, { service, admin: { token } }) => {
      const wire = openWire(service.url);
      for (const path of ['/users', '/healthz', '/nothing']) {
        const answer = await wire.send(method, path, { token });
        expectSound(answer);
        expect([400, 404, 405], path).toContain(answer.status);
        expect(answer.text).not.toContain(token);
      }
      wire.close();
    },
  );

  it('HEAD answers as GET without a body, and needs a token where GET does', async ({
    service,
    admin: { token },
  }) => {
    for (const address of addresses.filter((path) => methodsAt(path).includes('GET'))) {
      const isOpen = procedures.some(
        ({ rest, meta }) => rest?.path === address && rest.method === 'GET' && meta.access === 'open',
      );
      expect((await service.call('HEAD', address)).status, address).toBe(isOpen ? 200 : 401);
      const get = await service.call('GET', address, { token });
      const head = await service.call('HEAD', address, { token });
      expect([head.status, head.body], address).toEqual([get.status, '']);
    }
    expect((await service.call('HEAD', '/auth/refresh')).status).toBe(405);
    expect((await service.call('HEAD', '/nothing')).status).toBe(404);
  });
});

describe('over tRPC', () => {
  it('queries are not changed by POST, nor mutations made by GET', async ({
    service,
    admin: { token },
    ask,
  }) => {
    const query = await service.call('POST', '/trpc/bills.list', { token, body: {} });
    expectTrpcFailure(query, 405, 'METHOD_NOT_ALLOWED');
    const input = encodeURIComponent('{"date":"2024-01-01","value":"1"}');
    for (const path of ['/trpc/bills.create', `/trpc/bills.create?input=${input}`])
      expectTrpcFailure(await service.call('GET', path, { token }), 405, 'METHOD_NOT_ALLOWED');
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect([405, 415]).toContain((await service.call(method, '/trpc/bills.list', { token })).status);
    expect(await ask('GET', '/bills')).toEqual([]);
  });

  it('no client uses another method: it gets the answer of HTTP', async ({ service, admin: { token } }) => {
    const answer = await service.call('PUT', '/trpc/bills.create', { token, body: {} });
    expectFailure(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
  });
});
