import { attempts } from '@daybook/domain/server';
import { describe, expect } from 'vitest';
import { clientNetwork } from '../../../../packages/api/src/auth/throttle.ts';
import { atOnce, tally } from '../support/asking.ts';
import { failLogIns, freshAddress, logInFrom, wrong } from '../support/log-ins.ts';
import { unique } from '../support/samples/index.ts';
import { type Answer, password, startService } from '../support/service.ts';
import { test } from '../support/test.ts';

// The table that the limits of failed log-ins are counted in: what it holds, and that it counts exactly.
// Behind a proxy, so that each test has addresses of its own.
const it = test
  .extend('settings', { scope: 'file' }, { trustProxy: ['127.0.0.1'] })
  .extend('db', { scope: 'file' }, ({ service }) => service.dependencies.pools.users)
  .extend('counted', { scope: 'file' }, ({ service }) => async () => [
    ...(await service.sql`select key, drained_at from attempts order by key`),
  ]);

describe('a refused attempt', () => {
  it('leaves nothing behind, over REST and tRPC, alone and at once', async ({ service, counted }) => {
    const from = freshAddress();
    await service.sql`insert into attempts values (${`network:${from}`}, now() + interval '1 hour')`;
    const before = await counted();
    const refused = await atOnce(40, (i) =>
      service.call('POST', i % 2 ? '/auth' : '/trpc/auth.login', {
        body: { username: unique('made up'), password: wrong },
        headers: { 'x-forwarded-for': from },
      }),
    );
    expect(tally(refused)).toEqual({ 429: 40 });
    expect(await counted()).toEqual(before);
  });

  it('leaves nothing behind where only a later bucket is full', async ({ service, counted }) => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    await failLogIns(service, 10, username, from);
    const before = await counted();
    expect(tally(await failLogIns(service, 20, username, from))).toEqual({ 429: 20 });
    expect(await counted()).toEqual(before);
  });
});

it('exactly as many attempts are let in as there is room for, however many first ones come at once', async ({
  service,
  db,
}) => {
  for (let round = 0; round < 20; round += 1) {
    const [shared, own] = [unique('shared'), unique('own')];
    const waits = await atOnce(40, (i) =>
      attempts.reserve(db, [
        { key: shared, burst: 7, seconds: 1000 },
        { key: `${own}:${i % 5}`, burst: 2, seconds: 1000 },
      ]),
    );
    expect(waits.filter(({ wait }) => wait === 0)).toHaveLength(7);
    const [sum] = await service.sql`
      select round(sum(extract(epoch from drained_at - now()) / 1000))::integer as attempts from attempts
      where key like ${`${own}:%`}`;
    expect(sum?.attempts).toBe(7);
  }
});

it('who waits as long as was said is let in', async ({ service, db }) => {
  const bucket = { key: unique('waiting'), burst: 10, seconds: 30 };
  // Full, and 29.99 seconds from room for one: the seconds that are said are whole.
  await service.sql`insert into attempts values (${bucket.key}, now() + interval '299.99 seconds')`;
  const { wait } = await attempts.reserve(db, [bucket]);
  expect(wait).toBeGreaterThan(0);
  await service.sql`
    update attempts set drained_at = drained_at - make_interval(secs => ${wait}) where key = ${bucket.key}`;
  expect(await attempts.reserve(db, [bucket])).toMatchObject({ wait: 0 });
});

it('tells what is left of each bucket, and when there is one more', async ({ service, db }) => {
  const [small, large] = [
    { key: unique('small'), burst: 3, seconds: 30 },
    { key: unique('large'), burst: 100, seconds: 3 },
  ];
  const left = async () => {
    const found = await attempts.reserve(db, [small, large]);
    return [found.wait, ...[small, large].map(({ key }) => found.left.find((one) => one.key === key))];
  };
  const one = (key: string, remaining: number, next: number) =>
    expect.objectContaining({ key, remaining, next });
  const used = { [small.key]: 3, [large.key]: 100 };
  for (let n = 1; n <= 3; n += 1) {
    const [wait, ...both] = await left();
    expect(wait).toBe(0);
    expect(both).toMatchObject([{ remaining: (used[small.key] ?? 0) - n }, { remaining: 100 - n }]);
  }
  const [wait, ofSmall, ofLarge] = await left();
  expect(wait).toBe((ofSmall as attempts.Left).next);
  expect(ofSmall).toEqual(
    one(small.key, 0, expect.toSatisfy((next: number) => next > 25 && next <= 30) as never),
  );
  expect(ofLarge).toMatchObject({ remaining: 97 });
  await service.sql`update attempts set drained_at = drained_at - interval '30 seconds' where key = ${small.key}`;
  expect((await left())[0]).toBe(0);
});

it('a success, and a comparison that failed, leave no empty bucket', async ({ service, db, counted }) => {
  const [{ username }, from] = [await service.person('User'), freshAddress()];
  const before = await counted();
  expect((await logInFrom(service, username, from, password)).status).toBe(200);
  expect(await counted()).toEqual(before);
  const bucket = { key: unique('given back'), burst: 10, seconds: 30 };
  await attempts.reserve(db, [bucket]);
  await attempts.reserve(db, [bucket]);
  await attempts.release(db, [bucket]);
  expect(await counted()).toHaveLength(before.length + 1);
  await attempts.release(db, [bucket]);
  expect(await counted()).toEqual(before);
});

it('a log-in that fails for another reason than its password is given back', async ({ service, counted }) => {
  const [{ username }, from] = [await service.person('User'), freshAddress()];
  const before = await counted();
  await service.sql`alter table sessions rename to sessions_away`;
  const failed = await logInFrom(service, username, from, password);
  await service.sql`alter table sessions_away rename to sessions`;
  expect(failed.status).toBe(500);
  expect(await counted()).toEqual(before);
});

it('counting, giving back and clearing at once do not deadlock', async ({ service, db }) => {
  const buckets = ['pair', 'network', 'account'].map((kind) => ({
    key: unique(kind),
    burst: 1000,
    seconds: 1,
  }));
  const [pair, network, account] = buckets.map(({ key }) => key);
  const actions = [
    () => attempts.reserve(db, buckets),
    () => attempts.clear(db, [pair ?? '', account ?? '']),
    () => attempts.release(db, buckets),
    () => attempts.clear(db, [account ?? '', pair ?? '', network ?? '']),
  ];
  // With this many rows PostgreSQL goes by the index, in the order of the keys.
  await service.sql`insert into attempts select 'filler ' || n, now() from generate_series(1, 5000) n`;
  await service.sql`analyze attempts`;
  for (let round = 0; round < 40; round += 1) {
    const done = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => actions[(i * 7 + round) % 4]?.()),
    );
    expect(done.filter((result) => result.status === 'rejected')).toEqual([]);
  }
});

// docs/rules.md, section 4: what is one address to the limits of failed log-ins.
const addressTest = test.extend('settings', { scope: 'file' }, { trustProxy: ['127.0.0.1'] });

describe('the address that a log-in counts for', () => {
  addressTest('is the connection’s, where no proxy is declared', async ({ onTestFinished }) => {
    const direct = await startService();
    onTestFinished(direct.close);
    const { username } = await direct.person('User');
    const answers = await atOnce(12, () => logInFrom(direct, username, freshAddress()));
    expect(tally(answers)).toEqual({ 401: 10, 429: 2 });
  });

  addressTest('is what the nearest proxy says, not what the client added before it', async ({ service }) => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    const answers = await atOnce(12, () => logInFrom(service, username, `${freshAddress()}, ${from}`));
    expect(tally(answers)).toEqual({ 401: 10, 429: 2 });
  });

  addressTest('is the same, whatever port or nonsense a proxy adds to it', async ({ service }) => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    const status = async (text: string) => (await logInFrom(service, username, text)).status;
    for (let i = 0; i < 10; i += 1)
      expect(await status(i % 2 ? `${from}:${4000 + i}` : `x${i}, ${from}`)).toBe(401);
    expect(await status(`${from}:5000`)).toBe(429);
    expect(await status(from)).toBe(429);
  });

  addressTest('is an IPv6 network of 64 bits', async ({ service }) => {
    const { username } = await service.person('User');
    const answers = await atOnce(12, (i) => logInFrom(service, username, `2001:db8:7:8:${i}::${i}`));
    expect(tally(answers)).toEqual({ 401: 10, 429: 2 });
    expect((await logInFrom(service, username, '2001:db8:7:9::1', password)).status).toBe(200);
  });

  addressTest.for([
    ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::1', true],
    ['2001:DB8:1:2::', '2001:db8:1:2:ffff::', true],
    ['2001:db8::1', '2001:db8:0:0:9::', true],
    ['2001:db8:1:2::', '2001:db8:1:3::', false],
    ['::1', '::2', true],
    ['fe80::1%eth0', 'fe80::2', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::FFFF:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['::ffff:c000:201', '192.0.2.1', true],
    ['::ffff:c000:201', '::ffff:c000:202', false],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['64:ff9b::192.0.2.1', '64:ff9b::1', true],
  ] as const)('clientNetwork: %s and %s share one: %s', ([one, other, shared]) => {
    expect(clientNetwork(one) === clientNetwork(other)).toBe(shared);
  });
});

const limits = ({ headers }: Pick<Answer, 'headers'>) => [
  headers.get('ratelimit-policy'),
  headers.get('ratelimit'),
];
const policy = '"account-and-address";q=10;w=300, "account";q=100;w=3600, "address";q=100;w=300';

addressTest('each failure takes one of each limit', async ({ service }) => {
  const [{ username }, from] = [await service.person('User'), freshAddress()];
  for (let n = 1; n <= 3; n += 1) {
    const answer = await logInFrom(service, username, from);
    expect(answer.status).toBe(401);
    const [said, left] = limits(answer);
    expect(said).toBe(policy);
    expect(left).toMatch(
      new RegExp(`^"account-and-address";r=${10 - n};t=(30|2[0-9]), "address";r=${100 - n};t=[123]$`),
    );
  }
});

addressTest('the name that nobody has says the same', async ({ service }) => {
  const answer = await logInFrom(service, unique('nobody'), freshAddress());
  expect(limits(answer)).toEqual([policy, '"account-and-address";r=9;t=30, "address";r=99;t=3']);
});

addressTest('a refusal says that none is left, and a success that all are', async ({ service }) => {
  const [{ username }, from] = [await service.person('User'), freshAddress()];
  await failLogIns(service, 10, username, from);
  const refused = await logInFrom(service, username, from, password);
  expect(refused.status).toBe(429);
  const t = refused.headers.get('retry-after');
  expect(limits(refused)[1]).toMatch(
    new RegExp(`^"account-and-address";r=0;t=${t}, "address";r=9[01];t=[123]$`),
  );
  const elsewhere = await logInFrom(service, username, freshAddress(), password);
  expect(elsewhere.status).toBe(200);
  expect(limits(elsewhere)).toEqual([policy, '"account-and-address";r=10, "address";r=100']);
});

addressTest('attempts of others on the account show only in a refusal', async ({ service }) => {
  const { username } = await service.person('User');
  for (let n = 0; n < 10; n += 1) await failLogIns(service, 10, username, freshAddress());
  const refused = await logInFrom(service, username, freshAddress());
  expect(refused.status).toBe(429);
  expect(limits(refused)[1]).toMatch(/^"account-and-address";r=10, "account";r=0;t=\d+, "address";r=100$/);
});

addressTest('a device that is known has a limit of its own', async ({ service }) => {
  const { username } = await service.person('User');
  const from = freshAddress();
  const [device] = (await logInFrom(service, username, from, password)).headers
    .getSetCookie()
    .filter((cookie) => cookie.startsWith('daybook_device'));
  const answer = await service.call('POST', '/auth', {
    body: { username, password: wrong },
    headers: { 'x-forwarded-for': from, cookie: device?.split(';')[0] ?? '' },
  });
  expect(limits(answer)).toEqual(['"device";q=10;w=300', '"device";r=9;t=30']);
});

addressTest('a change of the password counts and says so, over tRPC too', async ({ service }) => {
  const { token } = await service.person('Administrator');
  const body = { current: wrong, new: 'another long password' };
  const rest = await service.call('PATCH', '/users/password', { token, body });
  expect(rest.status).toBe(400);
  expect(limits(rest)).toEqual(['"device";q=10;w=300', '"device";r=9;t=30']);
  const trpc = await service.call('POST', '/trpc/users.changePassword', { token, body });
  expect(trpc.status).toBe(400);
  expect(limits(trpc)).toEqual(['"device";q=10;w=300', expect.stringMatching(/^"device";r=8;t=/)]);
});

addressTest('what is not counted says nothing', async ({ service, admin: { token, username } }) => {
  expect(limits(await service.call('GET', '/bills', { token }))).toEqual([null, null]);
  expect(limits(await service.call('POST', '/auth', { body: { username } }))).toEqual([null, null]);
  const free = await startService({ limitLogins: false });
  const answer = await free.call('POST', '/auth', { body: { username: 'root', password: wrong } });
  await free.close();
  expect([answer.status, ...limits(answer)]).toEqual([401, null, null]);
});
