import { describe, expect } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { atOnce, tally } from '../support/asking.ts';
import { wrong } from '../support/log-ins.ts';
import { password } from '../support/service.ts';
import { test } from '../support/test.ts';
import { listenWith } from '../support/wire.ts';

// Two instances on one database: what one counts, the other knows.
const it = test
  .extend('addresses', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const pools = connectPools(service.server);
    const second = await listenWith(service, pools);
    onCleanup(async () => {
      await second.close();
      await pools.close();
    });
    return [service.url, second.url];
  })
  /** At the one instance and the other in turn. */
  .extend(
    'logIn',
    { scope: 'file' },
    ({ addresses }) =>
      async (i: number, username: string, typed = wrong, path = '/auth') => {
        const { status } = await fetch(`${addresses[i % 2]}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${i}` },
          body: JSON.stringify({ username, password: typed }),
        });
        return { status };
      },
  );

describe('failures at two instances', () => {
  it('count together, one after the other', async ({ service, logIn }) => {
    const { username } = await service.person('User');
    for (let i = 0; i < 10; i += 1) expect(await logIn(i, username)).toEqual({ status: 401 });
    for (const i of [0, 1]) expect(await logIn(i, username, password)).toEqual({ status: 429 });
  });

  it('count together at once, over REST and tRPC, in any spelling and whatever a client says of its address', async ({
    service,
    logIn,
  }) => {
    const { username } = await service.person('User');
    const spellings = [username, username.toUpperCase(), `\u00a0${username} `];
    const answers = await atOnce(40, (i) =>
      logIn(i, spellings[i % 3] ?? '', wrong, i % 4 < 2 ? '/auth' : '/trpc/auth.login'),
    );
    const counts = tally(answers);
    expect(Object.keys(counts)).toEqual(['401', '429']);
    expect(counts[401]).toBeLessThanOrEqual(10);
  });

  it('are forgotten by both after a success', async ({ service, logIn }) => {
    const { username } = await service.person('User');
    for (let i = 0; i < 9; i += 1) await logIn(i, username);
    expect(await logIn(1, username, password)).toEqual({ status: 200 });
    for (let i = 0; i < 9; i += 1) expect(await logIn(i, username)).toEqual({ status: 401 });
  });
});

it('a session that ends at one instance has ended at the other', async ({ service, addresses }) => {
  const { token } = await service.person('User');
  const ask = async (i: number, method: string, path: string) =>
    (await fetch(`${addresses[i]}${path}`, { method, headers: { authorization: `Bearer ${token}` } })).status;
  expect([await ask(0, 'GET', '/auth'), await ask(1, 'GET', '/auth')]).toEqual([200, 200]);
  expect(await ask(1, 'DELETE', '/auth/logout')).toBe(200);
  expect([await ask(0, 'GET', '/auth'), await ask(1, 'GET', '/auth')]).toEqual([401, 401]);
});
