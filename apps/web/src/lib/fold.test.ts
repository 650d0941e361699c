import { expect, it } from 'vitest';
import { folded, foldedFilter, matcher } from './text.ts';

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
