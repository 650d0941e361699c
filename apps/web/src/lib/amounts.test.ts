import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountSigns, readAmount } from './amounts.ts';
import { formatsOf } from './format.ts';
import { compare } from './money.ts';

const read = (typed: string, locale: string) => readAmount(typed, amountSigns(locale));

const locales = [
  ...[
    'en',
    'en-IN',
    'ar',
    'ar-EG',
    'ar-SA',
    'ar-MA',
    'ar-DZ',
    'ar-TN',
    'he',
    'fa',
    'ur',
    'ckb',
    'fr',
    'fr-CH',
  ],
  ...[
    'de',
    'de-AT',
    'de-CH',
    'tr',
    'es',
    'es-MX',
    'pt',
    'pt-PT',
    'it',
    'pl',
    'sv',
    'ru',
    'hi',
    'bn',
    'mr',
    'ne',
  ],
  ...['my', 'th-u-nu-thai', 'ja', 'id', 'sw', 'et', 'lv'],
];
const amounts = fc.stringMatching(/^-?(0|[1-9]\d{0,14})(\.\d{1,4})?$/);

describe('an amount', () => {
  it.each(locales)('is read back from how %s writes it', (locale) => {
    const { money } = formatsOf(locale);
    fc.assert(
      fc.property(amounts, (amount) => {
        const [back = '', ...others] = read(money(amount), locale);
        expect(others).toEqual([]);
        expect(compare(back, amount)).toBe(0);
        // Written with two decimals at least, and otherwise with its own.
        if (/\.\d\d/.test(amount)) expect(back).toBe(amount);
      }),
    );
  });

  it.each([
    ['1,250.5', '1250.5'],
    ['1,250,000', '1250000'],
    ['12,34,567.5', '1234567.5'],
    ['١٬٢٥٠٫٥', '1250.5'],
    ['۱۲۳', '123'],
    ['−150', '-150'],
    [' 1 250 ', '1250'],
    ['\u200e-5\u200f', '-5'],
    ['.5', '0.5'],
    ['0,125', '0.125'],
    ['1.250,50', '1250.50'],
    ['1.250.000', '1250000'],
  ])('typed as %j is read as %j in every locale', (typed, amount) => {
    for (const locale of locales) expect(read(typed, locale)).toEqual([amount]);
  });

  it.each([
    ['en', '1,250', ['1250']],
    ['en', '1.250', ['1.250']],
    ['en', '1,25', ['1.25', '125']],
    ['en', '1250,500', ['1250.500', '1250500']],
    ['ar-MA', '1.250', ['1250']],
    ['ar-MA', '1,250', ['1.250']],
    ['ar-MA', '12,5', ['12.5']],
    ['ar-MA', '12.5', ['12.5', '125']],
    ['tr', '1.250', ['1250']],
    ['tr', '-1.25', ['-1.25', '-125']],
    ['fr', '1.250', ['1.250', '1250']],
    ['fr', '1,250', ['1.250']],
    ['fr', '12.5', ['12.5']],
    ['de-CH', "1'250.5", ['1250.5']],
    ['ar-EG', '1,250', ['1.250', '1250']],
    ['ar-EG', '١٫٢٥٠', ['1.250']],
    ['ar-EG', '١٬٢٥٠', ['1250']],
  ])('in %s, typed as %j, can be %j', (locale, typed, readings) => {
    expect(read(typed, locale)).toEqual(readings);
  });

  it.each(['', '-', 'abc', '12.5.0', '1,250.', '1,25,0', '5-', '1٫2٫3'])('is not %j', (typed) => {
    for (const locale of locales) expect(read(typed, locale)).toEqual([]);
  });
});
