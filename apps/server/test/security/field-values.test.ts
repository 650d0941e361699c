import { type Resource, resources } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { callRest, callTrpc, procedure } from '../support/calls.ts';
import { bodyOf, pathOf, samples } from '../support/samples/index.ts';
import { unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectSound, openWire } from '../support/wire.ts';

const it = test
  /** Over one connection. */
  .extend('send', { scope: 'file' }, ({ service, admin: { token } }, { onCleanup }) => {
    const wire = openWire(service.url);
    onCleanup(wire.close);
    return (method: string, path: string, body?: object) =>
      wire.send(method, path, {
        token,
        headers: { 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
  })
  /** Expects that POST and PUT refuse each of a field's values by its name; then the next request is served. */
  .extend(
    'expectRefused',
    { scope: 'file' },
    ({ make, send }) =>
      async (resource: Resource, values: Readonly<Record<string, readonly unknown[]>>) => {
        const record = await make(resource);
        const { optional, references = {} } = samples[resource];
        const named = Object.keys(references).map((field) => [field, record[field]]);
        const body = bodyOf(resource, { ...optional, ...Object.fromEntries(named) });
        const path = `${pathOf(resource)}/${record._id}`;
        for (const [field, wrongOnes] of Object.entries(values))
          for (const wrong of wrongOnes)
            for (const answer of [
              await send('POST', pathOf(resource), { ...body, [field]: wrong }),
              await send('PUT', path, { [field]: wrong }),
            ]) {
              expectSound(answer);
              const fields = expectFailure(answer, 400, 'VALIDATION');
              expect(fields, `${field} ${JSON.stringify(wrong)}`).toEqual([field]);
            }
        const after = await send('GET', path);
        expect([after.status, after.body.data]).toEqual([200, record]);
      },
  );

describe('values of another type', () => {
  const takesNumbers = new Set(['payment', 'value', 'balance', 'breakMinutes', 'amount', 'overtimeFactor']);
  const takesCounts = new Set(['dayMinutes', 'monthDays']);
  const takesFlags = new Set(['isAbsent', 'isCancelled', 'isArchived']);
  const isRight = (field: string, value: unknown) =>
    (typeof value === 'number' && takesNumbers.has(field)) ||
    (value === 1 && takesCounts.has(field)) ||
    (typeof value === 'boolean' && takesFlags.has(field));
  const wrongOnes = [1, 0, true, false, [], ['a'], {}, { $ne: '' }];

  it.for(resources)(
    'are refused in every field of %s, and nothing is coerced',
    async (resource, { expectRefused }) => {
      const { optional, references } = samples[resource];
      const fields = Object.keys({ ...bodyOf(resource), ...optional, ...references });
      const values = fields.map((field) => [field, wrongOnes.filter((value) => !isRight(field, value))]);
      await expectRefused(resource, Object.fromEntries(values));
    },
  );
});

describe('text that cannot be stored', () => {
  const unstorable = ['\0', 'a\0b', '\ud800', 'a\udc00b', '\ude00\ud83d'];

  it.for(resources)('is refused in every field of %s by its name', async (resource, { expectRefused }) => {
    const texts = Object.entries(bodyOf(resource, samples[resource].optional)).filter(
      ([, value]) => typeof value === 'string',
    );
    await expectRefused(resource, Object.fromEntries(texts.map(([field]) => [field, unstorable])));
  });
});

it('a log-in names the field of another type, that is missing or cannot be stored', async ({ service }) => {
  const refused = async (body: object) =>
    expectFailure(await service.call('POST', '/auth', { body }), 400, 'VALIDATION');
  for (const wrong of [null, 1, true, [], {}, [['a']], { $gt: '' }, '\0', '\ud800'])
    for (const field of ['username', 'password'])
      expect(await refused({ username: 'root', password: 'wrong password', [field]: wrong })).toEqual([
        field,
      ]);
  expect(await refused({})).toEqual(['password', 'username']);
});

describe('values that PostgreSQL would take and must not get', () => {
  const days = [
    ...['2024-02-30', '2023-02-29', '2024-13-01', '2024-00-10', '0000-00-00', '10000-01-01', '01/02/2024'],
    ...['today', 'now', 'epoch', 'infinity', '-infinity', '20240101', '1-2-3', 'J2451187', '2024-01-01 BC'],
    ...['2024-01-01T00:00:00Z', ''],
  ];
  const clocks = [
    ...[
      '24:00',
      '24:01',
      '23:60',
      '12:00 PM',
      'allballs',
      '-1:00',
      '12:00+05',
      '1200',
      '',
      '23:59:60',
      'now',
    ],
  ];
  const amounts = [
    ...['NaN', 'Infinity', '-Infinity', '1e400', '1e5', '1e-400', '0x1F', '1_000', '1,5', '', ' ', '-', '٣'],
    ...['12.34567', '9'.repeat(20)],
  ];

  it.for<[Resource, string, readonly string[]]>([
    ['logs', 'date', days],
    ['logs', 'startingTime', clocks],
    ['logs', 'finishingTime', clocks],
    ['logs', 'breakMinutes', ['30', '', '1e1', '0x1F', '٣', 'NaN']],
    ['logs', 'payment', amounts],
    ['cheques', 'dueDate', days],
    ['cheques', 'value', amounts],
    ['bills', 'date', days],
    ['bills', 'value', amounts],
    ['payees', 'phoneNumber', ['15551234567', '+1555CALL', `+${'1'.repeat(40)}`, '+1']],
    ['payees', 'email', ['x', 'a@b c', `${'a'.repeat(320)}@b`]],
    ['logs', 'isAbsent', ['TRUE', 'yes', 'banana', '1', '', 't', 'on']],
    ['cheques', 'isCancelled', ['FALSE', 'no', '0', '', 'f', 'off']],
  ])('%s.%s', async ([resource, field, values], { expectRefused }) => {
    await expectRefused(resource, { [field]: values });
  });

  const inexact = [
    ...['1e400', '-1e400', '0.30000000000000004', '12345678901234567', '99999999999999.994999'],
    ...['1.0000000000000000001', '1e15', '0.00001'],
  ];
  it('numbers of JSON that are no exact amounts', async ({ service, admin: { token } }) => {
    const post = (number: string) => {
      const body = JSON.stringify(bodyOf('bills', { value: '@' })).replace('"@"', number);
      return service.call('POST', '/bills', { token, body });
    };
    for (const number of inexact)
      expect(expectFailure(await post(number), 400, 'VALIDATION'), number).toEqual(['value']);
    // What is nearer to 0 than any double is 0 for every reader of JSON.
    expect((await post('1e-400')).body.data.value).toBe('0');
  });
});

it('a flag means the same whichever transport it came by before', async ({
  service,
  admin: { token },
  make,
  ask,
}) => {
  const { _id: userID } = await make('users');
  const setStatus = procedure('users.setStatus');
  const rest = (active: unknown) => callRest(service, setStatus, { token, input: { userID, active } });
  const trpc = (active: unknown) => callTrpc(service, setStatus, { token, input: { userID, active } });
  for (let round = 0; round < 2; round++)
    for (const [sent, stored] of [
      ['false', false],
      [true, true],
      [false, false],
      ['true', true],
    ] as const) {
      expect((await trpc(sent)).body.result.data.active).toBe(stored);
      expect((await rest(sent)).body.data.active).toBe(stored);
      for (const wrong of ['TRUE', 'yes', '1', '', 1, 0, null, [], [true]])
        for (const call of [rest, trpc]) expect((await call(wrong)).status, JSON.stringify(wrong)).toBe(400);
      expect(await ask('GET', `/users/${userID}`)).toMatchObject({ active: stored });
    }
});

const words = 'x null undefined NaN 0 -1 __proto__ constructor toString'.split(' ');
const escapes = '%00 %0a %20 %2e%2e%2f ..%2f.. %ED%A0%80x %7B%7D %F0%9F%99%82'.split(' ');
const sql = ["'%20OR%201=1--", '1;drop%20table%20users'];
const uuids = [unknownId, `{${unknownId}}`, '00000000-0000-0000-0000-000000000000'];
const ids = [...words, ...escapes, ...sql, ...uuids, 'a'.repeat(5000)];

describe('identifiers that name nothing', () => {
  it.for(resources)('are 404 for %s', async (resource, { make, send }) => {
    const other: string = (await make(resource === 'payees' ? 'users' : 'payees'))._id;
    const [change] = samples[resource].changes[0] ?? [];
    for (const id of [...ids, other, other.toUpperCase(), other.replaceAll('-', '')])
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await send(method, `${pathOf(resource)}/${id}`, method === 'PUT' ? change : undefined);
        // Bytes that are no UTF-8 are no address at all.
        if (id.startsWith('%ED')) expect([400, 404], id).toContain(answer.status);
        else expectFailure(answer, 404, 'NOT_FOUND');
      }
  });

  it('are 404 for sessions, and 404 before what else is wrong with an account', async ({ make, send }) => {
    for (const id of ['x', unknownId, (await make('users'))._id, '%00'])
      expectFailure(await send('DELETE', `/auth/sessions/${id}`), 404, 'NOT_FOUND');
    expectFailure(await send('PATCH', `/users/${unknownId}/role`, { role: 'User' }), 404, 'NOT_FOUND');
    expectFailure(await send('PATCH', `/users/${unknownId}/status`, { active: 'true' }), 404, 'NOT_FOUND');
    const payee = await make('payees');
    expectFailure(await send('DELETE', `/users/${payee._id}`), 404, 'NOT_FOUND');
  });
});
