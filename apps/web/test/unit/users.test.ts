import { roles } from '@daybook/domain';
import { describe, expect, it } from 'vitest';
import { searchPattern } from '../../../../packages/domain/src/users/pattern.ts';
import { editableFields } from '../../src/features/users/account-access.ts';
import ar from '../../src/features/users/locales/ar.json' with { type: 'json' };
import en from '../../src/features/users/locales/en.json' with { type: 'json' };
import { isTooLong, patternFault } from '../../src/features/users/pattern-message.ts';

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

const refusals = {
  tooLong: 'a'.repeat(201),
  unstorable: 'a\0',
  costly: '(a|b|c|d){200}x{200}y{200}',
  endsInBackslash: 'a\\',
  backReference: '(a)\\1',
  meaningless: '\\q',
  openBracket: '[a',
  wide: `[${'a-\u{10000}'.repeat(17)}]`,
  options: '(?x)a',
  openGroup: '(a',
  bound: 'a{9,2}',
  nothingToRepeat: '*a',
  repeatsCondition: '^*',
  nested: '(a+)+',
  closesNothing: 'a)',
};

describe('a pattern', () => {
  it.each(Object.entries(refusals))('is refused as %s, and told so', (fault, pattern) => {
    let message = '';
    try {
      searchPattern(pattern);
    } catch (error) {
      message = (error as Error).message;
    }
    const told = patternFault(message);
    expect(told?.fault, message).toBe(fault);
    expect(told?.position).toBeGreaterThan(0);
    for (const { pattern: texts } of [en, ar]) expect(texts).toHaveProperty(fault);
  });

  it('is too long for the page when it is for the service', () => {
    expect(isTooLong('😀'.repeat(200))).toBe(false);
    expect(isTooLong('😀'.repeat(201))).toBe(true);
    expect(isTooLong(undefined)).toBe(false);
  });

  it.each(
    [en, ar].flatMap(({ help }) => [
      help.begins,
      help.ends,
      help.either,
      help.letter,
      help.word,
      help.length,
    ]),
  )('given as an example, %j, is taken', (pattern) => {
    expect(() => searchPattern(pattern)).not.toThrow();
  });
});
