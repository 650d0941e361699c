import { describe, expect } from 'vitest';
import { clientNetwork } from '../../../../packages/api/src/auth/throttle.ts';
import { atOnce, tally } from '../support/asking.ts';
import { freshAddress, logInFrom } from '../support/log-ins.ts';
import { password, startService } from '../support/service.ts';
import { test } from '../support/test.ts';

// docs/rules.md, section 4: what is one address to the limits of failed log-ins.
const it = test.extend('settings', { scope: 'file' }, { trustProxy: ['127.0.0.1'] });

describe('the address that a log-in counts for', () => {
  it('is the connection’s, where no proxy is declared', async ({ onTestFinished }) => {
    const direct = await startService();
    onTestFinished(direct.close);
    const { username } = await direct.person('User');
    const answers = await atOnce(12, () => logInFrom(direct, username, freshAddress()));
    expect(tally(answers)).toEqual({ 401: 10, 429: 2 });
  });

  it('is what the nearest proxy says, not what the client added before it', async ({ service }) => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    const answers = await atOnce(12, () => logInFrom(service, username, `${freshAddress()}, ${from}`));
    expect(tally(answers)).toEqual({ 401: 10, 429: 2 });
  });

  it('is the same, whatever port or nonsense a proxy adds to it', async ({ service }) => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    const status = async (text: string) => (await logInFrom(service, username, text)).status;
    for (let i = 0; i < 10; i += 1)
      expect(await status(i % 2 ? `${from}:${4000 + i}` : `x${i}, ${from}`)).toBe(401);
    expect(await status(`${from}:5000`)).toBe(429);
    expect(await status(from)).toBe(429);
  });

  it('is an IPv6 network of 64 bits', async ({ service }) => {
    const { username } = await service.person('User');
    const answers = await atOnce(12, (i) => logInFrom(service, username, `2001:db8:7:8:${i}::${i}`));
    expect(tally(answers)).toEqual({ 401: 10, 429: 2 });
    expect((await logInFrom(service, username, '2001:db8:7:9::1', password)).status).toBe(200);
  });

  it.for([
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
