import { expect, it } from 'vitest';
import { editDistance, inOrderOf, nameKey, resemblance, stemOf } from './similar.ts';

it.each([
  ['Müller & Sons', 'MULLER & sons', 'same'],
  ['أحمد', 'احمد', 'same'],
  ['Harbour Glass', 'Harbour-Glass', 'same'],
  ['Harbour', 'Harbour Glass', 'similar'],
  ['Harbor Glass', 'Harbour Glass', 'similar'],
  ['Harbour Glass', 'Harbour Garage', undefined],
  ['Al', 'Al Noor', undefined],
  ['Ann', 'Ana', undefined],
  ['', 'Anything', undefined],
] as const)('%s and %s: %s', (one, other, how) => {
  expect(resemblance(one, other)).toBe(how);
  expect(resemblance(other, one)).toBe(how);
});

it('counts slips of the pen', () => {
  expect(editDistance('', 'abc')).toBe(3);
  expect(editDistance('kitten', 'sitting')).toBe(3);
});

it('asks for the beginning of the longest word', () => {
  expect(stemOf('Al Ñandú Ltd.')).toBe('nan');
  expect(stemOf(' . ')).toBe('');
});

it.each([
  ['O’Brien', "O'BRIEN"],
  ['Łódź Straße', 'lodz STRASSE'],
  ['Harbour-Glass', 'harbour  glass'],
  ['***', ' *** '],
])('%s and %s are one name', (one, other) => expect(nameKey(one)).toBe(nameKey(other)));

it('signs alone are a name too', () => expect(nameKey('***')).not.toBe(nameKey('++')));

it('puts names whose words begin with what was typed first, in any order', () => {
  const names = ['Portland Glass', 'Glass at the Harbour', 'Landmark & Sons', 'Marble Island'];
  const found = (typed: string) =>
    inOrderOf(
      typed,
      names.map((name) => ({ name })),
    ).map(({ name }) => name);
  expect(found('land')[0]).toBe('Landmark & Sons');
  expect(found('har gl')[0]).toBe('Glass at the Harbour');
  expect(found('')).toEqual(names);
});
