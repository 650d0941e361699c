import { purging } from '@daybook/domain/server';
import { expect } from 'vitest';
import { pdf } from '../support/attachments.ts';
import { settlementTest } from '../support/pay.ts';
import type { Person } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';

const it = settlementTest.extend(
  'attach',
  { scope: 'file' },
  ({ service, admin }) =>
    (record: string, { token }: Pick<Person, 'token'> = admin) =>
      service.call('POST', `${record}/attachments?name=of-zephyrine.pdf`, {
        token,
        body: pdf,
        headers: { 'content-type': 'application/pdf' },
      }),
);

it('of settlements are read by their worker, and changed by who may settle with the worker', async ({
  service,
  attach,
  settle,
  user,
  supervisor,
  ask,
}) => {
  const other = await service.person('User');
  const [own, ofSupervisor] = [
    await settle(user.id, '2023-01-31'),
    await settle(supervisor.id, '2023-01-31'),
  ];
  const { data } = (await attach(`/settlements/${own._id}`, supervisor)).body;
  expect(await ask('GET', `/settlements/${own._id}`)).toMatchObject({ attachments: 1, version: own.version });
  const path = `/attachments/${data._id}`;
  const listed = await service.call('GET', `/settlements/${own._id}/attachments`, user);
  expect(listed.body.data).toEqual([data]);
  expect((await service.call('GET', path, user)).body).toBe(pdf);
  for (const hidden of [path, `/settlements/${own._id}/attachments`])
    expectFailure(await service.call('GET', hidden, other), 404, 'NOT_FOUND');
  expectFailure(await attach(`/settlements/${own._id}`, user), 403, 'FORBIDDEN');
  expectFailure(await service.call('DELETE', path, user), 403, 'FORBIDDEN');

  expectFailure(await attach(`/settlements/${ofSupervisor._id}`, supervisor), 403, 'FORBIDDEN');
  const { data: paper } = (await attach(`/settlements/${ofSupervisor._id}`)).body;
  const changed = `/attachments/${paper._id}`;
  expect((await service.call('GET', changed, supervisor)).status).toBe(200);
  expectFailure(await service.call('DELETE', changed, supervisor), 403, 'FORBIDDEN');
  await ask('DELETE', changed);
  expectFailure(await service.call('POST', `${changed}/restore`, supervisor), 404, 'NOT_FOUND');
});

it('of bills are of no User, and of tokens with the scope of bills alone', async ({
  service,
  attach,
  make,
  admin,
  user,
  supervisor,
}) => {
  const bill = await make('bills');
  const { data } = (await attach(`/bills/${bill._id}`, supervisor)).body;
  const path = `/attachments/${data._id}`;
  expectFailure(await service.call('GET', path, user), 404, 'NOT_FOUND');
  const tokenOf = async (...scopes: string[]) => {
    const body = { name: scopes.join(), scopes };
    return { token: (await service.call('POST', '/tokens', { token: admin.token, body })).body.data.token };
  };
  const [bills, payees, writes] = [
    await tokenOf('bills:read'),
    await tokenOf('payees:read', 'payees:write'),
    await tokenOf('bills:write'),
  ];
  expect((await service.call('GET', path, bills)).body).toBe(pdf);
  expectFailure(await service.call('GET', path, payees), 404, 'NOT_FOUND');
  expectFailure(await service.call('GET', path, writes), 403, 'INSUFFICIENT_SCOPE');
  expectFailure(await attach(`/bills/${bill._id}`, bills), 403, 'INSUFFICIENT_SCOPE');
  expectFailure(await service.call('DELETE', path, payees), 404, 'NOT_FOUND');
  expect((await attach(`/bills/${bill._id}`, writes)).status).toBe(200);
  expect((await service.call('DELETE', path, writes)).status).toBe(200);
  expect((await service.call('POST', `${path}/restore`, writes)).status).toBe(200);
});

it('stay possible in a closed period', async ({ service, attach, make, ask, admin }) => {
  const bill = await make('bills', { date: '2001-01-02' });
  await ask('POST', '/closings', { through: '2001-01-31', kinds: ['bills'] });
  const { data } = (await attach(`/bills/${bill._id}`)).body;
  expect(await ask('GET', `/bills/${bill._id}`)).toMatchObject({ attachments: 1 });
  await ask('DELETE', `/attachments/${data._id}`);
  await ask('POST', `/attachments/${data._id}/restore`);
  const body = { value: '9' };
  expectFailure(
    await service.call('PUT', `/bills/${bill._id}`, { token: admin.token, body }),
    409,
    'PERIOD_CLOSED',
  );
});

it('are erased with the person of their settlement', async ({
  service: { sql },
  attach,
  make,
  settle,
  makeVoid,
  ask,
  send,
}) => {
  const { _id: id } = await make('users');
  const settlement = await settle(id, '2023-01-31');
  const { data } = (await attach(`/settlements/${settlement._id}`)).body;
  const { data: deleted } = (await attach(`/settlements/${settlement._id}`)).body;
  await ask('DELETE', `/attachments/${deleted._id}`);
  const exported = await ask('GET', `/users/${id}/export`);
  expect(exported.tables.attachments).toHaveLength(2);
  await makeVoid(settlement);
  await ask('DELETE', `/users/${id}`);
  expect((await send('POST', `/users/${id}/erase`)).status).toBe(200);
  expect(await ask('GET', `/settlements/${settlement._id}`)).toMatchObject({ attachments: 0 });
  for (const { _id } of [data, deleted]) {
    expect(await sql`select name, purged_at is not null as gone from attachments where id = ${_id}`).toEqual([
      { name: '', gone: true },
    ]);
    expect(await sql`select from attachment_pieces where attachment_id = ${_id}`).toHaveLength(0);
    expect(JSON.stringify(await ask('GET', `/journal?record=${_id}`))).not.toContain('zephyrine');
  }
  const trash: { _id: string }[] = await ask('GET', '/trash?kind=attachments');
  expect(trash.filter(({ _id }) => [data._id, deleted._id].includes(_id))).toEqual([]);
});

it('go with retention, by themselves or with their record', async ({ service, attach, make, ask }) => {
  const { sql } = service;
  const [bill, other] = [await make('bills'), await make('bills')];
  const ids: string[] = [];
  for (const { _id } of [bill, bill, other]) ids.push((await attach(`/bills/${_id}`)).body.data._id);
  const [first = '', second = '', third = ''] = ids;
  await ask('DELETE', `/attachments/${third}`);
  await ask('DELETE', `/attachments/${first}`);
  await ask('DELETE', `/bills/${bill._id}`);
  await sql`alter table journal disable trigger journal_kept`;
  await sql`update journal set at = at - interval '40 days'`;
  await sql`alter table journal enable trigger journal_kept`;
  await sql`update bills set deleted_at = deleted_at - interval '40 days' where id = ${bill._id}`;
  await sql`update attachments set deleted_at = deleted_at - interval '40 days' where id in ${sql([first, third])}`;
  for (const expired of Object.values(purging.retentionKinds({ deleted: 30 * 86_400 })))
    await purging.purge(service.dependencies.pools.users, expired);
  expect(await sql`select from attachments where id in ${sql(ids)}`).toHaveLength(0);
  expect(await sql`select from attachment_pieces where attachment_id in ${sql(ids)}`).toHaveLength(0);
  expect(await sql`select from journal where record_id in ${sql([second, bill._id, third])}`).toHaveLength(0);
  expect(await ask('GET', `/bills/${other._id}`)).toMatchObject({ attachments: 0 });
});

it('cannot be guessed', async ({ service, user, admin }) => {
  for (const path of ['/attachments/1', '/attachments/..%2fbills', `/attachments/${'0'.repeat(36)}`])
    for (const { token } of [user, admin])
      expect((await service.call('GET', path, { token })).status, path).toBe(404);
});
