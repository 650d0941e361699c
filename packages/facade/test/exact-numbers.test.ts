import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactNumbers } from '../src/exact-numbers.ts';

describe('numbers', () => {
  test.each([
    ['99999999999999.994999', true],
    ['-1.0000000000000000001', true],
    ['12345678901234567', true],
    ['1234567890123456.57e-3', true],
    ['0.30000000000000004', false],
    ['100000000000000000000', false],
    ['1.50000000000000000000', false],
    ['9007199254740993', false],
    ['0.00000000000000000', false],
    ['12345678901234567e400', true],
    [`1${'0'.repeat(300)}`, false],
  ])('%s becomes text: %s', (number, isText) => {
    const [value] = JSON.parse(exactNumbers(`[${number}]`)) as [unknown];
    expect(value).toBe(isText ? number : Number(number));
  });

  test('strings and property names do not change', () => {
    const text = '{"12345678901234567":"99999999999999.994999","\\"":"\\\\"}';
    expect(exactNumbers(text)).toBe(text);
  });

  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const digits = fc.string({ unit: fc.constantFrom(...'0123459'), minLength: 1, maxLength: 25 });
  const exponent = fc.oneof(
    fc.constant(''),
    fc.integer({ min: -400, max: 400 }).map((power) => `e${power}`),
  );
  const numbers = fc
    .tuple(fc.constantFrom('', '-'), digits, fc.oneof(fc.constant(''), digits), exponent)
    .map(([sign, whole, fraction, power]) => `${sign}${BigInt(whole)}${fraction && `.${fraction}`}${power}`);
  const texts = fc
    .string({ unit: fc.constantFrom('"', '\\', '1', '.', ',', ' ', '[', ':', '12345678901234567') })
    .map((text) => JSON.stringify(text));

  /** A number of JSON as whole digits times a power of ten; of zero there is one. */
  const exact = (text: string) => {
    const [, sign = '', whole = '', fraction = '', power = '0'] =
      /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
    let value = BigInt(whole + fraction);
    let exponent = Number(power) - fraction.length;
    if (value === 0n) return '0';
    for (; value % 10n === 0n; value /= 10n) exponent += 1;
    return `${sign}${value}e${exponent}`;
  };
  const isKept = (source: string) =>
    Number.isFinite(Number(source)) && exact(source) === exact(String(Number(source)));

  test('any document: a number that would change becomes a string, the rest stays the same', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        numbers,
        numbers,
        texts,
        fc.constantFrom('null', 'true'),
        tie('array'),
        tie('object'),
      ),
      array: fc.array(tie('tree')).map((items) => `[${items.join(' , ')}]`),
      object: fc
        .array(fc.tuple(texts, tie('tree')))
        .map((all) => `{${all.map(([name, of]) => `${name} :${of}`).join()}}`),
    }));
    fc.assert(
      fc.property(tree, (made) => {
        const json = `[12345678901234567,${made}]`;
        const expected: unknown = JSON.parse(json, ((
          _key: string,
          value: unknown,
          { source = '' } = {} as { source?: string },
        ) => (typeof value === 'number' && !isKept(source) ? source : value)) as (
          key: string,
          value: unknown,
        ) => unknown);
        expect(JSON.parse(exactNumbers(json))).toEqual(expected);
      }),
      { numRuns: runs(500) },
    );
  });

  test('invalid JSON stays invalid', () => {
    for (const text of [
      '[12345678901234567',
      `${'['.repeat(9e4)}12345678901234567`,
      '{12345678901234567:1}',
      '{12345678901234567 \n:1}',
      '[00000000000000000001]',
      '[1234567890123456.]',
      '[12345678901234567-1]',
      '[+12345678901234567]',
      '["12345678901234567]',
    ])
      expect(isJson(exactNumbers(text)), text).toBe(false);
    const unit = fc.constantFrom(...'[]{}:,"\\ -+.e0', '12345678901234567', '"a"');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(isJson(exactNumbers(text))).toBe(isJson(text));
      }),
      { numRuns: runs(2000) },
    );
  });

  // What takes the square of the length does not end here before the test does.
  test.each([
    ['one number', `[1${'0'.repeat(1e6)}1]`],
    ['a million numbers', `[${'1,'.repeat(1e6)}12345678901234567]`],
    ['signs of a text', `["${'\\'.repeat(1e6)}",12345678901234567]`],
    ['a text that does not end', `[12345678901234567,"${'\\"'.repeat(5e5)}`],
    ['spaces', `[12345678901234567${' '.repeat(1e6)}]`],
  ])('%s of 1 MB', (_, json) => {
    expect(isJson(exactNumbers(json))).toBe(isJson(json));
  });
});
