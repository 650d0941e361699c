import { resources } from '@daybook/domain';
import { expect } from 'vitest';
import { pathOf } from '../support/samples/index.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectSound } from '../support/wire.ts';

const it = test.extend(
  'get',
  { scope: 'file' },
  ({ service, admin: { token } }) =>
    (path: string) =>
      service.call('GET', path, { token }),
);

const known = Object.entries({
  users: ['limit', 'cursor', 'active', 'role'],
  logs: ['limit', 'cursor', 'from', 'to', 'isAbsent'],
  payees: ['limit', 'cursor'],
  cheques: ['cursor', 'from', 'isCancelled'],
  bills: ['cursor', 'to'],
});

it.for(known.flatMap(([resource, parameters]) => parameters.map((name) => [name, `/${resource}`] as const)))(
  '%s of %s is refused by its name',
  async ([name, path], { get }) => {
    const wrong = 'x %00 -1 0 1001 %F0%9F%99%82 [] {} null 1e1'.split(' ');
    for (const value of [...wrong, '9'.repeat(300)]) {
      const answer = await get(`${path}?${name}=${value}`);
      expectSound(answer);
      expect(expectFailure(answer, 400, 'VALIDATION'), value).toEqual([name]);
    }
    const twice = await get(`${path}?${name}=true&${name}=true`);
    expect(expectFailure(twice, 400, 'VALIDATION')).toEqual([name]);
  },
);

it.for(['/cheques', '/bills', '/payees'])(
  'search of %s takes any text that can be stored',
  async (path, { get }) => {
    for (const text of ['%25', '_', "'", '%5C', '(', '.*', '%F0%9F%99%82', "'%20OR%201=1--", '%0a'])
      expect((await get(`${path}?search=${text}`)).status, text).toBe(200);
    for (const text of ['%00', 'a%00b', 'x'.repeat(201)]) {
      const answer = await get(`${path}?search=${text}`);
      expect(expectFailure(answer, 400, 'VALIDATION'), text).toEqual(['search']);
    }
  },
);

const unknown = [
  'x=1',
  '__proto__=x',
  '__proto__[x]=1',
  'constructor=x',
  'search[$ne]=x',
  'limit[]=5',
  '&&&',
  '=',
  'toString=1',
];
it.for(resources)('/%s ignores what it does not know', async (resource, { get }) => {
  const plain = await get(pathOf(resource));
  expect(plain.headers.get('unknown-parameters')).toBeNull();
  for (const query of unknown) {
    const answer = await get(`${pathOf(resource)}?${query}`);
    expect([answer.status, answer.body], query).toEqual([200, plain.body]);
  }
});

it.for([
  ['/logs?form=2024-1-1', '"form";suggestion="from"'],
  [
    '/logs?From=2024-1-1&is_absent=true&limit=1',
    '"From";suggestion="from", "is_absent";suggestion="isAbsent"',
  ],
  ['/users?serach=a', '"serach";suggestion="search"'],
  ['/bills/summary?form=2024-1-1', '"form";suggestion="from"'],
  ['/logs?userId=1&page=2&x=1&worker=', '"userId", "page", "x"'],
  ['/logs?%22%0d%0aset-cookie:x=1&frm%00=1&constructor=1', '"???set-cookie?x", "frm?", "constructor"'],
  [`/logs?${'from'.repeat(30)}=1`, `"${'from'.repeat(10)}"`],
  [
    `/logs?${Array.from({ length: 30 }, (_, i) => `x${i}=1`).join('&')}`,
    Array.from({ length: 20 }, (_, i) => `"x${i}"`).join(', '),
  ],
  ['/auth?limit=1', '"limit"'],
] as const)('%s names what it does not know: %j', async ([path, named], { get }) => {
  expect((await get(path)).headers.get('unknown-parameters')).toBe(named);
});

it.for(['%', '%f', '%ff', '%ED%A0%80', '%C0%AF'])(
  'a broken escape is text or refused: %s',
  async (value, { get }) => {
    for (const path of ['/users', '/payees', '/cheques', '/bills']) {
      const answer = await get(`${path}?search=${value}`);
      expectSound(answer);
      expect([200, 400]).toContain(answer.status);
    }
  },
);
