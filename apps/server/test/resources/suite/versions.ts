import type { Resource } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce, tally } from '../../support/asking.ts';
import { callTrpc, procedure } from '../../support/calls.ts';
import { expectFailure, expectTrpcFailure } from '../../support/failing.ts';
import { pathOf, samples } from '../../support/samples/index.ts';
import { unknownId } from '../../support/service.ts';
import type { ResourceTest } from './test.ts';

/** ETag and If-Match (RFC 9110, sections 8.8.3 and 13.1.1). */
export function testVersions(resource: Resource, it: ResourceTest): void {
  const change = samples[resource].changes[0]?.[0];
  describe('a version', () => {
    it('is a tag; a record changes only at the version that was seen', async ({ make, send }) => {
      const path = `${pathOf(resource)}/${(await make(resource))._id}`;
      expect((await send('GET', path)).headers.get('etag')).toMatch(/^"1["-]/);
      const changed = await send('PUT', path, change, '"1"');
      expect([changed.status, changed.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"2["-]/)]);

      expectFailure(await send('PUT', path, change, '"1"'), 412, 'PRECONDITION_FAILED');
      expectFailure(await send('DELETE', path, undefined, '"1"'), 412, 'PRECONDITION_FAILED');
      expect((await send('GET', path)).body.data).toMatchObject({ version: 2 });

      // Without the header only the fields sent change; with a list, or *, what it says.
      expect((await send('PUT', path, change)).body.data).toMatchObject({ version: 3 });
      expect((await send('PUT', path, change, '"1", "3"')).status).toBe(200);
      expect((await send('PUT', path, change, '*')).status).toBe(200);
      expect((await send('DELETE', path, undefined, '"5"')).status).toBe(200);
      expectFailure(await send('DELETE', path, undefined, '"5"'), 404, 'NOT_FOUND');
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
      const { _id } = await make(resource);
      for (let version = 1; version <= 5; version++) {
        const answers = await atOnce(8, () =>
          send('PUT', `${pathOf(resource)}/${_id}`, change, `"${version}"`),
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
