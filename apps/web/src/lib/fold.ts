import { fold, searchWords } from '@daybook/domain';
import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';

/** Its words alone, folded: without signs. */
export const folded = (name: string): string =>
  fold(name)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Whether a text has every word that was typed, as the service's searches compare. */
export function matcher(typed: string): (text: string) => boolean {
  const words = searchWords(typed);
  return (text) => {
    const all = fold(text);
    return words.every((word) => all.includes(word));
  };
}

/** Mantine's choices that have every word of what is typed. */
export const foldedFilter: OptionsFilter = ({ options, search }) => {
  const isWanted = matcher(search);
  const matches = ({ label }: ComboboxItem) => isWanted(label);
  return options.flatMap<ComboboxParsedItem>((option) => {
    if (!('group' in option)) return matches(option) ? [option] : [];
    const items = option.items.filter(matches);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};
