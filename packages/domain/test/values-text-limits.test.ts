import { describe, expect, it } from 'vitest';
import { issuesOf } from '../src/values/issues.ts';
import { Email, Password, Phone, TypedPassword, text, Username } from '../src/values/text.ts';
import { read, refuses } from './reading.ts';

const count = (value: string) => [...value].length;

describe('combining marks', () => {
  const marks = (count: number) => `a${'\u0300'.repeat(count)}`;
  const fields = { text: text(10_000), username: Username, email: Email };
  const at = (name: string, typed: string) => (name === 'email' ? `${typed}@b.example` : typed);

  it.each(Object.entries(fields))('are at most 30 in a row in a %s', (name, schema) => {
    // The first of them joins the letter.
    expect(schema.safeParse(at(name, marks(30))).success).toBe(true);
    for (const crowd of [
      marks(31),
      `a${'\u0300'.repeat(20)}${'\u0316'.repeat(11)}`,
      `a${'\uff9e'.repeat(31)}`,
      `a${'\u0300\uff9f'.repeat(16)}`,
      `a${'\u{1d165}'.repeat(31)}`,
      '\u0301'.repeat(31),
    ])
      refuses(schema, at(name, crowd));
    const { error } = schema.safeParse(at(name, marks(31)));
    expect(error && issuesOf(error)).toEqual([
      {
        path: [],
        code: 'too_many_marks',
        params: { max: 30 },
        message: 'must have at most 30 combining marks in a row',
      },
    ]);
  });

  it('may stand in any number of rows', () => {
    expect(read(text(10_000), `${marks(30)}b`.repeat(300))).toBe(`à${'\u0300'.repeat(29)}b`.repeat(300));
    for (const ordinary of ['עִבְרִית', 'عَرَبِيٌّ', 'ไทยน้ำ', 'हिन्दी', 'Việt', '한국어', 'ｶﾞｷﾞｸﾞ', '👨‍👩‍👧‍👦🏳️‍🌈'])
      expect(read(text(100), ordinary.normalize('NFD'))).toBe(ordinary.normalize('NFC'));
  });

  it('are all that normalising can sort: no other character becomes nothing but marks', () => {
    const others: string[] = [];
    for (let point = 0x80; point <= 0x10ffff; point++) {
      const character = String.fromCodePoint(point);
      if (/\p{M}|\p{Cs}/u.test(character)) continue;
      for (const form of ['NFD', 'NFKD', 'NFC', 'NFKC'] as const)
        if (/^\p{M}+$/u.test(character.normalize(form))) others.push(point.toString(16));
    }
    expect([...new Set(others)]).toEqual(['ff9e', 'ff9f']);
  });

  it('and everything else of a character are at most four before they are one', () => {
    let longest = 0;
    for (let point = 0; point <= 0x10ffff; point++)
      longest = Math.max(longest, count(String.fromCodePoint(point).normalize('NFD')));
    expect(longest).toBe(4);
    const widest = '\u{1d6c2}\u0313\u0300\u0345'.repeat(128);
    expect(count(read(Password, widest))).toBe(128);
    expect(count(read(text(10_000), 'ᾂ'.normalize('NFD').repeat(10_000)))).toBe(10_000);
  });
});

// Whatever takes the square of the length takes minutes for these.
describe('texts of a megabyte', () => {
  const schemas = { text: text(10_000), Email, Username, Password, TypedPassword, Phone };
  it.each([
    ['marks', `a${'\u0300'.repeat(250_000)}${'\u0316'.repeat(250_000)}`],
    ['marks of half width', `a${'\u0300\uff9e'.repeat(250_000)}`],
    ['marks between characters that show nothing', `a${'\u0300\u200b\u0316'.repeat(250_000)}`],
    ['ligatures of 18 letters', '\ufdfa'.repeat(300_000)],
    ['spaces', `${' '.repeat(1e6)}a${' '.repeat(1e6)}b`],
    ['at signs', '@'.repeat(1e6)],
    ['halves of pairs', '\udc00\ud800'.repeat(5e5)],
  ])('%s', (_, typed) => {
    for (const schema of Object.values(schemas)) refuses(schema, typed);
  });
});
