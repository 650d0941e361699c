import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnWidths } from './column-widths.ts';

const day = { min: 100, max: 100, isOptional: false, isText: false };
const name = { min: 60, max: 200, isOptional: false, isText: true };
const notes = { min: 50, max: 400, isOptional: true, isText: true };
const due = { ...day, isOptional: true };

describe('columns of a table', () => {
  it('with texts share what is left, and where there is none, all do', () => {
    expect(columnWidths(600, [day, name])).toEqual([100, 500]);
    expect(columnWidths(1000, [day, name, { ...name, max: 100 }])).toEqual([100, 600, 300]);
    expect(columnWidths(600, [day, { ...day, min: 200, max: 200 }])).toEqual([200, 400]);
  });

  it('of one line stay whole, while those of several words become narrower', () => {
    expect(columnWidths(250, [day, name])).toEqual([100, 150]);
    expect(columnWidths(200, [day, name])).toEqual([100, 100]);
  });

  it('are left out where names would be squeezed, the last optional one first', () => {
    expect(columnWidths(400, [day, name, due, notes])).toEqual([100, 200, 100, undefined]);
    expect(columnWidths(300, [day, name, due, notes])).toEqual([100, 200, undefined, undefined]);
  });

  it('have room when one has a text of many words or a very long one', () => {
    const long = { min: 5000, max: 90_000, isOptional: false, isText: true };
    expect(columnWidths(600, [day, long])).toEqual([100, 500]);
    expect(columnWidths(200, [day, long])).toEqual([expect.closeTo(64.9, 1), expect.closeTo(135.1, 1)]);
  });

  it('fill the room exactly, and those that must be there are', () => {
    const column = fc
      .record({
        min: fc.integer({ min: 1, max: 900 }),
        more: fc.nat(900),
        isOptional: fc.boolean(),
        isText: fc.boolean(),
      })
      .map(({ more, ...column }) => ({ ...column, max: column.min + more }));
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 3000 }),
        fc.array(column, { minLength: 1 }),
        (room, columns) => {
          const all = [day, ...columns];
          const widths = columnWidths(room, all);
          expect(widths.reduce<number>((sum, width = 0) => sum + width, 0)).toBeCloseTo(room, 5);
          widths.forEach((width, index) => {
            if (!all[index]?.isOptional) expect(width).toBeGreaterThan(0);
          });
        },
      ),
    );
  });
});
