import { describe, expect, it } from 'vitest';
import { countryOf, toInternational } from './phones.ts';

describe('a phone number', () => {
  it.each([
    ['IL', '052-123 4567', '+972521234567'],
    ['IL', '٠٥٢١٢٣٤٥٦٧', '+972521234567'],
    ['IL', '+٩٧٢ ٥٢ ١٢٣ ٤٥٦٧', '+972521234567'],
    ['IL', '00 1 212 555 0123', '+12125550123'],
    ['FR', '06 12 34 56 78', '+33612345678'],
    ['EG', '+972 (52) 123-4567', '+972521234567'],
    ['TR', '0532 123 45 67', '+905321234567'],
    [undefined, '+905321234567', '+905321234567'],
    [undefined, '052-123 4567', '052-123 4567'],
    ['GB', '+44 (0)20 7946 0018', '+44 (0)20 7946 0018'],
    ['GB', '(0) 20 7946 0018', '(0) 20 7946 0018'],
    ['IL', '052-123 4567 / 053-765 4321', '052-123 4567 / 053-765 4321'],
    ['IL', 'call 052-123 4567', 'call 052-123 4567'],
    ['IL', '052-123 4567 ext. 12', '052-123 4567 ext. 12'],
    ['IL', '+0521234567', '+0521234567'],
    ['IL', '12', '12'],
    ['IL', 'none', 'none'],
    ['IL', '', ''],
    ['IL', `+${'5'.repeat(63)}`, `+${'5'.repeat(63)}`],
  ] as const)('in %s, %s is %s', (country, typed, stored) => {
    expect(toInternational(typed, country)).toBe(stored);
    expect(toInternational(stored, country)).toBe(stored);
  });

  it.each([
    ['Asia/Jerusalem', 'en-US', 'IL'],
    ['Asia/Gaza', 'ar', 'PS'],
    ['Europe/Istanbul', 'tr', 'TR'],
    ['Asia/Calcutta', 'en', 'IN'],
    ['Asia/Kolkata', 'en', 'IN'],
    ['America/Argentina/Buenos_Aires', 'es', 'AR'],
    ['Europe/Kyiv', 'en', 'UA'],
    ['UTC', 'ar-EG', 'EG'],
    ['UTC', 'ar', undefined],
  ])('is of the country of %s, %s: %s', (zone, locale, country) => {
    expect(countryOf(zone, locale)).toBe(country);
  });
});
