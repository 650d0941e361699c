import type { Resource } from '@daybook/domain';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { asker } from '../../support/asking.ts';
import { callTrpc, procedure } from '../../support/calls.ts';
import { byId, Copy, ids, query, walk } from '../../support/listing.ts';
import { pathOf, type Row, samples } from '../../support/samples/index.ts';
import { unknownId } from '../../support/service.ts';
import { expectFailure } from '../../support/wire.ts';
import type { ResourceTest } from './test.ts';

const long = '1970-01-01T00:00:00Z';

const action = fc.record({
  kind: fc.constantFrom('create', 'update', 'update', 'remove', 'restore', 'undo'),
  /** Of the records that there are. */
  which: fc.nat(),
  change: fc.nat(),
});
const writers = fc.array(fc.array(action, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 3 });
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 });

/** docs/rules.md, section 7: `updatedSince`. */
export function testChanges(resource: Resource, it: ResourceTest): void {
  const path = pathOf(resource);
  const { changes, parameters } = samples[resource];

  describe('updatedSince', () => {
    it('keeps a copy in step with several writers', async ({ service, admin, send, make, all, latest }) => {
      const copy = new Copy(service, admin, path);
      const known: string[] = [];
      const steps = {
        create: async () => void known.push((await make(resource))._id),
        update: (address: string, n: number) => send('PUT', address, changes[n % changes.length]?.[0]),
        remove: (address: string) => send('DELETE', address),
        restore: (address: string) => send('POST', `${address}/restore`),
        undo: async (_: string, __: number, id: string) => send('POST', `/journal/${await latest(id)}/undo`),
      };
      await all(path);
      const kinds = new Set<number>();
      await fc.assert(
        fc.asyncProperty(writers, sizes, async (plans, limits) => {
          await steps.create();
          let done = false;
          const written = Promise.all(
            plans.map(async (plan) => {
              for (const { kind, which, change } of plan) {
                const id = known[which % known.length] as string;
                const answer = await steps[kind](`${path}/${id}`, change, id);
                if (answer) kinds.add(answer.status);
              }
            }),
          ).finally(() => {
            done = true;
          });
          while (!done) await copy.update(limits);
          await written;
          await copy.update(limits);
          expect(copy.sorted).toEqual(byId(await all(path)));
        }),
        { numRuns: 4 },
      );
      expect(kinds).toContain(200);
      expect([...kinds].filter((status) => status >= 500)).toEqual([]);
    });

    it('gives a change in its place: a record, or when it was deleted', async ({
      service,
      send,
      make,
      get,
    }) => {
      const { _id: changed } = await make(resource);
      const { _id: removed } = await make(resource);
      await send('DELETE', `${path}/${removed}`);
      const body = changes[0]?.[0];
      expect(await send('PUT', `${path}/${changed}`, body)).toMatchObject({ status: 200 });
      const rows = await walk(get, path, { updatedSince: long }, [1000]);
      expect(rows.find(({ _id }) => _id === changed)).toEqual((await get(`${path}/${changed}`)).body.data);
      const [stored] = await service.sql`select to_char(deleted_at at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from ${service.sql(resource)} where id = ${removed}`;
      expect(rows.find(({ _id }) => _id === removed)).toEqual({ _id: removed, deletedAt: stored?.at });
      expect(ids(rows).indexOf(removed)).toBeLessThan(ids(rows).indexOf(changed));
      await send('POST', `${path}/${removed}/restore`);
      const [last] = (await walk(get, path, { updatedSince: long }, [1000])).slice(-1);
      expect(last).toEqual((await get(`${path}/${removed}`)).body.data);
    });

    it('gives what has changed at that moment or later', async ({ make, get, stored: _ }) => {
      const { _id, updatedAt } = await make(resource);
      const after = new Date(Date.parse(updatedAt) + 1).toISOString();
      const since = async (updatedSince: string): Promise<Row[]> =>
        (await get(query(path, { updatedSince }))).body.data;
      expect(ids(await since(updatedAt))).toContain(_id);
      expect(ids(await since(after))).not.toContain(_id);
      // The same moment elsewhere; what is less than a millisecond is cut off.
      const offset = new Date(Date.parse(updatedAt) + 2 * 3_600_000).toISOString().replace('Z', '999+02:00');
      expect(ids(await since(offset))).toContain(_id);
    });

    it('says until when: ten seconds ago, the same on every page', async ({ service, get, stored: _ }) => {
      const now = async () => Date.parse((await service.sql`select now()::text as at`)[0]?.at);
      const [before, untils] = [await now(), new Set<string>()];
      await walk(get, path, { updatedSince: long }, [2, 3], ({ body }) => untils.add(body.until));
      expect(untils.size).toBe(1);
      const until = Date.parse([...untils][0] ?? '');
      expect(until).toBeGreaterThanOrEqual(before - 10_001);
      expect(until).toBeLessThanOrEqual((await now()) - 10_000);
      expect((await get(path)).body).not.toHaveProperty('until');
    });

    it('is the same over tRPC, with fields too', async ({ service, admin: { token }, get, make, send }) => {
      const [field = ''] = Object.keys(samples[resource].required());
      await make(resource);
      const { _id: removed } = await make(resource);
      await send('DELETE', `${path}/${removed}`);
      const updatedSince = new Date(Date.now() - 60_000).toISOString();
      for (const input of [{ updatedSince }, { updatedSince, fields: field, limit: 1000 }]) {
        const texts = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
        const rest = await get(query(path, texts));
        const { body } = await callTrpc(service, procedure(`${resource}.list`), { token, input });
        const { items, nextCursor, until } = body.result.data;
        expect(items).toEqual(rest.body.data);
        expect(nextCursor).toEqual(rest.body.nextCursor);
        expect(Math.abs(Date.parse(until) - Date.parse(rest.body.until))).toBeLessThan(5000);
        const shapes = new Set(rest.body.data.map((row: Row) => Object.keys(row).join()));
        if ('fields' in input) expect([...shapes].sort()).toEqual([`_id,${field}`, '_id,deletedAt'].sort());
      }
    });

    it('takes no filter and no order, and says so of each', async ({ get }) => {
      const sent: Record<string, string> = { sort: '-updatedAt' };
      for (const name of Object.keys(parameters)) {
        for (const value of new Set(fc.sample(parameters[name] as fc.Arbitrary<string>, 40))) {
          if ((await get(query(path, { [name]: value }))).status !== 200) continue;
          sent[name] = value;
          break;
        }
      }
      expect(Object.keys(sent)).toEqual(['sort', ...Object.keys(parameters)]);
      const answer = await get(query(path, { ...sent, updatedSince: long, fields: 'version' }));
      expect(expectFailure(answer, 400, 'VALIDATION').sort()).toEqual(Object.keys(sent).sort());
      for (const { code } of answer.body.error.issues) expect(code).toBe('not_with_updated_since');
    });

    it('goes on with its own cursors alone', async ({ get, stored: _ }) => {
      const first = (await get(query(path, { updatedSince: long, limit: '1' }))).body.nextCursor;
      const plain = await get(query(path, { cursor: first }));
      expect(expectFailure(plain, 400, 'VALIDATION')).toEqual(['cursor']);
      expect(plain.body.error.issues).toMatchObject([
        { code: 'other_order', params: { order: 'updatedSince' } },
      ]);
      const other = (await get(query(path, { sort: 'updatedAt', limit: '1' }))).body.nextCursor;
      const refused = await get(query(path, { updatedSince: long, cursor: other }));
      expect(refused.body.error.issues).toMatchObject([
        { code: 'other_order', params: { order: 'sort=updatedAt' } },
      ]);
      const [key, id] = JSON.parse(Buffer.from(first, 'base64url').toString());
      for (const end of [[], ['then'], [5]]) {
        const cursor = Buffer.from(JSON.stringify([key, id, 'updatedSince', ...end])).toString('base64url');
        const answer = await get(query(path, { updatedSince: long, cursor }));
        expect(answer.body.error.issues).toMatchObject([{ code: 'invalid_cursor' }]);
      }
    });

    it('is a moment', async ({ get }) => {
      const wrong = [
        '',
        'now',
        '2024-01-01',
        '2024-02-30T00:00:00Z',
        '2024-01-01T00:00:00',
        '0000-01-01T00:00:00Z',
      ];
      for (const updatedSince of [...wrong, '1e5', '9999-12-31T23:59:59-01:00', '2024-01-01T00:00:00Z\0']) {
        const answer = await get(query(path, { updatedSince }));
        expect(expectFailure(answer, 400, 'VALIDATION'), updatedSince).toEqual(['updatedSince']);
        expect(answer.body.error.issues).toMatchObject([{ code: 'invalid_instant' }]);
      }
      expect((await get(query(path, { updatedSince: '9999-12-31T23:59:59Z' }))).body.data).toEqual([]);
    });
  });
}

/** docs/rules.md, section 8: what the database itself writes of each change. */
export function testJournal(resource: Resource, it: ResourceTest): void {
  const { columns, change, before, after } = samples[resource].journal;
  describe('the journal', () => {
    it('has one row for each creation, change and deletion: who, what, before and after', async ({
      service,
      admin,
      make,
      ask,
      entries,
    }) => {
      const { _id: id } = await make(resource);
      const [created, ...none] = await entries(id);
      expect(none).toEqual([]);
      expect(created).toMatchObject({ actor_id: admin.id, kind: resource, action: 'create', before: null });
      expect(Object.keys(created?.after).toSorted()).toEqual(columns.toSorted());

      const other = await service.person('Administrator');
      await asker(service, other)('PUT', `${pathOf(resource)}/${id}`, change);
      expect((await entries(id)).slice(1)).toEqual([
        { actor_id: other.id, kind: resource, action: 'update', before, after },
      ]);

      await ask('DELETE', `${pathOf(resource)}/${id}`);
      const last = { ...created?.after, ...after };
      expect((await entries(id)).slice(2)).toEqual([
        { actor_id: admin.id, kind: resource, action: 'delete', before: last, after: null },
      ]);
    });

    it('has no row for what is refused or changes nothing', async ({
      service,
      admin,
      user,
      make,
      ask,
      count,
    }) => {
      const { _id } = await make(resource);
      const path = `${pathOf(resource)}/${_id}`;
      await ask('PUT', path, change);
      const start = await count();
      await ask('PUT', path, change);
      const refused = [
        service.call('PUT', path, { token: admin.token, body: {} }),
        service.call('PUT', path, { token: admin.token, body: { nonsense: 1 } }),
        service.call('PUT', `${pathOf(resource)}/${unknownId}`, { token: admin.token, body: change }),
        service.call('PUT', path, { token: user.token, body: change }),
        service.call('PUT', path, { body: change }),
        service.call('DELETE', `${pathOf(resource)}/${unknownId}`, { token: admin.token }),
        service.call('DELETE', path, { token: user.token }),
        service.call('POST', pathOf(resource), { token: admin.token, body: {} }),
      ];
      for (const { status } of await Promise.all(refused)) expect(status).toBeGreaterThanOrEqual(400);
      expect(await count()).toBe(start);
      await ask('DELETE', path);
      expect((await service.call('DELETE', path, { token: admin.token })).status).toBe(404);
      expect((await service.call('PUT', path, { token: admin.token, body: change })).status).toBe(404);
      expect(await count()).toBe(start + 1);
    });

    it('speaks of records that the database never removes', async ({ service, make, ask }) => {
      const { _id } = await make(resource);
      const table = service.sql(resource);
      await expect(service.sql`delete from ${table} where id = ${_id}`).rejects.toMatchObject({
        code: '42501',
      });
      await expect(service.sql`delete from ${table}`).rejects.toThrow(/never removed/);
      await expect(service.sql`truncate ${table} cascade`).rejects.toThrow();
      expect((await ask('GET', `${pathOf(resource)}/${_id}`))._id).toBe(_id);
    });
  });
}
