import type { Resource } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce, served, tally } from '../../support/asking.ts';
import { pathOf, type Row, samples } from '../../support/samples/index.ts';
import { unknownId } from '../../support/service.ts';
import { expectFailure } from '../../support/wire.ts';
import type { ResourceTest } from './test.ts';

/** What differs of a record that came back: a user is inactive. */
const lasting = ({ updatedAt: _, version: __, active: ___, ...rest }: Row) => rest;

/** docs/rules.md, section 8: deleted records come back, and changes are taken back. */
export function testUndo(resource: Resource, it: ResourceTest): void {
  // A cheque is cancelled and reinstated by itself.
  const { isCancelled: _, ...change } = samples[resource].journal.change;
  const kind = `kind=${resource}`;

  describe('a deleted record', () => {
    it('is in the trash, and comes back as it was with one version more', async ({
      admin,
      make,
      ask,
      send,
      entries,
    }) => {
      const made = await make(resource);
      const path = `${pathOf(resource)}/${made._id}`;
      await ask('DELETE', path);
      const [first] = await ask('GET', `/trash?${kind}&limit=1`);
      expect(first).toMatchObject({ kind: resource, _id: made._id, deletedBy: admin.id });
      const row = (await entries(made._id)).at(-1);
      expect(row).toMatchObject({ action: 'delete' });

      const { status, body, headers } = await send('POST', `${path}/restore`);
      expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^"3["-]/)]);
      expect(lasting(body.data)).toEqual(lasting(made));
      expect(await ask('GET', path)).toEqual(body.data);
      const [latest] = await ask('GET', `/trash?${kind}&limit=1`);
      expect(latest?._id).not.toBe(made._id);
      expect((await entries(made._id)).at(-1)).toMatchObject({
        actor_id: admin.id,
        action: 'restore',
        before: null,
      });
    });

    it('is restored once, and only if it is deleted', async ({ make, ask, send, entries }) => {
      const { _id } = await make(resource);
      const restore = () => send('POST', `${pathOf(resource)}/${_id}/restore`);
      expectFailure(await restore(), 409, 'NOT_DELETED');
      await ask('DELETE', `${pathOf(resource)}/${_id}`);
      expect(tally(await atOnce(20, restore))).toEqual({ 200: 1, 409: 19 });
      expect((await entries(_id)).map(({ action }) => action)).toEqual(['create', 'delete', 'restore']);
      expectFailure(await send('POST', `${pathOf(resource)}/${unknownId}/restore`), 404, 'NOT_FOUND');
    });
  });

  describe('an undo', () => {
    it('takes back a change, a creation, a deletion, and itself, each once', async ({
      make,
      ask,
      send,
      latest,
    }) => {
      const made = await make(resource);
      const path = `${pathOf(resource)}/${made._id}`;
      const undo = async () => send('POST', `/journal/${await latest(made._id)}/undo`);
      const changed = await ask('PUT', path, change);
      expect(lasting((await undo()).body.data)).toEqual(lasting(made));
      expect(lasting((await undo()).body.data)).toEqual(lasting(changed));
      expect(await ask('GET', path)).toMatchObject({ version: 4 });

      await ask('DELETE', path);
      expect(lasting((await undo()).body.data)).toEqual(lasting(changed));
      expect((await undo()).body.data).toEqual({ _id: made._id });
      expectFailure(await send('GET', path), 404, 'NOT_FOUND');
      expect(lasting((await undo()).body.data)).toEqual(lasting(changed));
    });

    it('of a creation deletes the record', async ({ make, send, latest }) => {
      const { _id } = await make(resource);
      const entry = await latest(_id);
      expect((await send('POST', `/journal/${entry}/undo`)).body.data).toEqual({ _id });
      expectFailure(await send('GET', `${pathOf(resource)}/${_id}`), 404, 'NOT_FOUND');
      const again = await send('POST', `/journal/${entry}/undo`);
      expectFailure(again, 409, 'UNDO_CONFLICT');
      expect(again.body.error.issues[0]).toMatchObject({ path: [], code: 'undone_already' });
    });

    it('is refused where the record has changed since, with both values', async ({
      make,
      ask,
      send,
      latest,
    }) => {
      const { _id } = await make(resource);
      const path = `${pathOf(resource)}/${_id}`;
      const entry = await latest(_id);
      const changed = await ask('PUT', path, change);
      const answer = await send('POST', `/journal/${entry}/undo`);
      const fields = expectFailure(answer, 409, 'UNDO_CONFLICT');
      expect(fields.length).toBeGreaterThan(0);
      for (const { path, code, params } of answer.body.error.issues) {
        expect(code).toBe('changed_since');
        expect(params.actual).toEqual(changed[path[0]]);
        expect(params.expected).not.toEqual(params.actual);
      }
      expect(await ask('GET', path)).toEqual(changed);

      const update = await latest(_id);
      await ask('DELETE', path);
      const deleted = await send('POST', `/journal/${update}/undo`);
      expectFailure(deleted, 409, 'UNDO_CONFLICT');
      expect(deleted.body.error.issues[0]).toMatchObject({ path: [], code: 'deleted_since' });
    });

    it('of one entry by many succeeds once', async ({ service, admin, make, ask, latest, entries }) => {
      const { _id } = await make(resource);
      await ask('PUT', `${pathOf(resource)}/${_id}`, change);
      const entry = await latest(_id);
      const answers = await atOnce(20, () =>
        served(service, 'POST', `/journal/${entry}/undo`, { token: admin.token }),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
      expect((await entries(_id)).map(({ action }) => action)).toEqual(['create', 'update', 'update']);
    });
  });
}
