import type { Resource } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { asker } from '../../support/asking.ts';
import { pathOf, samples } from '../../support/samples/index.ts';
import { unknownId } from '../../support/service.ts';
import type { ResourceTest } from './test.ts';

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
