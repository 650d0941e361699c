import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { mailLink, phoneLink } from './contact-links.ts';

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
