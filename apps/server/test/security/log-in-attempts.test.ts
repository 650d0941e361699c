import { attempts } from '@daybook/domain/server';
import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { failLogIns, freshAddress, logInFrom, wrong } from '../support/log-ins.ts';
import { unique } from '../support/samples/index.ts';
import { password } from '../support/service.ts';
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
