import { sessions } from '@daybook/domain/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Ask, asker, atOnce, tally, unknownId } from '../support/asking.ts';
import { browse, renew } from '../support/browser.ts';
import { forge, now, read } from '../support/forge.ts';
import { nextOf } from '../support/listing.ts';
import { type Person, password, type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Person;
let ask: Ask;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
  ask = asker(service, admin);
});
afterAll(() => service.close());

/** A cursor with this sort key. */
const encodeCursor = (key: string) => Buffer.from(JSON.stringify([key, unknownId])).toString('base64url');
const whoAmI = (token: string) => service.call('GET', '/auth', { token });
const isAlive = async (token: string) => (await whoAmI(token)).status === 200;
const sessionOf = (token: string) => String(read(token).claims.sid);
const change = (path: string, body: unknown) => ask('PATCH', path, body);

describe('a token is dead at the very next request after', () => {
  const ends: [string, (person: Person) => Promise<unknown>][] = [
    ['log-out', ({ token }) => service.call('DELETE', '/auth/logout', { token })],
    ['deactivation', ({ id }) => change(`/users/${id}/status`, { active: 'false' })],
    ['deletion', ({ id }) => ask('DELETE', `/users/${id}`)],
    [
      'a reset by an Administrator',
      ({ id }) => ask('PUT', `/users/${id}`, { password: 'given by an admin' }),
    ],
    ['its expiry', ({ id }) => service.sql`update sessions set expires_at = now() where user_id = ${id}`],
  ];

  it.each(ends)('%s', async (name, end) => {
    const person = await service.person('Supervisor');
    const { cookie, token } = await browse(service, person.username);
    expect(await isAlive(person.token)).toBe(true);
    await end(person);
    expect(await whoAmI(person.token)).toMatchObject({
      status: 401,
      body: { error: { code: 'UNAUTHENTICATED' } },
    });
    const trpc = service.client(person.token).auth.me.query();
    await expect(trpc).rejects.toMatchObject({ data: { code: 'UNAUTHENTICATED' } });
    // Logging out ends this session alone; the rest end them all, refresh cookies included.
    const others = name === 'log-out' ? 200 : 401;
    expect([(await whoAmI(token)).status, (await renew(service, cookie)).status]).toEqual([others, others]);
  });

  it('reactivation revives nothing', async () => {
    const person = await service.person('User');
    const { cookie } = await browse(service, person.username);
    await change(`/users/${person.id}/status`, { active: 'false' });
    await change(`/users/${person.id}/status`, { active: 'true' });
    expect(await isAlive(person.token)).toBe(false);
    expect((await renew(service, cookie)).status).toBe(401);
    expect(await isAlive(await service.logIn(person.username))).toBe(true);
  });

  it('a demotion takes the rights and leaves the session', async () => {
    const person = await service.person('Administrator');
    const forbidden = () =>
      service.call('PATCH', `/users/${unknownId}/role`, { token: person.token, body: { role: 'User' } });
    expect((await forbidden()).status).toBe(404);
    await change(`/users/${person.id}/role`, { role: 'User' });
    expect(await forbidden()).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    expect((await service.call('GET', '/users', { token: person.token })).status).toBe(403);
    expect(await whoAmI(person.token)).toMatchObject({
      status: 200,
      body: { data: { accessLevel: 'User' } },
    });
    await change(`/users/${person.id}/role`, { role: 'Supervisor' });
    expect((await service.call('GET', '/users', { token: person.token })).status).toBe(200);
  });

  it('the own password change ends the others and keeps the caller’s', async () => {
    const person = await service.person('Administrator');
    const here = await browse(service, person.username);
    const there = await browse(service, person.username);
    const body = { current: password, new: 'a fresh password' };
    const changed = await service.call('PATCH', '/users/password', { token: here.token, body });
    expect(changed).toMatchObject({ status: 200, body: { success: true, data: null } });
    expect(await isAlive(here.token)).toBe(true);
    expect([await isAlive(person.token), await isAlive(there.token)]).toEqual([false, false]);
    expect([(await renew(service, here.cookie)).status, (await renew(service, there.cookie)).status]).toEqual(
      [200, 401],
    );
    const old = await service.call('POST', '/auth', { body: { username: person.username, password } });
    expect(old.body.error.code).toBe('INVALID_CREDENTIALS');
    expect(await service.logIn(person.username, body.new)).toMatch(/^ey/);
  });

  it('log-out twice at once is no failure of the service', async () => {
    const person = await service.person('User');
    const answers = await atOnce(5, () => service.call('DELETE', '/auth/logout', { token: person.token }));
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect(tally(answers)[200]).toBeGreaterThanOrEqual(1);
  });
});

describe('the list of sessions', () => {
  it('names device and address, marks the current one; one can be ended', async () => {
    const person = await service.person('User');
    const phone = await browse(service, person.username, { 'user-agent': 'Phone/1.0' });
    const list = async () => (await service.call('GET', '/auth/sessions', { token: phone.token })).body.data;
    expect(await list()).toEqual([
      expect.objectContaining({ _id: sessionOf(phone.token), userAgent: 'Phone/1.0', current: true }),
      expect.objectContaining({ _id: sessionOf(person.token), address: '127.0.0.1', current: false }),
    ]);
    expect(JSON.stringify(await list())).not.toMatch(/hash|token/i);
    const path = `/auth/sessions/${sessionOf(person.token)}`;
    const ended = await service.call('DELETE', path, { token: phone.token });
    expect(ended).toMatchObject({ status: 200, body: { data: { _id: sessionOf(person.token) } } });
    expect(await isAlive(person.token)).toBe(false);
    expect((await service.call('DELETE', path, { token: phone.token })).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it('has at most 100: one more ends the one least recently used, also of many at once', async () => {
    const person = await service.person('User');
    const count = async () => {
      const [row] =
        await service.sql`select count(*)::integer as rows from sessions where user_id = ${person.id}`;
      return row?.rows;
    };
    // The one that is used stays, however old it is.
    await service.sql`update sessions set created_at = now() - interval '20 days' where user_id = ${person.id}`;
    await service.sql`insert into sessions (id, user_id, epoch, expires_at, last_seen_at, refresh_hash, user_agent, address)
      select gen_random_uuid(), ${person.id}, 0, now() + interval '1 day', now() - make_interval(hours => n), 'h', n, ''
      from generate_series(1, 130) n`;
    expect(await count()).toBe(100);
    await service.logIn(person.username);
    expect(await count()).toBe(100);
    const tokens = await atOnce(20, () => service.logIn(person.username));
    expect(await count()).toBe(100);
    for (const token of [person.token, ...tokens]) expect(await isAlive(token)).toBe(true);
    const [oldest] = await service.sql`
      select max(user_agent::integer) as hours from sessions where user_id = ${person.id} and user_agent ~ '^[0-9]+$'`;
    expect(oldest?.hours).toBe(100 - 22);
  });

  it('comes in pages, over REST and tRPC', async () => {
    const person = await service.person('User');
    const tokens = [person.token];
    for (let i = 0; i < 6; i += 1) tokens.push(await service.logIn(person.username));
    // Three are equal but for their identifiers.
    await service.sql`update sessions set last_seen_at = date_trunc('hour', now()) where id in ${service.sql(tokens.slice(2, 5).map(sessionOf))}`;
    const { token } = person;
    const whole = (await service.call('GET', '/auth/sessions', { token })).body;
    expect([whole.data.length, whole.nextCursor]).toEqual([7, null]);
    const seen: unknown[] = [];
    for (let path = '/auth/sessions?limit=2'; path; ) {
      const { headers, body } = await service.call('GET', path, { token });
      expect(body.data.length).toBeLessThanOrEqual(2);
      seen.push(...body.data);
      path = nextOf(headers) ?? '';
      expect(path === '').toBe(body.nextCursor === null);
    }
    expect(seen).toEqual(whole.data);
    const client = service.client(token);
    const first = await client.auth.sessions.query({ limit: 3 });
    const rest = await client.auth.sessions.query({ limit: 1000, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items]).toEqual(whole.data);
    for (const query of [
      'limit=0',
      'limit=1001',
      'cursor=x',
      `cursor=${encodeCursor('0000-01-01T00:00:00.000Z')}`,
    ])
      expect((await service.call('GET', `/auth/sessions?${query}`, { token })).body.error?.code).toBe(
        'VALIDATION',
      );
  });

  it('another one’s session and an unknown one are not there', async () => {
    const [one, other] = [await service.person('User'), await service.person('User')];
    for (const id of [sessionOf(other.token), unknownId, 'not-an-id'])
      for (const { token } of [one, admin]) {
        const answer = await service.call('DELETE', `/auth/sessions/${id}`, { token });
        expect(answer).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
      }
    expect(await isAlive(other.token)).toBe(true);
  });
});

describe('a token that this service did not make like this', () => {
  it('is 401, with the challenge of RFC 6750', async () => {
    const { token, value } = await browse(service, admin.username);
    const { header, claims } = read(token);
    const other = read(await service.logIn(admin.username)).claims;
    const swapped = `${token.split('.').slice(0, 2).join('.')}.${admin.token.split('.')[2]}`;
    const { exp: _exp, ...endless } = claims;
    const { sid: _sid, ...unbound } = claims;
    const wrong = {
      'no token': '',
      'a refresh token': value,
      'another signature': swapped,
      'another secret': forge(header, claims, Buffer.alloc(32, 1)),
      unsigned: forge({ ...header, alg: 'none' }, claims, Buffer.alloc(0)),
      'another algorithm': forge({ ...header, alg: 'HS512' }, claims, undefined, 'sha512'),
      'another type': forge({ ...header, typ: 'JWT' }, claims),
      'another issuer': forge(header, { ...claims, iss: 'others' }),
      'another audience': forge(header, { ...claims, aud: 'others' }),
      expired: forge(header, { ...claims, exp: now() - 1 }),
      'from the future': forge(header, { ...claims, iat: now() + 3600 }),
      endless: forge(header, endless),
      'without a session': forge(header, unbound),
      'of no session': forge(header, { ...claims, sid: unknownId }),
      'of a session that is no id': forge(header, { ...claims, sid: 'nonsense' }),
      'with a session of another kind': forge(header, { ...claims, sid: { id: other.sid } }),
    };
    expect(await isAlive(forge(header, claims))).toBe(true);
    for (const [name, sent] of Object.entries(wrong)) {
      const answer = await whoAmI(sent);
      expect(answer, name).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="daybook"/);
    }
    expect(await isAlive(token)).toBe(true);
  });

  it('says nothing of roles: those are read from the account', async () => {
    const { header, claims } = read((await service.person('User')).token);
    const token = forge(header, {
      ...claims,
      role: 'Administrator',
      accessLevel: 'Administrator',
      sub: admin.id,
    });
    expect((await service.call('GET', '/users', { token })).status).toBe(403);
  });
});

describe('a log-in', () => {
  it('opens nothing if the password or the status changed after the password was verified', async () => {
    const { users: db } = service.dependencies.pools;
    const { id, username } = await service.person('User');
    const verified = await sessions.account(db, username);
    const session = {
      userId: id,
      refreshHash: 'h',
      deviceHash: 'd',
      lifetimeSeconds: 60,
      userAgent: '',
      address: '',
    };
    const open = () =>
      sessions.open(db, { ...session, id: sessions.newId(), verifiedHash: verified?.passwordHash ?? '' });
    expect(await open()).toBe(true);
    await change(`/users/${id}/status`, { active: 'false' });
    expect(await open()).toBe(false);
    await change(`/users/${id}/status`, { active: 'true' });
    expect(await open()).toBe(true);
    await ask('PUT', `/users/${id}`, { password: 'reset meanwhile' });
    expect(await open()).toBe(false);
    await ask('DELETE', `/users/${id}`);
    expect(await open()).toBe(false);
  });

  const takings: [string, (id: string) => Promise<unknown>][] = [
    ['a reset', (id) => ask('PUT', `/users/${id}`, { password: 'reset meanwhile' })],
    ['a deactivation', (id) => change(`/users/${id}/status`, { active: 'false' })],
  ];
  it.each(takings)('that is just opening does not survive %s that waits for it', async (_, take) => {
    // Two statements at once need two sessions of the database.
    if (inject('databases').kind === 'embedded') return;
    const { users: db } = service.dependencies.pools;
    const { id, username } = await service.person('User');
    const verified = await sessions.account(db, username);
    const session = {
      userId: id,
      refreshHash: 'h',
      deviceHash: 'd',
      lifetimeSeconds: 60,
      userAgent: '',
      address: '',
    };
    const opening = { ...session, id: sessions.newId(), verifiedHash: verified?.passwordHash ?? '' };
    let taking: Promise<unknown> | undefined;
    await service.sql.begin(async (sql) => {
      // Holds up the change, not the log-in, which locks the account in the same way.
      await sql`select from users where id = ${id} for share`;
      taking = take(id);
      for (let waiting = 0; waiting === 0; ) {
        await sql`select pg_stat_clear_snapshot()`;
        waiting = (
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).length;
      }
      expect(await sessions.open(db, opening)).toBe(true);
    });
    await taking;
    await change(`/users/${id}/status`, { active: 'true' });
    expect(await isAlive(await service.tokens.access(id, opening.id))).toBe(false);
  });
});
