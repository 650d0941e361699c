import { MAX_IDS, type Resource } from '@daybook/domain';
import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { callTrpc, procedure } from '../../support/calls.ts';
import { ids, nextOf, query, walk } from '../../support/listing.ts';
import { pathOf, type Row, samples } from '../../support/samples/index.ts';
import { unknownId } from '../../support/service.ts';
import { expectFailure } from '../../support/wire.ts';
import type { ResourceTest } from './test.ts';

const encoded = (text: string) => Buffer.from(text).toString('base64url');
/** The order of "C", which is that of the code points. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** docs/rules.md, section 7: order, pages, and what is refused. */
export function testList(resource: Resource, it: ResourceTest): void {
  const path = pathOf(resource);
  const { key, newestFirst, day, refused } = samples[resource].list;
  // GET /users answers the two keys of the interface alone.
  const hasNextCursor = resource !== 'users';

  describe('a list', () => {
    it('is in order, by identifier where the keys are equal', async ({ all }) => {
      const whole = await all(path);
      const sorted = whole.toSorted(
        (a, b) => (compare(key(a), key(b)) || compare(a._id, b._id)) * (newestFirst ? -1 : 1),
      );
      expect(whole.map(key)).toEqual(sorted.map(key));
      expect(ids(whole)).toEqual(ids(sorted));
      expect(new Set(whole.map(key)).size).toBeLessThan(whole.length);
    });

    it.for([1, 2, 7])(
      'in pages of %i has each row exactly once, by the Link header',
      async (limit, { all, get }) => {
        const whole = ids(await all(path));
        const seen: string[] = [];
        for (let url: string | undefined = `${path}?limit=${limit}`; url; ) {
          const { body, headers } = await get(url);
          seen.push(...ids(body.data));
          url = nextOf(headers);
          if (url) expect(body.data).toHaveLength(limit);
          if (hasNextCursor) expect(url === undefined).toBe(body.nextCursor === null);
          expect(seen.length).toBeLessThanOrEqual(whole.length);
        }
        expect(seen).toEqual(whole);
      },
    );

    it('in pages of any size has each row once, in the order of the whole', async ({ service, all, get }) => {
      const whole = ids(await all(path));
      const limits = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(limits, async (sizes) => {
          const seen: string[] = [];
          let cursor: string | null = '';
          for (let i = 0; cursor !== null && i < 200; i += 1) {
            const parameters = { limit: String(sizes[i % sizes.length]), ...(cursor && { cursor }) };
            const { body, headers } = await get(query(path, parameters));
            seen.push(...ids(body.data));
            const link = nextOf(headers);
            cursor = link ? new URL(link, service.url).searchParams.get('cursor') : null;
          }
          expect(seen).toEqual(whole);
        }),
        { numRuns: runs(10) },
      );
    });

    const wrongLimit = { code: 'invalid_integer', params: { min: 1, max: 1000 } };
    const limits = ['0', '1001', '-1', '1.5', '1e2', 'all', '', ' 1', '99999999999999999999'];
    const cursors = ['', 'nonsense', 'bm9uc2Vuc2U', encoded('["2024-01-01","x"]')];
    const others = [encoded(`["\\u0000","${unknownId}"]`), 'e30', 'W10', '%00', 'x'.repeat(3000)];
    it.for([
      ['limit', wrongLimit, limits],
      ['cursor', { code: 'invalid_cursor' }, [...cursors, ...others]],
    ] as const)('refuses a wrong %s', async ([name, wrong, values], { get }) => {
      for (const value of values) {
        const answer = await get(query(path, { [name]: value }));
        expect(answer, `${name}=${value}`).toMatchObject({
          status: 400,
          body: { error: { code: 'VALIDATION' } },
        });
        expect(answer.body.error.issues).toEqual([{ path: [name], ...wrong, message: expect.any(String) }]);
      }
    });

    it('refuses a limit that is sent twice, takes 1 and 1000, ignores what it does not know', async ({
      get,
    }) => {
      expect((await get(`${path}?limit=1&limit=2`)).status).toBe(400);
      for (const limit of ['1', '1000']) expect((await get(query(path, { limit }))).status).toBe(200);
      const known = await get(path);
      const ignored = { page: '2', offset: '5', _id: unknownId, deleted: 'true', order: '-x' };
      expect(await get(query(path, ignored))).toMatchObject({ status: 200, body: { data: known.body.data } });
    });

    it('refuses values that mean nothing', async ({ get }) => {
      for (const [name, values] of Object.entries(refused))
        for (const value of values) {
          const { status, body } = await get(query(path, { [name]: value }));
          expect([status, body.error?.issues?.[0]?.path], `${name}=${value}`).toEqual([400, [name]]);
        }
    });

    it('of chosen records narrows what other filters let through, in the same order', async ({
      all,
      get,
    }) => {
      const whole = ids(await all(path));
      const chosen = whole.filter((_, at) => at % 2 === 0);
      const named = (list: readonly string[]) => `${path}?ids=${list.join(',')}`;
      expect(ids(await all(named(chosen.toReversed())))).toEqual(chosen);
      expect(ids(await all(`${named([...chosen, unknownId, 'x'])}&limit=1`))).toEqual(chosen.slice(0, 1));
      const others = Array.from({ length: MAX_IDS - 1 }, (_, at) => unknownId.slice(0, -3) + (at + 100));
      expect(ids(await all(named([...others, whole[0] ?? ''])))).toEqual(whole.slice(0, 1));
      const { status, body } = await get(named([...others, ...whole.slice(0, 2)]));
      expect([status, body.error?.issues]).toMatchObject([
        400,
        [{ path: ['ids'], code: 'invalid_count', params: { min: 1, max: MAX_IDS } }],
      ]);
    });

    it('refuses the cursor of a list that is ordered otherwise', async ({ make, get }) => {
      const other = newestFirst ? 'payees' : 'bills';
      for (let i = 0; i < 2; i += 1) await make(other);
      const { nextCursor } = (await get(`/${other}?limit=1`)).body;
      const { status } = await get(query(path, { cursor: nextCursor }));
      // A name is any text: a day is one too.
      expect(status).toBe(newestFirst ? 400 : 200);
    });

    it('goes on where it was while rows are added and removed', async ({ service, all, get }) => {
      const [first] = await all(path);
      const { headers } = await get(`${path}?limit=1`);
      const next = (nextOf(headers) ?? '').replace('limit=1', 'limit=1000');
      const before = ids(await all(next));
      await service.sql`update ${service.sql(resource)} set deleted_at = now() where id = ${first._id}`;
      expect(ids(await all(next))).toEqual(before);
      expect(ids(await all(path))).toEqual(before);
      await service.sql`update ${service.sql(resource)} set deleted_at = null where id = ${first._id}`;
    });

    if (day !== undefined)
      it('from and to are inclusive', async ({ all }) => {
        const whole = await all(path);
        const one = '2024-02-01';
        const ranges: [Record<string, string>, (date: string) => boolean][] = [
          [{ from: '2024-2-1' }, (date) => date >= one],
          [{ to: one }, (date) => date <= one],
          [{ from: one, to: one }, (date) => date === one],
          [{ from: '2024-02-29', to: '2024-03-01' }, (date) => date >= '2024-02-29'],
          [{ from: '1900-1-1', to: '9999-12-31' }, () => true],
        ];
        for (const [sent, keeps] of ranges)
          expect(ids(await all(query(path, sent))), JSON.stringify(sent)).toEqual(
            ids(whole.filter((row) => keeps(row[day]))),
          );
      });
  });
}

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
