import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts, isNegative, negate, sum } from './amounts.ts';

const amounts = fc.stringMatching(/^-?(0|[1-9]\d{0,14})(\.\d{1,4})?$/);

/** In ten thousandths. */
function units(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const size = BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0'));
  return amount.startsWith('-') ? -size : size;
}

describe('amounts', () => {
  it('add up exactly, and keep the digits of the finest', () => {
    fc.assert(
      fc.property(fc.array(amounts), (texts) => {
        const total = sum(texts);
        expect(units(total)).toBe(texts.reduce((all, text) => all + units(text), 0n));
        const digits = (text: string) => text.split('.')[1]?.length ?? 0;
        expect(digits(total)).toBe(Math.max(0, ...texts.map(digits)));
      }),
    );
  });

  it('are compared as numbers', () => {
    fc.assert(
      fc.property(amounts, amounts, (one, other) => {
        expect(Math.sign(compareAmounts(one, other))).toBe(
          Number(units(one) > units(other)) - Number(units(one) < units(other)),
        );
      }),
    );
  });

  it('are turned around, and back', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(units(negate(amount))).toBe(-units(amount));
        expect(units(negate(negate(amount)))).toBe(units(amount));
        expect(isNegative(amount)).toBe(units(amount) < 0n);
      }),
    );
  });

  it('stay exact where floats do not', () => {
    expect(sum(['0.1', '0.2'])).toBe('0.3');
    expect(sum(['999999999999999.9999', '0.0001'])).toBe('1000000000000000.0000');
    expect(sum([])).toBe('0');
    expect(negate('0.00')).toBe('0.00');
  });
});
