import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import type { Lie } from '../support/authenticator.ts';
import { addPasskey } from '../support/factors.ts';
import { password } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 4, Fresh proof: a passkey in the place of a code.
const invalid = [400, 'PASSKEY_INVALID'] as const;

const it = test
  .extend('challenge', { scope: 'file' }, ({ service }) => async (token: string) => {
    const answer = await service.call('POST', '/auth/confirm/challenge', { token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data as { challenge: string; allowCredentials: readonly object[] };
  })
  .extend(
    'confirm',
    { scope: 'file' },
    ({ service }) =>
      (token: string, passkey: object, typed = password) =>
        service.call('POST', '/auth/confirm', { token, body: { password: typed, passkey } }),
  )
  .extend('enrolled', { scope: 'file' }, ({ service }) => async () => {
    const person = await service.person('User');
    return { ...person, ...(await addPasskey(service, person)) };
  });

describe('a passkey in the place of a code', () => {
  it('confirms who somebody is, over both transports', async ({ service, enrolled, challenge, confirm }) => {
    const { id, token, authenticator, factor } = await enrolled();
    const age = () =>
      service.sql`update sessions set proven_at = now() - interval '1 hour' where user_id = ${id}`;
    const remove = () => service.call('DELETE', `/tokens/${id}`, { token });
    await age();
    expectFailure(await remove(), 403, 'FRESH_LOG_IN_REQUIRED');
    const options = await challenge(token);
    expect(options.allowCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ]);
    expect(await confirm(token, authenticator.get(options))).toMatchObject({
      status: 200,
      body: { success: true, data: null },
    });
    expectFailure(await remove(), 404, 'NOT_FOUND');
    const [row] = await service.sql`select last_used_at from factors where id = ${factor}`;
    expect(row?.last_used_at).not.toBeNull();

    await age();
    const { auth } = service.client(token);
    const passkey = authenticator.get(await auth.proofChallenge.mutate());
    expect(await auth.confirm.mutate({ password, passkey })).toBeNull();
    expectFailure(await remove(), 404, 'NOT_FOUND');
  });

  it('makes recovery codes and removes a factor, itself too', async ({ service, enrolled, challenge }) => {
    const { token, authenticator, factor } = await enrolled();
    const send = async (path: string) => {
      const passkey = authenticator.get(await challenge(token));
      return service.call('POST', `/auth/factors/${path}`, { token, body: { password, passkey } });
    };
    const made = await send('recovery-codes');
    expect(made.body.data.recoveryCodes).toHaveLength(10);
    expect((await send(`${factor}/remove`)).body.data).toEqual({ _id: factor });
    expectFailure(await service.call('POST', '/auth/confirm/challenge', { token }), 404, 'NOT_FOUND');
    expect((await service.call('POST', '/auth/confirm', { token, body: { password } })).status).toBe(200);
  });

  it.for<readonly [string, Lie]>([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
    ['a challenge that was made up', { challenge: 'x'.repeat(75) }],
  ])('is refused with %s, and works after that', async ([, lie], { enrolled, challenge, confirm }) => {
    const { token, authenticator } = await enrolled();
    expectFailure(await confirm(token, authenticator.get(await challenge(token), lie)), ...invalid);
    expect((await confirm(token, authenticator.get(await challenge(token)))).status).toBe(200);
  });

  it("is refused of another person, and with another session's or purpose's challenge", async ({
    service,
    enrolled,
    challenge,
    confirm,
  }) => {
    const { token, username, authenticator, recoveryCodes } = await enrolled();
    const other = await enrolled();
    expectFailure(await confirm(token, other.authenticator.get(await challenge(token))), ...invalid);
    const { body } = await service.call('POST', '/auth', {
      body: { username, password, code: recoveryCodes[0] },
    });
    expectFailure(
      await confirm(token, authenticator.get(await challenge(body.data.accessToken))),
      ...invalid,
    );
    const ofLogIn = await service.client().auth.passkeyChallenge.mutate();
    expectFailure(await confirm(token, authenticator.get(ofLogIn)), ...invalid);
    const response = authenticator.get(await challenge(token));
    expectFailure(await service.call('POST', '/auth/passkeys/log-in', { body: { response } }), ...invalid);
    // None of these has used up what is the other's.
    expect((await confirm(other.token, other.authenticator.get(await challenge(other.token)))).status).toBe(
      200,
    );
  });

  it('is not asked for an own password that is wrong, and counts once, also at once', async ({
    service,
    enrolled,
    challenge,
    confirm,
  }) => {
    const { token, authenticator } = await enrolled();
    // The counter of many authenticators stays 0.
    await service.sql`update factors set counter = 0 where credential_id = ${authenticator.id}`;
    const passkey = authenticator.get(await challenge(token), { counter: 0 });
    expect(expectFailure(await confirm(token, passkey, 'wrong password'), 400, 'VALIDATION')).toEqual([
      'password',
    ]);
    const answers = await atOnce(5, () => confirm(token, passkey));
    expect(tally(answers)).toEqual({ 200: 1, 400: 4 });
  });

  it('is refused once it was removed, and its failures count as wrong codes', async ({
    service,
    enrolled,
    challenge,
    confirm,
  }) => {
    const { token, authenticator, factor, recoveryCodes } = await enrolled();
    const passkey = authenticator.get(await challenge(token));
    await service.sql`update factors set deleted_at = now() where id = ${factor}`;
    await addPasskey(service, { token });
    for (let i = 0; i < 5; i += 1) expectFailure(await confirm(token, passkey), ...invalid);
    expectFailure(await confirm(token, passkey), 429, 'TOO_MANY_REQUESTS');
    const body = { password, code: recoveryCodes[0] };
    expectFailure(await service.call('POST', '/auth/confirm', { token, body }), 429, 'TOO_MANY_REQUESTS');
  });
});
