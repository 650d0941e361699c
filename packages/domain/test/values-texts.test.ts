import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../src/values/csv.ts';
import { fold, searchedPhone, searchWords } from '../src/values/fold.ts';
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

describe('texts that are alike in a search', () => {
  it.each([
    ['أحمد إبراهيم آل ٱلخطيب', 'احمد ابراهيم ال الخطيب'],
    ['فاطمة', 'فاطمه'],
    ['مصطفى', 'مصطفي'],
    ['مُحَـمَّــد', 'محمد'],
    ['کیان', 'كيان'],
    ['١٢٣ ۴۵ ०१२ ๓', '123 45 012 3'],
    ['Éléonore Ñandú Ångström', 'eleonore nandu angstrom'],
    ['İSTANBUL ışık', 'istanbul isik'],
    ['שָׁלוֹם', 'שלום'],
    ['ﬁn ｗｉｄｅ ①', 'fin wide 1'],
    ['Straße STRASSE STRAẞE', 'strasse strasse strasse'],
    ['Łódź Søren Đà Ħal Ŧ Ɍ Ғ', 'lodz soren da hal t r г'],
    ['O’Brien O‘Brien O´Brien Oʼbrien O′Brien', "o'brien o'brien o'brien o'brien o'brien"],
    ['“a” „a“ «a»', '"a" "a" "a"'],
    ['צה״ל ג׳ בית־לחם', 'צה"ל ג\' בית-לחם'],
    ['a–b a—b a‑b a−b', 'a-b a-b a-b a-b'],
    ['\u200eZo\u00adë\u200f\u202a \u2066x\ufeff\u200d', 'zoe x'],
    ['ΝΊΚΟΣ Νίκος', 'νικοσ νικοσ'],
    ['a\u00a0b\u2003c\u3000d', 'a b c d'],
    ['ἀρχαῖος ᾳ', 'αρχαιοσ α'],
  ])('%j is %j', (one, other) => {
    expect(fold(one)).toBe(other);
    expect(fold(one.normalize('NFD'))).toBe(other);
    expect(fold(other)).toBe(other);
  });

  // Marks that make another letter, and not another form of it.
  it.each([
    ['が', 'か'],
    ['किताब', 'कताब'],
    ['하', '한'],
    ['й', 'к'],
  ])('%j is not %j', (one, other) => expect(fold(one)).not.toBe(fold(other)));
});

describe('what is looked for', () => {
  it.each([
    ['Glass  Harbour', ['harbour', 'glass']],
    ['a ab\u200e abc', ['abc']],
    ['\u200e \u00a0', []],
    ['', []],
  ])('%j has the words %j', (typed, words) => expect(searchWords(typed)).toEqual(words));

  it.each([
    ['052-123 4567', '521234567'],
    ['+972 (52) 123.45/67', '972521234567'],
    ['00972 52', '97252'],
    ['٠٥٢١٢٣', '52123'],
    ['\u200e1234', '1234'],
    ['0001', '0001'],
    ['123', undefined],
    ['1234 a', undefined],
    ['12%34', undefined],
  ])('%j is the phone number %j', (typed, digits) => expect(searchedPhone(typed)).toBe(digits));
});

const one = (value: string | number | boolean | null) => csvLine([value]).slice(0, -2);

/** A reader by RFC 4180, for what is written here. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at < text.length; ) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(text.slice(at));
    const plain = quoted ? undefined : /^[^,\r\n"]*/.exec(text.slice(at));
    at += (quoted ?? plain)?.[0].length ?? 0;
    rows.at(-1)?.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (plain?.[0] ?? ''));
    if (text.startsWith('\r\n', at)) {
      rows.push([]);
      at += 2;
    } else at += 1;
  }
  return rows.slice(0, -1);
}

describe('a file of comma separated values', () => {
  it('quotes what holds a comma, a quote or a line break', () => {
    expect(one('a,b')).toBe('"a,b"');
    expect(one('a "b"')).toBe('"a ""b"""');
    expect(one('a\nb')).toBe('"a\nb"');
    expect(one('a b')).toBe('a b');
  });

  it('ends every line with CRLF, the last too', () => {
    expect(['Ada', 'محمد'].map((name) => csvLine([name, 1])).join('')).toBe('Ada,1\r\nمحمد,1\r\n');
  });

  it('writes nothing for null, and words for the rest', () => {
    expect([one(null), one(true), one(12), one('')]).toEqual(['', 'true', '12', '']);
  });

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', ' =1', '=HYPERLINK("x")', '＝1', '-', '+'])(
    'makes %j harmless',
    (formula) => {
      expect(one(formula).replaceAll('"', '')).toMatch(/^'/);
    },
  );

  it.each(['-150', '-150.5000', '+972501234567', '12.50', 'a=b', '2026-01-01'])('leaves %j', (text) => {
    expect(one(text)).toBe(text);
  });

  it('is read as it was written, whatever the texts', () => {
    const row = fc.array(fc.string({ unit: 'binary' }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const back = readCsv(rows.map(csvLine).join(''));
        expect(back).toHaveLength(rows.length);
        back.forEach((cells, line) => {
          cells.forEach((cell, at) => {
            expect([rows[line]?.[at], `'${rows[line]?.[at]}`]).toContain(cell);
          });
        });
      }),
    );
  });
});
