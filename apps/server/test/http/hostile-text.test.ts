import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { expectFailure } from '../support/failing.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// Texts that cost the square of their length to normalise, here or in the database.
let service: Service;
let admin: Person;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
});
afterAll(() => service.close());

const crowd = `a${'\u0300'.repeat(50_000)}${'\u0316'.repeat(50_000)}`;
const inDatabase = `a${'\u0300'.repeat(4990)}${'\uff9e'.repeat(4990)}`;

const bodies: readonly (readonly [rest: string, trpc: string, body: object, field: string])[] = [
  ['POST /auth', 'auth.login', { username: crowd, password: 'x' }, 'username'],
  ['POST /auth', 'auth.login', { username: 'x', password: crowd }, 'password'],
  ['POST /payees', 'payees.create', { name: crowd }, 'name'],
  ['POST /payees', 'payees.create', { name: 'x', email: `${crowd}@b.example` }, 'email'],
  ['POST /bills', 'bills.create', { date: '2023-1-1', value: '1', extraNotes: inDatabase }, 'extraNotes'],
  ['POST /bills', 'bills.create', { date: '2023-1-1', value: `${'0'.repeat(1e6)}x` }, 'value'],
  ['PATCH /users/preferences', 'users.setPreferences', { language: `en-${'a-'.repeat(4e5)}` }, 'language'],
];

// Each took many seconds, in which nobody else was served.
test.each(bodies)('%s and %s refuse a text that is slow to read', async (rest, trpc, body, field) => {
  const [method = '', path = ''] = rest.split(' ');
  const token = admin.token;
  expect(expectFailure(await service.call(method, path, { token, body }), 400, 'VALIDATION')).toEqual([
    field,
  ]);
  const { status, body: answer } = await service.call('POST', `/trpc/${trpc}`, { token, body });
  expect([status, answer.error.data.code, answer.error.data.issues[0].path]).toEqual([
    400,
    'VALIDATION',
    [field],
  ]);
});

it('reads a number of any length', async () => {
  const body = `{"date":"2023-1-1","value":1${'0'.repeat(1_000_000)}1}`;
  for (const path of ['/bills', '/trpc/bills.create'])
    expect((await service.call('POST', path, { token: admin.token, body })).status).toBe(400);
});

it('says what is accepted', async () => {
  const body = { name: 'x', extraNotes: `a${'\u0316'.repeat(31)}` };
  const { body: answer } = await service.call('POST', '/payees', { token: admin.token, body });
  expect(answer.error.issues).toEqual([
    {
      path: ['extraNotes'],
      code: 'too_many_marks',
      params: { max: 30 },
      message: 'must have at most 30 combining marks in a row',
    },
  ]);
});

it('takes as many marks as the limits allow, in notes and in a search', async () => {
  const notes = `a${'\u0300'.repeat(15)}${'\uff9e'.repeat(15)}`.repeat(322);
  const bill = { date: '2023-1-1', value: '1', extraNotes: notes };
  expect((await service.call('POST', '/bills', { token: admin.token, body: bill })).status).toBe(200);
  const search = encodeURIComponent(notes.slice(0, 186));
  const found = await service.call('GET', `/bills?search=${search}`, { token: admin.token });
  expect(found.body.data).toHaveLength(1);
});

// Both come together at every third byte of the notes, and fall apart at the last sign only.
it.each(['bills', 'payees', 'cheques'])(
  'a search that nearly matches everywhere ends in time: %s',
  async (kind) => {
    const sign = '\u2057';
    const notes = sign.repeat(10_000);
    const rows = service.sql`generate_series(1, 100)`;
    if (kind === 'bills')
      await service.sql`insert into bills (id, date, value, description, extra_notes)
      select gen_random_uuid(), '2024-01-01', 1, '', ${notes} from ${rows}`;
    else
      await service.sql`insert into payees (id, name, email, phone_number, extra_notes)
      select gen_random_uuid(), ${sign.repeat(100)} || 'x', '', '', ${notes} from ${rows}`;
    if (kind === 'cheques')
      await service.sql`insert into cheques (id, serial, due_date, value, description, payee_id, is_cancelled)
      select gen_random_uuid(), '', '2024-01-01', 1, ${sign.repeat(500)}, id, false from payees`;
    const find = (text: string) =>
      service.call('GET', `/${kind}?limit=1&search=${encodeURIComponent(text)}`, { token: admin.token });
    for (const text of [`y${sign.repeat(199)}`, `${sign.repeat(199)}y`]) {
      const { status, body } = await find(text);
      expect([status, body.data]).toEqual([200, []]);
    }
    expect((await find(sign.repeat(100))).body.data).toHaveLength(1);
  },
);

it('a long search is no pattern, and is folded like a short one', async () => {
  const text = 'A.*+?()[]{}|^$\\ ***=É % _ ﬁn';
  const bill = { date: '2023-1-1', value: '1', description: text };
  expect((await service.call('POST', '/bills', { token: admin.token, body: bill })).status).toBe(200);
  const count = async (search: string) => {
    const path = `/bills?search=${encodeURIComponent(search)}`;
    return (await service.call('GET', path, { token: admin.token })).body.data.length;
  };
  for (const search of [text, text.slice(1), 'a.*+?()[]{}|^$\\ ***=e % _ fi', '***=e % _ f'])
    expect([search, await count(search)]).toEqual([search, 1]);
  for (const search of ['A.*+?()[]{}|^$\\ .***', 'a..........', '***=e % _ \\w'])
    expect([search, await count(search)]).toEqual([search, 0]);
});
