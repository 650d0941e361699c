import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { countryOf, mailLink, phoneLink, toInternational } from './phones.ts';

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

test.each([
  ['ada@example.org', 'mailto:ada@example.org'],
  ['a?bcc=x%40y&body=z@corp.example', 'mailto:a%3Fbcc%3Dx%2540y%26body%3Dz@corp.example'],
  ['a+b@example.org', 'mailto:a%2Bb@example.org'],
  ['"a@b, c"@example.org', 'mailto:%22a%40b%2C%20c%22@example.org'],
  ['a#b/c@example.org?cc=d@e.example', 'mailto:a%23b%2Fc%40example.org%3Fcc%3Dd@e.example'],
  ['علي@مثال.إختبار', `mailto:${encodeURIComponent('علي')}@${encodeURIComponent('مثال.إختبار')}`],
  ['no address', 'mailto:no%20address'],
])('%s', (address, link) => expect(mailLink(address)).toBe(link));

it('names one recipient and no header, whatever the address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (local, domain) => {
      const { protocol, pathname, search, hash } = new URL(mailLink(`${local}@${domain}`));
      expect([protocol, search, hash]).toEqual(['mailto:', '', '']);
      expect(pathname).not.toMatch(/[,?&#]/);
      expect(decodeURIComponent(pathname)).toBe(`${local}@${domain}`);
    }),
  );
});

test.each([
  ['+15551234567', 'tel:+15551234567'],
  ['+1 (555) 123-4567', 'tel:+15551234567'],
  ['0555 12 34', 'tel:05551234'],
  ['12;ext=5?x', 'tel:125'],
  ['none', undefined],
  ['', undefined],
])('calls %j by %j', (number, link) => expect(phoneLink(number)).toBe(link));
