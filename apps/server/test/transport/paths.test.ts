import { expect } from 'vitest';
import { test as it } from '../support/test.ts';
import { expectFailure, openWire } from '../support/wire.ts';

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
