import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { atOnce } from '../support/asking.ts';
import { bodyOf, unique } from '../support/samples/index.ts';
import { password, type Service } from '../support/service.ts';
import { test } from '../support/test.ts';

// docs/security.md, Rules: passwords are hashed in turns, of accounts and of addresses.
const it = test
  .extend('settings', { scope: 'file' }, { trustProxy: ['127.0.0.1'] })
  /** An account whose hash costs what it costs. */
  .extend('register', { scope: 'file' }, ({ ask }) => async () => {
    const username = unique('name');
    const { _id } = await ask('POST', '/users', bodyOf('users', { username, password }));
    return { username, _id };
  });

/** A right log-in. */
const logIn = (service: Service, username: string, from: string, cookie?: string) =>
  service.call('POST', '/auth', {
    body: { username, password },
    headers: { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) },
  });
async function deviceOf(service: Service, username: string, from: string): Promise<string> {
  const { headers } = await logIn(service, username, from);
  const line = headers.getSetCookie().find((each) => each.startsWith('daybook_device=')) ?? '';
  return line.split(';')[0] ?? '';
}

/** What the owner gets while others ask as often as they can, 80 at a time: all was 503. A busy machine may be too slow for some. */
async function whileOthers(flood: (n: number) => Promise<unknown>, owner: () => Promise<{ status: number }>) {
  let isOver = false;
  const flooding = atOnce(80, async (n) => {
    for (; !isOver; await wait(300)) await flood(n);
  });
  await wait(300);
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) statuses.push((await owner()).status);
  isOver = true;
  await flooding;
  return statuses;
}

it('right log-ins of one account from its device, 80 at a time, keep no other account out', async ({
  service,
  register,
}) => {
  const [owner, other, from] = [await register(), await register(), '198.51.100.1'];
  const cookie = await deviceOf(service, owner.username, from);
  const theirs = await deviceOf(service, other.username, from);
  const statuses = await whileOthers(
    () => logIn(service, other.username, from, theirs),
    () => logIn(service, owner.username, from, cookie),
  );
  expect(statuses).toContain(200);
});

it('nor do those that it sends from several devices', async ({ service, register }) => {
  const [owner, other, from] = [await register(), await register(), '198.51.100.2'];
  const cookie = await deviceOf(service, owner.username, from);
  const devices = await atOnce(4, () => deviceOf(service, other.username, from));
  const statuses = await whileOthers(
    (n) => logIn(service, other.username, from, devices[n % 4]),
    () => logIn(service, owner.username, from, cookie),
  );
  expect(statuses).toContain(200);
});

it('log-ins from one address keep out nobody who asks from another one', async ({ service, register }) => {
  const [owner, other] = [await register(), await register()];
  const statuses = await whileOthers(
    () => logIn(service, other.username, '198.51.100.3'),
    () => logIn(service, owner.username, '198.51.100.4'),
  );
  expect(statuses).toContain(200);
});

it('registrations by one account keep no other account out', async ({ service, register }) => {
  const [owner, from] = [await register(), '198.51.100.5'];
  const cookie = await deviceOf(service, owner.username, from);
  const { token } = await service.person('Supervisor');
  const registration = () => ({ token, body: bodyOf('users', { username: unique('new'), password }) });
  const statuses = await whileOthers(
    () => service.call('POST', '/users', registration()),
    () => logIn(service, owner.username, from, cookie),
  );
  expect(statuses).toContain(200);
});
