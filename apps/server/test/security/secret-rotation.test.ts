import { randomBytes } from 'node:crypto';
import { createTokens } from '@daybook/api';
import { factors } from '@daybook/domain/server';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, vi } from 'vitest';
import { startSending } from '../../src/webhooks/sender.ts';
import { tally } from '../support/asking.ts';
import { browse } from '../support/log-ins.ts';
import { startReceiver } from '../support/receivers.ts';
import { type CallOptions, password, secret } from '../support/service.ts';
import { test } from '../support/test.ts';
import { listenWith } from '../support/wire.ts';

// docs/security.md, replacing JWT_SECRET.
const next = randomBytes(32);

const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false, webhooksAllowPrivate: true })
  /** Instances beside the service: which knows its secret alone. */
  .extend('instances', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const closes: (() => Promise<unknown>)[] = [];
    onCleanup(async () => void (await Promise.all(closes.map((close) => close()))));
    const start = async (present: Uint8Array, previous?: Uint8Array) => {
      const tokens = await createTokens(present, 3600, previous);
      const { url, close } = await listenWith(service, { tokens });
      closes.push(close);
      const call = async (method: string, path: string, { token, body, headers }: CallOptions = {}) => {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        return {
          status: response.status,
          headers: response.headers,
          body: text.startsWith('{') ? JSON.parse(text) : text,
        };
      };
      return { tokens, call };
    };
    return {
      /** Knows the next one, and makes nothing under it yet. */
      prepared: await start(secret, next),
      rotated: await start(next, secret),
      /** As after a leak, or once the previous one is taken away. */
      ended: await start(next),
    };
  });

describe('with the previous secret', () => {
  it('sessions and personal tokens go on, and new ones are under the new secret', async ({
    service,
    instances: { prepared, rotated, ended },
  }) => {
    const { token, username } = await service.person('Supervisor');
    const body = { name: 'sync', scopes: ['bills:read'] };
    const made = await service.call('POST', '/tokens', { token, body });
    const logIn = await rotated.call('POST', '/auth', { body: { username, password } });
    const old = [token, made.body.data.token];
    for (const bearer of old) {
      const of = ({ call }: typeof rotated) => call('GET', '/bills', { token: bearer });
      expect([(await of(prepared)).status, (await of(rotated)).status]).toEqual([200, 200]);
      expect((await of(ended)).status).toBe(401);
    }
    const newer = await rotated.call('POST', '/tokens', { token, body });
    for (const bearer of [logIn.body.data.accessToken, newer.body.data.token]) {
      const statuses = [rotated, ended, prepared].map(({ call }) => call('GET', '/bills', { token: bearer }));
      expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await service.call('GET', '/bills', { token: bearer })).status).toBe(401);
    }
  });

  it('a refresh cookie is exchanged, also by two instances in turn', async ({
    service,
    instances: { prepared, rotated, ended },
  }) => {
    const { username } = await service.person('User');
    const { cookie } = await browse(service, username);
    const renew = ({ call }: typeof rotated, sent: string) =>
      call('POST', '/auth/refresh', { headers: { cookie: sent } });
    const of = (answer: { headers: Headers }) =>
      answer.headers
        .getSetCookie()
        .find((one) => one.startsWith('daybook_refresh='))
        ?.split(';')[0] ?? '';
    const first = await renew(rotated, cookie);
    expect(first.status).toBe(200);
    // The answer was lost, and the other instance is asked.
    const again = await renew(prepared, cookie);
    expect([again.status, of(again)]).toEqual([200, of(first)]);
    await service.sql`update sessions set refreshed_at = now() - interval '1 minute'`;
    expect((await renew(ended, of(first))).status).toBe(200);
    expect((await renew(ended, (await browse(service, username)).cookie)).status).toBe(401);
  });

  it('a device that is known stays known', async ({ service, instances: { rotated, ended } }) => {
    const { username } = await service.person('User');
    const logIn = await service.call('POST', '/auth', { body: { username, password } });
    const cookie =
      logIn.headers
        .getSetCookie()
        .find((one) => one.startsWith('daybook_device='))
        ?.split(';')[0] ?? '';
    const devices = async ({ call }: typeof rotated) => {
      await call('POST', '/auth', { body: { username, password }, headers: { cookie } });
      const [row] =
        await service.sql`select count(*)::int as number from devices join users on users.id = user_id
        where username = ${username}`;
      return row?.number;
    };
    // That of the first log-in, and this one.
    expect(await devices(rotated)).toBe(2);
    expect(await devices(ended)).toBe(3);
  });

  it('a repeated creation answers what it made under the old secret', async ({
    service,
    instances: { rotated, ended },
  }) => {
    const { token } = await service.person('Supervisor');
    const sent = {
      '/tokens': { name: 'sync', scopes: ['bills:read'] },
      '/calendars': {},
      '/payees': { name: 'Once' },
    };
    const headers = { 'idempotency-key': 'rotation' };
    for (const [path, body] of Object.entries(sent)) {
      const first = await service.call('POST', path, { token, body, headers });
      const again = await rotated.call('POST', path, { token, body, headers });
      const told = ({ data }: { data: Record<string, unknown> }) => [
        data._id,
        data.token,
        String(data.url).split('/').at(-1),
      ];
      expect([first.status, again.status, told(again.body)]).toEqual([200, 200, told(first.body)]);
    }
    const session = await ended.call('POST', '/auth', {
      body: { username: (await service.person('Supervisor')).username, password },
    });
    expect(session.status).toBe(200);
  });

  it('a calendar address is read', async ({ service, supervisor, instances: { rotated, ended } }) => {
    const made = await service.call('POST', '/calendars', supervisor);
    const path = new URL(made.body.data.url).pathname;
    expect((await rotated.call('GET', path)).status).toBe(200);
    expect((await ended.call('GET', path)).status).toBe(404);
  });

  it('webhooks are signed under both', async ({ service, ask, make, instances: { rotated } }) => {
    const receiver = await startReceiver();
    const hook = await ask('POST', '/webhooks', { name: 'Test', url: receiver.url, kinds: ['payees'] });
    const sender = startSending(
      service.dependencies.pools.othersWrites,
      rotated.tokens,
      { warn: () => {} },
      { allowsPrivate: true, pollMs: 50 },
    );
    await make('payees');
    await vi.waitUntil(() => receiver.received.length > 0, { timeout: 60_000 });
    const [sent] = receiver.received;
    for (const key of [hook.secret, rotated.tokens.webhook(hook._id, 1)])
      expect(() => new Verifier(key).verify(sent?.text ?? '', sent?.headers as never)).not.toThrow();
    await sender.stop();
    await receiver.close();
  });

  it('what is encrypted is encrypted anew, by several at once, without the journal', async ({
    service,
    user,
    instances: { prepared, rotated, ended },
  }) => {
    const { sql, dependencies, tokens } = service;
    const rows = Array.from({ length: 250 }, (_, n) => ({ id: crypto.randomUUID(), text: `secret ${n}` }));
    await sql`set session_replication_role = replica`;
    for (const { id, text } of rows)
      await sql`insert into factors (id, user_id, kind, name, secret)
        values (${id}, ${user.id}, 'totp', '', ${tokens.seal(text, id)})`;
    await sql`set session_replication_role = origin`;
    const opened = async (by: typeof rotated) => {
      const found = await sql<{ id: string; secret: string }[]>`select id, secret from factors`;
      const texts = new Map(rows.map(({ id, text }) => [String(id), text]));
      return tally(
        found.map(({ id, secret: sealed }) => ({
          status: by.tokens.open(sealed, id) === texts.get(id) ? 1 : 0,
        })),
      );
    };
    const [before] = await sql`select count(*)::int as entries from journal`;
    expect([await opened(rotated), await opened(prepared), await opened(ended)]).toEqual([
      { 1: 250 },
      { 1: 250 },
      { 0: 250 },
    ]);
    const anew = () => factors.sealAnew(dependencies.pools.othersWrites, rotated.tokens.sealAnew);
    await Promise.all([anew(), anew(), anew()]);
    expect([await opened(rotated), await opened(prepared), await opened(ended)]).toEqual([
      { 1: 250 },
      { 1: 250 },
      { 1: 250 },
    ]);
    expect(await sql`select count(*)::int as entries from journal`).toEqual([before]);
    const stored = await sql`select secret from factors order by id`;
    await anew();
    expect(await sql`select secret from factors order by id`).toEqual(stored);
  });
});
