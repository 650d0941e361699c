import { describe, expect } from 'vitest';
import { asker } from '../support/asking.ts';
import { addUsers, ids, nextOf, query } from '../support/listing.ts';
import { bodyOf, names, type Row } from '../support/samples/index.ts';
import { startService } from '../support/service.ts';
import { test as it, test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 7. The patterns of `search` are tested in security/.
it('is filtered by status and role', async ({ service, ask, supervisor: _ }) => {
  await addUsers(service, names, true);
  await addUsers(service, names, false);
  const whole: Row[] = await ask('GET', '/users');
  const cases: [Record<string, string>, (row: Row) => boolean][] = [
    [{ active: 'false' }, ({ active }) => !active],
    [{ active: 'true' }, ({ active }) => active],
    [{ role: 'SUPERVISOR' }, ({ accessLevel }) => accessLevel === 'Supervisor'],
    [{ role: 'user', active: 'false' }, (row) => row.accessLevel === 'User' && !row.active],
  ];
  for (const [sent, keeps] of cases) {
    const kept = whole.filter(keeps);
    expect(ids(await ask('GET', query('/users', sent))), JSON.stringify(sent)).toEqual(ids(kept));
    expect([0, whole.length]).not.toContain(kept.length);
  }
});

it('is searched by name as people type it, beside the pattern', async ({ service, ask }) => {
  const written = ['أصيل مصطفى', 'هبة مكــي', 'José Ñandú', 'Işık Yılmaz', 'Unit 12', 'A.C. Dot'];
  await addUsers(service, written);
  const found = async (name: string) => {
    const rows: Row[] = await ask('GET', query('/users', { name }));
    return rows.map(({ fullName }) => fullName);
  };
  const cases: [string, string[]][] = [
    ['اصيل', ['أصيل مصطفى']],
    ['مُصطفي', ['أصيل مصطفى']],
    ['هبه مكى', ['هبة مكــي']],
    ['jose nan', ['José Ñandú']],
    ['ISIK YILMAZ', ['Işık Yılmaz']],
    ['unit ١٢', ['Unit 12']],
    ['a.c.', ['A.C. Dot']],
    ['dot a.c', ['A.C. Dot']],
    ['nan jos', ['José Ñandú']],
    ['a.*d', []],
  ];
  for (const [typed, expected] of cases) expect(await found(typed), typed).toEqual(expected);
  expect(await ask('GET', query('/users', { name: '' }))).toHaveLength((await ask('GET', '/users')).length);
  // The pattern stays exact.
  expect(await ask('GET', query('/users', { search: 'اصيل' }))).toEqual([]);
  expect(await ask('GET', query('/users', { search: 'مصطفى$', name: 'اصيل' }))).toHaveLength(1);
  // It is read in the form in which names are stored, whatever form it is sent in.
  for (const search of ['^José [NÑ]a', 'Jos[eé]\\b', 'ndú$', 'É Ñ', 'x?é{1} '])
    for (const form of ['NFC', 'NFD'])
      expect(
        await ask('GET', query('/users', { search: search.normalize(form) })),
        `${form} ${search}`,
      ).toHaveLength(1);
  expect(await ask('GET', query('/users', { search: 'é'.normalize('NFD').repeat(200) }))).toEqual([]);
});

it('has a link that keeps what stands behind a second question mark', async ({
  service,
  admin: { token },
}) => {
  await addUsers(service, ['A Listed', 'B Listed']);
  const { headers } = await service.call('GET', '/users?search=Li?sted&limit=1', { token });
  const next = new URL(nextOf(headers) ?? '', service.url).searchParams;
  expect([next.get('search'), next.get('limit')]).toEqual(['Li?sted', '1']);
});

it('has a link, as other lists have, that keeps the filters and the base path', async () => {
  const below = await startService({ basePath: '/base' });
  try {
    const person = await below.person('Administrator');
    const add = asker(below, person);
    for (let i = 0; i < 3; i += 1)
      await add('POST', '/bills', bodyOf('bills', { description: `${i} é & +` }));
    const { headers } = await below.call('GET', '/bills?search=%C3%89+%26&limit=2', { token: person.token });
    const link = nextOf(headers) ?? '';
    expect(link).toMatch(/^\/base\/bills\?/);
    const { body } = await below.call('GET', link.slice('/base'.length), { token: person.token });
    expect(body.data.map((row: Row) => row.description)).toEqual(['0 é & +']);
  } finally {
    await below.close();
  }
});

it('is complete up to 10 000 without a limit, then asks for one', async () => {
  const crowded = await startService();
  try {
    const { token } = await crowded.person('Administrator');
    const list = (path: string) => crowded.call('GET', path, { token });
    const fill = (from: number, to: number) => crowded.sql`
      insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level,
        password_hash, preferences)
      select gen_random_uuid(), 'N' || n, 'Many', 'm' || n, 'm' || n, '', '', 'User', '', '{}'
      from generate_series(${from}::integer, ${to}::integer) n`;
    await fill(1, 9998);
    const complete = await list('/users');
    expect(Object.keys(complete.body)).toEqual(['success', 'data']);
    expect([complete.body.data.length, complete.headers.get('link')]).toEqual([10_000, null]);
    await fill(9999, 9999);
    const refused = await list('/users');
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'TOO_MANY_RESULTS' } } });
    expect(refused.body.message).toMatch(/limit/);
    await expect(crowded.client(token).users.list.query({})).rejects.toMatchObject({
      data: { code: 'TOO_MANY_RESULTS' },
    });
    const page = await list('/users?limit=1000');
    expect([page.body.data.length, page.headers.get('link') !== null]).toEqual([1000, true]);
    expect((await list('/users?search=^N1.* Many$')).body.data).toHaveLength(1111);
  } finally {
    await crowded.close();
  }
});

// docs/rules.md, section 7: the search of GET /users is a regular expression of PostgreSQL on the full name.
const lastNames = [
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

const patternTest = test
  /** Of these names; whoever asks, and the first account, are called '. .'. */
  .extend('search', { scope: 'file' }, async ({ service, admin, user: _ }) => {
    await service.sql`update users set first_name = '.', last_name = '.'`;
    await addUsers(service, lastNames);
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
    lastNames;
  patternTest.for<[string, (string | undefined)[]]>([
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

  patternTest(
    'empty means all, as do leaving it out and what matches anything',
    async ({ service, admin, search }) => {
      const whole = (await service.call('GET', '/users', { token: admin.token })).body;
      expect((await search('')).body).toEqual(whole);
      expect(whole.data).toHaveLength(lastNames.length + 3);
      for (const pattern of ['.', '.*', 'e*', '^'])
        expect((await search(pattern)).body.data, pattern).toHaveLength(whole.data.length);
    },
  );

  patternTest('with limit, cursor and the other filters', async ({ service, admin, search }) => {
    const first = await search('^a', '&limit=3&active=true&role=user');
    expect(first.body.data).toHaveLength(3);
    const next = nextOf(first.headers) ?? '';
    const { body } = await service.call('GET', next, { token: admin.token });
    expect(body.data).toHaveLength(1);
    expect((await search('ada', '&active=false')).body.data).toEqual([]);
    expect((await search('ada', '&role=Administrator')).body.data).toEqual([]);
  });

  patternTest.for(['x', 'ش', '🙂', '😀'])(
    '200 characters, of any length in bytes: %s',
    async (character, { found }) => {
      expect(await found(character.repeat(200))).toEqual([]);
    },
  );
});

patternTest('is one text', async ({ search }) => {
  expect(expectFailure(await search('a', '&search=b'), 400, 'VALIDATION')).toEqual(['search']);
});

patternTest('tells nothing to those who may not list, whatever the pattern', async ({ user, search }) => {
  for (const pattern of ['(', '.', '(a+)+$'])
    expectFailure(await search(pattern, '', user), 403, 'FORBIDDEN');
});

patternTest(
  'finds the same in one go and page by page, among more names than are looked at in one turn',
  async () => {
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
  },
);
