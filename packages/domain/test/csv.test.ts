import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../src/values/csv.ts';

const one = (value: string | number | boolean | null) => csvLine([value]).slice(0, -2);

/** A reader by RFC 4180, for what is written here. */
function read(text: string): string[][] {
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
        const back = read(rows.map(csvLine).join(''));
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
