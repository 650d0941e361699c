import { expect, it } from 'vitest';
import { createChoice } from './choice.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const chosenBy = (act: (choice: ReturnType<typeof createChoice>) => void) => {
  const choice = createChoice();
  act(choice);
  return [...choice.all()].sort();
};

it('one by one', () => {
  expect(
    chosenBy((choice) => {
      choice.toggle('a');
      choice.toggle('c');
      choice.toggle('a');
    }),
  ).toEqual(['c']);
});

it('from the last one on, in either direction, as the one that was meant', () => {
  expect(
    chosenBy((choice) => {
      choice.toggle('d');
      choice.toggle('b', order);
    }),
  ).toEqual(['b', 'c', 'd']);
  expect(
    chosenBy((choice) => {
      choice.setAll(order);
      choice.toggle('b');
      choice.toggle('d', order);
    }),
  ).toEqual(['a', 'e']);
});

it('where the last one is no longer listed, this one alone', () => {
  expect(
    chosenBy((choice) => {
      choice.toggle('x');
      choice.toggle('b', order);
    }),
  ).toEqual(['b', 'x']);
});
