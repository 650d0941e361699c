import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, unknownId } from '../support/asking.ts';
import { expectFailure, expectTrpcFailure } from '../support/failing.ts';
import { callTrpc } from '../support/procedures.ts';
import { changesOf, type Kind, kinds, makeReferences, sampleOf } from '../support/records.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// docs/rules.md, sections 5 and 6: which fields POST needs, what PUT changes, what is refused and how that is said.
let service: Service;
let admin: Person;
let ask: Ask;
let references: Awaited<ReturnType<typeof makeReferences>>;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  ask = asker(service, admin);
  references = await makeReferences(ask);
});
afterAll(() => service.close());

const sample = (kind: Kind) => sampleOf[kind](references.worker, references.payee);
const post = (kind: Kind, body: unknown) => service.call('POST', `/${kind}`, { token: admin.token, body });
const put = (kind: Kind, id: string, body: unknown) =>
  service.call('PUT', `/${kind}/${id}`, { token: admin.token, body });
const make = (kind: Kind) => ask('POST', `/${kind}`, { ...sample(kind).required, ...sample(kind).optional });

/** The fields named over REST; over tRPC the same must be named. */
async function namedBy(kind: Kind, body: Readonly<Record<string, unknown>>) {
  const overRest = expectFailure(await post(kind, body), 400, 'VALIDATION');
  const create = { path: `${kind}.create`, type: 'mutation' } as const;
  const overTrpc = await callTrpc(service, create, { token: admin.token, input: body });
  expect(expectTrpcFailure(overTrpc, 400, 'VALIDATION')).toEqual(overRest);
  return overRest;
}

describe.each(kinds)('POST /%s', (kind) => {
  it('names the one required field that is missing, or null', async () => {
    const { required } = sample(kind);
    for (const field of Object.keys(required)) {
      const { [field]: _, ...others } = required;
      expect(await namedBy(kind, others), `without ${field}`).toEqual([field]);
      expect(await namedBy(kind, { ...required, [field]: null }), `${field} null`).toEqual([field]);
    }
  });

  it('names all of them at once', async () => {
    const { required, optional } = sample(kind);
    expect(await namedBy(kind, {})).toEqual(Object.keys(required).sort());
    const all = Object.keys({ ...required, ...optional }).sort();
    for (const wrong of [[], {}, [['x']]]) {
      const body = Object.fromEntries(all.map((field) => [field, wrong]));
      expect(await namedBy(kind, body), JSON.stringify(wrong)).toEqual(all);
    }
  });

  it('fills in what is optional', async () => {
    const { required, defaults } = sample(kind);
    const { password: _, ...shown } = required;
    const created = await ask('POST', `/${kind}`, required);
    expect(created).toMatchObject({ ...shown, ...defaults, version: 1 });
    expect(created.createdAt).toBe(created.updatedAt);
    expect(created.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(created._id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await ask('GET', `/${kind}/${created._id}`)).toEqual(created);
  });

  it('stores what is sent', async () => {
    const { required, optional } = sample(kind);
    const { password: _, ...shown } = { ...required, ...optional };
    const created = await ask('POST', `/${kind}`, { ...required, ...optional });
    expect(created).toMatchObject(shown);
    expect(await ask('GET', `/${kind}/${created._id}`)).toEqual(created);
  });

  it('reads null as an empty text where text is optional', async () => {
    const { required, optional, defaults } = sample(kind);
    const texts = Object.keys(optional).filter((field) => defaults[field] === '');
    const created = await ask('POST', `/${kind}`, {
      ...required,
      ...Object.fromEntries(texts.map((field) => [field, null])),
    });
    for (const field of texts) expect(created[field]).toBe('');
  });
});

describe.each(kinds)('PUT /%s/{id}', (kind) => {
  it.each([
    {},
    { unknown: 1 },
    { _id: unknownId, version: 9, createdAt: 'x', accessLevel: 'User', active: true },
  ])('refuses %j, which changes nothing', async (body) => {
    const before = await make(kind);
    const answer = await put(kind, before._id, body);
    expectFailure(answer, 400, 'VALIDATION');
    expect(answer.body.message).toMatch(/at least one field/);
    expect(await ask('GET', `/${kind}/${before._id}`)).toEqual(before);
  });

  it('changes the one field sent, and nothing else', async () => {
    for (const [body, also] of changesOf[kind](references.otherWorker, references.otherPayee)) {
      const before = await make(kind);
      const after = await ask('PUT', `/${kind}/${before._id}`, body);
      expect(after, JSON.stringify(body)).toEqual({
        ...before,
        ...body,
        ...also,
        version: 2,
        updatedAt: after.updatedAt,
      });
      expect(Date.parse(after.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
      expect(await ask('GET', `/${kind}/${before._id}`)).toEqual(after);
    }
  });

  it('takes back the whole record as it was answered', async () => {
    const before = await make(kind);
    const after = await ask('PUT', `/${kind}/${before._id}`, before);
    expect(after).toEqual({ ...before, version: 2, updatedAt: after.updatedAt });
  });

  it('names every field at fault and then changes none', async () => {
    const before = await make(kind);
    const { required, optional } = sample(kind);
    const fields = Object.keys({ ...required, ...optional }).sort();
    const wrong = Object.fromEntries(fields.map((field) => [field, { x: 1 }]));
    expect(expectFailure(await put(kind, before._id, wrong), 400, 'VALIDATION')).toEqual(fields);
    for (const field of Object.keys(required)) {
      const answer = await put(kind, before._id, { ...changesOf[kind]('', '')[0]?.[0], [field]: null });
      expect(expectFailure(answer, 400, 'VALIDATION'), field).toEqual([field]);
    }
    expect(await ask('GET', `/${kind}/${before._id}`)).toEqual(before);
  });
});

describe.each(kinds)('DELETE /%s/{id}', (kind) => {
  it('takes the record out of lists and GET, once', async () => {
    const { _id } = await make(kind);
    const call = (method: string, body?: unknown) =>
      service.call(method, `/${kind}/${_id}`, { token: admin.token, body });
    expect(await ask('DELETE', `/${kind}/${_id}`)).toEqual({ _id });
    const ids = (await ask('GET', `/${kind}`)).map((record: { _id: string }) => record._id);
    expect(ids).not.toContain(_id);
    const [change] = changesOf[kind](references.worker, references.payee)[0] ?? [];
    for (const answer of [await call('GET'), await call('PUT', change), await call('DELETE')])
      expectFailure(answer, 404, 'NOT_FOUND');
  });

  it('ignores a body, and an empty one with a JSON type is none', async () => {
    for (const body of ['', '{}', '{"a":', '[]', 'null']) {
      const { _id } = await make(kind);
      const answer = await service.call('DELETE', `/${kind}/${_id}`, { token: admin.token, body });
      expect([answer.status, answer.body], body).toEqual([200, { success: true, data: { _id } }]);
    }
  });
});
