import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultIn, invalidJson, invalidUtf8 } from '../src/json.ts';

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
