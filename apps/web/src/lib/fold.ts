import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { asciiDigits } from './digits.ts';

/** Letters that people type for one another; the first of each pair becomes the second. */
const alike = new Map(
  ['ٱا', 'ةه', 'ىي', 'کك', 'یي', 'ıi', 'ςσ'].map(([one = '', other = '']) => [one, other]),
);

/** For comparing what people type: without case, diacritics and tatweel, as the service's searches compare. */
export const fold = (text: string): string =>
  asciiDigits(text.normalize('NFKD').replace(/[\p{M}\p{Cf}\u0640]/gu, ''))
    .toLowerCase()
    .replace(/[ٱةىکیıς]/g, (letter) => alike.get(letter) ?? letter);

/** Its words alone, folded: without signs. */
export const folded = (name: string): string =>
  fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Mantine's choices that contain what is typed, as {@link fold} compares. */
export const foldedFilter: OptionsFilter = ({ options, search }) => {
  const wanted = fold(search.trim());
  const matches = ({ label }: ComboboxItem) => fold(label).includes(wanted);
  return options.flatMap<ComboboxParsedItem>((option) => {
    if (!('group' in option)) return matches(option) ? [option] : [];
    const items = option.items.filter(matches);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};
