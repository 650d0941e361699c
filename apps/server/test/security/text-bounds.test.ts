import { expect } from 'vitest';
import { callRest, callTrpc, procedure } from '../support/calls.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectTrpcFailure } from '../support/wire.ts';

// Texts that cost the square of their length to normalise, here or in the database.
const crowd = `a${'\u0300'.repeat(50_000)}${'\u0316'.repeat(50_000)}`;
const inDatabase = `a${'\u0300'.repeat(4990)}${'\uff9e'.repeat(4990)}`;

const it = test
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
