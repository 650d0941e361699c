import { expect, it } from 'vitest';
import { createSelection } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const selectedBy = (act: (selection: ReturnType<typeof createSelection>) => void) => {
  const selection = createSelection();
  act(selection);
  return [...selection.all()].sort();
};

it('one by one', () => {
  expect(
    selectedBy((selection) => {
      selection.toggle('a');
      selection.toggle('c');
      selection.toggle('a');
    }),
  ).toEqual(['c']);
});

it('from the last one on, in either direction, as the one that was meant', () => {
  expect(
    selectedBy((selection) => {
      selection.toggle('d');
      selection.toggle('b', order);
    }),
  ).toEqual(['b', 'c', 'd']);
  expect(
    selectedBy((selection) => {
      selection.setAll(order);
      selection.toggle('b');
      selection.toggle('d', order);
    }),
  ).toEqual(['a', 'e']);
});

it('where the last one is no longer listed, this one alone', () => {
  expect(
    selectedBy((selection) => {
      selection.toggle('x');
      selection.toggle('b', order);
    }),
  ).toEqual(['b', 'x']);
});
