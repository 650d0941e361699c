import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies, unknownId } from '../support/asking.ts';
import { ids, query, type Row, seedLists } from '../support/listing.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// What the lists filter by, against the same condition on all rows.
let service: Service;
let admin: Person;
let ask: Ask;
let workers: Person[];
/** Identifiers by name. */
let payees: Record<string, string>;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
  ask = asker(service, admin);
  ({ workers, payees } = await seedLists(service, admin));
});
afterAll(() => service.close());

const all = (path: string): Promise<Row[]> => ask('GET', path);
const get = (path: string, person = admin) => service.call('GET', path, { token: person.token });

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
  const has =
    (field: string, ...values: unknown[]) =>
    (row: Row) =>
      values.includes(row[field]);

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
      [
        '/logs',
        { worker: two, isAbsent: 'false', from: day },
        (row) => row.worker === two && row.date >= day,
      ],
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
    [
      '/logs',
      {
        from: ['', 'x', '2024-02-30', '01/02/2024', '1899-12-31'],
        to: ['2024-13-01'],
        isAbsent: ['yes', '1', '', 'TRUE'],
      },
    ],
    [
      '/cheques',
      { from: ['today'], to: ['2024-2-30'], isCancelled: ['0', 'no'], search: ['x'.repeat(201), 'nul\0'] },
    ],
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
    const texts = [
      '100% of it',
      '100 of it',
      'a_b',
      'a\\b',
      'axb',
      'a%b',
      '５０％ off',
      '50 off',
      'x＼',
      'x＿y',
      'xzy',
    ];
    const made = new Map<string, string>();
    for (const description of texts)
      made.set(
        description,
        (await ask('POST', '/bills', bodies.bill({ description: `[${description}]` })))._id,
      );
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
    const payee = {
      name: 'Found',
      email: 'found@example.org',
      phoneNumber: '+1555000777',
      extraNotes: 'Kept below',
    };
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
