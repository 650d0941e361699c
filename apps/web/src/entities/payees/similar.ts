import { fold } from '@daybook/domain';
import { folded } from '../../lib/text.ts';

/** Letters to put in, take out or change to make one text the other. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++)
      next.push(
        Math.min(
          (row[j + 1] as number) + 1,
          (next[j] as number) + 1,
          (row[j] as number) + (letter === other[j] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[other.length] as number;
}

/** By which names are the same, whatever the signs, the case and the diacritics. */
export const nameKey = (name: string): string => folded(name) || fold(name.trim());

/** How a name resembles another: it is the same, or close enough for a slip of the pen or a longer form. */
export function resemblance(one: string, other: string): 'same' | 'similar' | undefined {
  const [a, b] = [folded(one), folded(other)];
  if (a === '' || b === '') return undefined;
  if (a === b) return 'same';
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (shorter.length >= 3 && ` ${longer} `.includes(` ${shorter} `)) return 'similar';
  const slips = Math.min(2, Math.floor(shorter.length / 4));
  return editDistance(a, b) <= slips ? 'similar' : undefined;
}

/** The beginning of the longest word: what the service is asked for to find similar names. */
export function stemOf(name: string): string {
  const longest = folded(name)
    .split(' ')
    .reduce((best, word) => (word.length > best.length ? word : best), '');
  return longest.slice(0, 3);
}

/** Those first in whose names each word that was typed begins a word, in any order; else as they are. */
export function inOrderOf<T extends { readonly name: string }>(
  typed: string,
  found: readonly T[],
): readonly T[] {
  const words = folded(typed).split(' ');
  const begins = ({ name }: T) => {
    const all = ` ${folded(name)}`;
    return words.every((word) => all.includes(` ${word}`));
  };
  const isFirst = new Map(found.map((one) => [one, begins(one)]));
  return found.toSorted((one, other) => Number(isFirst.get(other)) - Number(isFirst.get(one)));
}
