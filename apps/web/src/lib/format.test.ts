import { describe, expect, it } from 'vitest';
import { formatsOf } from './format.ts';

describe('days', () => {
  it.each(['ar-SA', 'fa', 'fa-AF', 'th', 'th-TH-u-ca-buddhist', 'ja-JP-u-ca-japanese', 'he-u-ca-hebrew'])(
    'are Gregorian in %s, whose own calendar is another',
    (locale) => {
      const { day, longDay, month, instant, dayOfMonth } = formatsOf(locale);
      const digits = new Intl.NumberFormat(locale, { useGrouping: false });
      for (const text of [day('2026-11-05'), longDay('2026-11-05'), instant('2026-11-05T12:00:00Z')]) {
        expect(text).toContain(digits.format(2026));
        expect(text).toContain(digits.format(5));
      }
      expect(month('2026-11')).toContain(digits.format(2026));
      expect(dayOfMonth('2026-11-05')).toContain(digits.format(5));
    },
  );

  it('are written in one way, alone, with their weekday and with a time', () => {
    for (const locale of ['en-GB', 'ar', 'fr']) {
      const { day, longDay, instant } = formatsOf(locale, 'UTC');
      expect(longDay('2026-11-05')).toContain(day('2026-11-05'));
      expect(instant('2026-11-05T15:04:00Z')).toContain(day('2026-11-05'));
    }
    expect(formatsOf('en-US', 'UTC').instant('2026-11-05T15:04:00Z')).toBe('Nov 5, 2026, 15:04');
  });
});

describe('a list within a sentence', () => {
  it.each([
    ['en-GB', 'logs, bills and cheques'],
    ['es', 'logs, bills y cheques'],
    ['ar', 'logs وbills وcheques'],
  ])('is joined as in %s', (locale, written) =>
    expect(formatsOf(locale).and('logs', 'bills', 'cheques')).toBe(written),
  );
});

describe('amounts', () => {
  it.each([
    ['0', '0.00'],
    ['-150', '-150.00'],
    ['1250.5', '1,250.50'],
    ['7585.54', '7,585.54'],
    ['1.125', '1.125'],
    ['999999999999999.9999', '999,999,999,999,999.9999'],
  ])('%s has two decimals or more', (amount, written) => {
    expect(formatsOf('en').money(amount)).toBe(written);
  });

  it.each([
    ['en', 'ILS', 2, '-150', '-₪150.00'],
    ['en', 'JOD', 3, '1250.5', 'JOD\u00a01,250.500'],
    ['en', 'JPY', 0, '1250', '¥1,250'],
    ['en', 'JPY', 0, '1250.50', '¥1,250.50'],
    ['fr', 'EUR', 2, '7', '7,00\u00a0€'],
    ['ar', 'ILS', 2, '7', '\u2067\u20667.00\u2069\u00a0\u2068₪\u2069\u2069'],
    ['he', 'ILS', 2, '7', '\u2067\u20667.00\u2069\u00a0\u2068₪\u2069\u2069'],
  ])(
    'in %s have the digits and the sign of %s where the business has one',
    (locale, code, digits, amount, written) => {
      const { money, amount: plain } = formatsOf(locale, undefined, undefined, { code, digits });
      expect(money(amount)).toBe(written);
      expect(plain(amount)).not.toMatch(/[₪€¥A-Z]/);
    },
  );
});
