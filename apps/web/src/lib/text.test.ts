import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  asciiDigits,
  folded,
  foldedFilter,
  inDigits,
  isolated,
  mailLink,
  matcher,
  phoneLink,
  toClock,
} from './text.ts';

/** Where the digits of a script begin. */
const zeros = {
  Arabic: 0x660,
  Persian: 0x6f0,
  Devanagari: 0x966,
  Bengali: 0x9e6,
  Thai: 0xe50,
  Khmer: 0x17e0,
  fullwidth: 0xff10,
  'mathematical bold': 0x1d7ce,
  'mathematical monospace': 0x1d7f6,
  Adlam: 0x1e950,
};

const inScript = (digits: string, zero: number) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

describe('digits', () => {
  it.each(Object.entries(zeros))('of %s are read', (_, zero) => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,20}$/), (digits) => {
        expect(asciiDigits(inScript(digits, zero))).toBe(digits);
      }),
    );
  });

  it('leave other texts alone', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zא-ת .,:-]*$/u), (text) => {
        expect(asciiDigits(text)).toBe(text);
      }),
    );
  });
});

it('of a text are those of its locale; names, examples, tags and keys stay', () => {
  const { format } = new Intl.NumberFormat('ar-EG');
  const text = (seven: string) => `خلال ${seven} أيام: ${isolated('شيك 7')} \u20668-16\u2069 <b7>F8</b7>`;
  expect(inDigits(text('7'), format)).toBe(text('٧'));
});

describe('a time of day', () => {
  it.each([
    ['8', '08:00'],
    ['08', '08:00'],
    ['830', '08:30'],
    ['0830', '08:30'],
    ['8:30', '08:30'],
    ['8.30', '08:30'],
    ['٨:٣٠', '08:30'],
    ['4pm', '16:00'],
    ['4:30 p.m.', '16:30'],
    ['12am', '00:00'],
    ['12 PM', '12:00'],
    ['\u200f17:05', '17:05'],
  ])('typed as %j is read as %j', (typed, read) => {
    expect(toClock(typed)).toBe(read);
  });

  it.each(['8:3', 'noon', '', '8:300', '13pm', '0am', '8 o'])('that is none, %j, is left', (typed) => {
    expect(toClock(typed)).toBe(typed);
  });
});

it('choices are found in groups and alone, and empty groups are left out', () => {
  const one = (label: string) => ({ value: label, label });
  const options = [
    one('أحمد'),
    { group: 'a', items: [one('احمد علي'), one('Bo')] },
    { group: 'b', items: [one('Cy')] },
  ];
  expect(foldedFilter({ options, search: ' احمد ', limit: 99 })).toEqual([
    one('أحمد'),
    { group: 'a', items: [one('احمد علي')] },
  ]);
});

it('a text is found by its words in any order, and by their beginnings', () => {
  const isWanted = matcher('GLASS d’été harb');
  expect(isWanted("Harbour Glass d'ete")).toBe(true);
  expect(isWanted('Harbour d’été')).toBe(false);
  expect(matcher(' ')('anything')).toBe(true);
});

it.each([
  ['Harbour-Glass', 'harbour  glass'],
  ['O’Brien & Søn', "o'brien søn"],
  ['किताब', 'किताब!'],
])('%s and %s have the same words', (one, other) => expect(folded(one)).toBe(folded(other)));

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
