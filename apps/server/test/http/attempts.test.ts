import { attempts } from '@daybook/domain/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atOnce, tally, unique } from '../support/asking.ts';
import { failLogIns, freshAddress, logInFrom, wrong } from '../support/log-ins.ts';
import { password, type Service, startService } from '../support/service.ts';

// Behind a proxy, so that each test has addresses of its own.
let service: Service;
beforeAll(async () => {
  service = await startService({ trustProxy: ['127.0.0.1'] });
});
afterAll(() => service.close());

describe('a refused attempt', () => {
  const counted = () => service.sql`select key, drained_at from attempts order by key`;

  it('leaves nothing behind, over REST and tRPC, alone and at once', async () => {
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

  it('leaves nothing behind where only a later bucket is full', async () => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    await failLogIns(service, 10, username, from);
    const before = await counted();
    expect(tally(await failLogIns(service, 20, username, from))).toEqual({ 429: 20 });
    expect(await counted()).toEqual(before);
  });

  it('is exact, however many first ones come at once', async () => {
    const { users: db } = service.dependencies.pools;
    for (let round = 0; round < 20; round += 1) {
      const [shared, own] = [unique('shared'), unique('own')];
      const buckets = (i: number) => [
        { key: shared, burst: 7, seconds: 1000 },
        { key: `${own}:${i % 5}`, burst: 2, seconds: 1000 },
      ];
      const waits = await Promise.all(Array.from({ length: 40 }, (_, i) => attempts.reserve(db, buckets(i))));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(7);
      const [sum] = await service.sql`
        select round(sum(extract(epoch from drained_at - now()) / 1000))::integer as attempts from attempts
        where key like ${`${own}:%`}`;
      expect(sum?.attempts).toBe(7);
    }
  });

  it('a success, and a comparison that failed, leave no empty bucket', async () => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    const before = await counted();
    expect((await logInFrom(service, username, from, password)).status).toBe(200);
    expect(await counted()).toEqual(before);
    const { users: db } = service.dependencies.pools;
    const bucket = { key: unique('given back'), burst: 10, seconds: 30 };
    await attempts.reserve(db, [bucket]);
    await attempts.reserve(db, [bucket]);
    await attempts.release(db, [bucket]);
    expect(await counted()).toHaveLength(before.length + 1);
    await attempts.release(db, [bucket]);
    expect(await counted()).toEqual(before);
  });
});

it('counting, giving back and clearing at once do not wait for each other in a circle', async () => {
  const { users: db } = service.dependencies.pools;
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
