import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serialize } from '../src/serialize.ts';

const written = async (body: unknown) => String(await serialize(body));

test('gives the same text as JSON.stringify', async () => {
  const item = fc.record({ id: fc.integer(), text: fc.string({ unit: 'binary' }) }, { requiredKeys: ['id'] });
  const list = fc.oneof(fc.array(item, { maxLength: 3 }), fc.array(item, { minLength: 101, maxLength: 260 }));
  const body = fc.record({
    success: fc.constant(true),
    data: list,
    next: fc.option(fc.string()),
    none: fc.constant(undefined),
  });
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      expect(await written(value)).toBe(JSON.stringify(value));
    }),
  );
});

test('also for a large list, while the event loop gets turns', async () => {
  const body = {
    data: Array.from({ length: 2000 }, (_, id) => ({ id, text: 'я"'.repeat(500) })),
    next: null,
  };
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  expect(await written(body)).toBe(JSON.stringify(body));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(1);
});

test('for values that are not objects, and lists at both ends', async () => {
  const long = Array.from({ length: 101 }, (_, n) => n);
  for (const value of [null, 5, 'x', [], long, { a: long }, { a: long, b: long }, { a: undefined, b: long }])
    expect(await written(value)).toBe(JSON.stringify(value));
});
