import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asker, unknownId } from '../support/asking.ts';
import { expectFailure, expectSound } from '../support/failing.ts';
import { kinds, makeReferences, sampleOf } from '../support/records.ts';
import { type Person, type Service, startService } from '../support/service.ts';
import { openWire } from '../support/wire.ts';

// Identifiers and queries that no client of good will sends.
let service: Service;
let admin: Person;
let references: Awaited<ReturnType<typeof makeReferences>>;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  references = await makeReferences(asker(service, admin));
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: admin.token, body });

const together = <T>(values: readonly T[], work: (value: T) => Promise<void>) =>
  Promise.all(values.map(work));

describe('identifiers that name nothing', () => {
  const ids = [
    ...['x', 'null', 'undefined', 'NaN', '0', '-1', unknownId, '00000000-0000-0000-0000-000000000000'],
    ...[
      '%00',
      '%0a',
      '%20',
      '%2e%2e%2f',
      '..%2f..',
      '%ED%A0%80x',
      "'%20OR%201=1--",
      '1;drop%20table%20users',
      '%7B%7D',
    ],
    ...['__proto__', 'constructor', 'toString', '%F0%9F%99%82', 'a'.repeat(5000), `{${unknownId}}`],
  ];

  it.each(kinds)('are 404 for %s', async (kind) => {
    const other = kind === 'payees' ? references.worker : references.payee;
    const [change] = Object.entries(sampleOf[kind](references.worker, references.payee).required);
    const wire = openWire(service.url);
    for (const id of [...ids, other, other.toUpperCase(), other.replaceAll('-', '')]) {
      const options = { token: admin.token, headers: { 'content-type': 'application/json' } };
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body =
          method === 'PUT' ? JSON.stringify(Object.fromEntries(change ? [change] : [])) : undefined;
        const answer = await wire.send(method, `/${kind}/${id}`, { ...options, body });
        // Bytes that are no UTF-8 are no address at all.
        if (id.startsWith('%ED')) expect([400, 404], id).toContain(answer.status);
        else expectFailure(answer, 404, 'NOT_FOUND');
      }
    }
    wire.close();
  });

  it('are 404 for sessions, and 404 before what else is wrong with an account', async () => {
    for (const id of ['x', unknownId, references.worker, '%00'])
      expectFailure(await call('DELETE', `/auth/sessions/${id}`), 404, 'NOT_FOUND');
    expectFailure(await call('PATCH', `/users/${unknownId}/role`, { role: 'User' }), 404, 'NOT_FOUND');
    expectFailure(await call('PATCH', `/users/${unknownId}/status`, { active: 'true' }), 404, 'NOT_FOUND');
    expectFailure(await call('DELETE', `/users/${references.payee}`), 404, 'NOT_FOUND');
  });
});

describe('queries', () => {
  const known: [string, string][] = [
    ['limit', '/users'],
    ['active', '/users'],
    ['role', '/users'],
    ['cursor', '/users'],
    ['from', '/logs'],
    ['to', '/logs'],
    ['isAbsent', '/logs'],
    ['limit', '/logs'],
    ['cursor', '/logs'],
    ['from', '/cheques'],
    ['isCancelled', '/cheques'],
    ['cursor', '/cheques'],
    ['to', '/bills'],
    ['cursor', '/bills'],
    ['limit', '/payees'],
    ['cursor', '/payees'],
  ];
  it.each(known)('%s of %s is refused by its name', async (name, path) => {
    const wrong = [
      'x',
      '%00',
      '-1',
      '0',
      '1001',
      '%F0%9F%99%82',
      '[]',
      '{}',
      'null',
      '1e1',
      `${'9'.repeat(300)}`,
    ];
    await together(wrong, async (value) => {
      const answer = await call('GET', `${path}?${name}=${value}`);
      expectSound(answer);
      expect(expectFailure(answer, 400, 'VALIDATION'), value).toEqual([name]);
    });
    const twice = await call('GET', `${path}?${name}=true&${name}=true`);
    expect(expectFailure(twice, 400, 'VALIDATION')).toEqual([name]);
  });

  it.each(['/cheques', '/bills', '/payees'])(
    'search of %s takes any text that can be stored',
    async (path) => {
      for (const text of ['%25', '_', "'", '%5C', '(', '.*', '%F0%9F%99%82', "'%20OR%201=1--", '%0a'])
        expect((await call('GET', `${path}?search=${text}`)).status, text).toBe(200);
      for (const text of ['%00', 'a%00b', 'x'.repeat(201)])
        expect(expectFailure(await call('GET', `${path}?search=${text}`), 400, 'VALIDATION')).toEqual([
          'search',
        ]);
    },
  );

  it.each(['/users', '/logs', '/cheques', '/bills', '/payees'])(
    '%s ignores what it does not know',
    async (path) => {
      const plain = await call('GET', path);
      for (const query of [
        'x=1',
        '__proto__=x',
        '__proto__[x]=1',
        'constructor=x',
        'search[$ne]=x',
        'limit[]=5',
        '&&&',
        '=',
        'toString=1',
      ]) {
        const answer = await call('GET', `${path}?${query}`);
        expect([answer.status, answer.body], query).toEqual([200, plain.body]);
      }
    },
  );

  it.each(['%', '%f', '%ff', '%ED%A0%80', '%C0%AF'])(
    'a broken escape is text or refused: %s',
    async (value) => {
      for (const path of ['/users', '/payees', '/cheques', '/bills']) {
        const answer = await call('GET', `${path}?search=${value}`);
        expectSound(answer);
        expect([200, 400]).toContain(answer.status);
      }
    },
  );
});
