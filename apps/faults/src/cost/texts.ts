/** Text of about this many bytes in UTF-8. */
export type Generate = (bytes: number) => string;

const repeated =
  (unit: string, before = '', after = ''): Generate =>
  (bytes) => {
    const rest = bytes - Buffer.byteLength(before + after);
    return before + unit.repeat(Math.max(1, Math.floor(rest / Buffer.byteLength(unit)))) + after;
  };

/** Half of one, then half of the other: marks of two classes have to be put in order. */
const halves =
  (first: string, second: string): Generate =>
  (bytes) =>
    repeated(first, 'a')(bytes / 2) + repeated(second)(bytes / 2);

/** What every field accepts at little cost. */
export const plainText: Generate = repeated('a plain word or two, ');
/** The same with two bytes a letter: the longest accepted text of it has as many bytes as one of combining marks. */
export const plainMultibyteText: Generate = repeated('слово');

/** Found to be slow in services of this group: part of every quick run. */
export const knownTexts: Readonly<Record<string, Generate>> = {
  'marks of two classes': halves('\u0300', '\u0316'),
  'marks in turn': repeated('\u0300\u0316', 'a'),
  'halfwidth marks': halves('\u0300', '\uff9e'),
  zeros: repeated('0', '1', '1'),
  spaces: repeated(' ', 'a', 'a'),
  'white space': repeated('\u00a0\t\n \u3000', 'x', 'x'),
  'date with zeros': repeated('0', '2023-12-', 'x'),
  'amount with zeros': repeated('0', '', 'x'),
  'addresses one after another': repeated('a@'),
  'phone brackets': repeated('(', '+', 'x'),
};

/** Close to what the regular expressions and parsers of the sources look for. */
export const otherTexts: Readonly<Record<string, Generate>> = {
  digits: repeated('1234567890'),
  nines: repeated('9', '0.', 'x'),
  quotes: repeated('"'),
  backslashes: repeated('\\'),
  'square brackets': repeated('['),
  'round brackets': repeated('(', '', 'x'),
  braces: repeated('{'),
  commas: repeated(','),
  colons: repeated(':', '1', 'x'),
  dashes: repeated('-', '2023', 'x'),
  dots: repeated('.', '1', 'x'),
  slashes: repeated('/'),
  'dots and slashes': repeated('../'),
  'percent signs': repeated('%'),
  'spaces at the end': repeated(' ', 'a'),
  'spaces in front': repeated(' ', '', '2023-12-08x'),
  'time with zeros': repeated('0', '08:', 'x'),
  'dotted domain': repeated('a.', 'a@', '@'),
  'long local part': repeated('a', '', '@'),
  'quoted local part': repeated('\\"', '"', '@a'),
  'phone signs': repeated('1-(\u2010) ', '+'),
  identifiers: repeated('0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e,'),
  'hexadecimal dashes': repeated('0193-'),
  'base64 of brackets': repeated('W1tb'),
  'base64 of a position': (bytes) =>
    Buffer.from(JSON.stringify(['\u0300\u0316'.repeat(bytes / 6), 'x'])).toString('base64url'),
  'three parts of a token': repeated('eyJh.'),
  'language tag': repeated('-aaaa', 'en-x'),
  'Etc paths': repeated('Etc/', '', 'UTC'),
  alternatives: repeated('(a|b)*c|'),
  repetitions: repeated('a{1,255}'),
  'optional parts': repeated('(a?)?'),
  classes: repeated('[a-z0-9]*'),
  'anything, anything': repeated('.*', '', 'x'),
  lookarounds: repeated('(?=a)'),
  'lone surrogates': repeated('\ud800'),
  'pairs and halves': repeated('\u{1f600}\udc00'),
  NUL: repeated('\0'),
  'line separators': repeated('\u2028\n'),
  'signs that show nothing': repeated('\u200b\u00ad'),
  jamo: repeated('\u1100\u1161\u11a8'),
  'leading jamo': repeated('\u1100'),
  'one sign that becomes 18': repeated('\ufdfa'),
  'one that becomes three': repeated('\u{1d160}'),
  'upper case that grows': repeated('\u0390\u0130\ufb03'),
  emoji: repeated('\u{1f469}\u200d'),
};

/** Of headers alone, in ASCII. */
export const headerTexts: Readonly<Record<string, Generate>> = {
  'entity tags': repeated('"1", '),
  'weak tags': repeated('W/"'),
  'unclosed tags': repeated('"1'),
  cookies: repeated('a=1; '),
  'cookies of one letter': repeated('a;'),
  'quoted cookies': repeated('a="; '),
  'encoded cookies': repeated('%20', 'a='),
  'charset parameters': repeated('; charset'),
  'quoted parameters': repeated(';a="\\'),
  'types with quality': repeated('a/b;q=0.1,'),
  'addresses of networks': repeated('127.0.0.1, '),
  'addresses of IPv6': repeated('::1,'),
  'tokens with tabs': repeated('\t', 'a', 'a'),
};

/** Of addresses alone, written as they are sent. */
export const addressTexts: Readonly<Record<string, Generate>> = {
  'one parameter again and again': repeated('search=a&'),
  'a limit again and again': repeated('limit=1&'),
  'parameters of one letter': repeated('a&'),
  ampersands: repeated('&'),
  'equals signs': repeated('='),
  'plus signs': repeated('+', 'search='),
  'encoded letters': repeated('%41', 'search='),
  'half encoded': repeated('%4', 'search='),
  'bytes that are no UTF-8': repeated('%ff', 'search='),
  'names with brackets': repeated('a[]=1&'),
};
