import { roles } from '@daybook/domain';
import { describe, expect, it } from 'vitest';
import { searchPattern } from '../../../../../packages/domain/src/users/pattern.ts';
import type en from '../../locales/en.json';
import { editableFields, lengthIssue, searchFor } from './accounts.ts';

it.each([
  ['احمد', { name: 'احمد' }],
  ["Jean-Luc O'Neil ١٢", { name: "Jean-Luc O'Neil ١٢" }],
  ['^a', { search: '^a' }],
  ['a|b', { search: 'a|b' }],
  ['a.c', { search: 'a.c' }],
  [undefined, { search: undefined }],
])('what is typed as %j is asked for as %j', (typed, wanted) => {
  expect(searchFor(typed)).toEqual(wanted);
});

const texts = Object.values(
  import.meta.glob<typeof en>('../../locales/*.json', { import: 'default', eager: true }),
).map(({ users }) => users);

const contact = ['email', 'phoneNumber'];
const all = ['firstName', 'lastName', 'username', ...contact];
const [user, supervisor, administrator] = roles.map((accessLevel) => ({ _id: accessLevel, accessLevel }));

describe('the fields of an account that can be edited', () => {
  it.each([
    [user, user, contact],
    [user, { _id: 'x', accessLevel: 'User' as const }, []],
    [supervisor, supervisor, contact],
    [supervisor, user, all],
    [supervisor, { _id: 'x', accessLevel: 'Supervisor' as const }, []],
    [supervisor, administrator, []],
    [administrator, administrator, all],
    [administrator, supervisor, all],
  ])('by %j, of %j', (caller, account, fields) => {
    if (!caller || !account) throw new Error('There is a role too few.');
    expect(editableFields(caller, account)).toEqual(fields);
  });
});

const tooLong = '😀'.repeat(201);

describe('a pattern', () => {
  it('is too long for the page when it is for the service, and told alike', () => {
    let found: unknown;
    try {
      searchPattern(tooLong);
    } catch (error) {
      found = error;
    }
    expect(found).toMatchObject({ issues: [lengthIssue(tooLong)] });
    expect(lengthIssue('😀'.repeat(200))).toBeUndefined();
    expect(lengthIssue(undefined)).toBeUndefined();
  });

  it.each(
    texts.flatMap(({ help }) => [help.begins, help.ends, help.either, help.letter, help.word, help.length]),
  )('given as an example, %j, is taken', (pattern) => {
    expect(() => searchPattern(pattern)).not.toThrow();
  });
});
