import { appRouter } from '@daybook/api';
import { operationsOf } from '@daybook/facade';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, unknownId } from '../support/asking.ts';
import { expectFailure, expectSound, expectTrpcFailure } from '../support/failing.ts';
import { addressOf } from '../support/procedures.ts';
import { type Person, password, type Service, startService } from '../support/service.ts';
import { openWire, parseRaw, sendRaw } from '../support/wire.ts';

// Requests whose method, path or framing is not what a client of good will sends.
let service: Service;
let admin: Person;
let ask: Ask;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  ask = asker(service, admin);
});
afterAll(() => service.close());

const operations = operationsOf(appRouter);
const ids = {
  userID: unknownId,
  logID: unknownId,
  chequeID: unknownId,
  billID: unknownId,
  payeeID: unknownId,
  sessionID: unknownId,
};
const addresses = [...new Set(operations.map((operation) => addressOf(operation, ids)))];
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

describe('methods', () => {
  it.each(addresses)('that %s does not have are 405, with those that it has', async (address) => {
    const allowed = methodsAt(address);
    for (const method of every.filter((name) => !allowed.includes(name)))
      for (const token of [undefined, admin.token]) {
        const bare = method === 'OPTIONS' || method === 'GET';
        const answer = await service.call(method, address, { token, ...(!bare && { body: '{"a":' }) });
        expectSound(answer);
        expectFailure(answer, 405, 'METHOD_NOT_ALLOWED');
        expect(answer.headers.get('allow')).toBe(allowed.join(', '));
      }
  });

  it.each(['PROPFIND', 'TRACE', 'LOCK', 'QUERY', 'M-SEARCH', 'PURGE'])(
    '%s is no method here',
    async (method) => {
      const wire = openWire(service.url);
      for (const path of ['/users', '/healthz', '/nothing']) {
        const answer = await wire.send(method, path, { token: admin.token });
        expectSound(answer);
        expect([400, 404, 405], path).toContain(answer.status);
        expect(answer.text).not.toContain(admin.token);
      }
      wire.close();
    },
  );

  it('HEAD answers as GET without a body, and needs a token where GET does', async () => {
    for (const address of addresses.filter((path) => methodsAt(path).includes('GET'))) {
      expect((await service.call('HEAD', address)).status).toBe(401);
      const [get, head] = [
        await service.call('GET', address, { token: admin.token }),
        await service.call('HEAD', address, { token: admin.token }),
      ];
      expect([head.status, head.body], address).toEqual([get.status, '']);
    }
    expect((await service.call('HEAD', '/auth/refresh')).status).toBe(405);
    expect((await service.call('HEAD', '/nothing')).status).toBe(404);
  });

  it('over tRPC: queries are not changed by POST, nor mutations made by GET', async () => {
    const { token } = admin;
    const query = await service.call('POST', '/trpc/bills.list', { token, body: {} });
    expectTrpcFailure(query, 405, 'METHOD_NOT_ALLOWED');
    const input = encodeURIComponent('{"date":"2024-01-01","value":"1"}');
    const mutation = await service.call('GET', `/trpc/bills.create?input=${input}`, { token });
    expectTrpcFailure(mutation, 405, 'METHOD_NOT_ALLOWED');
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect([405, 415]).toContain((await service.call(method, '/trpc/bills.list', { token })).status);
    expect(await ask('GET', '/bills')).toEqual([]);
  });
});

describe('paths', () => {
  const shifty = [
    ...[
      '/USERS',
      '/Users',
      '//users',
      '/users//',
      '/users/./',
      '/users/../users',
      '/./users',
      '/%75sers',
      '/users;x=1',
    ],
    ...[
      '/users%2f',
      '/users%00',
      '/users%',
      '/users/%',
      '/users/%ff',
      '/users.json',
      '/users/.',
      '/users/..',
      '/users/%2e',
    ],
    ...[
      '/auth/../users',
      '/auth%2f..%2fusers',
      '/v2/users',
      '/api/users',
      '/users?%',
      '\\users',
      '/users\\',
      '/*',
      '/users/*',
    ],
    ...[
      '/trpc',
      '/trpc/',
      '/trpc/nothing',
      '/trpc/__proto__',
      '/trpc/users',
      '/trpc/users.',
      '/trpc/.users',
      '/trpc/%00',
    ],
    ...[
      '/trpc/constructor',
      '/trpc/users.list.x',
      '/constructor',
      '/__proto__',
      '/.env',
      '/.git/config',
      '/package.json',
    ],
    ...[
      '/..%2f..%2fetc/passwd',
      '/docs/../../etc/passwd',
      '/docs/..%2f..%2fpackage.json',
      '/docs/%2e%2e/%2e%2e/etc/passwd',
    ],
    ...[
      '/docs/nothing',
      '/openapi.yaml',
      '/metrics',
      '/debug',
      '/healthz/x',
      '/readyz/../users',
      '/users/x/y/z',
    ],
  ];
  it.each(shifty)('%s is no way in', async (path) => {
    const wire = openWire(service.url);
    const answer = await wire.send('GET', path);
    expect([400, 401, 404, 405], answer.text.slice(0, 200)).toContain(answer.status);
    expect(answer.text).not.toMatch(/root:|"dependencies"/);
    if (!/^\/(trpc|docs)\//.test(path)) expectFailure(answer, answer.status, answer.body.error?.code);
    const next = await wire.send('GET', '/healthz');
    expect(next.status).toBe(200);
    wire.close();
  });

  it('are of one case and take one slash at the end', async () => {
    const { token } = admin;
    for (const path of [
      '/users',
      '/logs',
      '/cheques',
      '/bills',
      '/payees',
      '/auth',
      '/auth/sessions',
      `/users/${admin.id}`,
    ]) {
      expect((await service.call('GET', `${path}/`, { token })).status, path).toBe(200);
      expectFailure(await service.call('GET', `${path}//`, { token }), 404, 'NOT_FOUND');
      expectFailure(await service.call('GET', path.toUpperCase(), { token }), 404, 'NOT_FOUND');
      expectFailure(await service.call('GET', `/${path}`, { token }), 404, 'NOT_FOUND');
    }
    expect(
      (await service.call('PATCH', '/users/preferences/', { token, body: { active: true } })).status,
    ).toBe(200);
  });

  it('that name nothing are 404 whatever the body', async () => {
    const bodies: [string, string][] = [
      ['{"a":', 'application/json'],
      ['x', 'text/plain'],
      [`"${'x'.repeat(1024 * 1024)}"`, 'application/json'],
    ];
    for (const [body, type] of bodies) {
      const answer = await service.call('POST', '/nothing', { body, headers: { 'content-type': type } });
      expectFailure(answer, 404, 'NOT_FOUND');
    }
  });
});

describe('a batch over tRPC', () => {
  const calls = (paths: readonly string[], input: unknown) =>
    service.call('POST', `/trpc/${paths.join(',')}?batch=1`, {
      body: Object.fromEntries(paths.map((_, i) => [i, input])),
    });

  it.each([
    ['fifty log-ins', Array<string>(50).fill('auth.login')],
    ['two log-ins', ['auth.login', 'auth.login']],
    ['a log-in among others', ['auth.logout', 'auth.login']],
    ['two hundred calls', Array<string>(200).fill('auth.logout')],
  ])('of %s is refused, and no password is compared', async (_, paths) => {
    const counted = () => service.sql`select * from attempts order by key`;
    const before = await counted();
    const answer = await calls(paths, { username: 'root', password: 'wrong password' });
    expect([answer.status, JSON.stringify(answer.body).includes('VALIDATION')]).toEqual([400, true]);
    expect(JSON.stringify(answer.body)).not.toContain('INVALID_CREDENTIALS');
    expect([...(await counted())]).toEqual([...before]);
  });

  it('with its commas escaped is refused too', async () => {
    const paths = Array<string>(50).fill('auth.login').join('%2C');
    const answer = await service.call('POST', `/trpc/${paths}?batch=1`, {
      body: { 0: { username: 'root', password: 'x' } },
    });
    expect(answer.status).toBe(400);
  });
});

describe('broken HTTP', () => {
  const host = 'Host: x\r\n';
  const login = `POST /auth HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
  const smuggled = `GET /healthz HTTP/1.1\r\n${host}\r\n`;
  const shapes: [string, string, number][] = [
    [
      'both lengths',
      `${login}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      400,
    ],
    ['two content lengths', `${login}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}${smuggled}`, 400],
    ['a list of content lengths', `${login}Content-Length: 2, 2\r\n\r\n{}${smuggled}`, 400],
    ['a negative content length', `${login}Content-Length: -2\r\n\r\n{}${smuggled}`, 400],
    ['a signed content length', `${login}Content-Length: +2\r\n\r\n{}${smuggled}`, 400],
    ['an unknown transfer coding', `${login}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`, 400],
    ['chunked twice over', `${login}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`, 400],
    ['a space before the colon', `${login}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`, 400],
    ['a folded header', `${login}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${smuggled}`, 400],
    ['lines that end in LF', `POST /auth HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}${smuggled}`, 400],
    [
      'a chunk of no size',
      `${login}Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n${smuggled}`,
      400,
    ],
    ['NUL in the path', `GET /users\0 HTTP/1.1\r\n${host}\r\n${smuggled}`, 400],
    ['NUL in a header', `GET /users HTTP/1.1\r\n${host}X: \0\r\n\r\n${smuggled}`, 400],
    ['an unknown method', `FOO / HTTP/1.1\r\n${host}\r\n${smuggled}`, 400],
    ['an unknown version', `GET / HTTP/9.9\r\n${host}\r\n${smuggled}`, 400],
    ['no HTTP', `hello\r\n\r\n${smuggled}`, 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['a header of 20 KB', `GET /healthz HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n${smuggled}`, 431],
    ['an address of 20 KB', `GET /healthz?${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n${smuggled}`, 414],
    [
      'ten thousand headers',
      `GET /healthz HTTP/1.1\r\n${host}${'X: 1\r\n'.repeat(10_000)}\r\n${smuggled}`,
      431,
    ],
  ];
  it.each(shapes)('%s: one answer, then the connection is closed', async (_, bytes, status) => {
    const { text, closed } = await sendRaw(service.url, bytes);
    expect(text.match(/HTTP\/1\.1 \d/g), text).toHaveLength(1);
    expect(closed).toBe(true);
    const codes: Readonly<Record<number, string>> = {
      400: 'VALIDATION',
      414: 'URI_TOO_LONG',
      431: 'HEADERS_TOO_LARGE',
    };
    expectFailure(parseRaw(text), status, codes[status] ?? '');
  });

  it('leaves everybody else alone', async () => {
    expect(await service.logIn(admin.username, password)).toMatch(/^ey/);
    expect((await service.call('GET', '/readyz')).status).toBe(200);
  });
});
