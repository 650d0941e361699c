import { hashing } from '@daybook/api';
import { type Scope, users } from '@daybook/domain/server';
import { expect, vi } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { bodyOf, unique } from '../support/samples/index.ts';
import { password, type Service, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';

const hashes = vi.hoisted(() => ({ isHeld: false, held: [] as (() => void)[], begun: [] as string[] }));
vi.mock('@node-rs/argon2', async (original) => {
  const { hash, verify } = await original<typeof import('@node-rs/argon2')>();
  const begin = async (password: unknown) => {
    hashes.begun.push(String(password));
    if (hashes.isHeld) await new Promise<void>((end) => hashes.held.push(end));
  };
  return {
    hash: (...given: Parameters<typeof hash>) => begin(given[0]).then(() => hash(...given)),
    verify: (...given: Parameters<typeof verify>) => begin(given[1]).then(() => verify(...given)),
  };
});

// A hash costs 20 ms of a core: what is refused for another reason is refused before.
const it = test.extend('register', { scope: 'file' }, ({ ask }) => async () => {
  const username = unique('name');
  const { _id } = await ask('POST', '/users', bodyOf('users', { username, password }));
  return { username, _id };
});

it('24 registrations of a username that is taken, in whatever case, are all told so', async ({
  service,
  register,
  supervisor: { token },
}) => {
  const { username } = await register();
  const refused = { token, body: bodyOf('users', { username: username.toUpperCase(), password }) };
  expect(tally(await atOnce(24, () => service.call('POST', '/users', refused)))).toEqual({ 409: 24 });
});

it('registrations of two accounts, 80 at a time each, keep out no other account and no log-in', async ({
  service,
  register,
  admin,
}) => {
  const owner = await register();
  const supervisors = [await service.person('Supervisor'), await service.person('Supervisor')];
  const registerAs = (token: string, secret: string) =>
    service.call('POST', '/users', {
      token,
      body: bodyOf('users', { username: unique('new'), password: secret }),
    });
  hashes.isHeld = true;
  hashes.begun = [];
  let answered = 0;
  const floods = supervisors.map(({ token }) =>
    atOnce(80, async () => {
      await registerAs(token, 'one of eighty');
      answered += 1;
    }),
  );
  const held = () => hashing().running + hashing().waiting;
  await expect.poll(() => answered + held()).toBe(160);
  const before = held();
  const others = [
    registerAs(admin.token, 'one of another'),
    service.call('POST', '/auth', { body: { username: owner.username, password } }),
  ];
  await expect.poll(held).toBe(before + 2);
  hashes.isHeld = false;
  for (const end of hashes.held) end();
  expect(tally(await Promise.all(others))).toEqual({ 200: 2 });
  await Promise.all(floods);
  // Of four clients each has had its turn, in whatever order.
  expect(hashes.begun.slice(0, 10)).toEqual(expect.arrayContaining(['one of another', password]));
});

const hash = vi.fn(async () => 'made');
it.afterEach(() => hash.mockClear());
const administrator = { id: unknownId, sessionId: '', role: 'Administrator', timeZone: undefined } as const;
const scopeOf = ({ dependencies }: Service, more: Partial<Scope> = {}): Scope => ({
  db: dependencies.pools.users,
  actor: administrator,
  timeZone: 'UTC',
  businessTimeZone: 'UTC',
  ...more,
});
const refusal = (work: Promise<unknown>) => work.catch(({ code }) => code);

it('no password is hashed for a username that is taken, in whatever case', async ({ service, register }) => {
  const { username } = await register();
  const account = {
    firstName: 'A',
    lastName: 'B',
    username: username.toUpperCase(),
    email: '',
    phoneNumber: '',
  };
  expect(await refusal(users.create(scopeOf(service), account, hash))).toBe('USERNAME_TAKEN');
  expect(hash).not.toHaveBeenCalled();
});

it('no password is hashed for an account that was made with the same Idempotency-Key', async ({
  service,
  admin,
}) => {
  const account = { firstName: 'A', lastName: 'B', username: unique('name'), email: '', phoneNumber: '' };
  const idempotency = () => ({ key: account.username, digest: 'the same', replayed: () => {} });
  const scope = scopeOf(service, { actor: { ...administrator, id: admin.id }, idempotency });
  const { _id } = await users.create(scope, account, hash);
  expect(await users.create(scope, account, hash)).toMatchObject({ _id });
  expect(hash).toHaveBeenCalledOnce();
});

it('no password is hashed for a reset that is refused', async ({ service, register }) => {
  const [{ _id }, { username }] = [await register(), await register()];
  const reset = (id: string, changes = {}, more = {}) =>
    refusal(users.update(scopeOf(service, more), id, changes, hash));
  expect(await reset(unknownId)).toBe('NOT_FOUND');
  expect(await reset(_id, {}, { versions: [7] })).toBe('PRECONDITION_FAILED');
  expect(await reset(_id, { username })).toBe('USERNAME_TAKEN');
  expect(hash).not.toHaveBeenCalled();
  expect(await reset(_id, { username: unique('other') }, { versions: [1] })).toMatchObject({ version: 2 });
  expect(hash).toHaveBeenCalledOnce();
});
