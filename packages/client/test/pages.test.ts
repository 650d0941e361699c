import { expect, expectTypeOf, test } from 'vitest';
import {
  changes,
  createClient,
  type Inputs,
  isAborted,
  items,
  type Outputs,
  pages,
  withFields,
} from '../src/index.ts';
import { failureOf, fakeService } from './support/service.ts';

interface Asked {
  readonly from?: string;
  readonly cursor?: string;
}

/** Three pages of two. */
const listing = () =>
  fakeService({
    answer({ input }) {
      const start = Number((input as Asked).cursor ?? '0');
      const next = start + 2;
      return { items: [`item ${start}`, `item ${start + 1}`], nextCursor: next < 6 ? String(next) : null };
    },
  });

type Bill = Outputs['bills']['get'];

test('pages come one by one, until the last', async () => {
  const service = await listing();
  const client = createClient(service);
  const seen: unknown[] = [];
  for await (const page of pages(client.bills.list.query, { from: '2026-01-01' })) {
    expectTypeOf(page).toEqualTypeOf<readonly Bill[]>();
    seen.push(page);
    expect(service.calls).toHaveLength(seen.length);
  }
  expect(seen).toEqual([
    ['item 0', 'item 1'],
    ['item 2', 'item 3'],
    ['item 4', 'item 5'],
  ]);
  expect(service.calls.map(({ input }) => input)).toEqual([
    { from: '2026-01-01' },
    { from: '2026-01-01', cursor: '2' },
    { from: '2026-01-01', cursor: '4' },
  ]);
});

test('items come one by one, and only the pages that are needed are asked for', async () => {
  const service = await listing();
  const seen: unknown[] = [];
  for await (const item of items(createClient(service).bills.list.query, {})) {
    expectTypeOf(item).toEqualTypeOf<Bill>();
    seen.push(item);
    if (seen.length === 3) break;
  }
  expect(seen).toEqual(['item 0', 'item 1', 'item 2']);
  expect(service.calls).toHaveLength(2);
});

test('a cursor says where to begin', async () => {
  const service = await listing();
  const seen: unknown[] = [];
  for await (const item of items(createClient(service).bills.list.query, { cursor: '4' })) seen.push(item);
  expect(seen).toEqual(['item 4', 'item 5']);
});

test('the signal ends the iteration', async () => {
  const service = await listing();
  const ending = new AbortController();
  const seen: unknown[] = [];
  const iterating = async () => {
    for await (const page of pages(createClient(service).bills.list.query, {}, { signal: ending.signal })) {
      seen.push(page);
      ending.abort();
    }
  };
  expect(isAborted(await failureOf(iterating()))).toBe(true);
  expect(seen).toHaveLength(1);
  expect(service.calls).toHaveLength(1);
});

test('types come from the procedures', () => {
  const client = createClient({ url: '' });
  // @ts-expect-error: lists of bills know no worker
  pages(client.bills.list.query, { worker: 'x' });
  // @ts-expect-error: this is no list
  pages(client.bills.get.query, { billID: 'x' });
  for (const list of [client.users.list, client.logs.list, client.cheques.list, client.payees.list])
    expectTypeOf(list.query).toBeFunction();
  expectTypeOf(items(client.users.list.query, {})).toEqualTypeOf<
    AsyncGenerator<Outputs['users']['list']['items'][number], void, void>
  >();
  expectTypeOf<Inputs['bills']['create']>().toHaveProperty('value');
});

test('a list has the fields that are asked for, page by page', async () => {
  const service = await listing();
  const query = withFields(createClient(service).bills.list.query, ['date', 'value']);
  const seen: unknown[] = [];
  for await (const item of items(query, { from: '2026-01-01' })) {
    expectTypeOf(item).toEqualTypeOf<Pick<Bill, '_id' | 'date' | 'value'>>();
    seen.push(item);
  }
  expect(seen).toHaveLength(6);
  expect(service.calls.map(({ input }) => input)).toEqual([
    { from: '2026-01-01', fields: 'date,value' },
    { from: '2026-01-01', fields: 'date,value', cursor: '2' },
    { from: '2026-01-01', fields: 'date,value', cursor: '4' },
  ]);
});

test('the list with fields may stand where it is used', async () => {
  const { list } = createClient(await listing()).bills;
  const some = items(withFields(list.query, ['date']), { from: '2026-01-01' });
  expectTypeOf(some).toEqualTypeOf<AsyncGenerator<Pick<Bill, '_id' | 'date'>, void, void>>();
  const whole = pages(withFields(list.query, ['date', 'value']), { from: '2026-01-01', limit: 2 });
  expectTypeOf(whole).toEqualTypeOf<
    AsyncGenerator<readonly Pick<Bill, '_id' | 'date' | 'value'>[], void, void>
  >();
  expect((await some.next()).value).toBe('item 0');
  expect((await whole.next()).value).toEqual(['item 0', 'item 1']);
  // @ts-expect-error: a bill has no such field
  items(withFields(list.query, ['datum']), {});
  // @ts-expect-error: lists of bills know no worker
  items(withFields(list.query, ['date']), { worker: 'x' });
});

test('changes come page by page, those that are deleted apart', async () => {
  const until = '2026-01-02T00:00:00.000Z';
  const deleted = { _id: 'b', deletedAt: until };
  const service = await fakeService({
    answer: ({ input }) =>
      (input as Asked).cursor
        ? { items: [{ _id: 'c' }], nextCursor: null, until }
        : { items: [{ _id: 'a', date: '2026-01-01' }, deleted], nextCursor: 'more', until },
  });
  const seen: unknown[] = [];
  const since = '1970-01-01T00:00:00Z';
  for await (const some of changes(createClient(service).bills.list.query, since)) {
    expectTypeOf(some.changed).toEqualTypeOf<readonly Bill[]>();
    seen.push(some);
  }
  expect(seen).toEqual([
    { changed: [{ _id: 'a', date: '2026-01-01' }], deleted: [deleted], until },
    { changed: [{ _id: 'c' }], deleted: [], until },
  ]);
  expect(service.calls.map(({ input }) => input)).toEqual([
    { updatedSince: since },
    { updatedSince: since, cursor: 'more' },
  ]);
  // @ts-expect-error: the journal has no such list
  changes(createClient(service).journal.list.query, since);
});
