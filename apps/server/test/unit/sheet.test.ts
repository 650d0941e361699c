import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CellKind, Column, Row, Value } from '../../src/http/files/columns.ts';
import { columnName, escaped } from '../../src/http/files/sheet.ts';
import { xlsx } from '../../src/http/files/xlsx.ts';
import { readXlsx } from '../support/workbooks.ts';

const column = (field: string, kind: CellKind): Column => ({
  field,
  kind,
  isForPrograms: false,
  titleIn: () => field,
  valueIn: (row) => row[field] as Value,
});

async function written(
  columns: readonly Column[],
  pages: readonly (readonly Row[])[],
  rows = 1_048_576,
  digits = 2,
) {
  async function* all() {
    yield* pages;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of xlsx(all(), columns, 'en', 'things', digits, { rows, bytes: 2 ** 31 }))
    chunks.push(chunk);
  return readXlsx(Buffer.concat(chunks));
}

it('names columns as Excel does', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

it('escapes what XML cannot hold', () => {
  expect(escaped('a<b>&"c"')).toBe('a&lt;b&gt;&amp;&quot;c&quot;');
  expect(escaped('\u0007\r\uFFFF\t\n')).toBe('_x0007__x000D__xFFFF_\t\n');
  expect(escaped('_x0041_ _x41_')).toBe('_x005F_x0041_ _x41_');
  // The underscore of the escape would end what looks like one.
  expect(escaped('_x0041\r\n')).toBe('_x005F_x0041_x000D_\n');
});

/** What Excel reads: XML's line ends, then its own escapes. */
const unescaped = (xml: string) =>
  xml
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

const strange = fc
  .array(
    fc.constantFrom(
      '_',
      'x',
      '0041',
      '000D',
      '005f',
      '\r',
      '\n',
      '\t',
      '\u0007',
      '\uffff',
      '&',
      '<',
      '_x0041',
      'é',
      '🦄',
    ),
  )
  .map((parts) => parts.join(''));

it('keeps every text, whatever looks like an escape', async () => {
  fc.assert(
    fc.property(strange, (text) => {
      const xml = escaped(text);
      expect(unescaped(xml)).toBe(text);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
      expect(xml).not.toMatch(/[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/);
    }),
    { numRuns: runs(10_000) },
  );
  // The reader leaves control characters as they are written.
  const texts = fc
    .sample(strange, 200)
    .map((text) => `|${text.replaceAll('\u0007', '').replaceAll('\uffff', '')}|`);
  const [sheet] = await written([column('text', 'text')], [texts.map((text) => ({ text }))]);
  expect(texts.map((_, index) => sheet?.getRow(index + 2).getCell(1).value)).toEqual(texts);
});

it.each([
  [0, '1200', '#,##0'],
  [0, '1200.5', '#,##0.0'],
  [2, '1200', '#,##0.00'],
  [2, '-12.345', '#,##0.000'],
  [3, '1.25', '#,##0.000'],
  [4, '1', '#,##0.0000'],
])('an amount has %i digits after the point, or those it has: %s', async (digits, amount, format) => {
  const [sheet] = await written([column('value', 'amount')], [[{ value: amount }]], undefined, digits);
  const cell = sheet?.getRow(2).getCell(1);
  expect([cell?.value, cell?.numFmt]).toEqual([Number(amount), format]);
});

it.each(['a <b> & "c"', ' spaces ', 'two\nlines', '=1+1', '_x0041_', '🦄 ﷽', '0012', ''])(
  'the text %j is read as it was written',
  async (text) => {
    const [sheet] = await written([column('text', 'text')], [[{ text }]]);
    expect(sheet?.getRow(2).getCell(1).value ?? '').toBe(text);
  },
);

it('cuts a text to what a cell holds', async () => {
  const [sheet] = await written([column('text', 'text')], [[{ text: 'x'.repeat(40_000) }]]);
  const text = String(sheet?.getRow(2).getCell(1).value);
  expect([text.length, text.at(-1)]).toEqual([32_767, '…']);
});

it.each<[CellKind, Value, unknown]>([
  ['amount', '-12.5000', -12.5],
  ['amount', '123456789012345', 123_456_789_012_345],
  ['amount', '1234567890123456', '1234567890123456'],
  ['integer', 0, 0],
  ['flag', false, false],
  ['flag', true, true],
  ['day', '1900-03-01', new Date('1900-03-01T00:00:00Z')],
  ['day', '9999-12-31', new Date('9999-12-31T00:00:00Z')],
  ['instant', '2024-02-29T12:00:00.000Z', new Date('2024-02-29T12:00:00Z')],
  ['text', null, null],
  ['day', null, null],
])('%s: %s', async (kind, value, expected) => {
  const [sheet] = await written([column('value', kind)], [[{ value }]]);
  expect(sheet?.getRow(2).getCell(1).value).toEqual(expected);
});

it('goes on in further sheets, each with the titles', async () => {
  const pages = [[1, 2, 3], [], [4], [5, 6, 7, 8]].map((page) => page.map((value) => ({ value })));
  const sheets = await written([column('value', 'integer')], pages, 4);
  expect(sheets.map(({ name }) => name)).toEqual(['things', 'things 2', 'things 3']);
  const values = sheets.map((sheet) =>
    Array.from({ length: sheet.rowCount }, (_, index) => sheet.getRow(index + 1).getCell(1).value),
  );
  expect(values).toEqual([
    ['value', 1, 2, 3],
    ['value', 4, 5, 6],
    ['value', 7, 8],
  ]);
});
