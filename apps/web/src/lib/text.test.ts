import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiDigits, folded, foldedFilter, inDigits, isolated, matcher, toClock } from './text.ts';

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
