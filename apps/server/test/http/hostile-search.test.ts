import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asker, bodies } from '../support/asking.ts';
import { expectFailure, expectSound } from '../support/failing.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// docs/rules.md, section 7: GET /users takes a regular expression from people, which may be wrong, or costly, or both.
let service: Service;
let admin: Person;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  const ask = asker(service, admin);
  for (const [firstName, lastName] of [
    ['Ada', 'Lovelace'],
    ['Grace', "O'Hopper_50%"],
    ['علي', 'حسن'],
    ['a'.repeat(100), 'b'.repeat(100)],
    ['aa '.repeat(33).trim(), 'é'.repeat(100)],
  ])
    await ask('POST', '/users', bodies.user({ firstName, lastName }));
});
afterAll(() => service.close());

const search = (pattern: string, token = admin.token) =>
  service.call('GET', `/users?search=${encodeURIComponent(pattern)}`, { token });
const found = async (pattern: string): Promise<string[]> => {
  const answer = await search(pattern);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.map((user: { fullName: string }) => user.fullName);
};
const expectRefused = async (pattern: string) => {
  const answer = await search(pattern);
  expectSound(answer);
  expect(expectFailure(answer, 400, 'INVALID_SEARCH'), pattern).toEqual(['search']);
};

describe('a search', () => {
  it.each([
    ['^ADA', ['Ada Lovelace']],
    ['lovelace$', ['Ada Lovelace']],
    ['ada|علي', ['Ada Lovelace', 'علي حسن']],
    ['^علي', ['علي حسن']],
    ['\\blove', ['Ada Lovelace']],
    ["o'hopper", ["Grace O'Hopper_50%"]],
    ['_50%$', ["Grace O'Hopper_50%"]],
    ['^a{100} b{100}$', [`${'a'.repeat(100)} ${'b'.repeat(100)}`]],
    ["' OR 1=1--", []],
    ['%', ["Grace O'Hopper_50%"]],
    ['; drop table users', []],
    ['$1', []],
  ])('%j finds what it says', async (pattern, names) => {
    expect((await found(pattern)).sort()).toEqual([...names].sort());
  });

  it('of nothing, or of anything, finds everybody', async () => {
    const all = await service.call('GET', '/users', { token: admin.token });
    for (const pattern of ['', '.', '.*', 'e*', '^'])
      expect(await found(pattern)).toHaveLength(all.body.data.length);
  });

  it.each([
    '(',
    ')',
    '[',
    '*',
    '+',
    '?a',
    'a{1,300}',
    'a{2,1}',
    '\\',
    '(?',
    '(?P<x>a)',
    '[[:nothing:]]',
    '[z-a]',
    'a**',
    '***bad',
    '(?<!x',
  ])('that is no regular expression is refused: %s', expectRefused);

  it.each([
    '(.{0,100}){0,100}x',
    '^(.+)(.+)(.+)(.+)\\4\\3\\2\\1$',
    '(a+)+$',
    '(a*)*b',
    '((a|aa)+)+$',
    '(a?){60}a{60}',
    '(?:(?:(?:.?){0,9}){0,9}){0,9}!',
    '(.)\\1',
    '((.*)*)*x',
  ])('that could take for ever is refused: %s', expectRefused);

  it('of more than 200 characters is refused, and of 200 is not', async () => {
    expect(await found('😀'.repeat(200))).toEqual([]);
    for (const length of [201, 2001]) await expectRefused('a'.repeat(length));
  });

  it.each(['\0', 'a\0b'])('with NUL is refused', expectRefused);

  it('is one text', async () => {
    const twice = await service.call('GET', '/users?search=a&search=b', { token: admin.token });
    expect(expectFailure(twice, 400, 'VALIDATION')).toEqual(['search']);
  });

  it('tells nothing to who may not list', async () => {
    const user = await service.person('User');
    for (const pattern of ['(', '.', '(a+)+$'])
      expectFailure(await search(pattern, user.token), 403, 'FORBIDDEN');
  });

  it('disturbs nobody, however costly', async () => {
    const costly = [
      '(.{0,100}){0,100}x',
      '(a+)+$',
      '^.*.*.*.*.*x$',
      '(a|b|ab)*(a|b|ab)*c',
      '[^x]*[^y]*[^z]*[^a]*!',
    ];
    const searches = Promise.all([...costly, ...costly].map((pattern) => search(pattern)));
    for (let n = 0; n < 10; n++) {
      const begun = performance.now();
      expect((await service.call('GET', `/users/${admin.id}`, { token: admin.token })).status).toBe(200);
      expect(performance.now() - begun).toBeLessThan(2000);
    }
    for (const answer of await searches) {
      expectSound(answer);
      expect([200, 400]).toContain(answer.status);
    }
  });
});
