import { describe, expect } from 'vitest';
import { addUsers, nextOf } from '../support/listing.ts';
import type { Row } from '../support/samples/index.ts';
import { startService } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 7: the search of GET /users is a regular expression of PostgreSQL on the full name.
const names = [
  'Ada Lovelace',
  'Grace Hopper',
  'ADAM Smith',
  'Ana-Maria Ng',
  'Élodie Durand',
  'éva O’Neil',
  'Жанна Петрова',
  'ΝΙΚΟΣ Παπας',
  'محمد أحمد',
  '李 小龍',
  'A.B. (Bob) [x] Star*',
  'Under_score 100%',
  '🙂 Smile',
  "Kit O'Connor_50%",
  'علي حسن',
  `${'x'.repeat(100)} ${'y'.repeat(100)}`,
];
const fullNames = (rows: readonly Row[]): string[] => rows.map(({ fullName }) => fullName);

const it = test
  /** Of these names; whoever asks, and the first account, are called '. .'. */
  .extend('search', { scope: 'file' }, async ({ service, admin, user: _ }) => {
    await service.sql`update users set first_name = '.', last_name = '.'`;
    await addUsers(service, names);
    return (pattern: string, more = '', { token } = admin) =>
      service.call('GET', `/users?search=${encodeURIComponent(pattern)}${more}`, { token });
  })
  .extend('found', { scope: 'file' }, ({ search }) => async (pattern: string) => {
    const { status, body } = await search(pattern);
    expect(status, `${pattern}: ${JSON.stringify(body)}`).toBe(200);
    return fullNames(body.data).filter((name) => name !== '. .');
  });

describe('finds the full names that match', () => {
  const [ada, grace, adam, ana, elodie, eva, zhanna, nikos, mohamed, lee, bob, under, smile, kit, ali, long] =
    names;
  it.for<[string, (string | undefined)[]]>([
    ['ada', [ada, adam]],
    ['ADA', [ada, adam]],
    ['^ADA', [ada, adam]],
    ['lace$', [ada]],
    ['lovelace$', [ada]],
    ['^grace hopper$', [grace]],
    ['^a', [ada, adam, ana, bob]],
    ['^ada|hopper$', [ada, adam, grace]],
    ['ada|علي', [ada, adam, ali]],
    ['^(ada|grace) ', [ada, grace]],
    ['\\bada\\b', [ada]],
    ['\\bsmith', [adam]],
    ['\\blove', [ada]],
    ['\\bmaria\\b', [ana]],
    ['\\Bdam\\b', [adam]],
    ['\\yada\\y', [ada]],
    ['^élodie', [elodie]],
    ['^É', [elodie, eva]],
    ['[éè]', [elodie, eva]],
    ['ЖАННА', [zhanna]],
    ['петрова$', [zhanna]],
    ['\\bПетр', [zhanna]],
    ['νικος', [nikos]],
    ['ΠΑΠΑ', [nikos]],
    ['\\bمحمد\\b', [mohamed]],
    ['أحمد$', [mohamed]],
    ['^علي', [ali]],
    ['小龍', [lee]],
    ['^. 小', [lee]],
    ['^. Smile', [smile]],
    ['🙂', [smile]],
    ['l.v', [ada]],
    ['l\\.v', []],
    ['\\(bob\\)', [bob]],
    ['\\[x\\]', [bob]],
    ['star\\*$', [bob]],
    ['[[:digit:]]+%', [under, kit]],
    ['\\d{3}', [under]],
    ['under_', [under]],
    ['100%', [under]],
    ['%', [under, kit]],
    ['_50%$', [kit]],
    ["o'connor", [kit]],
    ['\\w+-\\w+', [ana]],
    ['^(?!ana).*smith', [adam]],
    ['^(?!adam).*smith', []],
    ['p{2}', [grace]],
    ['o{1,2}p', [grace]],
    ['^x{100} y{100}$', [long]],
    ['lov?elace', [ada]],
    ['(?:love|hate)lace', [ada]],
    ['nobody at all', []],
    ["o'; drop table users; --", []],
    ['; drop table users', []],
    ["' OR 1=1--", []],
    ['$1', []],
  ])('%s', async ([pattern, expected], { found }) => {
    expect((await found(pattern)).toSorted()).toEqual(expected.toSorted());
  });

  it('empty means all, as do leaving it out and what matches anything', async ({
    service,
    admin,
    search,
  }) => {
    const whole = (await service.call('GET', '/users', { token: admin.token })).body;
    expect((await search('')).body).toEqual(whole);
    expect(whole.data).toHaveLength(names.length + 3);
    for (const pattern of ['.', '.*', 'e*', '^'])
      expect((await search(pattern)).body.data, pattern).toHaveLength(whole.data.length);
  });

  it('with limit, cursor and the other filters', async ({ service, admin, search }) => {
    const first = await search('^a', '&limit=3&active=true&role=user');
    expect(first.body.data).toHaveLength(3);
    const next = nextOf(first.headers) ?? '';
    const { body } = await service.call('GET', next, { token: admin.token });
    expect(body.data).toHaveLength(1);
    expect((await search('ada', '&active=false')).body.data).toEqual([]);
    expect((await search('ada', '&role=Administrator')).body.data).toEqual([]);
  });

  it.for(['x', 'ش', '🙂', '😀'])(
    '200 characters, of any length in bytes: %s',
    async (character, { found }) => {
      expect(await found(character.repeat(200))).toEqual([]);
    },
  );
});

it('is one text', async ({ search }) => {
  expect(expectFailure(await search('a', '&search=b'), 400, 'VALIDATION')).toEqual(['search']);
});

it('tells nothing to those who may not list, whatever the pattern', async ({ user, search }) => {
  for (const pattern of ['(', '.', '(a+)+$'])
    expectFailure(await search(pattern, '', user), 403, 'FORBIDDEN');
});

it('finds the same in one go and page by page, among more names than are looked at in one turn', async () => {
  const many = await startService();
  try {
    const { token } = await many.person('Administrator');
    await many.sql`update users set first_name = '.', last_name = '.'`;
    const letters = 'abcdefg';
    const all = Array.from(
      { length: 260 },
      (_, n) => `${letters[n % 7]}${letters[n % 5]} ${n} ${letters[n % 3]}`,
    );
    await addUsers(many, all);
    for (const [pattern, role] of [
      ['^[ab]', 'User'],
      ['(a|c)$', 'User'],
      ['^g.*9', 'User'],
      ['.', 'Supervisor'],
      ['z+', 'User'],
    ] as const) {
      const wanted =
        role === 'User' ? all.filter((name) => new RegExp(pattern, 'i').test(name)).toSorted() : [];
      const found: string[] = [];
      const address = `/users?role=${role}&search=${encodeURIComponent(pattern)}`;
      const { body } = await many.call('GET', address, { token });
      for (let url: string | undefined = `${address}&limit=7`; url; ) {
        const answer = await many.call('GET', url, { token });
        found.push(...fullNames(answer.body.data));
        url = nextOf(answer.headers);
      }
      expect(found.toSorted(), pattern).toEqual(wanted);
      expect(found, pattern).toEqual(fullNames(body.data));
    }
  } finally {
    await many.close();
  }
});
