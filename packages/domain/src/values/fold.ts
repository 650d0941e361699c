/**
 * How searches compare texts: compatible forms, the case of letters, diacritics and what shows nothing make no difference,
 * nor do the signs below. The function `fold` of the database is made of this one by `scripts/fold-function.ts`, and the same
 * for every character.
 */

/** Marks of no script of its own, but those that make another kana; points of Semitic scripts; tatweel; what shows nothing. */
const dropped =
  /(?![\u3099\u309a])\p{Script=Inherited}|(?=\p{M})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Cyrillic}]|[\p{DI}\u0640\ufff9-\ufffb]/gu;

/** The characters of each text become its last one. */
const alike = new Map(
  [
    // Letters that people type for one another.
    'ٱا ةه ىي کك یي ςσ',
    // With a stroke or a bar: as their base.
    'ⱥa ƀb ȼꞓc đðꟈd ɇe ꞙf ǥꞡg ħh ɨi ɉɟj ꝁꝃꝅꞣk łƚⱡꝉl ꞥn øɵꝋo ᵽꝑp ꝗꝙq ɍꞧr ꞩꟊẜẝs ŧⱦt ʉꞹu ꝟv ɏy ƶz ғӻг ҝҟк өо ұү ӿх ҹч',
    // Apostrophes and quotes, those of letters and of Hebrew among them, dashes and minus.
    '‘’‚‛‹›′‵ʹʻʼʽʾʿˈ՚׳\' “”„‟«»〝〞〟״" −-',
  ]
    .join(' ')
    .split(' ')
    .flatMap((one) => {
      const letters = [...one];
      const last = letters.pop() ?? '';
      return letters.map((letter) => [letter, last] as const);
    }),
);

const isDigit = (letter: string) => /^\p{Nd}$/u.test(letter);

/** The value of a decimal digit of any script: Unicode places those of a script in a row, from zero to nine. */
export function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (isDigit(String.fromCodePoint(first - 1))) first -= 1;
  return (point - first) % 10;
}

function plain(letter: string): string {
  const same = alike.get(letter);
  if (same !== undefined) return same;
  if (isDigit(letter)) return String(digitValue(letter));
  if (/\p{Pd}/u.test(letter)) return '-';
  return /[\u0085\p{Z}]/u.test(letter) ? ' ' : letter;
}

export function fold(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  return (
    text
      // Apart from an apostrophe, which it is often typed for, an acute accent is a space and a mark.
      .replace(/[\u00b4\u1ffd]/g, "'")
      .normalize('NFKD')
      .replace(dropped, '')
      // There and back: one direction alone keeps `ß` from `SS`.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(/\P{ASCII}/gu, plain)
      .normalize('NFC')
  );
}

/** The words of a search, each of which must occur: folded, the longest first; what is part of another need not be looked for. */
export function searchWords(typed: string): readonly string[] {
  const words = fold(typed)
    .split(/\s+/)
    .sort((one, other) => other.length - one.length);
  return words.filter((word, n) => word !== '' && !words.slice(0, n).some((longer) => longer.includes(word)));
}

/** The digits of a phone number that was typed to be searched for; undefined for anything else. */
export function searchedPhone(typed: string): string | undefined {
  const text = fold(typed);
  const digits = text.replace(/\D/g, '');
  if (digits.length < 4 || /[^\d\s+()[\]./-]/.test(text)) return undefined;
  // Those of a call within a country or abroad come before the number as it is stored.
  const number = digits.replace(/^0+/, '');
  return number.length < 4 ? digits : number;
}
