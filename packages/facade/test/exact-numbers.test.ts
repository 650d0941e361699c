import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkJsonLimits, exactNumbers, faultIn, invalidJson, invalidUtf8 } from '../src/json.ts';

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

test.each<[string, string]>([
  ['{"title":}', 'from line 1, column 10 on'],
  ['{"a":1,}', 'from line 1, column 8 on'],
  ['{"a":1 "b":2}', 'from line 1, column 8 on'],
  ["{'a':1}", 'from line 1, column 2 on'],
  ['{a:1}', 'from line 1, column 2 on'],
  ['{"a":1}}', 'from line 1, column 8 on'],
  ['{"a":[1,2}', 'from line 1, column 10 on'],
  ['{"a" 1}', 'from line 1, column 6 on'],
  ['{"a":01}', 'from line 1, column 7 on'],
  ['{"a":1.}', 'from line 1, column 7 on'],
  ['{"a":NaN}', 'from line 1, column 6 on'],
  ['{"a":"\\x"}', 'from line 1, column 7 on'],
  ['{"a":"é🙂\tb"}', 'from line 1, column 9 on'],
  ['{\n  "a": 1,\r\n  b: 2\n}', 'from line 3, column 3 on'],
  ['{"a":99999999999999999999, b}', 'from line 1, column 28 on'],
  ['{"a":', ': it ends at line 1, column 6'],
  ['{"a":"b', ': it ends at line 1, column 8'],
  ['[1,\n', ': it ends at line 2, column 1'],
  [' ', ': it ends at line 1, column 2'],
])('%j: %s', (json, where) => {
  expect(invalidJson(Buffer.from(json)).message).toContain(where);
});

test.each([
  [[0x61, 0xff, 0x61], 2],
  [[0xc3, 0xa9, 0xc0, 0xaf], 3],
  [[0xed, 0xa0, 0x80], 2],
  [[0x61, 0xe2, 0x82], 4],
])('bytes %j are no UTF-8 from byte %i on', (bytes, from) => {
  expect(invalidUtf8(Uint8Array.from(bytes), undefined).message).toContain(`from byte ${from} on`);
});

const parses = (json: string) => {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
};

const mutated = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.nat(),
    fc.constantFrom('', ...'{}[]",:\\ 0-.eEtu\n\u0000é'),
    fc.nat({ max: 2 }),
  )
  .map(([json, at, sign, removed]) => {
    const index = at % (json.length + 1);
    return json.slice(0, index) + sign + json.slice(index + removed);
  });

test('finds a fault where JSON.parse does, and in nothing else', () => {
  fc.assert(
    fc.property(mutated, (json) => {
      const fault = faultIn(json);
      expect(fault === undefined).toBe(parses(json));
      // Nothing before the fault is one: what comes before it can go on as JSON, or ends too early.
      if (fault !== undefined) expect(faultIn(json.slice(0, fault)) ?? fault).toBe(fault);
    }),
    { numRuns: runs(20_000) },
  );
});

test.each(['[', '{"a":', '"', '\\', '1,', '"\\', ' '])('a megabyte of %j costs little', (part) => {
  const json = part.repeat((1024 * 1024) / part.length);
  const before = process.cpuUsage();
  faultIn(json);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

const refused = (json: string) => () => checkJsonLimits(Buffer.from(json));
const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

describe('JSON that costs too much to parse', () => {
  test.each([
    ['levels', nested('[', ']', 21), /20 levels/],
    ['levels of objects', nested('{"a":', '}', 21), /20 levels/],
    ['names', `{${'"":1,'.repeat(25_000)}"":1}`, /25000 names/],
    ['empty objects', `[${'{},'.repeat(25_000)}1]`, /25000/],
    ['long numbers', `[${'12345678901234567,'.repeat(2001)}1]`, /2000 numbers/],
    ['numbers with a point', `[${'12345678.12345678,'.repeat(2001)}1]`, /2000 numbers/],
    ['numbers with an exponent', `[${'1E5,'.repeat(2001)}1]`, /2000 numbers/],
    ['digits', `{"a":${'1'.repeat(1001)}}`, /1000 digits/],
    ['digits after the point', `{"a":0.${'0'.repeat(1001)}}`, /1000 digits/],
  ])('is refused: too many %s', (_, json, message) => {
    expect(refused(json)).toThrow(
      expect.objectContaining({ kind: 'INVALID_BODY', message: expect.stringMatching(message) }),
    );
  });

  test('with unbalanced brackets is invalid JSON', () => {
    expect(refused('['.repeat(100_000))).toThrow(
      expect.objectContaining({
        kind: 'INVALID_JSON',
        message: 'The body is not valid JSON: 100000 brackets are not closed',
      }),
    );
  });

  test.each([
    ['values', `[${'1,'.repeat(400_000)}1]`],
    ['texts with all of these in them', JSON.stringify({ a: '[{,:"\\'.repeat(50_000), b: '1'.repeat(5000) })],
    ['a text that ends in a backslash', JSON.stringify({ a: '\\', b: '['.repeat(50) })],
    ['20 levels', nested('[', ']', 20)],
    ['siblings', `[${'[],'.repeat(5000)}[]]`],
    ['1000 digits', `${'1'.repeat(500)}.${'1'.repeat(499)}`],
    ['many of true, false and short numbers', `[${'true,false,0.5,'.repeat(5000)}1]`],
    ['what is no JSON', '}}}}]]]]:,"'],
    ['nothing', ''],
  ])('but not %s', (_, json) => {
    expect(refused(json)).not.toThrow();
  });
});
