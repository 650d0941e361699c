import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountSigns, compareAmounts, isNegative, negate, readAmount, sum } from './amounts.ts';
import { formatsOf } from './format.ts';
import { bare } from './text.ts';

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
  it.each([
    ['12.5+3', ['15.5']],
    ['12.50 + 1,250.25 + 2', ['1264.75']],
    ['1.005+2', ['3.005']],
    ['12.5+', []],
    ['+3', []],
    ['12 + a', []],
  ])('%s is the sum of its terms', (typed, amounts) => expect(read(typed, 'en')).toEqual(amounts));

  it.each(locales)('is read back from how %s writes it', (locale) => {
    const { money } = formatsOf(locale);
    fc.assert(
      fc.property(amounts, (amount) => {
        const [back = '', ...others] = read(money(amount), locale);
        expect(others).toEqual([]);
        expect(compareAmounts(back, amount)).toBe(0);
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
    ['1 250,50', '1250.50'],
    ["1'250.50", '1250.50'],
    ['1’250’000', '1250000'],
    ['- 5', '-5'],
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

  it.each([
    ...['', '-', 'abc', '12.5.0', '1,250.', '1,25,0', '5-', '1٫2٫3', '1,23,4.5', '1,234,56,789', '12.50.000'],
    ...[
      '12 50',
      '1 2 3',
      '1  250',
      '12\t500',
      '1\n250',
      "12'50",
      "1'2'3",
      "12'34'567",
      '12٬50',
      '1,250 5',
      '1 250.500,5',
    ],
    // A soft hyphen and the sign of a number are seen; U+202E turns around what is seen: 12.50.
    ...['12\u00ad50', '\u060012', '\u202e05.21', '1\u2063250', '0x10', '1e3', '(5)', '+5'],
  ])('is not %j', (typed) => {
    for (const locale of locales) expect(read(typed, locale)).toEqual([]);
  });

  const groups = [',', '.', '٬', ' ', "'"];
  const decimals = ['.', ',', '٫'];

  /** Whether some locale writes this amount so. */
  function isWritten(amount: string, typed: string) {
    const text = bare(typed)
      .replaceAll('،', ',')
      .replaceAll('’', "'")
      .replace(/[\u00a0\u2009\u202f]/g, ' ')
      .replace(/^- /, '-');
    const digits = amount.split('.')[1]?.length ?? 0;
    const forms = ['en', 'en-IN'].flatMap((locale) =>
      [true, false].flatMap((useGrouping) => {
        const options = { useGrouping, minimumFractionDigits: digits, maximumFractionDigits: digits };
        const written = new Intl.NumberFormat(locale, options).format(amount as Intl.StringNumericLiteral);
        const all = groups.flatMap((group) =>
          decimals
            .filter((decimal) => decimal !== group && (locale === 'en' || group === ','))
            .map((decimal) => written.replace(/[,.]/g, (sign) => (sign === ',' ? group : decimal))),
        );
        return [...all, ...all.map((form) => form.replace(/^(-?)0(?=\D)/, '$1'))];
      }),
    );
    return forms.includes(text.replace(/^(-?)0+(?=\d+([.,٫]\d+)?$)/, '$1')) || forms.includes(text);
  }

  const separators = [...groups, ...decimals, '،', '’', '\u00a0', '\u202f', '\t', '\u00ad', ';', '-', '/'];

  it.each(locales)('with a wrong separator is no other one in %s, or asked about', (locale) => {
    const { money } = formatsOf(locale);
    const wrong = fc.record({
      amount: amounts,
      isPlain: fc.boolean(),
      changes: fc.array(
        fc.record({
          at: fc.nat(24),
          kind: fc.constantFrom('put', 'replace', 'remove'),
          separator: fc.constantFrom(...separators),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(wrong, ({ amount, isPlain, changes }) => {
        const typed = changes
          .reduce(
            (signs, { at, kind, separator }) => {
              const places = signs.flatMap((sign, index) => (/\p{Nd}/u.test(sign) ? [] : [index]));
              const place = places[at % places.length] ?? 0;
              if (kind === 'put' || places.length === 0)
                return signs.toSpliced(at % (signs.length + 1), 0, separator);
              return signs.toSpliced(place, 1, ...(kind === 'replace' ? [separator] : []));
            },
            [...(isPlain ? amount : money(amount))],
          )
          .join('');
        const [only, ...others] = read(typed, locale);
        if (only !== undefined && others.length === 0)
          expect(isWritten(only, typed), `${typed}: ${only}`).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });
});

const decimals = fc.stringMatching(/^-?(0|[1-9]\d{0,14})(\.\d{1,4})?$/);

/** In ten thousandths. */
function units(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const size = BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0'));
  return amount.startsWith('-') ? -size : size;
}

describe('amounts', () => {
  it('add up exactly, and keep the digits of the finest', () => {
    fc.assert(
      fc.property(fc.array(decimals), (texts) => {
        const total = sum(texts);
        expect(units(total)).toBe(texts.reduce((all, text) => all + units(text), 0n));
        const digits = (text: string) => text.split('.')[1]?.length ?? 0;
        expect(digits(total)).toBe(Math.max(0, ...texts.map(digits)));
      }),
    );
  });

  it('are compared as numbers', () => {
    fc.assert(
      fc.property(decimals, decimals, (one, other) => {
        expect(Math.sign(compareAmounts(one, other))).toBe(
          Number(units(one) > units(other)) - Number(units(one) < units(other)),
        );
      }),
    );
  });

  it('are turned around, and back', () => {
    fc.assert(
      fc.property(decimals, (amount) => {
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
