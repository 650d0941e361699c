import { folded } from '../../lib/text.ts';

interface Named {
  readonly label: string;
  /** By which it is found too. */
  readonly keywords?: string | undefined;
}

/** How well it answers: 3 begins with it, 2 has all its words in its label, 1 among its keywords as well, 0 does not. */
function rank({ label, keywords = '' }: Named, wanted: string): number {
  const name = folded(label);
  if (name.startsWith(wanted)) return 3;
  const words = wanted.split(' ');
  if (words.every((word) => name.includes(word))) return 2;
  const known = ` ${folded(keywords)}`;
  return words.every((word) => name.includes(word) || known.includes(` ${word}`)) ? 1 : 0;
}

/** What answers to what was typed, the best first; in their order where they answer alike. */
export function matching<T extends Named>(items: readonly T[], typed: string): readonly T[] {
  const wanted = folded(typed);
  if (wanted === '') return items;
  const ranks = new Map(items.map((item) => [item, rank(item, wanted)]));
  return items
    .filter((item) => ranks.get(item) !== 0)
    .toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));
}
