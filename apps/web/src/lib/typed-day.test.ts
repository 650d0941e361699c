import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDay } from './typed-day.ts';

const written = { year: 'numeric', month: 'short', day: 'numeric' } as const;

describe('a typed day', () => {
  it.each([
    '2026-01-05',
    '2026-1-5',
    '20260105',
    '5.1.2026',
    '05/01/2026',
    ' ٥/١/٢٠٢٦ ',
    '5 Jan 2026',
    '5-jan-2026',
    '5 January 2026',
    'Jan 5, 2026',
    '٥ يناير ٢٠٢٦',
    '5 كانون الثاني 2026',
  ])('%s is read', (typed) => expect(parseDay(typed)).toBe('2026-01-05'));

  it.each(['', '31/02/2026', '2026-02-30', '1899-12-31', '1/13/2026', '5 Foo 2026', '5/1/26', 'today'])(
    '%s is none',
    (typed) => expect(parseDay(typed)).toBeUndefined(),
  );

  it('is read as the lists write it', () => {
    const days = fc
      .date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, fc.constantFrom('en', 'en-GB', 'en-US', 'ar', 'ar-EG', 'ar-SY'), (day, locale) => {
        const format = new Intl.DateTimeFormat(locale, { ...written, calendar: 'gregory', timeZone: 'UTC' });
        expect(parseDay(format.format(new Date(day)))).toBe(day);
      }),
    );
  });
});
