import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../i18n/languages.ts';
import { formatsOf } from './format.ts';
import { formatDigits, parseDay } from './typed-day.ts';

/** A Thursday. */
const today = '2026-11-05';
const locales = [
  ...languages,
  'en-GB',
  'en-US',
  'ar-EG',
  'ar-SY',
  'ar-DZ',
  'ar-MA',
  'he',
  'fr',
  'tr',
  'es',
  'pt-BR',
];

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
    'Mon, 5 January 2026',
    '٥ يناير ٢٠٢٦',
    '5 كانون الثاني 2026',
  ])('%s is read', (typed) => expect(parseDay(typed, 'ar', today)).toBe('2026-01-05'));

  it.each([
    ['en-GB', '5/11', '2026-11-05'],
    ['en-GB', '5.11', '2026-11-05'],
    ['en-US', '5/11', '2026-05-11'],
    ['en-US', '5.11', '2026-05-11'],
    ['en-US', '3/4/2026', '2026-03-04'],
    ['en-GB', '3/4/2026', '2026-04-03'],
    ['en-US', '2026/3/4', '2026-03-04'],
    ['en-US', '12/31', '2026-12-31'],
    // Never in the order that is not shown.
    ['en-US', '13/1/2026', undefined],
    ['en-GB', '1/13/2026', undefined],
    ['ar-EG', '٥٫١١', '2026-11-05'],
    ['fr', '5,11', '2026-11-05'],
    ['en', '5 nov', '2026-11-05'],
    ['en', 'Nov 5', '2026-11-05'],
    ['en', '1/5', '2027-01-05'],
    ['en', '29 Feb', undefined],
    ['en', 'today', '2026-11-05'],
    ['en', 'Tomorrow', '2026-11-06'],
    ['en', 'yesterday', '2026-11-04'],
    ['en', '+30', '2026-12-05'],
    ['en', '-1', '2026-11-04'],
    ['ar', '+٣٠', '2026-12-05'],
    ['ar', 'اليوم', '2026-11-05'],
    ['ar', 'غدا', '2026-11-06'],
    ['ar', 'أمس', '2026-11-04'],
    ['ar', 'السبت', '2026-11-07'],
    ['en', 'thursday', '2026-11-05'],
    ['en', 'wed', '2026-11-11'],
    ['he', 'מחר', '2026-11-06'],
    ['fr', "aujourd'hui", '2026-11-05'],
    ['fr', '5 déc.', '2026-12-05'],
    ['tr', 'YARIN', '2026-11-06'],
    ['tr', '5 KASIM', '2026-11-05'],
    ['es', '5 de enero de 2027', '2027-01-05'],
    ['es', 'mañana', '2026-11-06'],
  ])('in %s, %s is %s', (locale, typed, day) => expect(parseDay(typed, locale, today)).toBe(day));

  it.each([
    ...[
      '',
      '31/02/2026',
      '2026-02-30',
      '1899-12-31',
      '13/1/2026',
      '5 Foo 2026',
      '5/1/26',
      'soon',
      'Nov',
      '5 6 Nov',
    ],
    ...['+', '-99999', '1 2 3 Nov', '2026 5 11 Nov'],
  ])('%s is none', (typed) => expect(parseDay(typed, 'en', today)).toBeUndefined());

  it.each([
    ['20', '2026-11-20', '2026-10-20'],
    ['6', '2026-11-06', '2026-10-06'],
    ['5', today, today],
    ['31', '2026-10-31', '2026-10-31'],
    ['thu', today, today],
    ['mon', '2026-11-09', '2026-11-02'],
    ['Fri', '2026-11-06', '2026-10-30'],
  ])('%s is the nearest such day, or the last', (typed, nearest, last) => {
    expect(parseDay(typed, 'en', today)).toBe(nearest);
    expect(parseDay(typed, 'en', today, true)).toBe(last);
  });

  it.each(['0', '32'])('%s is no day of a month', (typed) =>
    expect(parseDay(typed, 'en', today)).toBeUndefined(),
  );

  it.each(locales)('in digits is read in the order in which %s shows it', (locale) => {
    const shown = formatsOf(locale).day('2026-11-25');
    const isMonthFirst = shown.search(/25|٢٥/) > shown.search(/\p{L}/u);
    expect(parseDay('3/4/2026', locale, today)).toBe(isMonthFirst ? '2026-03-04' : '2026-04-03');
    expect(parseDay(formatDigits(locale, 31, 1, 2026), locale, today)).toBe('2026-01-31');
  });

  it.each(locales)('is read as the lists of %s write it, with its weekday too', (locale) => {
    const days = fc
      .date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const { day, longDay } = formatsOf(locale);
    fc.assert(
      fc.property(days, (text) => {
        expect(parseDay(day(text), locale, today)).toBe(text);
        expect(parseDay(longDay(text), locale, today)).toBe(text);
      }),
      { numRuns: runs(30) },
    );
  });
});
