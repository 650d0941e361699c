import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { atOnce } from '../support/asking.ts';
import { procedure } from '../support/calls.ts';
import { plus } from '../support/forecasts.ts';
import { alike, byId, Copy, ids, query, walk } from '../support/listing.ts';
import { settlementTest } from '../support/pay.ts';
import { mostly, parameters, range } from '../support/samples/arbitraries.ts';
import type { Row } from '../support/samples/index.ts';
import type { Person } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 7, for settlements: as lists of resources, but what is issued, acknowledged and made void.
const list = procedure('settlements.list');
const sorts = ['to', '-to', 'updatedAt', '-updatedAt'];
const long = '1970-01-01T00:00:00Z';

const it = settlementTest
  .extend('workers', { scope: 'file' }, ({ service }) => atOnce(2, () => service.person('User')))
  /** Of each worker one settlement after another. */
  .extend('issue', { scope: 'file' }, ({ settle }) => {
    const days = new Map<string, string>();
    return ({ id }: Person) => {
      const to = plus(days.get(id) ?? '2021-01-01', 10);
      days.set(id, to);
      return settle(id, to);
    };
  })
  .extend('get', { scope: 'file' }, ({ send }) => (path: string, person?: Person) => {
    return send('GET', path, undefined, person);
  })
  /** Some of both, on the same days, of each status. */
  .extend('stored', { scope: 'file' }, async ({ workers, issue, makeVoid, ask }) => {
    for (const worker of workers) {
      const [first] = [await issue(worker), await issue(worker)];
      await makeVoid(await issue(worker));
      await issue(worker);
      await ask('POST', `/settlements/${first._id}/acknowledge`);
    }
  });

/** By bytes, and by identifier where these are equal. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const inOrder = (rows: readonly Row[], sort: string) => {
  const [key, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  return rows.toSorted((a, b) => (compare(a[key], b[key]) || compare(a._id, b._id)) * sign);
};
const all = async (get: (path: string) => Promise<{ readonly body: Row }>): Promise<Row[]> =>
  (await get('/settlements')).body.data;

describe('settlements', () => {
  it.for(sorts)('come in the order %s, in pages of any size', async (sort, { get, stored: _ }) => {
    const whole = await all(get);
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(sizes, async (limits) => {
        expect(await walk(get, '/settlements', { sort }, limits)).toEqual(inOrder(whole, sort));
      }),
      { numRuns: 3 },
    );
    expect(new Set(whole.map(({ to }) => to)).size).toBeLessThan(whole.length);
    const answer = await get('/settlements?sort=balance');
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['sort']);
    expect(answer.body.error.issues).toMatchObject([{ code: 'invalid_choice', params: { values: sorts } }]);
  });

  it('have the fields that are asked for', async ({ get, stored: _ }) => {
    const [whole, some] = [await all(get), await get('/settlements?fields=balance,lines')];
    expect(some.body.data).toEqual(whole.map(({ _id, balance, lines }) => ({ _id, balance, lines })));
    const answer = await get('/settlements?fields=balance,missingRates');
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['fields']);
    expect(new Set(answer.body.error.issues[0].params.values)).toEqual(new Set(Object.keys(whole[0])));
  });

  it('are the same over REST and tRPC', async ({ service, admin, supervisor, workers, stored: _ }) => {
    const people = [admin, supervisor, ...workers];
    const asked = parameters({
      ...range,
      worker: fc.constantFrom(...workers.map(({ id }) => id), 'nonsense'),
      status: mostly(['issued', 'void,acknowledged'], ['', 'paid']),
      sort: mostly(sorts, ['date', '']),
      fields: mostly(['to', 'lines, totals', 'workerName,status'], ['', 'missingRates']),
    });
    const more = new Set<boolean | undefined>();
    await fc.assert(
      fc.asyncProperty(asked, fc.constantFrom(...people), async (input, { token }) => {
        more.add(await alike(service, list, { token, input }));
      }),
      {
        numRuns: runs(120),
        examples: [
          [{ limit: '1' }, admin],
          [{ updatedSince: long }, workers[0] as Person],
          [{ sort: 'nonsense' }, admin],
        ],
      },
    );
    expect(more).toEqual(new Set([true, false, undefined]));
  });
});

describe('changes of settlements', () => {
  it('keep copies in step, to a User those of the own', async ({
    service,
    admin,
    workers,
    issue,
    get,
    send,
    stored: _,
  }) => {
    const step = fc.record({
      kind: fc.constantFrom('issue', 'acknowledge', 'void', 'look'),
      worker: fc.nat(workers.length - 1),
      which: fc.nat(),
    });
    const people = [admin, ...workers];
    const copies = people.map((person) => new Copy(service, person, '/settlements'));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        for (const { kind, worker: n, which } of steps) {
          const worker = workers[n] as Person;
          const own: Row[] = (await get('/settlements', worker)).body.data;
          const address = `/settlements/${own[which % own.length]?._id}`;
          if (kind === 'issue') await issue(worker);
          else if (kind === 'acknowledge') await send('POST', `${address}/acknowledge`);
          else if (kind === 'void') await send('POST', `${address}/void`, { reason: 'wrong' });
          else await copies[which % copies.length]?.update([2]);
        }
        for (const [n, copy] of copies.entries()) {
          await copy.update([2, 5]);
          expect(copy.sorted).toEqual(byId((await get('/settlements', people[n])).body.data));
        }
      }),
      { numRuns: 8 },
    );
    for (const [n, { id }] of workers.entries())
      expect(new Set(copies[n + 1]?.sorted.map(({ worker }) => worker))).toEqual(new Set([id]));
  });

  it('come oldest first, from a moment on, with fields, and without filters', async ({
    workers: [worker],
    issue,
    makeVoid,
    get,
  }) => {
    const [first, second] = [await issue(worker as Person), await issue(worker as Person)];
    const since = { updatedSince: first.updatedAt };
    await makeVoid(second);
    const { updatedAt } = (await get(`/settlements/${second._id}`)).body.data;
    expect(ids(await walk(get, '/settlements', since, [1]))).toEqual([first._id, second._id]);
    const { body } = await get(query('/settlements', { updatedSince: updatedAt, fields: 'status' }));
    expect(body.data).toEqual([{ _id: second._id, status: 'void' }]);
    expect(Date.parse(body.until)).toBeLessThan(Date.parse(updatedAt));
    const sent = {
      from: '2021-01-01',
      to: '2022-01-01',
      worker: worker?.id ?? '',
      status: 'void',
      sort: 'to',
    };
    const answer = await get(query('/settlements', { ...since, ...sent }));
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(Object.keys(sent).sort());
    for (const { code } of answer.body.error.issues) expect(code).toBe('not_with_updated_since');
  });

  it('tell of what a User sees no longer as of a deleted one', async ({ service, workers, issue, get }) => {
    const [one, other] = workers as [Person, Person];
    const moved = await issue(one);
    // No operation does it: the service alone must not depend on that.
    await service.sql`alter table settlements disable trigger settlements_frozen`;
    await service.sql`update settlements set worker_id = ${other.id}, number = 1000, version = 2, updated_at = now()
      where id = ${moved._id}`;
    await service.sql`alter table settlements enable trigger settlements_frozen`;
    const told = async (person: Person): Promise<Row[]> =>
      (await get(query('/settlements', { updatedSince: moved.createdAt }), person)).body.data;
    const seen = (await told(other)).find(({ _id }) => _id === moved._id);
    expect(seen).toMatchObject({ worker: other.id, version: 2 });
    expect(await told(one)).toContainEqual({ _id: moved._id, deletedAt: seen.updatedAt });
  });
});

describe('large settlements', () => {
  it('make a page end earlier, in any order and of changes too', async ({ service, worker, get }) => {
    const id = await worker();
    const count = 5;
    const entry = { _id: id, kind: 'bonus', amount: '1', extraNotes: 'x'.repeat(3 * 1024 * 1024) };
    const money = { earned: '0', paid: '0', balance: '0' };
    const worked = { workedMinutes: 0, overtimeMinutes: 0, entriesCount: 1 };
    const line = { date: '2021-01-01', ...worked, ...money, entries: [entry] };
    const totals = {
      ...money,
      ...{ payments: '0', openings: '0', bonuses: '0', deductions: '0', advances: '0', payouts: '0' },
    };
    await service.sql`insert into settlements (id, worker_id, number, "from", "to", opening, earned, paid, payout, balance,
        corrections, lines, totals)
      select gen_random_uuid(), ${id}, n, '2021-01-01', '2021-01-01', 0, 0, 0, 0, 0, '[]',
        ${JSON.stringify([line])}::text::jsonb, ${JSON.stringify(totals)}::text::jsonb
      from generate_series(1, ${count}::integer) n`;
    const [newest] = (await get('/settlements?sort=-updatedAt&limit=1')).body.data;
    for (const parameters of [
      { worker: id },
      { worker: id, sort: '-updatedAt' },
      { updatedSince: newest.updatedAt },
    ]) {
      const { body } = await get(query('/settlements', { ...parameters, limit: String(count) }));
      expect(body.data).toHaveLength(2);
      const listed = await walk(get, '/settlements', parameters, [count, 1, 2]);
      expect(new Set(ids(listed)).size).toBe(count);
    }
  });
});
