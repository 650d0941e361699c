/** Lower case, without diacritics and signs: what a search compares too. */
export const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
