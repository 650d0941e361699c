import { expect, it } from 'vitest';
import { matching } from './items.ts';

const items = [
  { label: 'New cheque' },
  { label: 'Cheques', keywords: 'register cash' },
  { label: 'Cash forecast', keywords: 'shortfall' },
  { label: 'أحمد الخطيب' },
  { label: 'Zoë Müller', keywords: 'zoe.m' },
];
const found = (typed: string) => matching(items, typed).map(({ label }) => label);

it('finds by any of the words, and what begins with it first', () => {
  expect(found('chequ')).toEqual(['Cheques', 'New cheque']);
  expect(found('cheque new')).toEqual(['New cheque']);
  expect(found('REG')).toEqual(['Cheques']);
  expect(found('cash')).toEqual(['Cash forecast', 'Cheques']);
  // A keyword by its beginning.
  expect(found('short cast')).toEqual(['Cash forecast']);
  expect(found('fall')).toEqual([]);
  expect(found('nothing')).toEqual([]);
  expect(found(' ')).toHaveLength(5);
});

it('folds letters', () => {
  expect(found('muller')).toEqual(['Zoë Müller']);
  expect(found('احمد')).toEqual(['أحمد الخطيب']);
});
