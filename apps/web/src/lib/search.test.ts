import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayParameter,
  flagParameter,
  inOrder,
  monthParameter,
  parseSearch,
  stringifySearch,
  textParameter,
} from './search.ts';

describe('days in the wrong order', () => {
  it.for([
    [
      { from: '2026-12-31', to: '2026-11-30', search: 'a' },
      { from: '2026-12-31', search: 'a' },
    ],
    [
      { from: '2026-11-30', to: '2026-11-30' },
      { from: '2026-11-30', to: '2026-11-30' },
    ],
    [{ to: '2026-11-30' }, { to: '2026-11-30' }],
    [{ from: '2026-11-30' }, { from: '2026-11-30' }],
  ])('%j is asked for as %j', ([filters, asked]) => {
    expect(inOrder(filters as object)).toEqual(asked);
  });
});

const names = fc.string({ minLength: 1, unit: 'grapheme' }).filter((name) => name.isWellFormed());
const values = names;

describe('the query of an address', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(fc.dictionary(names, values), (search) => {
        expect(parseSearch(stringifySearch(search))).toEqual({ ...search });
      }),
    );
  });

  it('keeps texts that look like numbers', () => {
    expect(parseSearch('?serial=0012&search=%5Ea%2B')).toEqual({ serial: '0012', search: '^a+' });
  });

  it('leaves out what is not set', () => {
    expect(stringifySearch({ a: undefined, b: null, c: '' })).toBe('');
    expect(stringifySearch({ a: undefined, b: false, c: 0 })).toBe('?b=false&c=0');
  });

  it('counts what cannot be read as absent', () => {
    expect(dayParameter.parse('2026-02-30')).toBeUndefined();
    expect(dayParameter.parse('2024-02-29')).toBe('2024-02-29');
    expect(monthParameter.parse('2026-13')).toBeUndefined();
    expect(monthParameter.parse('2026-12')).toBe('2026-12');
    expect(flagParameter.parse('yes')).toBeUndefined();
    expect(textParameter.parse('')).toBeUndefined();
  });
});
