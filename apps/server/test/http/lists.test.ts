import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies, unique, unknownId } from '../support/asking.ts';
import { type Person, type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Person;
let workers: Person[];
let ask: Ask;
/** Identifiers by name: payees. */
let payees: Record<string, string>;

// biome-ignore lint/suspicious/noExplicitAny: rows of every kind
type Row = any;
const days = ['2024-01-31', '2024-02-01', '2024-02-01', '2024-02-01', '2024-02-29', '2024-03-01', '2024-03-01'];
const names = ['Zoë', 'zoe', 'Ärger', 'arger', 'Beta', 'أحمد', 'احمد', 'Émile', '李', 'beta', 'Zoe', '_', '10%', '100'];

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
  workers = [await service.person('User'), await service.person('User'), await service.person('Supervisor')];
  ask = asker(service, admin);
  payees = {};
  for (const name of names) payees[name] = (await ask('POST', '/payees', { name }))._id;
  for (const [i, date] of days.entries()) {
    await ask('POST', '/bills', bodies.bill({ date, value: i - 3, description: `Bill ${i}` }));
    const absent = i % 3 === 0 ? { isAbsent: true, startingTime: null, finishingTime: null } : {};
    await ask('POST', '/logs', bodies.log(workers[i % 3]?.id ?? '', { date, ...absent }));
    const more = { dueDate: date, serial: `00${i % 2}`, description: `Cheque ${i}`, isCancelled: i % 3 === 0 };
    await ask('POST', '/cheques', bodies.cheque(payees[names[i % 3] ?? ''] ?? '', more));
  }
  for (const name of names)
    await service.sql`insert into users (id, first_name, last_name, username, username_key, email, phone_number,
      access_level, active, password_hash, preferences)
      values (gen_random_uuid(), ${name}, 'Listed', ${name}, ${unique('listed')}, '', '', 'User',
        ${!name.startsWith('b')}, '', '{}')`;
});
afterAll(() => service.close());

/** All rows, without paging. */
const all = (path: string): Promise<Row[]> => ask('GET', path);
const ids = (rows: Row[]): string[] => rows.map(({ _id }) => _id);
const get = (path: string, person = admin) => service.call('GET', path, { token: person.token });
const query = (path: string, parameters: Record<string, string>) => `${path}?${new URLSearchParams(parameters)}`;
/** The order of "C", which is that of the code points. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const fold = (text: string) => text.normalize('NFKD').replace(/[\p{M}\u0640]/gu, '').toLowerCase();

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
      const link: string | null = headers.get('link');
      if (link) expect(body.data).toHaveLength(limit);
      if (path !== '/users') expect(link === null).toBe(body.nextCursor === null);
      url = link ? /^<(.+)>; rel="next"$/.exec(link)?.[1] : undefined;
      expect(seen.length).toBeLessThanOrEqual(whole.length);
    }
    expect(seen).toEqual(whole);
  });

  it.each([
    ['limit', ['0', '1001', '-1', '1.5', '1e2', 'all', '', ' 1', '99999999999999999999']],
    ['cursor', ['', 'nonsense', 'bm9uc2Vuc2U', Buffer.from('["2024-01-01","x"]').toString('base64url')]],
    ['cursor', [Buffer.from(`["\\u0000","${unknownId}"]`).toString('base64url'), 'e30', 'W10', '%00', 'x'.repeat(3000)]],
  ])('refuses a wrong %s', async (name, values) => {
    for (const value of values) {
      const answer = await get(query(path, { [name]: value }));
      expect(answer, `${name}=${value}`).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION' } } });
      expect(answer.body.error.issues).toEqual([{ path: [name], message: expect.any(String) }]);
    }
  });

  it('refuses a limit that is sent twice, takes 1 and 1000, ignores what it does not know', async () => {
    expect((await get(`${path}?limit=1&limit=2`)).status).toBe(400);
    for (const limit of ['1', '1000']) expect((await get(query(path, { limit }))).status).toBe(200);
    const known = await get(path);
    const others = await get(query(path, { page: '2', offset: '5', _id: unknownId, deleted: 'true', sort: '-x' }));
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
    const next = (/<(.+)>/.exec(headers.get('link') ?? '')?.[1] ?? '').replace('limit=1', 'limit=1000');
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
        const link = /<(.+)>/.exec(headers.get('link') ?? '')?.[1];
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

it('the link keeps the filters and the base path', async () => {
  const below = await startService({ basePath: '/base', limitLogins: false });
  try {
    const person = await below.person('Administrator');
    const add = asker(below, person);
    for (let i = 0; i < 3; i += 1) await add('POST', '/bills', bodies.bill({ description: `${i} é & +` }));
    const { headers } = await below.call('GET', '/bills?search=%C3%89+%26&limit=2', { token: person.token });
    const link = /<(.+)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
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
    const rest = await service.call('GET', query('/bills', { search: 'many', cursor: body.nextCursor }), { token });
    expect([rest.body.data.length, rest.body.nextCursor]).toEqual([1, null]);
    await service.sql`update bills set deleted_at = now() where extra_notes = 'many'`;
  });
});

describe('filters', () => {
  const [id, day] = [unknownId, '2024-02-01'];
  const within = (field: string) => [
    { sent: { from: '2024-2-1' }, keeps: (row: Row) => row[field] >= day },
    { sent: { to: day }, keeps: (row: Row) => row[field] <= day },
    { sent: { from: day, to: day }, keeps: (row: Row) => row[field] === day },
    { sent: { from: '2024-02-29', to: '2024-03-01' }, keeps: (row: Row) => row[field] >= '2024-02-29' },
    { sent: { from: '2024-03-01', to: day }, keeps: () => false },
    { sent: { from: '1900-1-1', to: '9999-12-31' }, keeps: () => true },
  ];
  const is = (field: string, value: unknown) => (row: Row) => row[field] === value;
  const has = (field: string, ...values: unknown[]) => (row: Row) => values.includes(row[field]);

  it.each([
    ['/logs', 'date'],
    ['/cheques', 'dueDate'],
    ['/bills', 'date'],
  ])('%s: from and to are inclusive', async (path, field) => {
    const rows = await all(path);
    for (const { sent, keeps } of within(field))
      expect(ids(await all(query(path, sent))), JSON.stringify(sent)).toEqual(ids(rows.filter(keeps)));
  });

  it('each means what it says, alone and together', async () => {
    const [one = '', two = ''] = workers.map((worker) => worker.id);
    const [zoe = '', beta = ''] = [payees.Zoë, payees.zoe];
    const cases: [string, Record<string, string>, (row: Row) => boolean][] = [
      ['/logs', { worker: one }, is('worker', one)],
      ['/logs', { worker: `${one},${two}` }, has('worker', one, two)],
      ['/logs', { worker: ` ${two} , ${id},nonsense` }, is('worker', two)],
      ['/logs', { worker: id }, () => false],
      ['/logs', { isAbsent: 'true' }, is('isAbsent', true)],
      ['/logs', { isAbsent: 'false' }, is('isAbsent', false)],
      ['/logs', { worker: one, isAbsent: 'false', from: day }, () => false],
      ['/logs', { worker: two, isAbsent: 'false', from: day }, (row) => row.worker === two && row.date >= day],
      ['/cheques', { payee: zoe }, is('payee', zoe)],
      ['/cheques', { payee: `${zoe},${beta}` }, has('payee', zoe, beta)],
      ['/cheques', { serial: '001' }, is('serial', '001')],
      ['/cheques', { serial: '1' }, () => false],
      ['/cheques', { serial: '%' }, () => false],
      ['/cheques', { isCancelled: 'true' }, is('isCancelled', true)],
      ['/cheques', { isCancelled: 'false' }, is('isCancelled', false)],
      ['/cheques', { search: 'CHEQUE 4' }, is('description', 'Cheque 4')],
      ['/cheques', { search: 'ärger' }, is('payeeName', 'Ärger')],
      ['/cheques', { search: '001' }, is('serial', '001')],
      ['/cheques', { search: 'cheque', isCancelled: 'false', payee: beta }, is('payee', beta)],
      ['/cheques', { search: '' }, () => true],
      ['/bills', { search: 'bILL 2' }, is('description', 'Bill 2')],
      ['/bills', { search: 'bill', to: '2024-01-31' }, is('date', '2024-01-31')],
      ['/users', { active: 'false' }, is('active', false)],
      ['/users', { active: 'true' }, is('active', true)],
      ['/users', { role: 'SUPERVISOR' }, is('accessLevel', 'Supervisor')],
      ['/users', { role: 'user', active: 'false' }, (row) => row.accessLevel === 'User' && !row.active],
    ];
    for (const [path, sent, keeps] of cases) {
      const expected = (await all(path)).filter(keeps);
      expect(ids(await all(query(path, sent))), `${path} ${JSON.stringify(sent)}`).toEqual(ids(expected));
    }
  });

  it.each([
    ['/logs', { from: ['', 'x', '2024-02-30', '01/02/2024', '1899-12-31'], to: ['2024-13-01'], isAbsent: ['yes', '1', '', 'TRUE'] }],
    ['/cheques', { from: ['today'], to: ['2024-2-30'], isCancelled: ['0', 'no'], search: ['x'.repeat(201), 'nul\0'] }],
    ['/bills', { from: ['2024'], to: ['10000-01-01'], search: ['x'.repeat(201)] }],
    ['/payees', { search: ['x'.repeat(201), 'nul\0'] }],
    ['/users', { active: ['2'], role: ['boss', ''] }],
  ])('%s refuses values that mean nothing', async (path, wrong) => {
    for (const [name, values] of Object.entries(wrong))
      for (const value of values) {
        const { status, body } = await get(query(path, { [name]: value }));
        expect([status, body.error?.issues?.[0]?.path], `${name}=${value}`).toEqual([400, [name]]);
      }
  });

  it('a User has the own logs only, whatever is asked', async () => {
    const [one, two] = workers;
    if (!one || !two) throw new Error('no workers');
    const own = (await all('/logs')).filter(is('worker', one.id));
    const seen = async (parameters: Record<string, string>) =>
      ids((await get(query('/logs', parameters), one)).body.data);
    expect(await seen({})).toEqual(ids(own));
    expect(await seen({ worker: two.id })).toEqual([]);
    expect(await seen({ worker: `${two.id},${one.id}` })).toEqual(ids(own));
    expect(await seen({ isAbsent: 'true' })).toEqual(ids(own.filter(is('isAbsent', true))));
  });
});

describe('a search', () => {
  const alike = [
    ['Zoë', 'zoe', 'ZOE', 'Zoe\u0308'],
    ['Αθήνα', 'ΑΘΗΝΑ', 'αθηνα'],
    ['Москва', 'МОСКВА', 'москва'],
    ['ﬁnance', 'FINANCE', 'finance'],
    ['أحمد', 'احمد', 'آحمد', 'إحمد', 'أَحْمَد', 'أحمـــد'],
    ['שָׁלוֹם', 'שלום'],
    ['ｗｉｄｅ', 'wide'],
  ];

  it.each(alike)('%s is found by %s', async (...forms) => {
    const made: string[] = [];
    for (const form of forms) made.push((await ask('POST', '/payees', { name: `< ${form} >` }))._id);
    for (const form of forms)
      expect(ids(await all(query('/payees', { search: `< ${form} >` }))).toSorted(), form).toEqual(made);
    for (const made_ of made) await ask('DELETE', `/payees/${made_}`);
  });

  it.each([
    ['an alef with a wasla is an alef', 'ٱلنور', 'النور'],
    ['a sigma at the end of a word is a sigma', 'Νίκος', 'ΝΙΚΟΣ'],
  ])('%s', async (_, name, search) => {
    const { _id } = await ask('POST', '/payees', { name });
    const found = ids(await all(query('/payees', { search })));
    await ask('DELETE', `/payees/${_id}`);
    expect(found).toEqual([_id]);
  });

  it('has no wildcards', async () => {
    const texts = ['100% of it', '100 of it', 'a_b', 'a\\b', 'axb', 'a%b', '５０％ off', '50 off', 'x＼', 'x＿y', 'xzy'];
    const made = new Map<string, string>();
    for (const description of texts)
      made.set(description, (await ask('POST', '/bills', bodies.bill({ description: `[${description}]` })))._id);
    const found = async (search: string) => {
      const rows = await all(query('/bills', { search }));
      return rows.map(({ description }) => description.slice(1, -1)).toSorted();
    };
    const cases: [string, string[]][] = [
      ['100%', ['100% of it']],
      ['[a_b]', ['a_b']],
      ['a\\b', ['a\\b']],
      ['%', ['100% of it', 'a%b', '５０％ off']],
      ['50％', ['５０％ off']],
      ['[％]', []],
      ['x＿y', ['x＿y']],
      ['[x＼]', ['x＼']],
      ['＼', ['a\\b', 'x＼']],
    ];
    for (const [search, expected] of cases) expect(await found(search), search).toEqual(expected.toSorted());
    for (const _id of made.values()) await ask('DELETE', `/bills/${_id}`);
  });

  it('finds payees by e-mail, phone and notes, bills by notes', async () => {
    const payee = { name: 'Found', email: 'found@example.org', phoneNumber: '+1555000777', extraNotes: 'Kept below' };
    const { _id } = await ask('POST', '/payees', payee);
    for (const search of ['FOUND@', '555000', 'kept BELOW'])
      expect(ids(await all(query('/payees', { search }))), search).toEqual([_id]);
    const bill = await ask('POST', '/bills', bodies.bill({ extraNotes: 'Überweisung' }));
    expect(ids(await all('/bills?search=uberweisung'))).toEqual([bill._id]);
  });
});

it('a deleted payee or worker leaves the lists, its cheques and logs stay with the name', async () => {
  const payee = await ask('POST', '/payees', { name: 'Closed shop' });
  const cheque = await ask('POST', '/cheques', bodies.cheque(payee._id));
  const worker = await ask('POST', '/users', bodies.user({ firstName: 'Gone', lastName: 'Away' }));
  const log = await ask('POST', '/logs', bodies.log(worker._id));
  await ask('DELETE', `/payees/${payee._id}`);
  await ask('DELETE', `/users/${worker._id}`);
  expect(ids(await all('/payees'))).not.toContain(payee._id);
  expect(ids(await all('/users'))).not.toContain(worker._id);
  expect(await all(`/cheques?payee=${payee._id}`)).toEqual([{ ...cheque, payeeName: 'Closed shop' }]);
  expect(await all(`/logs?worker=${worker._id}`)).toEqual([{ ...log, workerName: 'Gone Away' }]);
});
