import { resources } from '@daybook/domain';
import { expect } from 'vitest';
import { csvType, mediaTypesOf, xlsxType } from '../../src/http/files/forms.ts';
import { callClient, callRest, callTrpc, procedure, procedures } from '../support/calls.ts';
import { pathOf } from '../support/samples/index.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectSound, expectTrpcFailure } from '../support/wire.ts';

const it = test
  .extend(
    'get',
    { scope: 'file' },
    ({ service, admin: { token } }) =>
      (path: string) =>
        service.call('GET', path, { token }),
  )
  .extend(
    'post',
    { scope: 'file' },
    ({ service, admin: { token } }) =>
      (path: string, body: unknown) =>
        service.call('POST', path, { token, body }),
  )
  .extend(
    'search',
    { scope: 'file' },
    ({ service, admin: { token } }) =>
      (path: string, text: string) =>
        service.call('GET', `${path}search=${encodeURIComponent(text)}`, { token }),
  );

const known = Object.entries({
  users: ['limit', 'cursor', 'active', 'role'],
  logs: ['limit', 'cursor', 'from', 'to', 'isAbsent'],
  payees: ['limit', 'cursor'],
  cheques: ['cursor', 'from', 'isCancelled'],
  bills: ['cursor', 'to'],
});

it.for(known.flatMap(([resource, parameters]) => parameters.map((name) => [name, `/${resource}`] as const)))(
  '%s of %s is refused by its name',
  async ([name, path], { get }) => {
    const wrong = 'x %00 -1 0 1001 %F0%9F%99%82 [] {} null 1e1'.split(' ');
    for (const value of [...wrong, '9'.repeat(300)]) {
      const answer = await get(`${path}?${name}=${value}`);
      expectSound(answer);
      expect(expectFailure(answer, 400, 'VALIDATION'), value).toEqual([name]);
    }
    const twice = await get(`${path}?${name}=true&${name}=true`);
    expect(expectFailure(twice, 400, 'VALIDATION')).toEqual([name]);
  },
);

it.for(['/cheques', '/bills', '/payees'])(
  'search of %s takes any text that can be stored',
  async (path, { get }) => {
    for (const text of ['%25', '_', "'", '%5C', '(', '.*', '%F0%9F%99%82', "'%20OR%201=1--", '%0a'])
      expect((await get(`${path}?search=${text}`)).status, text).toBe(200);
    for (const text of ['%00', 'a%00b', 'x'.repeat(201)]) {
      const answer = await get(`${path}?search=${text}`);
      expect(expectFailure(answer, 400, 'VALIDATION'), text).toEqual(['search']);
    }
  },
);

const unknown = [
  'x=1',
  '__proto__=x',
  '__proto__[x]=1',
  'constructor=x',
  'search[$ne]=x',
  'limit[]=5',
  '&&&',
  '=',
  'toString=1',
];
it.for(resources)('/%s ignores what it does not know', async (resource, { get }) => {
  const plain = await get(pathOf(resource));
  expect(plain.headers.get('unknown-parameters')).toBeNull();
  for (const query of unknown) {
    const answer = await get(`${pathOf(resource)}?${query}`);
    expect([answer.status, answer.body], query).toEqual([200, plain.body]);
  }
});

it.for([
  ['/logs?form=2024-1-1', '"form";suggestion="from"'],
  [
    '/logs?From=2024-1-1&is_absent=true&limit=1',
    '"From";suggestion="from", "is_absent";suggestion="isAbsent"',
  ],
  ['/users?serach=a', '"serach";suggestion="search"'],
  ['/bills/summary?form=2024-1-1', '"form";suggestion="from"'],
  ['/logs?userId=1&page=2&x=1&worker=', '"userId", "page", "x"'],
  ['/logs?%22%0d%0aset-cookie:x=1&frm%00=1&constructor=1', '"???set-cookie?x", "frm?", "constructor"'],
  [`/logs?${'from'.repeat(30)}=1`, `"${'from'.repeat(10)}"`],
  [
    `/logs?${Array.from({ length: 30 }, (_, i) => `x${i}=1`).join('&')}`,
    Array.from({ length: 20 }, (_, i) => `"x${i}"`).join(', '),
  ],
  ['/auth?limit=1', '"limit"'],
] as const)('%s names what it does not know: %j', async ([path, named], { get }) => {
  expect((await get(path)).headers.get('unknown-parameters')).toBe(named);
});

it.for(['%', '%f', '%ff', '%ED%A0%80', '%C0%AF'])(
  'a broken escape is text or refused: %s',
  async (value, { get }) => {
    for (const path of ['/users', '/payees', '/cheques', '/bills']) {
      const answer = await get(`${path}?search=${value}`);
      expectSound(answer);
      expect([200, 400]).toContain(answer.status);
    }
  },
);

/** All that is asked for with a first and a last day. */
const ranges = procedures.flatMap((procedure) => {
  const { rest } = procedure;
  const names = rest?.fields.flatMap((field) => (field.in === 'query' ? [field.name] : [])) ?? [];
  const last = names.find((name) => name === 'to' || name === 'through');
  return rest && names.includes('from') && last ? [[procedure.path, { procedure, rest, last }] as const] : [];
});

it('there are some of each sort', () => {
  const paths = ranges.map(([path]) => path);
  for (const path of [
    'logs.list',
    'bills.ledger',
    'cheques.summary',
    'pay.statement',
    'payees.statement',
    'journal.list',
  ])
    expect(paths).toContain(path);
  expect(paths.length).toBeGreaterThanOrEqual(13);
});

it.for(ranges)(
  '%s refuses a last day before the first',
  async ([, { procedure, rest, last }], { service, admin, make }) => {
    const { token } = admin;
    const { _id: payeeID } = await make('payees');
    const given = (from: string, to: string) => ({ userID: admin.id, payeeID, from, [last]: to });
    const input = given('2024-3-2', '2024-03-01');
    const forms = mediaTypesOf(rest).length > 0 ? [csvType, xlsxType] : [];
    for (const accept of ['application/json', ...forms]) {
      const answer = await callRest(service, procedure, { token, input, headers: { accept } });
      expect(expectFailure(answer, 400, 'VALIDATION'), accept).toEqual([last]);
      expect(answer.body.error.issues).toMatchObject([{ code: 'reversed_days' }]);
    }
    expect(await callClient(service, procedure, { token, input })).toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: [last], code: 'reversed_days' }],
    });
    // One day is a period. Text that is no day is reported by itself.
    const day = await callRest(service, procedure, { token, input: given('2024-3-2', '2024-03-02') });
    expect(day.status).toBe(200);
    const wrong = await callRest(service, procedure, { token, input: given('2024-3-2', 'soon') });
    expect(wrong.body.error.issues).toMatchObject([{ path: [last], code: 'invalid_date' }]);
  },
);

// Texts that cost the square of their length to normalise, here or in the database.
const crowd = `a${'\u0300'.repeat(50_000)}${'\u0316'.repeat(50_000)}`;
const inDatabase = `a${'\u0300'.repeat(4990)}${'\uff9e'.repeat(4990)}`;

// Each took many seconds, in which nobody else was served.
it.for<[procedure: string, body: Record<string, string>, field: string]>([
  ['auth.login', { username: crowd, password: 'x' }, 'username'],
  ['auth.login', { username: 'x', password: crowd }, 'password'],
  ['payees.create', { name: crowd }, 'name'],
  ['payees.create', { name: 'x', email: `${crowd}@b.example` }, 'email'],
  ['bills.create', { date: '2023-1-1', value: '1', extraNotes: inDatabase }, 'extraNotes'],
  ['bills.create', { date: '2023-1-1', value: `${'0'.repeat(1e6)}x` }, 'value'],
  ['users.setPreferences', { language: `en-${'a-'.repeat(4e5)}` }, 'language'],
])(
  '%s refuses a text that is slow to read, over REST and over tRPC',
  async ([path, input, field], { service, admin: { token } }) => {
    const called = procedure(path);
    const rest = await callRest(service, called, { token, input });
    expect(expectFailure(rest, 400, 'VALIDATION')).toEqual([field]);
    const trpc = await callTrpc(service, called, { token, input });
    expect(expectTrpcFailure(trpc, 400, 'VALIDATION')).toEqual([field]);
  },
);

it('reads a number of any length', async ({ post }) => {
  const body = `{"date":"2023-1-1","value":1${'0'.repeat(1_000_000)}1}`;
  for (const path of ['/bills', '/trpc/bills.create']) expect((await post(path, body)).status).toBe(400);
});

it('says what is accepted', async ({ post }) => {
  const { body } = await post('/payees', { name: 'x', extraNotes: `a${'\u0316'.repeat(31)}` });
  expect(body.error.issues).toEqual([
    {
      path: ['extraNotes'],
      code: 'too_many_marks',
      params: { max: 30 },
      message: 'must have at most 30 combining marks in a row',
    },
  ]);
});

it('takes as many marks as the limits allow, in notes and in a search', async ({ make, search }) => {
  const extraNotes = `a${'\u0300'.repeat(15)}${'\uff9e'.repeat(15)}`.repeat(322);
  await make('bills', { extraNotes });
  expect((await search('/bills?', extraNotes.slice(0, 186))).body.data).toHaveLength(1);
});

// Both come together at every third byte of the notes, and fall apart at the last sign only.
it.for(['bills', 'payees', 'cheques'])(
  'a search that nearly matches everywhere ends in time: %s',
  async (resource, { service: { sql }, search }) => {
    const sign = '\u2057';
    const notes = sign.repeat(10_000);
    const rows = sql`generate_series(1, 100)`;
    if (resource === 'bills')
      await sql`insert into bills (id, date, value, description, extra_notes)
      select gen_random_uuid(), '2024-01-01', 1, '', ${notes} from ${rows}`;
    else
      await sql`insert into payees (id, name, email, phone_number, extra_notes)
      select gen_random_uuid(), ${sign.repeat(100)} || 'x', '', '', ${notes} from ${rows}`;
    if (resource === 'cheques')
      await sql`insert into cheques (id, serial, due_date, value, description, payee_id, is_cancelled)
      select gen_random_uuid(), '', '2024-01-01', 1, ${sign.repeat(500)}, id, false from payees`;
    const path = `/${resource}?limit=1&`;
    for (const text of [`y${sign.repeat(199)}`, `${sign.repeat(199)}y`]) {
      const { status, body } = await search(path, text);
      expect([status, body.data]).toEqual([200, []]);
    }
    expect((await search(path, sign.repeat(100))).body.data).toHaveLength(1);
  },
);

it('a long search is no pattern, and is folded like a short one', async ({ make, search }) => {
  const text = 'A.*+?()[]{}|^$\\ ***=É % _ ﬁn';
  await make('bills', { description: text });
  const count = async (part: string) => (await search('/bills?', part)).body.data.length;
  for (const part of [text, text.slice(1), 'a.*+?()[]{}|^$\\ ***=e % _ fi', '***=e % _ f'])
    expect([part, await count(part)]).toEqual([part, 1]);
  for (const part of ['A.*+?()[]{}|^$\\ .***', 'a..........', '***=e % _ \\w'])
    expect([part, await count(part)]).toEqual([part, 0]);
});
