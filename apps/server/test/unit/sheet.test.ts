import { expect, it } from 'vitest';
import type { CellKind, Column, Row, Value } from '../../src/http/files/columns.ts';
import { columnName, escaped } from '../../src/http/files/sheet.ts';
import { xlsx } from '../../src/http/files/xlsx.ts';
import { readXlsx } from '../support/files.ts';

const column = (field: string, kind: CellKind): Column => ({
  field,
  kind,
  isForPrograms: false,
  titleIn: () => field,
  valueIn: (row) => row[field] as Value,
});

async function written(columns: readonly Column[], pages: readonly (readonly Row[])[], rows = 1_048_576) {
  async function* all() {
    yield* pages;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of xlsx(all(), columns, 'en', 'things', { rows, bytes: 2 ** 31 }))
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
