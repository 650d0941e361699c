import { expect, it } from 'vitest';
import { chequesLeft, nextInBooks } from './books.ts';

const book = (firstSerial: string, lastSerial: string, nextSerial: string | null) => ({
  firstSerial,
  lastSerial,
  nextSerial,
});

it.each([
  [book('000101', '000150', '000101'), 50, 50],
  [book('000101', '000150', '000150'), 50, 1],
  [book('000101', '000150', null), 50, 0],
  [book('A-7/b', 'A-9/b', 'A-8/b'), 3, 2],
])('of a book it is known how many are left', (of, all, left) => {
  expect(chequesLeft(of)).toEqual({ all, left });
});

it('the next serial is of the book begun last, else of the first one', () => {
  const [used, begun, fresh] = [
    book('01', '09', null),
    book('10', '19', '13'),
    book('20', '29', '20'),
  ] as const;
  expect(nextInBooks([used, begun, fresh])).toBe('13');
  expect(nextInBooks([begun, book('30', '39', '31')])).toBe('31');
  expect(nextInBooks([used, fresh])).toBe('20');
  expect(nextInBooks([used])).toBeUndefined();
});
