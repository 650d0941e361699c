import type { Resource } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce, served, tally } from '../../support/asking.ts';
import { callTrpc, procedure } from '../../support/calls.ts';
import { type Fields, pathOf, type Row, samples } from '../../support/samples/index.ts';
import { unknownId } from '../../support/service.ts';
import { expectFailure, expectTrpcFailure } from '../../support/wire.ts';
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

/** ETag and If-Match (RFC 9110, sections 8.8.3 and 13.1.1). */
export function testVersions(resource: Resource, it: ResourceTest): void {
  const change = samples[resource].changes[0]?.[0] as Fields;
  /** The change that takes it back. */
  const backTo = (record: Row): Fields =>
    Object.fromEntries(Object.keys(change).map((field) => [field, record[field]]));
  describe('a version', () => {
    it('is a tag; a record changes only at the version that was seen', async ({ make, send }) => {
      const record = await make(resource);
      const [path, back] = [`${pathOf(resource)}/${record._id}`, backTo(record)];
      expect((await send('GET', path)).headers.get('etag')).toMatch(/^"1["-]/);
      const changed = await send('PUT', path, change, '"1"');
      expect([changed.status, changed.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"2["-]/)]);

      expectFailure(await send('PUT', path, change, '"1"'), 412, 'PRECONDITION_FAILED');
      expectFailure(await send('DELETE', path, undefined, '"1"'), 412, 'PRECONDITION_FAILED');
      expect((await send('GET', path)).body.data).toMatchObject({ version: 2 });

      // Without the header only the fields sent change; with a list, or *, what it says.
      expect((await send('PUT', path, back)).body.data).toMatchObject({ version: 3 });
      expect((await send('PUT', path, change, '"1", "3"')).status).toBe(200);
      expect((await send('PUT', path, back, '*')).status).toBe(200);
      expect((await send('DELETE', path, undefined, '"5"')).status).toBe(200);
      expectFailure(await send('DELETE', path, undefined, '"5"'), 404, 'NOT_FOUND');
    });

    it('stays where nothing changes, over REST and tRPC, though a wrong tag is refused all the same', async ({
      service,
      admin: { token },
      make,
      send,
      count,
    }) => {
      const path = `${pathOf(resource)}/${(await make(resource))._id}`;
      await send('PUT', path, change);
      const before = [await send('GET', path), await count()] as const;
      const [{ body, headers }] = before;
      const update = procedure(`${resource}.update`);
      const id = { [update.rest?.params[0] ?? '']: body.data._id };
      // Also all that can be sent, as it was answered.
      const sent = { ...body.data, ...change };
      for (const fields of [change, sent]) {
        const answer = await send('PUT', path, fields, headers.get('etag') ?? '');
        expect(answer).toMatchObject({ status: 200, body });
        expect(answer.headers.get('etag')).toBe(headers.get('etag'));
        const { body: called } = await callTrpc(service, update, { token, input: { ...fields, ...id } });
        expect(called.result.data).toMatchObject(body.data);
        expectFailure(await send('PUT', path, fields, '"1"'), 412, 'PRECONDITION_FAILED');
      }
      expect([(await send('GET', path)).body, await count()]).toEqual([body, before[1]]);
    });

    it('of a record that is not there is not found, whatever the tag', async ({ send }) => {
      for (const tag of ['"1"', '*', 'x'])
        expectFailure(await send('PUT', `${pathOf(resource)}/${unknownId}`, change, tag), 404, 'NOT_FOUND');
    });

    it('does not match a tag that the service never gave', async ({ make, send }) => {
      const { _id } = await make(resource);
      const tags = ['"x"', 'W/"1"', '1', '', '"1', '"99999999999999999999"', '"1e0"', '"1-"', '"1-x"'];
      for (const tag of [...tags, `W/"1-${'a'.repeat(22)}"`, `W/"${'a'.repeat(22)}"`])
        expectFailure(
          await send('PUT', `${pathOf(resource)}/${_id}`, change, tag),
          412,
          'PRECONDITION_FAILED',
        );
    });

    it('lets one of many who have seen it through', async ({ make, send }) => {
      const record = await make(resource);
      for (let version = 1; version <= 5; version++) {
        const answers = await atOnce(8, () =>
          send(
            'PUT',
            `${pathOf(resource)}/${record._id}`,
            version % 2 ? change : backTo(record),
            `"${version}"`,
          ),
        );
        expect(tally(answers)).toEqual({ 200: 1, 412: 7 });
      }
    });

    it('holds over tRPC by the same header', async ({ service, admin: { token }, make }) => {
      const update = procedure(`${resource}.update`);
      const input = { [update.rest?.params[0] ?? '']: (await make(resource))._id, ...change };
      const call = (tag: string) => callTrpc(service, update, { token, input, headers: { 'if-match': tag } });
      expectTrpcFailure(await call('"9"'), 412, 'PRECONDITION_FAILED');
      expect((await call('"1"')).body.result.data).toMatchObject({ version: 2 });
    });

    it('is not told to who may not see the record', async ({ service, user, make }) => {
      const { _id } = await make(resource);
      const headers = { 'if-match': '"9"' };
      const { token } = user;
      expectFailure(
        await service.call('PUT', `${pathOf(resource)}/${_id}`, { token, body: change, headers }),
        403,
        'FORBIDDEN',
      );
    });
  });
}
