import { describe, expect } from 'vitest';
import { csvType } from '../../src/http/files/forms.ts';
import { callClient, callTrpc, procedure, procedures } from '../support/calls.ts';
import { makeExampleRecords } from '../support/example-records.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 5: what a request has and the operation does not know.
const strict = { prefer: 'handling=strict' };
const it = test.extend(
  'send',
  { scope: 'file' },
  ({ service, admin: { token } }) =>
    (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      service.call(method, path, { token, headers, ...(body && { body }) }),
);
const bill = { date: '2024-01-01', value: '5' };

describe('fields of a body', () => {
  it('are named where there are none of that name, and ignored', async ({ send }) => {
    const sent = { ...bill, vlaue: '7', descripton: 'Rent', x: { y: 1 }, 'a"\n\u{1f642}b': 1, __proto: 1 };
    const { status, headers, body } = await send('POST', '/bills', sent);
    expect([status, body.data.value, body.data.description]).toEqual([200, '5', '']);
    expect(headers.get('unknown-fields')).toBe(
      '"vlaue";suggestion="value", "descripton";suggestion="description", "x", "a????b", "__proto"',
    );
    expect(headers.get('unknown-parameters')).toBeNull();
  });

  it('within objects and lists are named by their place', async ({ send, make }) => {
    const chequeForm = { width: 170, height: 80, fields: { date: { x: 1, y: 2, sise: 3 } }, depth: 1 };
    const account = await send('POST', '/bank-accounts', { name: 'Main', chequeForm });
    expect(account.headers.get('unknown-fields')).toBe(
      '"chequeForm.fields.date.sise";suggestion="size", "chequeForm.depth"',
    );
    const { _id, ...cheque } = await make('cheques');
    const cheques = [
      { ...cheque, serial: '1' },
      { serial: '2', dueDate: '2024-5-5', value: '1', dueDat: 1 },
    ];
    const replaced = await send('POST', `/cheques/${_id}/replacement`, { cheques });
    expect(replaced.status).toBe(200);
    expect(replaced.headers.get('unknown-fields')).toBe('"cheques.1.dueDat";suggestion="dueDate"');
  });

  it('are also named where the request fails', async ({ send }) => {
    const answer = await send('PUT', '/bills/x', { vlaue: '7' });
    expectFailure(answer, 400, 'VALIDATION');
    expect(answer.headers.get('unknown-fields')).toBe('"vlaue";suggestion="value"');
  });

  it('do not stand in a query, nor parameters in a body', async ({ send }) => {
    const { headers } = await send('POST', '/bills?value=5', { ...bill, limit: 5 });
    expect([headers.get('unknown-parameters'), headers.get('unknown-fields')]).toEqual([
      '"value"',
      '"limit"',
    ]);
  });

  it('are the first twenty', async ({ send }) => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${'n'.repeat(60)}${i}`, 1]));
    const { headers } = await send('POST', '/bills', { ...bill, ...many });
    expect(headers.get('unknown-fields')).toBe(
      Array(20)
        .fill(`"${'n'.repeat(40)}"`)
        .join(', '),
    );
  });
});

describe('a record that is sent back', () => {
  it.beforeAll(({ service, admin }) => makeExampleRecords(service, admin));
  const updates = procedures.filter(
    ({ meta: { rest }, path }) => rest?.startsWith('PUT ') && path !== 'users.update',
  );

  it.for(updates.map(({ path, meta }) => [path, meta] as const))('%s', async ([, meta], { send }) => {
    const { parameters = {}, data } = meta.example ?? {};
    const path = (meta.rest ?? '')
      .slice(4)
      .replace(/\{(\w+)\}/, (_, name: string) => String(parameters[name]));
    const record = path === '/settings' ? (await send('GET', path)).body.data : data;
    const answer = await send('PUT', path, record as object, strict);
    expect(answer.headers.get('unknown-fields')).toBeNull();
    expect(JSON.stringify(answer.body)).not.toContain('unknown_name');
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
  });

  it('users.update', async ({ send, make }) => {
    const { _id } = await make('users');
    const { data } = (await send('GET', `/users/${_id}`)).body;
    expect((await send('PUT', `/users/${_id}`, { ...data, firstName: 'Ada' }, strict)).status).toBe(200);
  });
});

describe('with Prefer: handling=strict', () => {
  it('is 400, and nothing is done', async ({ send }) => {
    const search = 'strictly refused';
    const answer = await send('POST', '/bills?x=1', { ...bill, description: search, vlaue: '7' }, strict);
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['vlaue', 'x']);
    expect(answer.body.error.issues).toMatchObject([
      { code: 'unknown_name', params: { suggestion: null } },
      { code: 'unknown_name', params: { suggestion: 'value' }, message: 'is not known here: value is' },
    ]);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
    expect((await send('GET', `/bills?search=${search}`)).body.data).toEqual([]);
  });

  it('is 400 for a misspelt filter, of files too', async ({ send }) => {
    for (const accept of ['application/json', csvType])
      expectFailure(await send('GET', '/logs?userId=1', undefined, { ...strict, accept }), 400, 'VALIDATION');
  });

  it('comes after who may not', async ({ service, user }) => {
    const path = '/bills?x=1';
    expectFailure(await service.call('GET', path, { headers: strict }), 401, 'UNAUTHENTICATED');
    expectFailure(await service.call('GET', path, { headers: strict, token: user.token }), 403, 'FORBIDDEN');
  });

  it('says that it was applied where nothing is wrong', async ({ send }) => {
    const { status, headers } = await send('GET', '/bills?limit=1', undefined, strict);
    expect([status, headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
  });

  it.for([
    ['handling=strict', true],
    ['respond-async, Handling = "strict"; x=1', true],
    ['handling=strict, handling=lenient', true],
    ['handling=lenient, handling=strict', false],
    ['handling=lenient', false],
    ['handling', false],
    ['handling=strictly', false],
    ['xhandling=strict', false],
    ['', false],
    [','.repeat(5000), false],
  ] as const)('%.60s: %s', async ([prefer, isStrict], { send }) => {
    const { status, headers } = await send('GET', '/payees?x=1', undefined, { prefer });
    expect([status, headers.get('preference-applied')]).toEqual(
      isStrict ? [400, 'handling=strict'] : [200, null],
    );
  });
});

it('those of a form around a file too', async ({ service, admin: { token } }) => {
  const post = (form: Readonly<Record<string, string | Blob>>, more = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.set(name, value);
    return fetch(`${service.url}/imports`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, ...more },
    });
  };
  const form = { kind: 'bills', file: new File(['date,value\n2024-03-07,1'], 'a.csv') };
  expect((await post(form)).headers.get('unknown-fields')).toBeNull();
  const { status, headers } = await post({ ...form, colums: 'date,value' });
  expect([status, headers.get('unknown-fields')]).toEqual([200, '"colums";suggestion="columns"']);
  expect((await post({ ...form, colums: 'date,value' }, strict)).status).toBe(400);
});

it('tRPC ignores them, and has no such headers', async ({ service, admin: { token } }) => {
  const input = { ...bill, vlaue: '7' };
  const { status, headers } = await callTrpc(service, procedure('bills.create'), {
    token,
    input,
    headers: strict,
  });
  expect([status, headers.get('unknown-fields'), headers.get('preference-applied')]).toEqual([
    200,
    null,
    null,
  ]);
  expect(await callClient(service, procedure('bills.create'), { token, input })).toHaveProperty('data');
});
