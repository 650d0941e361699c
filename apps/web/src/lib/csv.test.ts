import { byteOrderMark } from '@daybook/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvColumns, forSpreadsheet, toCsv } from './csv.ts';

const one = (value: string | number | boolean | null) =>
  toCsv([{ header: 'h', value: () => value }], ['row']).slice('h\r\n'.length, -2);

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
    const rows = [{ name: 'Ada' }, { name: 'محمد' }];
    expect(toCsv([{ header: 'name', value: ({ name }) => name }], rows)).toBe('name\r\nAda\r\nمحمد\r\n');
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
        const columns = [0, 1, 2].map((at) => ({
          header: `h${at}`,
          value: (cells: string[]) => cells[at] ?? '',
        }));
        const back = read(toCsv(columns, rows)).slice(1);
        expect(back).toHaveLength(rows.length);
        back.forEach((cells, line) => {
          cells.forEach((cell, at) => {
            expect([rows[line]?.[at], `'${rows[line]?.[at]}`]).toContain(cell);
          });
        });
      }),
    );
  });

  it('has for a spreadsheet titles, no identifiers, and serials with their zeros', () => {
    const rows = [
      {
        _id: 'x',
        serial: '0012',
        payee: 'y',
        payeeName: '=1+1',
        phone: '+97252',
        value: '0.50',
        fullName: 'Ada',
      },
    ];
    const columns = csvColumns('_id', 'serial', 'payee', 'payeeName', 'phone', 'value', 'fullName');
    const file = toCsv(
      forSpreadsheet(columns, (name) => name.toUpperCase()),
      rows,
    );
    expect(read(file)).toEqual([
      ['SERIAL', 'PAYEE', 'PHONE', 'VALUE', 'FULLNAME'],
      ['="0012"', "'=1+1", '="+97252"', '0.50', 'Ada'],
    ]);
  });

  it('begins with the mark of UTF-8 where Excel shall open it', () => {
    expect(new TextEncoder().encode(byteOrderMark)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  });
});
