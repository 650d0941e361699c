import type { Resource } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { callTrpc, procedure } from '../../support/calls.ts';
import { pathOf, type Row, samples } from '../../support/samples/index.ts';
import { unknownId } from '../../support/service.ts';
import { expectFailure } from '../../support/wire.ts';
import type { ResourceTest } from './test.ts';

/** What two records of the same fields have in common. */
const alike = ({ _id: _, createdAt: __, updatedAt: ___, worker: ____, ...rest }: Row) => rest;

/** docs/rules.md, section 6: many changes in one request. */
export function testBulk(resource: Resource, it: ResourceTest): void {
  const { isCancelled: _, ...change } = samples[resource].journal.change;
  const path = `${pathOf(resource)}/bulk`;

  describe('many at once', () => {
    it('are created, changed and deleted as one by one, with one batch', async ({
      service,
      admin: { token },
      make,
      ask,
      required,
      entries,
    }) => {
      const [single, changed, kept, deleted] = [
        await make(resource),
        await make(resource),
        await make(resource),
        await make(resource),
      ];
      const body = {
        create: [await required(), await required()],
        update: [{ _id: changed._id, version: 1, ...change }, kept],
        delete: [deleted._id],
      };
      const headers = { 'idempotency-key': `bulk-${resource}` };
      const sent = await service.call('POST', path, { token, body, headers });
      const again = await service.call('POST', path, { token, body, headers });
      expect([sent.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
      expect(again.body).toEqual(sent.body);
      const answer = sent.body.data;
      expect(answer.created.map(alike)).toEqual(
        [alike(single), alike(single)].map((row) => expect.objectContaining(withoutName(row))),
      );
      for (const row of answer.created)
        expect(await ask('GET', `${pathOf(resource)}/${row._id}`)).toEqual(withoutWarnings(row));
      const expected = await ask('PUT', `${pathOf(resource)}/${single._id}`, change);
      expect(withoutName(alike(answer.updated[0]))).toEqual(withoutName(alike(expected)));
      expect(answer.updated[1]).toEqual(kept);
      expect(answer.deleted).toEqual([{ _id: deleted._id }]);
      const ids = [...answer.created, changed, deleted].map((row: Row) => row._id);
      const actions = await Promise.all(ids.map(async (id) => (await entries(id)).at(-1)?.action));
      expect(actions).toEqual(['create', 'create', 'update', 'delete']);
      const batches = await service.sql`
        select distinct batch from journal where record_id = any(${ids}) and (action <> 'create' or record_id = any(${ids.slice(0, 2)}))`;
      expect(batches).toEqual([{ batch: expect.any(String) }]);
    });

    it('are all refused where one is, each fault with its path', async ({ make, required, send, count }) => {
      const made = await make(resource);
      const body = await required();
      const before = await count();
      const faulty = { create: [body, samples[resource].wrong], delete: [made._id] };
      const fields = expectFailure(await send('POST', path, faulty), 400, 'VALIDATION');
      expect(fields.toSorted()).toEqual(
        Object.keys(samples[resource].wrong)
          .map((field) => `create.1.${field}`)
          .toSorted(),
      );
      const twice = { update: [{ _id: made._id, ...change }], delete: [unknownId, { _id: made._id }] };
      expect(expectFailure(await send('POST', path, twice), 400, 'VALIDATION')).toEqual(['delete.1']);
      const wrong = {
        create: [body],
        update: [
          { _id: unknownId, ...change },
          { _id: made._id, version: 7, ...change },
        ],
        delete: ['no identifier at all', 'nor this'],
      };
      const refused = await send('POST', path, wrong);
      expect(expectFailure(refused, 400, 'VALIDATION').toSorted()).toEqual([
        'delete.0',
        'delete.1',
        'update.0._id',
        'update.1.version',
      ]);
      expect(refused.body.error.issues).toContainEqual(
        expect.objectContaining({ code: 'changed_since', params: { expected: 7, actual: 1 } }),
      );
      expect(await count()).toBe(before);
    });

    it('of a dry run are answered, and none is there', async ({ make, ask, required, count }) => {
      const made = await make(resource);
      const body = { create: [await required()], update: [{ _id: made._id, ...change }], dryRun: true };
      const before = await count();
      const answer = await ask('POST', path, body);
      expect(answer.updated).toEqual([expect.objectContaining({ _id: made._id, version: 2 })]);
      expect(answer.created).toHaveLength(1);
      expect(await count()).toBe(before);
    });

    it('are the same over tRPC, and taken back by one undo', async ({
      service,
      admin: { token },
      make,
      ask,
      required,
      latest,
      send,
    }) => {
      const [changed, deleted] = [await make(resource), await make(resource)];
      const input = {
        create: [await required()],
        update: [{ _id: changed._id, ...change }],
        delete: [{ _id: deleted._id, version: 1 }],
      };
      const called = await callTrpc(service, procedure(`${resource}.bulk`), { token, input });
      const { created, updated } = called.body.result.data;
      expect(await ask('GET', `${pathOf(resource)}/${changed._id}`)).toEqual(withoutWarnings(updated[0]));
      await ask('POST', `/journal/${await latest(changed._id)}/undo`);
      expectFailure(await send('GET', `${pathOf(resource)}/${created[0]._id}`), 404, 'NOT_FOUND');
      expect(alike(await ask('GET', `${pathOf(resource)}/${changed._id}`))).toMatchObject({
        ...alike(withoutWarnings(changed)),
        version: 3,
      });
      expect(await ask('GET', `${pathOf(resource)}/${deleted._id}`)).toMatchObject({ version: 3 });
    });
  });
}

const withoutWarnings = ({ warnings: _, ...row }: Row) => row;
/** Each reference may be a record of its own. */
const withoutName = ({ workerName: _, payee: __, warnings: ___, ...row }: Row) => row;
