import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SortValue, sortRows, toggledSort } from './columns.ts';

const columns = [{ key: 'value', sortBy: (value: SortValue) => value }, { key: 'other' }];

describe('rows', () => {
  it('are sorted by numbers, big ones and texts with numbers in them', () => {
    expect(sortRows([10, 9, 100], columns, 'value')).toEqual([9, 10, 100]);
    expect(sortRows([10n, -9n], columns, '-value')).toEqual([10n, -9n]);
    expect(sortRows(['a10', 'a9', 'á1'], columns, 'value')).toEqual(['á1', 'a9', 'a10']);
  });

  it('without a value come last, in either direction', () => {
    expect(sortRows([null, 2, 1], columns, 'value')).toEqual([1, 2, null]);
    expect(sortRows([null, 2, 1], columns, '-value')).toEqual([2, 1, null]);
  });

  it('stay as they came where nothing sorts', () => {
    const rows = [2, 1];
    for (const sort of [undefined, 'other', 'unknown', '-unknown'])
      expect(sortRows(rows, columns, sort)).toBe(rows);
  });

  it('that are equal keep their order', () => {
    const pairs = [{ key: 'value', sortBy: ([value]: readonly [number, number]) => value }];
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3 })),
        fc.constantFrom('value', '-value'),
        (values, sort) => {
          const rows = values.map((value, index) => [value, index] as const);
          const result = sortRows(rows, pairs, sort);
          result.forEach(([value, index], at) => {
            const [nextValue, nextIndex] = result[at + 1] ?? [];
            if (value === nextValue) expect(index).toBeLessThan(nextIndex ?? 0);
          });
        },
      ),
    );
  });

  it('are asked for up, down, and as they came', () => {
    expect(toggledSort('name', undefined)).toBe('name');
    expect(toggledSort('name', 'name')).toBe('-name');
    expect(toggledSort('name', '-name')).toBeUndefined();
    expect(toggledSort('name', 'date')).toBe('name');
  });
});
