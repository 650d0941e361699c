import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, atOnce, bodies, tally, unknownId } from '../support/asking.ts';
import { expectFailure } from '../support/failing.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// ETag and If-Match (RFC 9110, sections 8.8.3 and 13.1.1).
let service: Service;
let admin: Person;
let ask: Ask;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
  ask = asker(service, admin);
});
afterAll(() => service.close());

const send = (method: string, path: string, body: unknown, tag?: string) =>
  service.call(method, path, {
    token: admin.token,
    ...(body !== undefined && { body }),
    headers: { ...(tag !== undefined && { 'if-match': tag }) },
  });

const kinds: { kind: string; make: () => Promise<{ _id: string }>; change: object }[] = [
  { kind: 'bills', make: () => ask('POST', '/bills', bodies.bill()), change: { value: '1' } },
  { kind: 'payees', make: () => ask('POST', '/payees', bodies.payee()), change: { name: 'Mill' } },
  { kind: 'users', make: () => ask('POST', '/users', bodies.user()), change: { firstName: 'Ada' } },
  {
    kind: 'cheques',
    make: async () =>
      ask('POST', '/cheques', bodies.cheque((await ask('POST', '/payees', bodies.payee()))._id)),
    change: { isCancelled: true },
  },
  { kind: 'logs', make: () => ask('POST', '/logs', bodies.log(admin.id)), change: { payment: 750 } },
];

describe.each(kinds)('$kind', ({ kind, make, change }) => {
  it('carry their version as a tag, and change only at the version that was seen', async () => {
    const path = `/${kind}/${(await make())._id}`;
    expect((await send('GET', path, undefined)).headers.get('etag')).toBe('"1"');
    const changed = await send('PUT', path, change, '"1"');
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);

    expectFailure(await send('PUT', path, change, '"1"'), 412, 'PRECONDITION_FAILED');
    expectFailure(await send('DELETE', path, undefined, '"1"'), 412, 'PRECONDITION_FAILED');
    expect((await send('GET', path, undefined)).body.data).toMatchObject({ version: 2 });

    // Without the header only the fields sent change; with a list, or *, what it says.
    expect((await send('PUT', path, change)).body.data).toMatchObject({ version: 3 });
    expect((await send('PUT', path, change, '"1", "3"')).status).toBe(200);
    expect((await send('PUT', path, change, '*')).status).toBe(200);
    expect((await send('DELETE', path, undefined, '"5"')).status).toBe(200);
    expectFailure(await send('DELETE', path, undefined, '"5"'), 404, 'NOT_FOUND');
  });

  it('that are not there are not found, whatever the tag', async () => {
    for (const tag of ['"1"', '*', 'x'])
      expectFailure(await send('PUT', `/${kind}/${unknownId}`, change, tag), 404, 'NOT_FOUND');
  });
});

it('takes a tag that is none of ours for one that does not match', async () => {
  const { _id } = await ask('POST', '/bills', bodies.bill());
  for (const tag of ['"x"', 'W/"1"', '1', '', '"1', '"99999999999999999999"', '"1e0"'])
    expectFailure(await send('PUT', `/bills/${_id}`, { value: '1' }, tag), 412, 'PRECONDITION_FAILED');
});

it('holds role and status too, before it speaks of the last Administrator', async () => {
  const { _id } = await ask('POST', '/users', bodies.user());
  const path = `/users/${_id}`;
  expectFailure(
    await send('PATCH', `${path}/role`, { role: 'Supervisor' }, '"7"'),
    412,
    'PRECONDITION_FAILED',
  );
  expect((await send('PATCH', `${path}/role`, { role: 'Supervisor' }, '"1"')).headers.get('etag')).toBe(
    '"2"',
  );
  expectFailure(
    await send('PATCH', `${path}/status`, { active: 'false' }, '"1"'),
    412,
    'PRECONDITION_FAILED',
  );
  expect((await send('PATCH', `${path}/status`, { active: 'false' }, '"2"')).status).toBe(200);
});

it('lets one of many who have seen the same version through', async () => {
  const { _id } = await ask('POST', '/bills', bodies.bill());
  for (let version = 1; version <= 5; version++) {
    const answers = await atOnce(8, (i) =>
      send('PUT', `/bills/${_id}`, { value: String(i) }, `"${version}"`),
    );
    expect(tally(answers)).toEqual({ 200: 1, 412: 7 });
  }
});

it('tells nobody of records that they may not see', async () => {
  const { _id } = await ask('POST', '/bills', bodies.bill());
  const user = await service.person('User');
  const answer = await service.call('PUT', `/bills/${_id}`, {
    token: user.token,
    body: { value: '1' },
    headers: { 'if-match': '"9"' },
  });
  expectFailure(answer, 403, 'FORBIDDEN');
});

it('works over tRPC by the same header', async () => {
  const { _id } = await ask('POST', '/bills', bodies.bill());
  const call = (tag: string) =>
    service.call('POST', '/trpc/bills.update', {
      token: admin.token,
      body: { billID: _id, value: '2' },
      headers: { 'if-match': tag },
    });
  expect((await call('"9"')).body.error.data).toMatchObject({ code: 'PRECONDITION_FAILED', httpStatus: 412 });
  expect((await call('"1"')).body.result.data).toMatchObject({ value: '2', version: 2 });
});
