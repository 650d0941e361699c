import { Writable } from 'node:stream';
import { sha256 } from '@daybook/api';
import { describe, expect, vi } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { loggerOptions } from '../../src/logger.ts';
import { browse, renew, wrong } from '../support/log-ins.ts';
import { bodyOf } from '../support/samples/index.ts';
import { password, secret, startService } from '../support/service.ts';
import { test } from '../support/test.ts';
import { openWire, sendRaw } from '../support/wire.ts';

/** What is written to it, line by line. */
function openLog() {
  const written: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const text = () => written.join('');
  const lines = () =>
    text()
      .trim()
      .split('\n')
      .flatMap((line) => (line ? [JSON.parse(line)] : []));
  const requests = () => lines().filter(({ msg }) => msg === 'request');
  // A line may come a moment after the answer.
  const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 5000 });
  return {
    options: loggerOptions('trace', false, destination),
    text,
    lines,
    requests,
    settled: (count: number) => until(() => requests().length >= count),
    /** Until there is a request of this account. */
    names: (id: string) => until(() => requests().some(({ user }) => user === id)),
    clear() {
      written.length = 0;
    },
  };
}

// docs/rules.md, section 4, passwords: what a service writes while people and others use it, at the level trace.
const it = test
  .extend('log', { scope: 'file' }, openLog)
  .override('service', async ({ log }, { onCleanup }) => {
    const service = await startService({}, log.options);
    onCleanup(service.close);
    return service;
  })
  .extend(
    'post',
    { scope: 'file' },
    ({ service }) =>
      (path: string, body: unknown, token?: string, headers: Record<string, string> = {}) =>
        service.call('POST', path, { body, token, headers }),
  );
it.beforeAll(async ({ log, admin }) => {
  await log.names(admin.id);
});

it('holds no password, token, cookie, hash or secret, whatever is done', async ({
  log,
  service,
  admin,
  ask,
  post,
}) => {
  const hidden = {
    typed: 'Tr0ub4dor wrong',
    first: 'a first passphrase',
    second: 'a second passphrase',
    given: 'a given passphrase',
  };
  const account = bodyOf('users', { username: 'hidden', password: hidden.first });
  const made = await ask('POST', '/users', account);
  await ask('PATCH', `/users/${made._id}/role`, { role: 'Administrator' });
  const token = await service.logIn('hidden', hidden.first);
  const { cookie, value } = await browse(service, admin.username);
  const next = await renew(service, cookie);
  const cookies = [value, ...next.headers.getSetCookie().map((line) => line.split(/[=;]/)[1] ?? '')];

  await post('/auth', { username: 'hidden', password: hidden.typed });
  await post('/auth', { username: hidden.typed, password: 'x' });
  await post('/auth', `{"username":"hidden","password":"${hidden.typed}"`);
  await post('/auth', { username: 'hidden', password: [hidden.typed] });
  await post('/trpc/auth.login', { username: 'hidden', password: hidden.typed });
  await post('/trpc/auth.login', `{"password":"${hidden.typed}"`);
  await service.call('GET', `/auth?token=${token}&password=${hidden.typed}`);
  await service.call('GET', '/auth', { token: `${token}x` });
  const personal = await ask('POST', '/tokens', { name: 'Import', scopes: ['profile:read'] });
  await service.call('GET', `/auth?token=${personal.token}`, { token: personal.token });
  await service.call('GET', '/bills', { token: personal.token });
  await service.call('GET', '/auth', { token: `${personal.token}x` });
  await service.call('GET', '/nothing', { token, headers: { cookie } });
  await renew(service, `${cookie}x`);
  const change = { current: hidden.first, new: hidden.second };
  await service.call('PATCH', '/users/password', { token, body: { ...change, current: hidden.typed } });
  expect((await service.call('PATCH', '/users/password', { token, body: change })).status).toBe(200);
  await ask('PUT', `/users/${made._id}`, { password: hidden.given });
  await post('/users', account, admin.token, { 'idempotency-key': 'k1' });
  await service
    .client(admin.token)
    .users.list.query({ search: hidden.typed })
    .catch(() => undefined);

  // A defect and an outage are logged with their cause, of which a database's says what was sent to it.
  await service.sql`alter table bills rename to bills_away`;
  const failed = await post('/bills', bodyOf('bills', { description: hidden.typed }), admin.token);
  await service.sql`alter table bills_away rename to bills`;
  await service.sql`alter table users rename to users_away`;
  const lost = await post('/auth', { username: hidden.typed, password: hidden.typed });
  await service.sql`alter table users_away rename to users`;
  expect([failed.status, lost.status]).toEqual([500, 500]);

  const [stored] = await service.sql`select password_hash from users where id = ${made._id}`;
  await log.settled(20);
  const all = log.text();
  expect(log.requests().length).toBeGreaterThan(20);
  expect(log.lines().filter(({ level }) => level >= 50).length).toBeGreaterThanOrEqual(2);
  const secrets = [
    ...Object.values(hidden),
    ...[
      personal.token,
      personal.token.slice(4),
      sha256(personal.token),
      password,
      token,
      ...cookies,
      ...[token, ...cookies].map((jwt) => jwt.split('.')[2] ?? ''),
    ],
    ...[new TextDecoder().decode(secret), stored?.password_hash, '$argon2'],
    ...Object.values(hidden).map(encodeURIComponent),
  ].filter((one) => one !== '');
  for (const one of secrets) expect(all).not.toContain(one);
  expect(all).not.toMatch(/eyJ[\w-]+\.[\w-]+/);
});

it('holds no calendar address, however it is spelled and answered', async ({ log, service, post, admin }) => {
  const { body } = await post('/calendars', undefined, admin.token);
  const { pathname } = new URL(body.data.url);
  const token = pathname.slice('/calendar/'.length, -'.ics'.length);
  await service.call('DELETE', `/trpc/calendars.remove?input=${token}`, { token: admin.token });
  const encoded = `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`;
  log.clear();
  const wire = openWire(service.url);
  const paths = [
    ...[pathname, `${pathname}/`, `${pathname}?x=1`, `/%63alendar/${token}.ics`, `/calendar/${encoded}.ics`],
    ...[
      `/calendar%2F${token}.ics`,
      `/CALENDAR/${token}.ics`,
      `/x/calendar/${token}.ics`,
      `/calendar/${token}%`,
    ],
    ...[`/calendar/${token}`, `/calendar/${token}/x`, `/calendar/${'x'.repeat(600)}${token}.ics`],
  ];
  for (const path of paths) for (const method of ['GET', 'HEAD', 'POST']) await wire.send(method, path);
  await service.sql`alter table calendars rename to calendars_away`;
  const failed = await service.call('GET', pathname);
  await service.sql`alter table calendars_away rename to calendars`;
  wire.close();
  expect(failed.status).toBe(500);
  // What is no address at all writes no line.
  await log.settled(3 * (paths.length - 1) + 1);
  expect(log.lines().some(({ level }) => level >= 50)).toBe(true);
  for (const secret of [token, token.slice(1), encoded]) expect(log.text()).not.toContain(secret);
  expect(log.requests()[0]).toMatchObject({ req: { url: '/calendar/[hidden]' }, res: { statusCode: 200 } });
});

it('names the personal access token by which a request came, and no other', async ({
  log,
  service,
  admin,
  ask,
}) => {
  const { _id, token } = await ask('POST', '/tokens', { name: 'Bank import', scopes: ['bills:read'] });
  log.clear();
  const paths = ['/bills', '/payees', '/trpc/bills.list'];
  for (const path of paths) await service.call('GET', path, { token });
  await service.call('GET', '/bills', { token: admin.token });
  await log.settled(4);
  expect(log.requests().map(({ user, personalToken }) => [user, personalToken])).toEqual([
    ...paths.map(() => [admin.id, { _id, name: 'Bank import' }]),
    [admin.id, undefined],
  ]);
});

it('holds no secret that is sent in an address, however it is spelled; nor do the answers', async ({
  log,
  service,
  admin,
  ask,
}) => {
  const { token: personal } = await ask('POST', '/tokens', { name: 'Import', scopes: ['bills:read'] });
  const { url } = await ask('POST', '/calendars');
  const calendar = new URL(url).pathname.slice('/calendar/'.length, -'.ics'.length);
  const { cookie } = await browse(service, admin.username);
  for (const value of ['1', '2']) await ask('POST', '/bills', bodyOf('bills', { value }));
  log.clear();
  const once = (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;
  const all = (text: string) => [...text].map(once).join('');
  const twice = (text: string) => all(text).replaceAll('%', '%25');
  const secrets = [personal, admin.token, calendar, decodeURIComponent(cookie).split(/[=;]/)[1] ?? ''];
  const wire = openWire(service.url);
  const answers: string[] = [];
  let count = 0;
  for (const secret of secrets)
    for (const spelled of [secret, once(secret), all(secret), twice(secret), secret.toUpperCase()])
      for (const [method, path] of [
        ['DELETE', `/tokens/${spelled}`],
        ['GET', `/bills/x${spelled}`],
        ['GET', `/nothing/${spelled}.ics/y`],
        ['POST', `/trpc/${spelled}`],
        ['GET', `/trpc/auth.me,${spelled}?batch=1`],
        ['GET', `/bills?limit=1&token=${spelled}&${spelled}=1`],
      ] as const) {
        const { headers, body } = await wire.send(method, path, { token: admin.token });
        answers.push(JSON.stringify([...headers, body]));
        count += 1;
      }
  const { headers } = await service.call('GET', '/nothing', { headers: { 'x-request-id': personal } });
  wire.close();
  await log.settled(count + 1);
  answers.push(headers.get('x-request-id') ?? '');
  const told = answers.join('\n');
  for (const secret of secrets)
    for (const part of [secret, secret.slice(5), ...secret.split('.')].filter((each) => each.length > 20))
      for (const spelled of [part, once(part), all(part), twice(part), part.toUpperCase()]) {
        expect(log.text()).not.toContain(spelled);
        if (secret === personal || secret === admin.token) expect(told).not.toContain(spelled);
      }
  expect(log.requests()[0]).toMatchObject({ req: { url: '/tokens/[hidden]' } });
});

it('says who, what, from where and how it ended, of each log-in and each refusal', async ({
  log,
  service,
  admin,
  post,
}) => {
  const { id, username, token } = await service.person('User');
  await log.names(id);
  log.clear();
  await post('/auth', { username, password: wrong });
  await post('/trpc/auth.login', { username, password: wrong });
  await post('/auth', { username: 'nobody', password: wrong });
  await post('/auth', { username, password });
  const { cookie } = await browse(service, username);
  await renew(service, cookie);
  await renew(service, `${cookie}x`);
  await service.call('GET', '/users', { token });
  await service.call('GET', '/users');
  await post('/bills', {}, admin.token);
  await service.call('DELETE', '/auth/logout', { token });
  await log.settled(11);
  const requests = log.requests();
  expect(
    requests.map(({ req, res, user, code }) => [req.method, req.url, res.statusCode, user, code]),
  ).toEqual([
    ['POST', '/auth', 401, id, 'INVALID_CREDENTIALS'],
    ['POST', '/trpc/auth.login', 401, id, 'INVALID_CREDENTIALS'],
    ['POST', '/auth', 401, undefined, 'INVALID_CREDENTIALS'],
    ['POST', '/auth', 200, id, undefined],
    ['POST', '/auth', 200, id, undefined],
    ['POST', '/auth/refresh', 200, id, undefined],
    ['POST', '/auth/refresh', 401, undefined, 'UNAUTHENTICATED'],
    ['GET', '/users', 403, id, 'FORBIDDEN'],
    ['GET', '/users', 401, undefined, 'UNAUTHENTICATED'],
    ['POST', '/bills', 400, admin.id, 'VALIDATION'],
    ['DELETE', '/auth/logout', 200, id, undefined],
  ]);
  for (const { time, req } of requests)
    expect([time, req.remoteAddress, req.id]).toEqual([expect.any(Number), '127.0.0.1', expect.any(String)]);
});

it('says nothing of what was asked where the answer comes after its deadline', async ({
  log,
  service,
  admin,
}) => {
  const late = Promise.withResolvers<never[]>();
  let asked = 0;
  const { pools } = service.dependencies;
  const values = () => {
    asked += 1;
    return late.promise;
  };
  const hanging = { ...pools.bills, values };
  const app = await buildApp({ ...service.dependencies, pools: { ...pools, bills: hanging } }, log.options);
  const question = encodeURIComponent(JSON.stringify({ search: 'a private matter' }));
  const headers = { authorization: `Bearer ${admin.token}` };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  const sent = [`/trpc/bills.list?input=${question}`, '/bills?search=a+private+matter'].map((url) =>
    app.inject({ url, headers }),
  );
  while (asked < sent.length) await new Promise(setImmediate);
  vi.advanceTimersByTime(10_000);
  const answers = await Promise.all(sent);
  vi.useRealTimers();
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
  late.resolve([]);
  await new Promise(setImmediate);
  await app.close();
  expect(log.text()).not.toMatch(/private/);
});

describe('a line of the log is made by the service alone', () => {
  const forged = '\r\n{"level":60,"msg":"forged"}\u001b[2J\u001b]0;x\u0007';
  it.beforeEach(({ log }) => log.clear());

  const expectWhole = async (log: ReturnType<typeof openLog>, count: number) => {
    await log.settled(count);
    expect(log.requests()).toHaveLength(count);
    expect(log.lines().filter(({ msg }) => msg === 'forged')).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
    expect(log.text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  };

  it('with escapes in path and query', async ({ log, service, admin: { token } }) => {
    const wire = openWire(service.url);
    const path = encodeURIComponent(forged);
    for (const one of [`/${path}`, `/users/${path}`, `/users?search=${path}`, `/trpc/${path}`])
      await wire.send('GET', one, { token });
    wire.close();
    await expectWhole(log, 4);
  });

  it('with escapes in names and other texts', async ({ log, admin: { token }, post }) => {
    for (const username of [forged, `x${forged}`]) await post('/auth', { username, password: forged });
    await post('/users', bodyOf('users', { username: forged, lastName: forged }), token);
    await post('/bills', bodyOf('bills', { description: forged }), token);
    await post('/bills', `{${forged}`, token);
    await expectWhole(log, 5);
  });

  it('with control characters in headers, which are refused or left out', async ({ log, service }) => {
    const names = 'User-Agent X-Request-Id X-Forwarded-For Referer Cookie Idempotency-Key'.split(' ');
    for (const name of names)
      for (const value of ['x\x1b[2Jy', 'x\x07y', '\x9b31mx', '{"level":60,"msg":"forged"}'])
        await sendRaw(
          service.url,
          `GET /nothing HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\nConnection: close\r\n\r\n`,
        );
    expect(log.text()).not.toContain('31m');
    expect(log.requests().length).toBeGreaterThan(0);
    await expectWhole(log, log.requests().length);
  });

  it('with a device’s name in the list of sessions', async ({ log, service, admin }) => {
    const agent = '"},{"_id":"x" \x9b31m <script>';
    const { token } = await browse(service, admin.username, { 'user-agent': agent });
    const { body } = await service.call('GET', '/auth/sessions', { token });
    const device = body.data.find(({ current }: { current: boolean }) => current);
    expect(device.userAgent).toBe(agent);
    await expectWhole(log, 2);
  });
});
