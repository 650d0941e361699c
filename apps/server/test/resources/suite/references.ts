import { type Resource, resources } from '@daybook/domain';
import { runs } from '@daybook/testing/random';
import { describe, expect } from 'vitest';
import { pathOf, type Row, samples } from '../../support/samples/index.ts';
import { type Answer, unknownId } from '../../support/service.ts';
import { expectFailure } from '../../support/wire.ts';
import type { ResourceTest } from './test.ts';

/** docs/rules.md, section 6: a field that names a record of another resource. */
export function testReferences(resource: Resource, it: ResourceTest): void {
  for (const [field, { to, name, optional, alsoDeleted }] of Object.entries(
    samples[resource].references ?? {},
  )) {
    testReference(resource, it, field, to, name);
    testDeleted(resource, it, field, to, name, alsoDeleted);
    if (optional) testOptional(resource, it, field, to, name);
  }
}

function testReference(
  resource: Resource,
  it: ResourceTest,
  field: string,
  to: Resource,
  name: string,
): void {
  const path = pathOf(resource);
  const { optional } = samples[resource];
  const { nameOf = () => '', changes: otherNames } = samples[to];

  const expectUnknown = (answer: Answer) =>
    expect(expectFailure(answer, 400, 'UNKNOWN_REFERENCE')).toEqual([field]);

  describe(`a reference of ${field}`, () => {
    it('shows its name, and can be changed to another', async ({ make, ask }) => {
      const [one, other] = [await make(to), await make(to, otherNames[0]?.[0])];
      const before = await make(resource, { ...optional, [field]: one._id });
      expect(before).toMatchObject({ [field]: one._id, [name]: nameOf(one) });
      const after = await ask('PUT', `${path}/${before._id}`, { [field]: other._id });
      expect(after).toEqual({
        ...before,
        [field]: other._id,
        [name]: nameOf(other),
        version: 2,
        updatedAt: after.updatedAt,
      });
      expect(nameOf(other)).not.toBe(nameOf(one));
      expect(await ask('GET', `${path}/${before._id}`)).toEqual(after);
    });

    it.for([unknownId, 'x', '', "' OR 1=1--"])('%j is unknown', async (id, { required, send }) => {
      const body = { ...(await required()), [field]: id };
      expectUnknown(await send('POST', path, body));
    });

    it('to another resource is unknown when made and when changed', async ({ make, required, send }) => {
      const [complete, other] = [await required(), await make(resource)];
      const elsewhere = await Promise.all(
        resources.filter((one) => one !== to && one !== resource).map(async (one) => (await make(one))._id),
      );
      for (const id of elsewhere) {
        expectUnknown(await send('POST', path, { ...complete, [field]: id }));
        expectUnknown(await send('PUT', `${path}/${other._id}`, { [field]: id }));
      }
    });
  });
}

/** @param alsoDeleted whether a deleted record may be named */
function testDeleted(
  resource: Resource,
  it: ResourceTest,
  field: string,
  to: Resource,
  name: string,
  alsoDeleted = false,
): void {
  const path = pathOf(resource);
  const { changes } = samples[resource];
  const { nameOf = () => '' } = samples[to];
  const [unrelated] = changes.at(-1) ?? [];

  describe(`a reference of ${field} to what is deleted`, () => {
    it(`is ${alsoDeleted ? 'taken' : 'unknown'} when made and when changed`, async ({
      make,
      ask,
      required,
      send,
    }) => {
      const complete = await required();
      const named = await make(to);
      const [old, other] = [await make(resource, { [field]: named._id }), await make(resource)];
      await ask('DELETE', `${pathOf(to)}/${named._id}`);
      const answers = [
        await send('POST', path, { ...complete, [field]: named._id }),
        await send('PUT', `${path}/${other._id}`, { [field]: named._id }),
      ];
      for (const answer of answers)
        if (alsoDeleted)
          expect(answer.body.data).toMatchObject({ [field]: named._id, [name]: nameOf(named) });
        else expect(expectFailure(answer, 400, 'UNKNOWN_REFERENCE')).toEqual([field]);
      // Old records keep the id and the name, and can still be changed, also by who sends all of it back.
      const kept = { [field]: named._id, [name]: nameOf(named) };
      expect(await ask('PUT', `${path}/${old._id}`, { ...unrelated, [field]: named._id })).toMatchObject(
        kept,
      );
      const listed: Row[] = await ask('GET', `${path}?${field}=${named._id}`);
      expect(listed.find(({ _id }) => _id === old._id)).toMatchObject(kept);
      // Besides, who is deleted gets the rate that ends their pay.
      if (!alsoDeleted) expect(listed.filter(({ basis }) => basis !== 'none')).toHaveLength(1);
      expect((await ask('GET', pathOf(to))).map(({ _id }: Row) => _id)).not.toContain(named._id);
    });

    if (alsoDeleted) return;
    it('never names a record deleted before, in every round', async ({ service, make, required, send }) => {
      const complete = await required();
      // What is made in the rounds must not be like it.
      const kept = await make(resource, changes[0]?.[0]);
      const seen = new Set<string>();
      for (let round = 0; round < runs(50); round += 1) {
        const { _id: id } = await make(to);
        const calls = [
          () => send('POST', path, { ...complete, [field]: id }),
          () => send('DELETE', `${pathOf(to)}/${id}`),
          () => send('PUT', `${path}/${kept._id}`, { [field]: id }),
        ];
        // Who is sent first changes from round to round.
        const turned = [...calls.slice(round % 3), ...calls.slice(0, round % 3)];
        for (const { status, body } of await Promise.all(turned.map((call) => call()))) {
          expect([200, 400]).toContain(status);
          if (status === 400) expect(body.error.code).toBe('UNKNOWN_REFERENCE');
          seen.add(String(status));
        }
      }
      // The journal is written under the lock: its order is the order in which things happened.
      const late = await service.sql`
        select named.record_id from journal named join journal gone
          on gone.action = 'delete' and gone.record_id = (named.after ->> ${`${field}_id`})::uuid
        where named.kind = ${resource} and named.id > gone.id`;
      expect(late).toEqual([]);
      expect(seen).toContain('200');
    });
  });
}

/** A field that may name no record. */
function testOptional(resource: Resource, it: ResourceTest, field: string, to: Resource, name: string): void {
  const path = pathOf(resource);
  const none = { [field]: null, [name]: '' };

  describe(`an optional reference of ${field}`, () => {
    it('is null unless it is sent, and null clears it', async ({ make, ask }) => {
      expect(await make(resource)).toMatchObject(none);
      const { _id: id } = await make(to);
      const record = await make(resource, { [field]: id });
      const one = `${path}/${record._id}`;
      const [unrelated] = samples[resource].changes[0] ?? [];
      expect(await ask('PUT', one, unrelated)).toMatchObject({ [field]: id, [name]: record[name] });
      expect(await ask('PUT', one, { [field]: null })).toMatchObject({ ...none, version: 3 });
      expect(await ask('GET', one)).toMatchObject(none);
      expect((await ask('GET', path)).find(({ _id }: Row) => _id === record._id)).toMatchObject(none);
      expect(await ask('PUT', one, { [field]: null })).toMatchObject({ ...none, version: 3 });
    });

    it('is given back by an undo, and taken away by another', async ({ make, ask, send, latest }) => {
      const { _id: id } = await make(to);
      const { _id } = await make(resource, { [field]: id });
      const undo = async () => (await send('POST', `/journal/${await latest(_id)}/undo`)).body.data;
      await ask('PUT', `${path}/${_id}`, { [field]: null });
      expect(await undo()).toMatchObject({ [field]: id });
      expect(await undo()).toMatchObject(none);
      await ask('DELETE', `${pathOf(to)}/${id}`);
      expectFailure(await send('POST', `/journal/${await latest(_id)}/undo`), 400, 'UNKNOWN_REFERENCE');
    });
  });
}
