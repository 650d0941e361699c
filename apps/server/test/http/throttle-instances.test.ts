import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { atOnce, tally } from '../support/asking.ts';
import { listenWith } from '../support/broken.ts';
import { password, type Service, startService } from '../support/service.ts';

// Two instances on one database: what one counts, the other knows.
let service: Service;
let addresses: readonly string[];
let stop: () => Promise<void>;

beforeAll(async () => {
  service = await startService();
  const pools = connectPools(service.server);
  const second = await listenWith(service, pools);
  addresses = [service.url, second.url];
  stop = async () => {
    await second.close();
    await pools.close();
  };
});
afterAll(async () => {
  await stop();
  await service.close();
});

const logIn = async (i: number, username: string, typed = 'wrong password', path = '/auth') =>
  fetch(`${addresses[i % 2]}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${i}` },
    body: JSON.stringify({ username, password: typed }),
  });
const statuses = (i: number, username: string, typed?: string) =>
  logIn(i, username, typed).then(({ status }) => status);

describe('failures at two instances', () => {
  it('count together, one after the other', async () => {
    const { username } = await service.person('User');
    for (let i = 0; i < 10; i += 1) expect(await statuses(i, username)).toBe(401);
    for (const i of [0, 1]) expect(await statuses(i, username, password)).toBe(429);
  });

  it('count together at once, over REST and tRPC, in any spelling and whatever a client says of its address', async () => {
    const { username } = await service.person('User');
    const spellings = [username, username.toUpperCase(), `\u00a0${username} `];
    const answers = await atOnce(40, (i) =>
      logIn(i, spellings[i % 3] ?? '', undefined, i % 4 < 2 ? '/auth' : '/trpc/auth.login'),
    );
    const counts = tally(answers);
    expect(Object.keys(counts)).toEqual(['401', '429']);
    expect(counts[401]).toBeLessThanOrEqual(10);
  });

  it('are forgotten by both after a success', async () => {
    const { username } = await service.person('User');
    for (let i = 0; i < 9; i += 1) await statuses(i, username);
    expect(await statuses(1, username, password)).toBe(200);
    for (let i = 0; i < 9; i += 1) expect(await statuses(i, username)).toBe(401);
  });
});

it('a session that ends at one instance has ended at the other', async () => {
  const { token } = await service.person('User');
  const ask = async (i: number, method: string, path: string) =>
    (await fetch(`${addresses[i]}${path}`, { method, headers: { authorization: `Bearer ${token}` } })).status;
  expect([await ask(0, 'GET', '/auth'), await ask(1, 'GET', '/auth')]).toEqual([200, 200]);
  expect(await ask(1, 'DELETE', '/auth/logout')).toBe(200);
  expect([await ask(0, 'GET', '/auth'), await ask(1, 'GET', '/auth')]).toEqual([401, 401]);
});
