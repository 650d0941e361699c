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
});
