import { describe, expect } from 'vitest';
import { atOnce } from '../support/asking.ts';
import { browse } from '../support/browser.ts';
import { nextOf } from '../support/listing.ts';
import { claimsOf } from '../support/log-ins.ts';
import { unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';

// docs/rules.md, section 4: GET /auth/sessions.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('isAlive', { scope: 'file' }, ({ service }) => async (token: string) => {
    const { status } = await service.call('GET', '/auth', { token });
    return status === 200;
  });

/** A cursor with this sort key. */
const encodeCursor = (key: string) => Buffer.from(JSON.stringify([key, unknownId])).toString('base64url');
const sessionOf = (token: string) => String(claimsOf(token).sid);

describe('the list of sessions', () => {
  it('names device and address, marks the current one; one can be ended', async ({ service, isAlive }) => {
    const person = await service.person('User');
    const { token } = await browse(service, person.username, { 'user-agent': 'Phone/1.0' });
    const list = async () => (await service.call('GET', '/auth/sessions', { token })).body.data;
    expect(await list()).toEqual([
      expect.objectContaining({ _id: sessionOf(token), userAgent: 'Phone/1.0', current: true }),
      expect.objectContaining({ _id: sessionOf(person.token), address: '127.0.0.1', current: false }),
    ]);
    expect(JSON.stringify(await list())).not.toMatch(/hash|token/i);
    const path = `/auth/sessions/${sessionOf(person.token)}`;
    const ended = await service.call('DELETE', path, { token });
    expect(ended).toMatchObject({ status: 200, body: { data: { _id: sessionOf(person.token) } } });
    expect(await isAlive(person.token)).toBe(false);
    expect((await service.call('DELETE', path, { token })).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it('has at most 100: one more ends the one least recently used, also of many at once', async ({
    service,
    isAlive,
  }) => {
    const { id, username, token: used } = await service.person('User');
    const count = async () => {
      const [row] = await service.sql`select count(*)::integer as rows from sessions where user_id = ${id}`;
      return row?.rows;
    };
    // The one that is used stays, however old it is.
    await service.sql`update sessions set created_at = now() - interval '20 days' where user_id = ${id}`;
    await service.sql`insert into sessions (id, user_id, epoch, expires_at, last_seen_at, refresh_hash, user_agent, address)
      select gen_random_uuid(), ${id}, 0, now() + interval '1 day', now() - make_interval(hours => n), 'h', n, ''
      from generate_series(1, 130) n`;
    expect(await count()).toBe(100);
    await service.logIn(username);
    expect(await count()).toBe(100);
    const tokens = await atOnce(20, () => service.logIn(username));
    expect(await count()).toBe(100);
    for (const token of [used, ...tokens]) expect(await isAlive(token)).toBe(true);
    const [oldest] = await service.sql`
      select max(user_agent::integer) as hours from sessions where user_id = ${id} and user_agent ~ '^[0-9]+$'`;
    expect(oldest?.hours).toBe(100 - 22);
  });

  it('comes in pages, over REST and tRPC', async ({ service }) => {
    const { username, token } = await service.person('User');
    const tokens = [token];
    for (let i = 0; i < 6; i += 1) tokens.push(await service.logIn(username));
    // Three are equal but for their identifiers.
    await service.sql`update sessions set last_seen_at = date_trunc('hour', now()) where id in ${service.sql(tokens.slice(2, 5).map(sessionOf))}`;
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
    const early = `cursor=${encodeCursor('0000-01-01T00:00:00.000Z')}`;
    for (const query of ['limit=0', 'limit=1001', 'cursor=x', early]) {
      const { body } = await service.call('GET', `/auth/sessions?${query}`, { token });
      expect(body.error?.code, query).toBe('VALIDATION');
    }
  });

  it('has neither another account’s session nor an unknown one to end', async ({
    service,
    admin,
    isAlive,
  }) => {
    const [one, other] = [await service.person('User'), await service.person('User')];
    for (const id of [sessionOf(other.token), unknownId, 'not-an-id'])
      for (const { token } of [one, admin]) {
        const answer = await service.call('DELETE', `/auth/sessions/${id}`, { token });
        expect(answer).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
      }
    expect(await isAlive(other.token)).toBe(true);
  });
});
