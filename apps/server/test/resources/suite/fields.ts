import type { Resource } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { type Fields, pathOf, samples, unique } from '../../support/samples/index.ts';
import { unknownId } from '../../support/service.ts';
import { expectFailure } from '../../support/wire.ts';
import type { ResourceTest } from './test.ts';

/** What no caller can set. */
const owned = {
  _id: unknownId,
  id: unknownId,
  accessLevel: 'Administrator',
  role: 'Administrator',
  active: false,
  version: 99,
  createdAt: '2000-01-01T00:00:00.000Z',
  updatedAt: '2000-01-01T00:00:00.000Z',
  deletedAt: '2000-01-01T00:00:00.000Z',
  changedBy: unknownId,
  passwordHash: 'x',
  usernameKey: 'x',
  fullName: 'x',
  workerName: 'x',
  payeeName: 'x',
  durationMinutes: 5,
  workedMinutes: 5,
  crossesMidnight: true,
  preferences: { active: false },
};

/** docs/rules.md, sections 5 and 6: which fields POST needs, what PUT changes, what is refused and how that is said. */
export function testFields(resource: Resource, it: ResourceTest): void {
  const path = pathOf(resource);
  const { optional, defaults, derived, changes, lengths } = samples[resource];

  describe(`POST ${path}`, () => {
    it('names the one required field that is missing, or null', async ({ required, refused }) => {
      const complete = await required();
      for (const field of Object.keys(complete)) {
        const { [field]: _, ...others } = complete;
        expect(await refused(others), `without ${field}`).toEqual([field]);
        expect(await refused({ ...complete, [field]: null }), `${field} null`).toEqual([field]);
      }
    });

    it('names all of them at once', async ({ required, refused }) => {
      const needed = Object.keys(await required());
      expect(await refused({})).toEqual(needed.sort());
      const all = [...needed, ...Object.keys(optional)].sort();
      for (const wrong of [[], {}, [['x']]]) {
        const body = Object.fromEntries(all.map((field) => [field, wrong]));
        expect(await refused(body), JSON.stringify(wrong)).toEqual(all);
      }
    });

    it('fills in what is optional', async ({ required, ask }) => {
      const body = await required();
      const { password: _, ...shown } = body;
      const created = await ask('POST', path, body);
      expect(created).toMatchObject({ ...shown, ...defaults, ...derived, version: 1 });
      expect(created.createdAt).toBe(created.updatedAt);
      expect(created.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(created._id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(await ask('GET', `${path}/${created._id}`)).toEqual(created);
    });

    it('stores what is sent', async ({ required, ask }) => {
      const body = { ...(await required()), ...optional };
      const { password: _, ...shown } = body;
      const created = await ask('POST', path, body);
      expect(created).toMatchObject(shown);
      expect(await ask('GET', `${path}/${created._id}`)).toEqual(created);
    });

    it('reads null as an empty text where text is optional', async ({ make }) => {
      const texts = Object.keys(optional).filter((field) => defaults[field] === '');
      const created = await make(resource, Object.fromEntries(texts.map((field) => [field, null])));
      for (const field of texts) expect(created[field]).toBe('');
    });

    it.for(Object.entries(lengths))(
      '%s has at most %i characters',
      async ([field, most], { required, send, ask }) => {
        const body = await required();
        const letter = field === 'username' ? unique('x') : '';
        const longest = letter + '😀'.repeat(most - letter.length);
        const created = await ask('POST', path, { ...body, [field]: longest });
        if (field !== 'password') expect(created[field]).toBe(longest);
        const answer = await send('POST', path, { ...(await required()), [field]: `${longest}😀` });
        expect(expectFailure(answer, 400, 'VALIDATION')).toEqual([field]);
      },
    );
  });

  describe(`PUT ${path}/{id}`, () => {
    it.for([
      {},
      { unknown: 1 },
      { _id: unknownId, version: 9, createdAt: 'x', accessLevel: 'User', active: true },
    ])('refuses %j, which changes nothing', async (body, { make, send, ask }) => {
      const before = await make(resource, optional);
      const answer = await send('PUT', `${path}/${before._id}`, body);
      expectFailure(answer, 400, 'VALIDATION');
      expect(answer.body.message).toMatch(/at least one field/);
      expect(await ask('GET', `${path}/${before._id}`)).toEqual(before);
    });

    it('changes the one field sent, and nothing else', async ({ make, ask }) => {
      for (const [body, also] of changes) {
        const before = await make(resource, optional);
        const after = await ask('PUT', `${path}/${before._id}`, body);
        expect(after, JSON.stringify(body)).toEqual({
          ...before,
          ...body,
          ...also,
          version: 2,
          updatedAt: after.updatedAt,
        });
        expect(Date.parse(after.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
        expect(await ask('GET', `${path}/${before._id}`)).toEqual(after);
      }
    });

    it('takes back the whole record as it was answered, which changes nothing', async ({ make, ask }) => {
      const before = await make(resource, optional);
      expect(await ask('PUT', `${path}/${before._id}`, before)).toEqual(before);
    });

    it('names every field at fault and then changes none', async ({ make, required, send, ask }) => {
      const before = await make(resource, optional);
      const needed = Object.keys(await required());
      const put = (body: Fields) => send('PUT', `${path}/${before._id}`, body);
      const fields = [...needed, ...Object.keys(optional)].sort();
      const wrong = Object.fromEntries(fields.map((field) => [field, { x: 1 }]));
      expect(expectFailure(await put(wrong), 400, 'VALIDATION')).toEqual(fields);
      for (const field of needed) {
        const answer = await put({ ...changes[0]?.[0], [field]: null });
        expect(expectFailure(answer, 400, 'VALIDATION'), field).toEqual([field]);
      }
      expect(await ask('GET', `${path}/${before._id}`)).toEqual(before);
    });
  });

  it('ignores the fields that the service owns', async ({ make, ask }) => {
    const before = await make(resource, owned);
    expect(before).toMatchObject({ version: 1, _id: expect.not.stringMatching(unknownId), ...derived });
    expect(Object.keys(before)).not.toContain('passwordHash');
    expect(Date.parse(before.createdAt)).toBeGreaterThan(Date.now() - 60_000);
    const [change, also] = changes[0] ?? [];
    const after = await ask('PUT', `${path}/${before._id}`, { ...owned, ...change });
    expect(after).toEqual({ ...before, ...change, ...also, version: 2, updatedAt: after.updatedAt });
  });

  describe(`DELETE ${path}/{id}`, () => {
    it('takes the record out of lists and GET, once', async ({ make, send, ask }) => {
      const { _id } = await make(resource);
      const one = `${path}/${_id}`;
      expect(await ask('DELETE', one)).toEqual({ _id });
      const ids = (await ask('GET', path)).map((record: { _id: string }) => record._id);
      expect(ids).not.toContain(_id);
      for (const answer of [
        await send('GET', one),
        await send('PUT', one, changes[0]?.[0]),
        await send('DELETE', one),
      ])
        expectFailure(answer, 404, 'NOT_FOUND');
    });

    it('ignores a body, and an empty one with a JSON type is none', async ({ make, send }) => {
      for (const body of ['', '{}', '{"a":', '[]', 'null']) {
        const { _id } = await make(resource);
        const answer = await send('DELETE', `${path}/${_id}`, body);
        expect([answer.status, answer.body], body).toEqual([200, { success: true, data: { _id } }]);
      }
    });
  });
}
