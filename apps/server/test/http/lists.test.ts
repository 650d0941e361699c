import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies, unknownId } from '../support/asking.ts';
import { ids, nextOf, query, type Row, seedLists } from '../support/listing.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// Order and pages of every list; what they filter by is in lists-filters.test.ts.
let service: Service;
let admin: Person;
let ask: Ask;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
  ask = asker(service, admin);
  await seedLists(service, admin);
});
afterAll(() => service.close());

/** All rows, without paging. */
const all = (path: string): Promise<Row[]> => ask('GET', path);
const get = (path: string) => service.call('GET', path, { token: admin.token });
/** The order of "C", which is that of the code points. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase();

interface List {
  readonly path: string;
  readonly key: (row: Row) => string;
  readonly newestFirst: boolean;
}
const lists: List[] = [
  { path: '/users', key: (row) => fold(row.fullName), newestFirst: false },
  { path: '/payees', key: (row) => fold(row.name), newestFirst: false },
  { path: '/logs', key: (row) => row.date, newestFirst: true },
  { path: '/cheques', key: (row) => row.dueDate, newestFirst: true },
  { path: '/bills', key: (row) => row.date, newestFirst: true },
];

describe.each(lists)('GET $path', ({ path, key, newestFirst }) => {
  it('is in order, by identifier where the keys are equal', async () => {
    const rows = await all(path);
    const sorted = rows.toSorted(
      (a, b) => (compare(key(a), key(b)) || compare(a._id, b._id)) * (newestFirst ? -1 : 1),
    );
    expect(rows.map(key)).toEqual(sorted.map(key));
    expect(ids(rows)).toEqual(ids(sorted));
    expect(new Set(rows.map(key)).size).toBeLessThan(rows.length);
  });

  it.each([1, 2, 7])('in pages of %i has each row exactly once, by the Link header', async (limit) => {
    const whole = ids(await all(path));
    const seen: string[] = [];
    for (let url: string | undefined = `${path}?limit=${limit}`; url; ) {
      const { body, headers } = await get(url);
      seen.push(...ids(body.data));
      url = nextOf(headers);
      if (url) expect(body.data).toHaveLength(limit);
      if (path !== '/users') expect(url === undefined).toBe(body.nextCursor === null);
      expect(seen.length).toBeLessThanOrEqual(whole.length);
    }
    expect(seen).toEqual(whole);
  });

  const wrongLimit = { code: 'invalid_integer', params: { min: 1, max: 1000 } };
  const wrongCursor = { code: 'invalid_cursor' };
  it.each([
    ['limit', wrongLimit, ['0', '1001', '-1', '1.5', '1e2', 'all', '', ' 1', '99999999999999999999']],
    [
      'cursor',
      wrongCursor,
      ['', 'nonsense', 'bm9uc2Vuc2U', Buffer.from('["2024-01-01","x"]').toString('base64url')],
    ],
    [
      'cursor',
      wrongCursor,
      [
        Buffer.from(`["\\u0000","${unknownId}"]`).toString('base64url'),
        'e30',
        'W10',
        '%00',
        'x'.repeat(3000),
      ],
    ],
  ])('refuses a wrong %s', async (name, wrong, values) => {
    for (const value of values) {
      const answer = await get(query(path, { [name]: value }));
      expect(answer, `${name}=${value}`).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION' } },
      });
      expect(answer.body.error.issues).toEqual([{ path: [name], ...wrong, message: expect.any(String) }]);
    }
  });

  it('refuses a limit that is sent twice, takes 1 and 1000, ignores what it does not know', async () => {
    expect((await get(`${path}?limit=1&limit=2`)).status).toBe(400);
    for (const limit of ['1', '1000']) expect((await get(query(path, { limit }))).status).toBe(200);
    const known = await get(path);
    const others = await get(
      query(path, { page: '2', offset: '5', _id: unknownId, deleted: 'true', sort: '-x' }),
    );
    expect(others).toMatchObject({ status: 200, body: { data: known.body.data } });
  });

  it('refuses the cursor of a list that is ordered otherwise', async () => {
    const other = newestFirst ? '/payees' : '/bills';
    const { nextCursor } = (await get(`${other}?limit=1`)).body;
    const { status } = await get(query(path, { cursor: nextCursor }));
    // A name is any text: a day is one too.
    expect(status).toBe(newestFirst ? 400 : 200);
  });

  it('goes on where it was while rows are added and removed', async () => {
    const [first] = await all(path);
    const { headers } = await get(`${path}?limit=1`);
    const next = (nextOf(headers) ?? '').replace('limit=1', 'limit=1000');
    const before = ids(await all(next));
    await service.sql`update ${service.sql(path.slice(1))} set deleted_at = now() where id = ${first._id}`;
    expect(ids(await all(next))).toEqual(before);
    expect(ids(await all(path))).toEqual(before);
    await service.sql`update ${service.sql(path.slice(1))} set deleted_at = null where id = ${first._id}`;
  });
});

it('pages of any size hold each row once, in the order of the whole', async () => {
  const whole = new Map<string, string[]>();
  for (const { path } of lists) whole.set(path, ids(await all(path)));
  const shapes = fc.record({
    path: fc.constantFrom(...whole.keys()),
    limits: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(shapes, async ({ path, limits }) => {
      const seen: string[] = [];
      let cursor: string | null = '';
      for (let i = 0; cursor !== null && i < 200; i += 1) {
        const parameters = { limit: String(limits[i % limits.length]), ...(cursor && { cursor }) };
        const { body, headers } = await get(query(path, parameters));
        seen.push(...ids(body.data));
        const link = nextOf(headers);
        cursor = link ? new URL(link, service.url).searchParams.get('cursor') : null;
      }
      expect(seen).toEqual(whole.get(path));
    }),
    { numRuns: 40 },
  );
});

it('a name that folds to a long text can be paged over', async () => {
  // U+FDFA is one character that is written out as 18.
  const made = [];
  for (let i = 0; i < 2; i += 1) made.push(await ask('POST', '/payees', { name: '\ufdfa'.repeat(100) }));
  const whole = ids(await all('/payees'));
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await get(query('/payees', { limit: '1', ...(cursor && { cursor }) }));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    seen.push(...ids(answer.body.data));
    cursor = answer.body.nextCursor;
  }
  expect(seen).toEqual(whole);
  for (const { _id } of made) await ask('DELETE', `/payees/${_id}`);
});

it('the link keeps what stands behind a second question mark', async () => {
  const { headers } = await get('/users?search=Li?sted&limit=1');
  const next = new URL(nextOf(headers) ?? '', service.url).searchParams;
  expect([next.get('search'), next.get('limit')]).toEqual(['Li?sted', '1']);
});

it('the link keeps the filters and the base path', async () => {
  const below = await startService({ basePath: '/base', limitLogins: false });
  try {
    const person = await below.person('Administrator');
    const add = asker(below, person);
    for (let i = 0; i < 3; i += 1) await add('POST', '/bills', bodies.bill({ description: `${i} é & +` }));
    const { headers } = await below.call('GET', '/bills?search=%C3%89+%26&limit=2', { token: person.token });
    const link = nextOf(headers) ?? '';
    expect(link).toMatch(/^\/base\/bills\?/);
    const { body } = await below.call('GET', link.slice('/base'.length), { token: person.token });
    expect(body.data.map((row: Row) => row.description)).toEqual(['0 é & +']);
  } finally {
    await below.close();
  }
});

describe('without a limit', () => {
  it('GET /users is complete up to 10 000, then asks for a limit', { timeout: 60_000 }, async () => {
    const crowded = await startService({ limitLogins: false });
    try {
      const person = await crowded.person('Administrator');
      const list = (path: string) => crowded.call('GET', path, { token: person.token });
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
      const client = crowded.client(person.token);
      await expect(client.users.list.query({})).rejects.toMatchObject({ data: { code: 'TOO_MANY_RESULTS' } });
      const page = await list('/users?limit=1000');
      expect([page.body.data.length, page.headers.get('link') !== null]).toEqual([1000, true]);
      expect((await list('/users?search=^N1.* Many$')).body.data).toHaveLength(1111);
    } finally {
      await crowded.close();
    }
  });

  it('the other lists have pages of 1000', async () => {
    const token = admin.token;
    await service.sql`insert into bills (id, date, value, description, extra_notes)
      select gen_random_uuid(), '1999-01-01', 1, '', 'many' from generate_series(1, 1001)`;
    const { body } = await service.call('GET', '/bills?search=many', { token });
    expect([body.data.length, typeof body.nextCursor]).toEqual([1000, 'string']);
    const rest = await service.call('GET', query('/bills', { search: 'many', cursor: body.nextCursor }), {
      token,
    });
    expect([rest.body.data.length, rest.body.nextCursor]).toEqual([1, null]);
    await service.sql`update bills set deleted_at = now() where extra_notes = 'many'`;
  });
});
