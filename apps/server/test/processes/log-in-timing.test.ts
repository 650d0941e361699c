import { hashPassword } from '@daybook/api';
import { expect } from 'vitest';
import { password } from '../support/service.ts';
import { test } from '../support/test.ts';

// docs/rules.md, section 4.
const it = test.extend('settings', { scope: 'file' }, { limitLogins: false });

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const apart = (one: number, other: number) => Math.max(one, other) / Math.min(one, other) - 1;

it('an unknown name, a wrong password and a deactivated account take the same time', async ({
  skip,
  service,
}) => {
  const [active, inactive] = [await service.person('User'), await service.person('User')];
  // Those of other tests take less time.
  await service.sql`update users set password_hash = ${await hashPassword(password)}`;
  await service.sql`update users set active = false where id = ${inactive.id}`;
  // Each is measured in two series, whose difference is what the machine makes of no difference.
  const kinds = [active.username, 'nobody at all', inactive.username].map((username) => ({
    username,
    series: [[], []] as [number[], number[]],
  }));
  const attempts = kinds.flatMap(({ username, series }) => series.map((took) => ({ username, took })));
  const noise = () => Math.max(...kinds.map(({ series: [one, other] }) => apart(median(one), median(other))));
  const worst = () => {
    const [wrong = 0, unknown = 0, deactivated = 0] = kinds.map(({ series }) => median(series.flat()));
    return Math.max(apart(wrong, unknown), apart(wrong, deactivated));
  };
  // What only looked different becomes less so the longer one looks.
  for (let round = 0; round < 40 || (round < 120 && (noise() > 0.1 || worst() > 0.1)); round += 1)
    for (let i = 0; i < attempts.length; i += 1) {
      const attempt = attempts[(i + round) % attempts.length];
      const began = performance.now();
      const body = { username: attempt?.username, password: 'wrong password' };
      expect((await service.call('POST', '/auth', { body })).status).toBe(401);
      attempt?.took.push(performance.now() - began);
    }
  const seen = `identical series differ by ${Math.round(noise() * 100)} % on this machine now`;
  skip(worst() > 0.2 && noise() > 0.1 && worst() < 4 * noise(), seen);
  expect(worst(), seen).toBeLessThan(0.2);
});
