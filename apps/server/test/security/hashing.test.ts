import { type Scope, users } from '@daybook/domain/server';
import { expect, vi } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { bodyOf, unique } from '../support/samples/index.ts';
import { password, type Service, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';

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
  const idempotency = () => ({ key: account.username, digests: ['the same'], replayed: () => {} });
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
