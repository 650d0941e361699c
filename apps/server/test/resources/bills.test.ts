import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { asker, atOnce, tally } from '../support/asking.ts';
import { ids, query } from '../support/listing.ts';
import { amounts, days, totalOf } from '../support/samples/arbitraries.ts';
import { type Row, unique } from '../support/samples/index.ts';
import { resourceTest, testResource } from './suite/index.ts';

const it = resourceTest('bills');

testResource('bills', it);

it('takes the requests of docs/interface.md as they are written', async ({ ask }) => {
  const bill = await ask('POST', '/bills', {
    date: '2023-12-8',
    value: '-150',
    description: 'Refund',
    extraNotes: '',
  });
  expect(bill).toMatchObject({ date: '2023-12-08', value: '-150' });
  const path = `/bills/${bill._id}`;
  expect(await ask('PUT', path, { extraNotes: 'by hand' })).toMatchObject({ extraNotes: 'by hand' });
  expect(await ask('GET', path)).toMatchObject({ value: '-150', version: 2 });
  expect(ids(await ask('GET', '/bills'))).toContain(bill._id);
  expect(await ask('DELETE', path)).toEqual({ _id: bill._id });
});

describe('an amount', () => {
  it.for([
    ['0.1', '0.1'],
    ['0.30', '0.30'],
    ['999999999999999.9999', '999999999999999.9999'],
    [999999999999.99, '999999999999.99'],
    [0.07, '0.07'],
    ['007', '7'],
    ['-1', '-1'],
  ])('of %j is answered as %s, from PostgreSQL’s numeric', async ([value, stored], { ask, make }) => {
    const bill = await make('bills', { value });
    expect(bill.value).toBe(stored);
    expect(await ask('GET', `/bills/${bill._id}`)).toMatchObject({ value: stored });
  });

  it('stands in the journal exactly', async ({ service, make }) => {
    const { _id } = await make('bills', { value: '-999999999999999.9999' });
    const [row] = await service.sql`select after ->> 'value' as value from journal where record_id = ${_id}`;
    expect(row?.value).toBe('-999999999999999.9999');
  });

  it('of another scale is another text, and leaves its row in the journal', async ({
    service,
    ask,
    make,
  }) => {
    const { _id } = await make('bills', { value: '12.5' });
    expect(await ask('PUT', `/bills/${_id}`, { value: '12.50' })).toMatchObject({
      value: '12.50',
      version: 2,
    });
    const rows =
      await service.sql`select before::text, after::text from journal where record_id = ${_id} order by id`;
    expect(rows.slice(1)).toEqual([{ before: '{"value": 12.5}', after: '{"value": 12.50}' }]);
  });
});

describe('at once', () => {
  it('changes of different fields are both there', async ({ ask, make }) => {
    const { _id } = await make('bills');
    for (let round = 1; round <= 10; round += 1) {
      const [description, extraNotes] = [unique('description'), unique('notes')];
      await Promise.all([
        ask('PUT', `/bills/${_id}`, { description }),
        ask('PUT', `/bills/${_id}`, { extraNotes }),
      ]);
      const version = 1 + 2 * round;
      expect(await ask('GET', `/bills/${_id}`)).toMatchObject({ description, extraNotes, version });
    }
  });

  it('a deletion happens once', async ({ service, admin: { token }, make }) => {
    const { _id } = await make('bills');
    const answers = await atOnce(10, () => service.call('DELETE', `/bills/${_id}`, { token }));
    expect(tally(answers)).toEqual({ 200: 1, 404: 9 });
    const rows = await service.sql`select from journal where record_id = ${_id} and action = 'delete'`;
    expect(rows).toHaveLength(1);
  });
});

describe('a search', () => {
  it('keeps the bills whose description or notes have the text, and those of an amount', async ({
    ask,
    make,
  }) => {
    await make('bills', { description: 'Bill 2', date: '2024-01-31', value: '-3' });
    await make('bills', { description: 'Bill 2', value: '4.50' });
    const noted = await make('bills', { extraNotes: 'Überweisung' });
    const whole: Row[] = await ask('GET', '/bills');
    const cases: [Record<string, string>, (row: Row) => boolean][] = [
      [{ value: '4.5' }, (row) => Number(row.value) === 4.5],
      [{ value: '-3, 4.5' }, (row) => [-3, 4.5].includes(Number(row.value))],
      [{ search: 'bILL 2' }, (row) => row.description === 'Bill 2'],
      [
        { search: 'bill', to: '2024-01-31' },
        (row) => row.description.startsWith('Bill') && row.date <= '2024-01-31',
      ],
      [{ search: 'uberweisung' }, (row) => row._id === noted._id],
    ];
    for (const [sent, keeps] of cases) {
      const found = ids(await ask('GET', query('/bills', sent)));
      expect(found, JSON.stringify(sent)).toEqual(ids(whole.filter(keeps)));
      expect(found).not.toEqual([]);
    }
  });

  it('has no wildcards', async ({ ask, make }) => {
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
    for (const text of texts) await make('bills', { description: `[${text}]` });
    const found = async (search: string) => {
      const rows: Row[] = await ask('GET', query('/bills', { search }));
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
  });

  it('of more than 16 characters is looked for whole, and has no pattern', async ({ ask, make }) => {
    const begin = '50% (of) a\\b [text]';
    for (const end of ['a.c', 'abc', '$']) await make('bills', { description: `${begin} ${end}` });
    for (const end of ['a.c', 'ABC', '$']) {
      const rows: Row[] = await ask('GET', query('/bills', { search: `${begin} ${end}` }));
      expect(rows.map(({ description }) => description)).toEqual([`${begin} ${end.toLowerCase()}`]);
    }
    expect(await ask('GET', query('/bills', { search: `${begin} a?c` }))).toEqual([]);
  });
});

describe('a page', () => {
  it('without a limit has 1000 rows', async ({ service, admin: { token } }) => {
    await service.sql`insert into bills (id, date, value, description, extra_notes)
      select gen_random_uuid(), '1999-01-01', 1, '', 'many' from generate_series(1, 1001)`;
    const { body } = await service.call('GET', '/bills?search=many', { token });
    expect([body.data.length, typeof body.nextCursor]).toEqual([1000, 'string']);
    const next = query('/bills', { search: 'many', cursor: body.nextCursor });
    const rest = await service.call('GET', next, { token });
    expect([rest.body.data.length, rest.body.nextCursor]).toEqual([1, null]);
    await service.sql`update bills set deleted_at = now() where extra_notes = 'many'`;
  });
});

/** What is due, of bills that are due long ago. */
const dueOf = (rows: readonly Row[]) => {
  const due = rows.filter(({ status }) => status === 'due');
  const all = { count: due.length, total: totalOf(due, 'value') };
  const none = { count: 0, total: '0' };
  return { open: all, overdue: all, dueIn7: none, dueIn30: none };
};

describe('bills.summary', () => {
  it('is the sum of the range, of all time, and by month', async ({ service, supervisor, make }) => {
    const { bills } = service.client(supervisor.token);
    const ask = asker(service, supervisor);
    const value = fc.tuple(fc.constantFrom('', '-'), amounts).map(([minus, amount]) => minus + amount);
    const bill = fc.record({ date: days, value, description: fc.constantFrom('power', 'Wärme') });
    for (const body of fc.sample(bill, 40)) await make('bills', body);
    // What is deleted counts nowhere.
    await ask('DELETE', `/bills/${(await make('bills', { date: '2024-01-31', value: '5' }))._id}`);
    const whole: Row[] = await ask('GET', '/bills');
    const ranges: Record<string, string>[] = [
      {},
      { from: '2024-01-01', to: '2024-01-31' },
      { from: '2024-2-29' },
      { search: 'wärme' },
      { search: 'POWER', to: '2024-01-31' },
      { from: '2999-01-01' },
    ];
    for (const filter of ranges) {
      const rows: Row[] = await ask('GET', query('/bills', filter));
      const months = [...new Set(rows.map(({ date }) => date.slice(0, 7)))].toSorted();
      expect(await bills.summary.query(filter), JSON.stringify(filter)).toEqual({
        today: new Date().toISOString().slice(0, 10),
        ...dueOf(rows),
        count: rows.length,
        rangeTotal: totalOf(rows, 'value'),
        allTimeTotal: totalOf(whole, 'value'),
        months: months.map((month) => {
          const own = rows.filter(({ date }) => date.startsWith(month));
          return { month, count: own.length, total: totalOf(own, 'value') };
        }),
      });
    }
  });

  it('is not for Users', async ({ service, user }) => {
    const { bills } = service.client(user.token);
    await expect(bills.summary.query({})).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
  });
});
