import { expect, expectTypeOf, test } from 'vitest';
import { createClient, type Inputs, isAborted, items, type Outputs, pages } from '../src/index.ts';
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
