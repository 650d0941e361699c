import { describe, expect, test } from 'vitest';
import { checkJsonLimits } from '../src/json.ts';

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
