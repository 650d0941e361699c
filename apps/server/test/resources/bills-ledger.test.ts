import { randomUUID } from 'node:crypto';
import type { Inputs, Outputs } from '@daybook/client';
import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { test } from '../support/test.ts';

// The running balance of the database against one computed here, in whole ten-thousandths.
type Filter = Inputs['bills']['ledger'];
type Entry = Outputs['bills']['ledger']['items'][number];

const toUnits = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(4, '0')}`);
};

interface Stored {
  readonly id: string;
  readonly date: string;
  readonly value: string;
  readonly description: string;
}

/** Newest first; the balance of each is of itself and all that come before it in time. */
function expected(stored: readonly Stored[], { from = '', to = '9999-12-31', search = '' }: Filter) {
  let balance = 0n;
  return stored
    .toSorted((one, other) => (one.date + one.id < other.date + other.id ? -1 : 1))
    .map((bill) => {
      balance += toUnits(bill.value);
      return { ...bill, balance };
    })
    .filter(({ date, description }) => from <= date && date <= to && description.includes(search))
    .reverse()
    .map((bill) => ({ id: bill.id, value: bill.value, balance: bill.balance }));
}

const seen = (entries: readonly Entry[]) =>
  entries.map(({ _id, value, balance }) => ({ id: _id, value, balance: toUnits(balance) }));

const day = fc.constantFrom(
  '1900-01-01',
  '2024-01-31',
  '2024-02-01',
  '2024-02-29',
  '2024-03-01',
  '9999-12-31',
);
const bill = fc.record({
  date: day,
  value: fc.oneof(
    fc.constantFrom('0', '-0.0001', '12.50', '999999999999999.9999', '-999999999999999'),
    fc.integer({ min: -100_000, max: 100_000 }).map((cents) => {
      const digits = String(Math.abs(cents)).padStart(3, '0');
      return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
    }),
  ),
  description: fc.constantFrom('rent', 'paper', 'paper and ink', ''),
  deleted: fc.boolean(),
});
const filter = fc
  .record({ from: day, to: day, search: fc.constantFrom('paper', 'ink', 'nothing') }, { requiredKeys: [] })
  .filter(({ from = '', to = '9999-12-31' }) => from <= to);

type Made = Omit<Stored, 'id'> & { readonly deleted: boolean };

const it = test
  .extend('ledger', { scope: 'file' }, ({ service, admin }) => {
    const { bills } = service.client(admin.token);
    return (filter: Filter) => bills.ledger.query(filter);
  })
  .extend('whole', { scope: 'file' }, ({ ledger }) => async (filter: Filter, limit: number) => {
    const entries: Entry[] = [];
    for (let cursor: string | undefined, last = false; !last; ) {
      const { items, nextCursor } = await ledger({ ...filter, limit, ...(cursor && { cursor }) });
      expect(items.length).toBeLessThanOrEqual(limit);
      entries.push(...items);
      last = nextCursor === null;
      cursor = nextCursor ?? undefined;
    }
    return entries;
  })
  /** Makes these all the bills there are; identifiers are in no order. */
  .extend(
    'store',
    { scope: 'file' },
    ({ service: { sql } }) =>
      async (made: readonly Made[]): Promise<Stored[]> => {
        const bills = made.map((bill) => ({ ...bill, id: randomUUID() }));
        await sql`update bills set deleted_at = now() where deleted_at is null`;
        for (const { id, date, value, description, deleted } of bills)
          await sql`insert into bills (id, date, value, description, extra_notes, deleted_at)
        values (${id}, ${date}, ${value}::numeric, ${description}, '', ${deleted ? '2024-01-01' : null})`;
        return bills.filter(({ deleted }) => !deleted);
      },
  );

describe('bills.ledger', () => {
  it('has the balance of all bills up to each, under every filter and page size', async ({
    whole,
    store,
  }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(bill, { maxLength: 25 }),
        fc.array(fc.tuple(filter, fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 4 }),
        async (bills, questions) => {
          const stored = await store(bills);
          for (const [asked, limit] of questions)
            expect(seen(await whole(asked, limit))).toEqual(expected(stored, asked));
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('lists what bills.list does', async ({ service, admin, ledger, store }) => {
    await store(fc.sample(bill, 20));
    const { items } = await ledger({ search: 'paper' });
    const list = await service.client(admin.token).bills.list.query({ search: 'paper' });
    expect(items.map(({ balance: _, ...rest }) => rest)).toEqual(list.items);
  });

  it('follows each change at once, and forgets what is deleted', async ({
    service,
    admin,
    ledger,
    store,
  }) => {
    await store([]);
    const { bills } = service.client(admin.token);
    const first = await bills.create.mutate({ date: '2024-01-01', value: '10.50' });
    await bills.create.mutate({ date: '2024-01-02', value: '-0.25' });
    const balances = async () => (await ledger({ from: '2024-01-02' })).items.map(({ balance }) => balance);
    expect(await balances()).toEqual(['10.25']);
    await bills.update.mutate({ billID: first._id, value: '3' });
    expect(await balances()).toEqual(['2.75']);
    await bills.remove.mutate({ billID: first._id });
    expect(await balances()).toEqual(['-0.25']);
  });

  it('refuses the cursor of another list', async ({ ledger }) => {
    await expect(ledger({ cursor: 'nonsense' })).rejects.toMatchObject({ data: { code: 'VALIDATION' } });
  });
});
