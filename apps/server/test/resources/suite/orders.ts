import type { Resource } from '@daybook/domain';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { callTrpc, procedure } from '../../support/calls.ts';
import { ids, query, walk } from '../../support/listing.ts';
import { pathOf, type Row, samples } from '../../support/samples/index.ts';
import { expectFailure } from '../../support/wire.ts';
import type { ResourceTest } from './test.ts';

/** The order of "C", which is that of the code points. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** docs/rules.md, section 7: `sort` and `fields`. */
export function testOrders(resource: Resource, sort: string, it: ResourceTest): void {
  const path = pathOf(resource);
  const { key, newestFirst, alsoSorted = [] } = samples[resource].list;
  const usual = `${newestFirst ? '-' : ''}${sort}`;
  const bothWays = (names: readonly string[]) => names.flatMap((name) => [name, `-${name}`]);
  const sorts = bothWays([sort, 'updatedAt']);
  const taken = bothWays([sort, ...alsoSorted, 'updatedAt']);
  const keyOf = (name: string) => (name.endsWith('updatedAt') ? ({ updatedAt }: Row) => updatedAt : key);
  const inOrder = (rows: readonly Row[], name: string) =>
    rows.toSorted(
      (a, b) =>
        (compare(keyOf(name)(a), keyOf(name)(b)) || compare(a._id, b._id)) * (name.startsWith('-') ? -1 : 1),
    );
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

  describe('sort', () => {
    it.for(sorts)('%s gives every row once, in pages of any size', async (name, { all, get }) => {
      const whole = ids(inOrder(await all(path), name));
      await fc.assert(
        fc.asyncProperty(sizes, async (limits) => {
          expect(ids(await walk(get, path, { sort: name }, limits))).toEqual(whole);
        }),
        { numRuns: 3 },
      );
    });

    it.for(sorts)('%s goes on where it was while rows are added', async (name, { all, get, make }) => {
      const before = await all(path);
      const rows = await walk(get, path, { sort: name }, [4], () => make(resource));
      expect(new Set(ids(rows)).size).toBe(rows.length);
      expect(ids(rows)).toEqual(ids(inOrder(rows, name)));
      expect(ids(rows)).toEqual(expect.arrayContaining(ids(before)));
    });

    it('that the list has by itself may be sent or not, also on the next page', async ({ all, get }) => {
      expect(await all(`${path}?sort=${usual}`)).toEqual(await all(path));
      const { nextCursor } = (await get(query(path, { limit: '1' }))).body;
      const more = { limit: '2', cursor: nextCursor };
      const [without, sent] = [
        await get(query(path, more)),
        await get(query(path, { ...more, sort: usual })),
      ];
      expect(sent.body).toEqual(without.body);
    });

    it('a cursor goes on in its own order alone, and its refusal says which that is', async ({ get }) => {
      for (const made of sorts)
        for (const sent of sorts) {
          if (made === sent) continue;
          const { nextCursor: cursor } = (await get(query(path, { sort: made, limit: '1' }))).body;
          const answer = await get(query(path, { sort: sent, cursor }));
          expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['cursor']);
          const issue = { code: 'other_order', params: { order: `sort=${made}` } };
          expect(answer.body.error.issues).toMatchObject([issue]);
        }
    });

    it('in another way is refused, and what it may be is told', async ({ get }) => {
      for (const wrong of ['', 'extraNotes', `${sort},updatedAt`, `+${sort}`, `--${sort}`, '-', '_id']) {
        const answer = await get(query(path, { sort: wrong }));
        expect(expectFailure(answer, 400, 'VALIDATION'), wrong).toEqual(['sort']);
        expect(answer.body.error.issues).toMatchObject([
          { code: 'invalid_choice', params: { values: taken } },
        ]);
      }
    });
  });

  describe('fields', () => {
    it('are those that are asked for, and _id', async ({ service, admin: { token }, all }) => {
      const whole = await all(path);
      const names = Object.keys(whole[0]).filter((name) => name !== '_id');
      await fc.assert(
        fc.asyncProperty(fc.subarray(names, { minLength: 1 }), async (chosen) => {
          const expected = whole.map((row) =>
            Object.fromEntries(['_id', ...chosen].map((name) => [name, row[name]])),
          );
          const fields = fc.sample(fc.shuffledSubarray(chosen, { minLength: chosen.length }), 1)[0] ?? [];
          expect(await all(query(path, { fields: fields.join(', ') }))).toEqual(expected);
          const input = { fields: fields.join() };
          const { body } = await callTrpc(service, procedure(`${resource}.list`), { token, input });
          expect(body.result.data).toEqual({ items: expected, nextCursor: null });
        }),
        { numRuns: 5 },
      );
      expect(await all(`${path}?fields=_id`)).toEqual(whole.map(({ _id }) => ({ _id })));
    });

    it('come in pages, in any order, with filters', async ({ all, get }) => {
      const whole = inOrder(await all(path), 'updatedAt');
      const rows = await walk(get, path, { sort: 'updatedAt', fields: 'version' }, [3]);
      expect(rows).toEqual(whole.map(({ _id, version }) => ({ _id, version })));
    });

    it('that there are not are refused, and which there are is told', async ({ get, all }) => {
      const [row] = await all(path);
      for (const wrong of ['', ',', 'nonsense', 'version,', 'version,nonsense', '*', 'Version', 'warnings']) {
        const answer = await get(query(path, { fields: wrong }));
        expect(expectFailure(answer, 400, 'VALIDATION'), wrong).toEqual(['fields']);
        const [issue] = answer.body.error.issues;
        expect(issue.code).toBe('invalid_choice');
        expect(new Set(issue.params.values)).toEqual(new Set(Object.keys(row)));
      }
    });
  });
}
