import { readFileSync } from 'node:fs';
import { sha256 } from '@daybook/api';
import { roles, tokenScopes } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { callRest, callTrpc, harmless, procedures } from '../support/calls.ts';
import { tableOf } from '../support/pay.ts';
import { password } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectTrpcFailure } from '../support/wire.ts';

// docs/rules.md, section 4: what needs a log-in of the last 15 minutes.
const rules = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8');
const documented = tableOf(rules, 'Fresh proof').map(({ operation, 'only with the field': field }) => [
  operation,
  field ? field.replaceAll('`', '') : true,
]);
const declared = procedures.filter(({ meta }) => meta.fresh !== undefined);

const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  /** As if the last proof of this person's sessions were so many minutes ago. */
  .extend(
    'age',
    { scope: 'file' },
    ({ service }) =>
      (userID: string, minutes = 16) =>
        service.sql`update sessions set proven_at = now() - make_interval(mins => ${minutes}) where user_id = ${userID}`,
  )
  .extend(
    'confirm',
    { scope: 'file' },
    ({ service }) =>
      (token: string, typed = password) =>
        service.call('POST', '/auth/confirm', { token, body: { password: typed } }),
  );

describe('a log-in of the last 15 minutes', () => {
  it('is needed by the operations of docs/rules.md, and by no others', () => {
    const found = declared.map(({ rest, meta }) => [`${rest?.method} ${rest?.path}`, meta.fresh]);
    expect(found.toSorted()).toEqual(documented.toSorted());
  });

  it('is needed by each of them, over both transports, of whoever may call it', async ({ service, age }) => {
    for (const role of roles) {
      const { id, token } = await service.person(role);
      for (const one of declared) {
        const { access, fresh } = one.meta;
        if (access === 'open' || access[role] !== true) continue;
        const input = { ...harmless(one, id), ...(typeof fresh === 'string' && { [fresh]: [] }) };
        await age(id);
        expectFailure(await callRest(service, one, { token, input }), 403, 'FRESH_LOG_IN_REQUIRED');
        expectTrpcFailure(await callTrpc(service, one, { token, input }), 403, 'FRESH_LOG_IN_REQUIRED');
        await age(id, 14);
        expect([one.path, (await callRest(service, one, { token, input })).status]).not.toContain(403);
      }
    }
  });

  it('comes after the role, and before what is wrong with the input', async ({ service, age }) => {
    const { id, token } = await service.person('User');
    await age(id);
    expectFailure(await service.call('POST', '/webhooks', { token, body: {} }), 403, 'FORBIDDEN');
    const wrong = await service.call('POST', '/tokens', { token, body: { name: 5 } });
    expectFailure(wrong, 403, 'FRESH_LOG_IN_REQUIRED');
  });

  it('is needed of the settings for who needs a second factor alone, which no token changes', async ({
    service,
    age,
  }) => {
    const { id, token } = await service.person('Administrator');
    const made = await service.call('POST', '/tokens', { token, body: { name: 'All', scopes: tokenScopes } });
    await age(id);
    const put = (body: object, bearer = token) => service.call('PUT', '/settings', { token: bearer, body });
    expect((await put({ phoneNumber: '+97025551212' })).status).toBe(200);
    const both = { name: 'Changed', requireSecondFactor: [] };
    expectFailure(await put(both), 403, 'FRESH_LOG_IN_REQUIRED');
    expectFailure(await put(both, made.body.data.token), 403, 'TOKEN_NOT_ALLOWED');
    const { body } = await service.call('GET', '/settings', { token });
    expect(body.data.name).toBe('');
    await age(id, 0);
    expect((await put(both)).status).toBe(200);
  });

  it('is needed to take back a change of who needs a second factor, and no other change', async ({
    service,
    age,
  }) => {
    const { id, token } = await service.person('Administrator');
    const last = async () => {
      const { body } = await service.call('GET', '/journal?kind=settings&limit=1', { token });
      return `/journal/${body.data[0]._id}/undo`;
    };
    const put = (body: object) => service.call('PUT', '/settings', { token, body });
    await put({ phoneNumber: '+97025551213' });
    const harmless = await last();
    await put({ requireSecondFactor: ['User'] });
    const undo = await last();
    await age(id);
    expectFailure(await service.call('POST', undo, { token }), 403, 'FRESH_LOG_IN_REQUIRED');
    expect((await service.call('POST', harmless, { token })).status).toBe(200);
    await age(id, 14);
    const { body } = await service.call('POST', undo, { token });
    expect(body.data.requireSecondFactor).toEqual([]);
  });

  it('is needed for the log-in links of imported accounts, again too', async ({ service, age }) => {
    const { id, token } = await service.person('Administrator');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    const importOf = async (kind: string, file: string) => {
      const sent = { method: 'POST', headers, body: file };
      const { data } = (await (await fetch(`${service.url}/imports?kind=${kind}`, sent)).json()) as {
        readonly data: { readonly _id: string };
      };
      return () => service.call('POST', `/imports/${data._id}/commit`, { token, body: {} });
    };
    const commit = await importOf(
      'users',
      'Username,First name,Last name\nimported by an old session,Ada,King\n',
    );
    const commitPayees = await importOf('payees', 'Name\nImported by an old session\n');
    await age(id);
    expectFailure(await commit(), 403, 'FRESH_LOG_IN_REQUIRED');
    expect((await commitPayees()).status).toBe(200);
    await age(id, 14);
    expect((await commit()).body.data.links).toHaveLength(1);
    await age(id);
    expectFailure(await commit(), 403, 'FRESH_LOG_IN_REQUIRED');
  });

  it('is renewed at once by the password, for this session alone', async ({ service, age, confirm }) => {
    const { id, username, token } = await service.person('User');
    const other = await service.logIn(username);
    await age(id);
    const make = (bearer: string) =>
      service.call('POST', '/tokens', {
        token: bearer,
        body: { name: 'sync', scopes: ['profile:read'] },
        headers: { 'idempotency-key': 'one' },
      });
    expectFailure(await make(token), 403, 'FRESH_LOG_IN_REQUIRED');
    expect(expectFailure(await confirm(token, 'wrong password'), 400, 'VALIDATION')).toEqual(['password']);
    expectFailure(await make(token), 403, 'FRESH_LOG_IN_REQUIRED');
    expect(await confirm(token)).toMatchObject({ status: 200, body: { success: true, data: null } });
    expect((await make(token)).status).toBe(200);
    expectFailure(await make(other), 403, 'FRESH_LOG_IN_REQUIRED');
  });

  it('is renewed by a code too, of who has a second factor', async ({ service, age }) => {
    const { id, token } = await service.person('User');
    await service.sql`insert into factors (id, user_id, kind, name, confirmed_at)
      values (gen_random_uuid(), ${id}, 'passkey', '', now())`;
    await service.sql`insert into recovery_codes (user_id, hash) values (${id}, ${sha256('ABCDEFGH')})`;
    await age(id);
    const send = (body: object) => service.call('POST', '/auth/confirm', { token, body });
    const remove = () => service.call('DELETE', `/tokens/${id}`, { token });
    const methods = ['recovery', 'passkey'];
    for (const [code, told] of [
      [undefined, 'SECOND_FACTOR_REQUIRED'],
      ['000000', 'SECOND_FACTOR_WRONG'],
    ]) {
      const { status, body } = await send({ password, code });
      expect([status, body.error]).toMatchObject([401, { code: told, methods }]);
    }
    expectFailure(await send({ password: 'wrong one', code: 'abcd efgh' }), 400, 'VALIDATION');
    expectFailure(await remove(), 403, 'FRESH_LOG_IN_REQUIRED');
    expect((await send({ password, code: 'abcd efgh' })).status).toBe(200);
    expectFailure(await remove(), 404, 'NOT_FOUND');
  });

  it('is not renewed with a refresh cookie, and not over a personal access token', async ({
    service,
    age,
    confirm,
  }) => {
    const { id, username, token } = await service.person('User');
    const made = await service.call('POST', '/tokens', {
      token,
      body: { name: 'sync', scopes: ['profile:write'] },
    });
    expectFailure(await confirm(made.body.data.token), 403, 'TOKEN_NOT_ALLOWED');
    const logIn = await service.call('POST', '/auth', { body: { username, password } });
    await age(id);
    const cookie = logIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const renewed = await service.call('POST', '/auth/refresh', { headers: { cookie } });
    const answer = await service.call('POST', '/tokens', { token: renewed.body.data.accessToken, body: {} });
    expectFailure(answer, 403, 'FRESH_LOG_IN_REQUIRED');
  });

  it('is renewed by a change of the own password, but not past a second factor', async ({ service, age }) => {
    const { id, token } = await service.person('Administrator');
    const change = (current: string, next: string) =>
      service.call('PATCH', '/users/password', { token, body: { current, new: next } });
    const remove = () => service.call('DELETE', `/tokens/${id}`, { token });
    await age(id);
    expectFailure(await remove(), 403, 'FRESH_LOG_IN_REQUIRED');
    await change(password, 'a battery of horses');
    expectFailure(await remove(), 404, 'NOT_FOUND');
    await service.sql`insert into factors (id, user_id, kind, name, confirmed_at)
      values (gen_random_uuid(), ${id}, 'passkey', '', now())`;
    await age(id);
    expect((await change('a battery of horses', 'another battery')).status).toBe(200);
    expectFailure(await remove(), 403, 'FRESH_LOG_IN_REQUIRED');
  });
});
