import { expect } from 'vitest';
import { asker } from '../support/asking.ts';
import { addUsers, ids, nextOf, query } from '../support/listing.ts';
import { bodyOf, names, type Row } from '../support/samples/index.ts';
import { startService } from '../support/service.ts';
import { test as it } from '../support/test.ts';

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
