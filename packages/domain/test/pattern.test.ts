import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PatternError, searchPattern } from '../src/users/pattern.ts';

const refusal = (source: string): PatternError => {
  try {
    searchPattern(source);
  } catch (error) {
    if (error instanceof PatternError) return error;
    throw error;
  }
  throw new Error(`${source} was allowed`);
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
  test.each<[source: string, position: number, rule: RegExp]>([
    ['x'.repeat(201), 201, /At most 200 characters/],
    ['a\0', 2, /NUL/],
    ['a\ud800b', 2, /surrogate/],
    ['(a)\\1', 4, /back-reference/],
    ['(a)\\12', 4, /back-reference/],
    ['[\\1]', 2, /back-reference/],
    ['(a+)*', 5, /inside a repetition/],
    ['((ab)*c)+', 9, /inside a repetition/],
    ['(?:(?:.?){0,9}){0,9}', 16, /inside a repetition/],
    ['((a+)?b){2}', 9, /inside a repetition/],
    ['((?=a*)b)+', 10, /inside a repetition/],
    ['(a', 1, /"\(" is not closed/],
    ['a)b', 2, /"\)" closes nothing/],
    ['a[b', 2, /"\[" is not closed/],
    ['[]', 1, /"\[" is not closed/],
    ['[[:alpha:]', 1, /"\[" is not closed/],
    ['[a\\]', 1, /"\[" is not closed/],
    ['a\\', 2, /cannot end/],
    ['*a', 1, /nothing to repeat/],
    ['***=a', 1, /nothing to repeat/],
    ['a|+', 3, /nothing to repeat/],
    ['({2})', 2, /nothing to repeat/],
    ['a{1,2}{3}', 7, /nothing to repeat/],
    ['a+?+', 4, /nothing to repeat/],
    ['^*', 2, /repeats a condition/],
    ['\\b+', 3, /repeats a condition/],
    ['(?=a)?', 6, /repeats a condition/],
    ['a{3,2}', 2, /bound/],
    ['a{256}', 2, /bound/],
    ['a{1,256}', 2, /bound/],
    ['a{1', 2, /bound/],
    ['a{1,2,3}', 2, /bound/],
    ['a(?i)', 2, /options/],
    ['(?x)a', 1, /options/],
    ['a(?#b)', 2, /options/],
    ['(?<n>a)', 1, /options/],
    ['(?', 1, /options/],
    ['\\p{L}', 1, /means nothing/],
    ['[\\B]', 2, /means nothing/],
    ['.{0,255}.{0,255}', 9, /costly/],
    ['(|a){0,50}', 1, /costly/],
    ['(^|$|a){0,18}', 1, /costly/],
    ['(\\y|.)'.repeat(9), 25, /costly/],
    ['.*'.repeat(40), 61, /costly/],
    ['abcdefghijklmnopqrstuvwxyz|(\\w?){2}|\\w{0,20}', 37, /costly/],
    ['(?=.*(?=.*(?=.*!)))', 6, /costly/],
    ['(?=.*a)(?=.*b)(?=.*c)(?=.*d)(?=.*e)', 22, /costly/],
    ['.{0,100}\\b.{0,100}', 11, /costly/],
    ['[!-\u{10ffff}]'.repeat(17), 83, /wide ranges/],
    ['[!-\\U0010ffff]'.repeat(9) + '[!-[.\u{10ffff}.]]'.repeat(8), 192, /wide ranges/],
  ])('%j', (source, position, rule) => {
    const error = refusal(source);
    expect(error.message).toMatch(rule);
    expect(error.message).toContain(`(character ${position})`);
    expect(error.position).toBe(position);
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
  const outcome = (source: string): string | PatternError => {
    try {
      return searchPattern(source);
    } catch (error) {
      if (error instanceof PatternError) return error;
      throw error;
    }
  };

  test('is passed on or refused with a position in it', () => {
    fc.assert(
      fc.property(text, (source) => {
        const result = outcome(source);
        if (typeof result === 'string') return [...result].length === [...source].length;
        return result.position >= 1 && result.position <= [...source].length + 1;
      }),
      { numRuns: 2000 },
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
      { numRuns: 2000 },
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
