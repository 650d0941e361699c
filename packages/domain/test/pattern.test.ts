import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../src/errors.ts';
import { searchPattern } from '../src/users/pattern.ts';
import type { Issue } from '../src/values/issues.ts';

type Refusal = Extract<Issue, { readonly params: { readonly position: number } }>;

/** What is made of a pattern, or the issue of one that is refused. */
const outcome = (source: string): string | Refusal => {
  try {
    return searchPattern(source);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error).toMatchObject({ code: 'INVALID_SEARCH', issues: [{ path: ['search'] }] });
    return error.issues?.[0] as Refusal;
  }
};
const refusal = (source: string): Refusal => {
  const result = outcome(source);
  if (typeof result === 'string') throw new Error(`${source} was allowed`);
  return result;
};

describe('allowed', () => {
  test.each([
    '',
    '^A',
    'hopper|lovelace',
    '^(ada|grace) .*e$',
    '[äöü]',
    'محمد.*علي',
    "o'brien",
    '.{3,20}',
    '^.{0,30}$',
    '.{0,255}',
    '^[a-zäöü]+ [a-z]{2,20}$',
    '^[^ ]+ [^ ]+ [^ ]+$',
    '^\\w+\\s\\w+\\d?$',
    '(foo.*)?bar',
    '(a+){1}b',
    '(a+){0,1}?b',
    '(?:van|von) ',
    '^(?=.*ada)(?=.*grace)',
    '^(?!.*(test|admin)).*$',
    '(?<=van )\\w+',
    '.*.*.*.*.*x',
    'a|',
    '()',
    'a{',
    'a{,3}',
    'a}',
    '[]a]',
    '[^]a]',
    '[a[.].]b]',
    '[[:alpha:]-]',
    '[[:<:]]van[[:>:]]',
    '\\.\\*\\\\\\(',
    '\\mvan\\M|\\yvan\\Y|\\Aa\\Z',
    '\\u0627\\x41\\012\\c)',
    '[(*]',
    'x'.repeat(200),
    '[!-\u{10ffff}]'.repeat(16),
    '[a-zа-я一-龥]'.repeat(18),
    '😀'.repeat(200),
  ])('%s stays as it is', (source) => expect(searchPattern(source)).toBe(source));

  test.each([
    ['\\bvan\\b', '\\yvan\\y'],
    ['^\\bvan\\b.*\\bde\\b$', '^\\yvan\\y.*\\yde\\y$'],
    ['\\Bv', '\\Yv'],
    ['\\\\b\\\\\\b', '\\\\b\\\\\\y'],
    ['😀\\b', '😀\\y'],
    ['[\\b]\\b', '[\\b]\\y'],
    ['[]\\b]\\b', '[]\\b]\\y'],
    ['[[:alpha:]\\b]\\b', '[[:alpha:]\\b]\\y'],
  ])('%s becomes %s', (source, pattern) => expect(searchPattern(source)).toBe(pattern));
});

describe('refused', () => {
  test.each<[source: string, position: number, code: Refusal['code']]>([
    ['x'.repeat(201), 201, 'pattern_too_long'],
    ['a\0', 2, 'pattern_unstorable'],
    ['a\ud800b', 2, 'pattern_unstorable'],
    ['(a)\\1', 4, 'pattern_back_reference'],
    ['(a)\\12', 4, 'pattern_back_reference'],
    ['[\\1]', 2, 'pattern_back_reference'],
    ['[[:\\1:]]', 4, 'pattern_back_reference'],
    ['(a+)*', 5, 'pattern_nested_repetition'],
    ['((ab)*c)+', 9, 'pattern_nested_repetition'],
    ['(?:(?:.?){0,9}){0,9}', 16, 'pattern_nested_repetition'],
    ['((a+)?b){2}', 9, 'pattern_nested_repetition'],
    ['((?=a*)b)+', 10, 'pattern_nested_repetition'],
    ['(a', 1, 'pattern_open_group'],
    ['a)b', 2, 'pattern_unopened_group'],
    ['a[b', 2, 'pattern_open_bracket'],
    ['[]', 1, 'pattern_open_bracket'],
    ['[[:alpha:]', 1, 'pattern_open_bracket'],
    ['[a\\]', 1, 'pattern_open_bracket'],
    ['a\\', 2, 'pattern_trailing_backslash'],
    ['*a', 1, 'pattern_nothing_to_repeat'],
    ['***=a', 1, 'pattern_nothing_to_repeat'],
    ['a|+', 3, 'pattern_nothing_to_repeat'],
    ['({2})', 2, 'pattern_nothing_to_repeat'],
    ['a{1,2}{3}', 7, 'pattern_nothing_to_repeat'],
    ['a+?+', 4, 'pattern_nothing_to_repeat'],
    ['^*', 2, 'pattern_repeated_condition'],
    ['\\b+', 3, 'pattern_repeated_condition'],
    ['(?=a)?', 6, 'pattern_repeated_condition'],
    ['a{3,2}', 2, 'pattern_invalid_bound'],
    ['a{256}', 2, 'pattern_invalid_bound'],
    ['a{1,256}', 2, 'pattern_invalid_bound'],
    ['a{1', 2, 'pattern_invalid_bound'],
    ['a{1,2,3}', 2, 'pattern_invalid_bound'],
    ['a(?i)', 2, 'pattern_unknown_option'],
    ['(?x)a', 1, 'pattern_unknown_option'],
    ['a(?#b)', 2, 'pattern_unknown_option'],
    ['(?<n>a)', 1, 'pattern_unknown_option'],
    ['(?', 1, 'pattern_unknown_option'],
    ['\\p{L}', 1, 'pattern_unknown_escape'],
    ['[\\B]', 2, 'pattern_unknown_escape'],
    ['.{0,255}.{0,255}', 9, 'pattern_too_costly'],
    ['(|a){0,50}', 1, 'pattern_too_costly'],
    ['(^|$|a){0,18}', 1, 'pattern_too_costly'],
    ['(\\y|.)'.repeat(9), 25, 'pattern_too_costly'],
    ['.*'.repeat(40), 61, 'pattern_too_costly'],
    ['abcdefghijklmnopqrstuvwxyz|(\\w?){2}|\\w{0,20}', 37, 'pattern_too_costly'],
    ['(?=.*(?=.*(?=.*!)))', 6, 'pattern_too_costly'],
    ['(?=.*a)(?=.*b)(?=.*c)(?=.*d)(?=.*e)', 22, 'pattern_too_costly'],
    ['.{0,100}\\b.{0,100}', 11, 'pattern_too_costly'],
    ['[!-\u{10ffff}]'.repeat(17), 83, 'pattern_wide_ranges'],
    ['[!-\\U0010ffff]'.repeat(9) + '[!-[.\u{10ffff}.]]'.repeat(8), 192, 'pattern_wide_ranges'],
  ])('%j', (source, position, code) => {
    const issue = refusal(source);
    expect([issue.code, issue.params.position]).toEqual([code, position]);
    expect(issue.message).toContain(`(character ${position})`);
  });
});

describe('any text', () => {
  const tokens = [
    ...'ab10.*+?{}()[]|^$\\,-:=!<é',
    '(?:',
    '(?=',
    '(?<!',
    '{2,3}',
    '\\b',
    '\\1',
    '[^',
    '[:',
    ':]',
  ];
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 250 }),
    fc.array(fc.constantFrom(...tokens), { maxLength: 40 }).map((parts) => parts.join('')),
  );
  test('is passed on or refused with a position in it', () => {
    fc.assert(
      fc.property(text, (source) => {
        const result = outcome(source);
        if (typeof result === 'string') return [...result].length === [...source].length;
        return result.params.position >= 1 && result.params.position <= [...source].length + 1;
      }),
      { numRuns: runs(2000) },
    );
  });

  test('is passed on with no back-reference, no boundary left as a backspace, and for good', () => {
    fc.assert(
      fc.property(text, (source) => {
        const result = outcome(source);
        if (typeof result !== 'string') return true;
        const escaped = [...result.matchAll(/\\(c.|.)/gsu)].map((match) => match[1] ?? '');
        const backspaces = result.includes('[') ? [] : escaped.filter((sign) => /^[bB]$/.test(sign));
        const references = escaped.filter((sign) => /^[1-9]/.test(sign));
        return searchPattern(result) === result && references.length + backspaces.length === 0;
      }),
      { numRuns: runs(2000) },
    );
  });

  test('quoted sign by sign finds itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (name) => {
        const quoted = name.replace(/[^\w ]/g, '\\$&');
        return searchPattern(quoted) === quoted;
      }),
    );
  });
});
