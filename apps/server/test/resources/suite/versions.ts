import type { Resource } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce, tally } from '../../support/asking.ts';
import { callTrpc, procedure } from '../../support/calls.ts';
import { type Fields, pathOf, type Row, samples } from '../../support/samples/index.ts';
import { unknownId } from '../../support/service.ts';
import { expectFailure, expectTrpcFailure } from '../../support/wire.ts';
import type { ResourceTest } from './test.ts';

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
