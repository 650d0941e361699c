import { csvLine, type Delimiter, type Encoding } from '@daybook/domain';
import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../src/imports/read-table.ts';

const read = (bytes: Uint8Array | string, options = {}) =>
  readTable(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { name: '', type: '', ...options });
const cellsOf = async (bytes: Uint8Array | string, options = {}) =>
  (await read(bytes, options)).rows.map(({ cells }) => cells);
const refusal = (bytes: Uint8Array | string, options = {}) =>
  read(bytes, options).then(
    () => undefined,
    ({ issue: { path, code, params } }) => ({ path, code, ...(params && { params }) }),
  );

/** Bytes of a text in a code page of one byte for each character. */
function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte]),
  );
  return Buffer.from(
    [...text].map((sign) => {
      const byte = table.get(sign);
      if (byte === undefined) throw new Error(`${encoding} has no ${sign}`);
      return byte;
    }),
  );
}

const samples = {
  Hebrew: 'תאריך,סכום,תיאור\n2024-03-07,12.50,תשלום לספק\n2024-03-08,7.00,קפה ועוגה של שוק הכרמל\n',
  Arabic: 'التاريخ,المبلغ,الوصف\n2024-03-07,12.50,فاتورة الكهرباء\n2024-03-08,7.00,شاي وقهوة للعمال\n',
  French:
    'Date,Montant,Libellé\n2024-03-07,12.50,Électricité du café\n2024-03-08,7.00,Pièces détachées reçues à Nîmes\n',
  Spanish:
    'Fecha,Importe,Descripción\n2024-03-07,12.50,Compañía eléctrica\n2024-03-08,7.00,Café para el señor Núñez\n',
  German: 'Datum,Betrag,Beschreibung\n2024-03-07,12.50,Müllabfuhr für März\n2024-03-08,7.00,Größe geändert\n',
};
const languages = {
  'windows-1252': ['French', 'Spanish', 'German'],
  'windows-1255': ['Hebrew'],
  'windows-1256': ['Arabic'],
} as const;
const unicode = ['utf-8', 'utf-16le', 'utf-16be'] as const;
const cases = [
  ...unicode.flatMap((encoding) =>
    Object.keys(samples).flatMap((language) =>
      ['', '\uFEFF'].map((mark) => ({ encoding, language: language as keyof typeof samples, mark })),
    ),
  ),
  ...Object.entries(languages).flatMap(([encoding, known]) =>
    known.map((language) => ({ encoding: encoding as Encoding, language, mark: '' })),
  ),
];

describe('an encoding is found by what is in the file', () => {
  it.each(cases)('$encoding, $language, mark "$mark"', async ({ encoding, language, mark }) => {
    const text = samples[language];
    const table = await read(encoded(mark + text, encoding));
    expect(table).toMatchObject({ format: 'csv', encoding, delimiter: 'comma' });
    const lines = text.trimEnd().split('\n');
    expect(table.rows.map(({ cells }) => cells.join(','))).toEqual(lines);
  });

  it('also of a few words', async () => {
    for (const [text, encoding] of [
      ['שם\nכהן לוי\nדוד', 'windows-1255'],
      ['الاسم\nأحمد\nمحمد علي', 'windows-1256'],
      ['Nom\nRenée\nFrançois', 'windows-1252'],
      ['name,note\nDana,לא\nAvi,כן', 'windows-1255'],
      ['name,note\nSami,لا\nRami,نعم', 'windows-1256'],
    ] as const)
      expect.soft((await read(encoded(text, encoding))).encoding, text).toBe(encoding);
  });

  it('or is what the sender says', async () => {
    const hebrew = encoded(samples.Hebrew, 'windows-1255');
    expect(await read(hebrew, { encoding: 'windows-1252' })).toMatchObject({ encoding: 'windows-1252' });
    expect(await refusal(hebrew, { encoding: 'utf-8' })).toEqual({
      path: ['encoding'],
      code: 'wrong_encoding',
      params: { encoding: 'utf-8' },
    });
    expect(await refusal(encoded('a,b', 'utf-16le'), { encoding: 'utf-8' })).toMatchObject({
      code: 'wrong_encoding',
    });
  });
});

describe('a delimiter', () => {
  const signs: Readonly<Record<Delimiter, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };
  it.each(Object.entries(signs))('%s', async (delimiter, sign) => {
    const lines = [
      ['date', 'value', 'note'],
      ['1.2.2024', '1.234,50', 'x'],
      ['2.2.2024', '7,00', '"a, b; c"'],
    ];
    const table = await read(
      lines
        .map((line) =>
          line.map((c) => (c.includes(',') && sign === ',' && !c.startsWith('"') ? `"${c}"` : c)).join(sign),
        )
        .join('\r\n'),
    );
    expect(table.delimiter).toBe(delimiter);
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      lines[0],
      lines[1],
      ['2.2.2024', '7,00', 'a, b; c'],
    ]);
  });

  it('is what the first line says to Excel, or the sender', async () => {
    const table = await read('sep=;\na;b\n1,5;2\n');
    expect(table).toMatchObject({ delimiter: 'semicolon' });
    expect(table.rows).toEqual([
      { row: 2, cells: ['a', 'b'] },
      { row: 3, cells: ['1,5', '2'] },
    ]);
    expect(await cellsOf('a;b,c\n', { delimiter: 'comma' })).toEqual([['a;b', 'c']]);
  });
});

describe('rows', () => {
  it('keep their numbers, and are without what is empty', async () => {
    expect((await read('a,b,\n\n,,\n"1\n2",3\n\n')).rows).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 4, cells: ['1\n2', '3'] },
    ]);
  });

  it('that the service has written are read back', async () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '1', 'a', '"', ',', ' ', '\n', 'א') });
    // A text that is what another one is written as cannot be told from it.
    const plain = text.filter((value) => !/^'\s*[=+\-@\t\r]|^="\+?\d+"$/.test(value));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(plain, { minLength: 1 })), async (lines) => {
        const csv = `\uFEFFx,y\r\n${lines.map(csvLine).join('')}`;
        const trimmed = lines.map((line) => line.slice(0, line.findLastIndex((cell) => cell !== '') + 1));
        expect((await cellsOf(csv, { delimiter: 'comma' })).slice(1)).toEqual(
          trimmed.filter((line) => line.length > 0),
        );
      }),
      { numRuns: runs(300) },
    );
    expect(await cellsOf('a,b\n="0012",x')).toEqual([
      ['a', 'b'],
      ['0012', 'x'],
    ]);
  });
});

describe('what is no table is refused, and what is accepted is said', () => {
  const inFile = { path: ['file'] };
  it.each([
    ['', 'file_empty'],
    ['\uFEFF\n\n , \n'.replace(' , ', ',,'), 'file_empty'],
    ['%PDF-1.7 x', 'file_format'],
    ['<html><table><tr><td>1</td></tr></table>', 'file_format'],
    ['{\\rtf1 x}', 'file_format'],
    [Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'file_format'],
    [Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), 'file_format'],
    ['a,b\n1,\0', 'file_format'],
    [Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), 'file_old_workbook'],
    [
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'file_protected',
    ],
    ['a,b\n'.repeat(10_002), 'too_many_rows', { max: 10_000 }],
    [`a,b\n${','.repeat(16_383)}x`, 'too_many_columns', { max: 200, row: 2 }],
    ['x'.repeat(10 * 1024 * 1024), 'cell_too_long', { max: 32_767, row: 1 }],
    ['a,b\n1,2\n3,"4\n5,6\n', 'quote_open', { row: 3 }],
    [`a\n"${'x'.repeat(40_000)}`, 'quote_open', { row: 2 }],
    ['\n'.repeat(2_000_000), 'file_too_costly'],
    ['[1,2]', 'json_rows'],
    ['[{"a":1},', 'json_syntax'],
    [`${'['.repeat(100_000)}`, 'json_syntax'],
  ])('%#', async (bytes, code, params = undefined) => {
    expect(await refusal(bytes)).toEqual({ ...inFile, code, ...(params && { params }) });
  });

  it('ten thousand rows and their headings are not too many, also where quotes are everywhere', async () => {
    expect((await read('a,b\n'.repeat(10_001))).rows).toHaveLength(10_001);
    await refusal('"a"b'.repeat(200_000));
  });
});

describe('JSON', () => {
  it('is a list of objects, as it is answered too', async () => {
    const rows = '[{"date":"2024-03-07","value":12.50},{"value":1e3,"paid":true,"__proto__":"x"}]';
    for (const text of [rows, `{"data":${rows}}`, `{"data":{"items":${rows},"nextCursor":null}}`])
      expect(await read(text)).toEqual({
        format: 'json',
        encoding: 'utf-8',
        delimiter: null,
        sheets: [],
        sheet: null,
        rows: [
          { row: 0, cells: ['date', 'value', 'paid', '__proto__'] },
          { row: 1, cells: ['2024-03-07', { number: '12.50' }] },
          { row: 2, cells: ['', { number: '1000' }, { flag: true }, 'x'] },
        ],
      });
  });

  it('keeps the digits of numbers', async () => {
    const text = '[{"a":999999999999999.1234,"b":0.00001,"c":-0,"d":-1.5E-3,"e":1e400}]';
    expect((await cellsOf(text))[1]).toEqual([
      { number: '999999999999999.1234' },
      { number: '0.00001' },
      { number: '0' },
      { number: '-0.0015' },
      '1e400',
    ]);
  });

  it('may have an object in each line, and values with several fields', async () => {
    expect(
      await cellsOf('{"payee":{"_id":"7","name":"Levi"},"tags":["a","b"]}\n{"payee":null,"tags":{"x":1}}\n'),
    ).toEqual([
      ['payee', 'tags'],
      ['Levi', 'a b'],
      ['', '{"x":1}'],
    ]);
  });

  it('is not every text that begins with a bracket', async () => {
    expect(await cellsOf('[date],[value]\n1,2\n')).toEqual([
      ['[date]', '[value]'],
      ['1', '2'],
    ]);
  });
});
