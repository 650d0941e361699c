import { describe, expect, it } from 'vitest';
import { fold, foldedFilter } from './fold.ts';

describe('what people type for one another', () => {
  it.each([
    ['أحمد إبراهيم آل ٱلخطيب', 'احمد ابراهيم ال الخطيب'],
    ['فاطمة', 'فاطمه'],
    ['مصطفى', 'مصطفي'],
    ['مُحَـمَّــد', 'محمد'],
    ['کیان', 'كيان'],
    ['١٢٣ ۴۵', '123 45'],
    ['Éléonore Ñandú Ångström', 'eleonore nandu angstrom'],
    ['İSTANBUL ışık', 'istanbul isik'],
    ['שָׁלוֹם', 'שלום'],
    ['ﬁn', 'fin'],
  ])('%j is %j', (one, other) => {
    expect(fold(one)).toBe(other);
    expect(fold(fold(one))).toBe(fold(one));
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
