import { hash } from 'node:crypto';
import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { addressOf, callRest, procedure } from '../support/calls.ts';
import { documented, driftOf, operations } from '../support/document.ts';
import { makeExampleRecords, prepareGiven } from '../support/example-records.ts';
import { test as base } from '../support/test.ts';
import { expectFailure, openWire } from '../support/wire.ts';

// If-None-Match (RFC 9110, section 13.1.2).
const test = base
  .extend('wire', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const wire = openWire(service.url);
    onCleanup(wire.close);
    return wire;
  })
  /** Reads as the Administrator. */
  .extend('read', { scope: 'file' }, ({ wire, admin: { token } }) => {
    return (path: string, ifNoneMatch?: string, headers: Record<string, string> = {}, method = 'GET') =>
      wire.send(method, path, {
        token,
        headers: { ...headers, ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }) },
      });
  })
  .extend('tagOf', { scope: 'file' }, ({ read }) => async (path: string) => {
    const { status, headers } = await read(path);
    expect(status).toBe(200);
    return headers.get('etag') ?? '';
  })
  .extend('cheque', { scope: 'file' }, ({ make }) => async () => {
    const payee = await make('payees');
    const cheque = await make('cheques', { payee: payee._id });
    return { path: `/cheques/${cheque._id}`, payee: `/payees/${payee._id}` };
  });

const ofVersion = /^"[1-9][0-9]*"$/;
const ofVersionAndDigest = /^"[1-9][0-9]*-[\w-]{22}"$/;
const weak = /^W\/"[\w-]{22}(-more)?"$/;
/** Records that show nothing but what is their own. */
const plain = new Set(['users.get', 'bankAccounts.get', 'settings.get']);
const joined = new Set([
  'auth.me',
  'logs.get',
  // With the number of their attachments.
  'bills.get',
  'payees.get',
  'cheques.get',
  'chequebooks.get',
  'balanceReadings.get',
  'payEntries.get',
  'rates.get',
  'settlements.get',
  'webhooks.get',
]);
// An export says when it was made, so its tag is another one each time. Of a file it is its own (resources/attachments.test.ts).
const others = ['users.export', 'attachments.get'];
const reads = operations.filter(({ method, id }) => method === 'GET' && !others.includes(id));

describe('every GET', () => {
  test.beforeEach(({ service, admin }) => makeExampleRecords(service, admin));

  test.for(reads.map((operation) => [operation.path, operation] as const))(
    '%s',
    async ([, operation], { service, admin, read, wire }) => {
      const { id } = operation;
      await prepareGiven(service, admin, operation);
      const input = operation.meta.example?.parameters ?? {};
      const query = Object.entries(input)
        .filter(([name]) => !operation.params.includes(name))
        .map(([name, value]): [string, string] => [name, String(value)]);
      const path = `${addressOf(operation, input)}?${new URLSearchParams(query)}`;

      const first = await read(path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(plain.has(id) ? ofVersion : joined.has(id) ? ofVersionAndDigest : weak);
      const opaque = tag.replace('W/', '');

      for (const named of [opaque, `W/${opaque}`, `"x,y", ${opaque}`, `"x",W/${opaque} ,"z"`, '*'])
        for (const method of ['GET', 'HEAD']) {
          const again = await read(path, named, {}, method);
          expect([named, again.status, again.text]).toEqual([named, 304, '']);
          for (const name of ['etag', 'vary', 'cache-control', 'link'])
            expect(again.headers.get(name)).toBe(first.headers.get(name));
          expect(again.headers.get('cache-control')).toBe('no-store');
          expect(again.headers.has('date')).toBe(true);
          expect(again.headers.has('content-type')).toBe(false);
          if (method === 'GET') expect(driftOf(documented(operation), again)).toEqual([]);
        }
      for (const named of [
        '"x"',
        'W/"x"',
        `"${opaque}"`,
        opaque.slice(1, -1),
        `${opaque.slice(0, -1)}x"`,
        '',
      ]) {
        const again = await read(path, named);
        expect([named, again.status, again.text]).toEqual([named, 200, first.text]);
        expect(again.headers.get('etag')).toBe(tag);
      }
      if (operation.meta.access === 'open') return;
      const nobody = await wire.send('GET', path, { headers: { 'if-none-match': '*' } });
      expectFailure(nobody, 401, 'UNAUTHENTICATED');
      expect(nobody.headers.has('etag')).toBe(false);
    },
  );
});

describe('a tag', () => {
  test('is another when a payee is renamed, and If-Match takes the one of before', async ({
    cheque,
    read,
    tagOf,
    ask,
    service,
    admin: { token },
  }) => {
    const { path, payee } = await cheque();
    const [before, list] = [await tagOf(path), await tagOf('/cheques')];
    await ask('PUT', payee, { name: 'Renamed' });
    const renamed = await read(path, before);
    expect([renamed.status, renamed.body.data.payeeName, renamed.body.data.version]).toEqual([
      200,
      'Renamed',
      1,
    ]);
    expect(renamed.headers.get('etag')).not.toBe(before);
    expect((await read('/cheques', list)).status).toBe(200);

    const change = { token, body: { description: 'Rent' } };
    const put = (tag: string) => service.call('PUT', path, { ...change, headers: { 'if-match': tag } });
    const changed = await put(before);
    expect([changed.status, changed.body.data.version]).toEqual([200, 2]);
    for (const old of [before, renamed.headers.get('etag') ?? '', '"1"'])
      expectFailure(await put(old), 412, 'PRECONDITION_FAILED');
    expect((await put(`${before}, ${changed.headers.get('etag')}`)).status).toBe(200);
  });

  test('of a change is that of the record as it is read next', async ({
    cheque,
    service,
    admin: { token },
    read,
  }) => {
    const { path } = await cheque();
    const { headers } = await service.call('PUT', path, { token, body: { description: 'Rent' } });
    expect((await read(path, headers.get('etag') ?? '')).status).toBe(304);
  });

  test('names one form, one selection and one page', async ({ make, tagOf }) => {
    for (let count = 0; count < 3; count += 1) await make('bills');
    const paths = [
      '/bills',
      '/bills?fields=value',
      '/bills?fields=date',
      '/bills?limit=1',
      '/bills?sort=date',
    ];
    const tags = [];
    for (const path of paths) tags.push(await tagOf(path));
    expect(new Set(tags).size).toBe(paths.length);
  });

  test('tells that there is a next page where Link alone does', async ({ service, read }) => {
    const rows = (await read('/users')).body.data.length;
    const path = `/users?limit=${rows}`;
    const { headers } = await read(path);
    expect(headers.has('link')).toBe(false);
    // By name the last.
    const { username } = await service.person('User');
    await service.sql`update users set first_name = 'zzzz' where username = ${username}`;
    const more = await read(path, headers.get('etag') ?? '');
    expect([more.status, more.body.data.length, more.headers.has('link')]).toEqual([200, rows, true]);
    const same = await read(path, more.headers.get('etag') ?? '');
    expect([same.status, same.headers.get('link')]).toEqual([304, more.headers.get('link')]);
  });

  test('of a compressed list is weak, and leads to 304 as well', async ({
    make,
    service,
    admin: { token },
  }) => {
    for (let count = 0; count < 30; count += 1) await make('bills');
    const read = (ifNoneMatch = '') =>
      service.call('GET', '/bills', {
        token,
        headers: { 'accept-encoding': 'br', 'if-none-match': ifNoneMatch },
      });
    const { headers } = await read();
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('etag')).toMatch(weak);
    const again = await read(headers.get('etag') ?? '');
    expect([again.status, again.body, again.headers.get('content-encoding')]).toEqual([304, '', null]);
    expect(again.headers.get('vary')).toBe(headers.get('vary'));
  });

  test('of a list of megabytes is that of all of it', async ({ make, read }) => {
    for (let count = 0; count < 130; count += 1) await make('bills', { extraNotes: 'note '.repeat(1999) });
    const { text, headers } = await read('/bills');
    expect(text.length).toBeGreaterThan(1024 * 1024);
    expect(headers.get('etag')).toBe(`W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`);
    expect((await read('/bills', headers.get('etag') ?? '')).status).toBe(304);
  });

  test('is not that of a file, a failure or a deletion', async ({
    make,
    read,
    ask,
    service,
    admin: { token },
  }) => {
    const { _id } = await make('bills');
    for (const accept of ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']) {
      const { status, headers } = await read('/bills', '*', { accept });
      expect([status, headers.get('etag')]).toEqual([200, null]);
    }
    const removed = await service.call('DELETE', `/bills/${_id}`, {
      token,
      headers: { 'if-none-match': '*' },
    });
    expect([removed.status, removed.headers.get('etag')]).toEqual([200, null]);
    const gone = await read(`/bills/${_id}`, '*');
    expectFailure(gone, 404, 'NOT_FOUND');
    expect(gone.headers.has('etag')).toBe(false);
    expect(await ask('POST', `/bills/${_id}/restore`)).toMatchObject({ version: 3 });
  });

  test('of each version is taken by If-Match, and of this one alone', async ({
    cheque,
    service,
    admin: { token },
    tagOf,
  }) => {
    const { path } = await cheque();
    const put = (tag: string, value: number) =>
      service.call('PUT', path, { token, body: { value }, headers: { 'if-match': tag } });
    const tags = [await tagOf(path)];
    const seen = fc.record({ which: fc.nat(), weakly: fc.boolean(), among: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(seen, fc.integer({ min: 1, max: 999 }), async ({ which, weakly, among }, value) => {
        const index = Math.max(0, tags.length - 1 - (which % 3));
        const named = `${weakly ? 'W/' : ''}${tags[index]}`;
        const answer = await put(among ? `"x", ${named}, W/${tags.at(-1)}` : named, value);
        const isPresent = !weakly && index === tags.length - 1;
        expect(answer.status).toBe(isPresent ? 200 : 412);
        if (isPresent) tags.push(await tagOf(path));
        expect((await service.call('GET', path, { token })).headers.get('etag')).toBe(tags.at(-1));
      }),
      { numRuns: runs(60) },
    );
  });
});

test('a calendar is 304 to any tag that names it', async ({ service, ask }) => {
  const { url } = await ask('POST', '/calendars');
  const { pathname } = new URL(url);
  const tag = (await service.call('GET', pathname)).headers.get('etag') ?? '';
  for (const named of [tag, `W/${tag}`, `"x", ${tag}`, '*'])
    expect((await service.call('GET', pathname, { headers: { 'if-none-match': named } })).status).toBe(304);
});

test('the tag of a record does not come over tRPC', async ({ service, admin: { token }, make }) => {
  const { _id } = await make('bills');
  const answer = await callRest(service, procedure('bills.get'), { token, input: { billID: _id } });
  expect(answer.headers.get('etag')).toMatch(ofVersionAndDigest);
  const input = encodeURIComponent(JSON.stringify({ billID: _id }));
  const rpc = await service.call('GET', `/trpc/bills.get?input=${input}`, {
    token,
    headers: { 'if-none-match': '*' },
  });
  expect([rpc.status, rpc.headers.get('etag')]).toEqual([200, null]);
});
