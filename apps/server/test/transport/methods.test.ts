import { describe, expect } from 'vitest';
import { addressOf, procedures } from '../support/calls.ts';
import { unknownId } from '../support/service.ts';
import { test as it } from '../support/test.ts';
import { expectFailure, expectSound, expectTrpcFailure, openWire } from '../support/wire.ts';

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
      expect((await service.call('HEAD', address)).status).toBe(401);
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
