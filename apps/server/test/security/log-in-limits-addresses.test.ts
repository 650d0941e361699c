import { describe, expect } from 'vitest';
import { clientNetwork } from '../../../../packages/api/src/auth/throttle.ts';
import { atOnce, tally } from '../support/asking.ts';
import { failLogIns, freshAddress, logInFrom, wrong } from '../support/log-ins.ts';
import { unique } from '../support/samples/index.ts';
import { type Answer, password, startService } from '../support/service.ts';
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

const limits = ({ headers }: Pick<Answer, 'headers'>) => [
  headers.get('ratelimit-policy'),
  headers.get('ratelimit'),
];
const policy = '"account-and-address";q=10;w=300, "account";q=100;w=3600, "address";q=100;w=300';

it('each failure takes one of each limit', async ({ service }) => {
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

it('the name that nobody has says the same', async ({ service }) => {
  const answer = await logInFrom(service, unique('nobody'), freshAddress());
  expect(limits(answer)).toEqual([policy, '"account-and-address";r=9;t=30, "address";r=99;t=3']);
});

it('a refusal says that none is left, and a success that all are', async ({ service }) => {
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

it('attempts of others on the account show only in a refusal', async ({ service }) => {
  const { username } = await service.person('User');
  for (let n = 0; n < 10; n += 1) await failLogIns(service, 10, username, freshAddress());
  const refused = await logInFrom(service, username, freshAddress());
  expect(refused.status).toBe(429);
  expect(limits(refused)[1]).toMatch(/^"account-and-address";r=10, "account";r=0;t=\d+, "address";r=100$/);
});

it('a device that is known has a limit of its own', async ({ service }) => {
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

it('a change of the password counts and says so, over tRPC too', async ({ service }) => {
  const { token } = await service.person('Administrator');
  const body = { current: wrong, new: 'another long password' };
  const rest = await service.call('PATCH', '/users/password', { token, body });
  expect(rest.status).toBe(400);
  expect(limits(rest)).toEqual(['"device";q=10;w=300', '"device";r=9;t=30']);
  const trpc = await service.call('POST', '/trpc/users.changePassword', { token, body });
  expect(trpc.status).toBe(400);
  expect(limits(trpc)).toEqual(['"device";q=10;w=300', expect.stringMatching(/^"device";r=8;t=/)]);
});

it('what is not counted says nothing', async ({ service, admin: { token, username } }) => {
  expect(limits(await service.call('GET', '/bills', { token }))).toEqual([null, null]);
  expect(limits(await service.call('POST', '/auth', { body: { username } }))).toEqual([null, null]);
  const free = await startService({ limitLogins: false });
  const answer = await free.call('POST', '/auth', { body: { username: 'root', password: wrong } });
  await free.close();
  expect([answer.status, ...limits(answer)]).toEqual([401, null, null]);
});
