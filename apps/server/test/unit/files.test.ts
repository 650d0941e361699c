import { buffer } from 'node:stream/consumers';
import { appRouter } from '@daybook/api';
import { importFields, importKinds, printLanguages } from '@daybook/domain';
import { titleLanguages, titles } from '@daybook/domain/titles';
import { operationsOf } from '@daybook/facade';
import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CellKind, type Column, columnsOf, type Row, type Value } from '../../src/http/files/columns.ts';
import { csv } from '../../src/http/files/forms.ts';
import { columnName, escaped } from '../../src/http/files/sheet.ts';
import { xlsx } from '../../src/http/files/xlsx.ts';
import { readTable } from '../../src/imports/read-table.ts';
import { readXlsx } from '../support/imports.ts';

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

describe('a list that is exported and imported again', () => {
  const column = (field: string, kind: Column['kind']): Column => ({
    field,
    kind,
    isForPrograms: false,
    titleIn: () => field,
    valueIn: (row) => row[field] as Value,
  });
  const columns = [
    column('date', 'day'),
    column('start', 'time'),
    column('value', 'amount'),
    column('paid', 'flag'),
    column('count', 'integer'),
    column('note', 'text'),
  ];
  const rows: readonly Row[] = [
    { date: '2024-03-07', start: '08:30', value: '-12.5', paid: true, count: 7, note: '=HYPERLINK("x")' },
    {
      date: '1999-12-31',
      start: '23:59',
      value: '99999999999.9999',
      paid: false,
      count: 0,
      note: ' قهوة\n_x0041_ ',
    },
    { date: null, start: null, value: null, paid: null, count: null, note: '+15551234567' },
  ];

  async function* pages() {
    yield rows;
  }

  async function read(chunks: AsyncIterable<Buffer>) {
    const bytes = await buffer(chunks);
    const { format, rows: found } = await readTable(bytes, { name: '', type: '' });
    return { format, cells: found.map(({ cells }) => cells) };
  }
  const headings = columns.map(({ field }) => field);

  it('a list as a workbook is read as it was', async () => {
    expect(await read(xlsx(pages(), columns, 'en', 'bills', 2))).toEqual({
      format: 'xlsx',
      cells: [
        headings,
        [
          { day: '2024-03-07' },
          { time: '08:30' },
          { number: '-12.5' },
          { flag: true },
          { number: '7' },
          '=HYPERLINK("x")',
        ],
        [
          { day: '1999-12-31' },
          { time: '23:59' },
          { number: '99999999999.9999' },
          { flag: false },
          { number: '0' },
          ' قهوة\n_x0041_ ',
        ],
        ['', '', '', '', '', '+15551234567'],
      ],
    });
  });

  it('a list as CSV is read as it was', async () => {
    const texts = rows.map((row) => headings.map((field) => String(row[field] ?? '')));
    expect(await read(csv(pages(), columns, 'en'))).toEqual({ format: 'csv', cells: [headings, ...texts] });
  });
});

describe('titles', () => {
  const lists = operationsOf(appRouter).map((operation) => ({
    router: operation.id.split('.')[0] ?? '',
    columns: columnsOf(operation),
  }));

  it('are in every language of the front-end', () => {
    expect(titleLanguages.toSorted()).toEqual(printLanguages.toSorted());
  });

  describe.each(titleLanguages)('in %s', (language) => {
    it('there is one for each column of each list, and no two are alike in one', () => {
      for (const { columns } of lists) {
        const texts = columns.map(({ titleIn }) => titleIn(language));
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.every((text) => text.trim() === text && text !== '')).toBe(true);
      }
    });

    it('they are those that English has', () => {
      const keys = (texts: (typeof titles)['en']) =>
        Object.entries(texts).flatMap(([router, own]) => [
          ...Object.keys(own).map((key) => `${router}.${key}`),
          ...Object.keys('fields' in own ? own.fields : {}).map((key) => `${router}.fields.${key}`),
        ]);
      expect(keys(titles[language])).toEqual(keys(titles.en));
      expect(titles[language].common.identifier).toContain('{{name}}');
    });
  });

  it('every title is that of a column, in a list or in a file to be imported', () => {
    const imported = importKinds.flatMap((kind) => importFields(kind).map(({ field }) => `${kind}.${field}`));
    const listed = lists.flatMap(({ router, columns }) =>
      columns.flatMap(({ field }) => [`${router}.${field}`, `common.${field}`]),
    );
    const fields = new Set([...imported, ...listed]);
    const unused = Object.entries(titles.en).flatMap(([router, texts]) =>
      Object.keys('fields' in texts ? texts.fields : texts).flatMap((field) =>
        fields.has(`${router}.${field}`) ? [] : [`${router}.${field}`],
      ),
    );
    expect(unused).toEqual(['common.identifier']);
  });
});
