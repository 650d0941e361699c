import { describe, expect, it } from 'vitest';
import { readTable } from '../../src/imports/read-table.ts';
import { saved, workbook } from '../support/imports.ts';

const read = (bytes: Uint8Array, sheet?: string) => readTable(bytes, { name: '', type: '', sheet });
const cellsOf = async (bytes: Uint8Array) => (await read(bytes)).rows.map(({ cells }) => cells);
const refusal = (bytes: Uint8Array, sheet?: string) =>
  read(bytes, sheet).then(
    () => undefined,
    ({ issue: { path, code, params } }) => ({ path, code, ...(params && { params }) }),
  );
const row = (cells: string) => `<row>${cells}</row>`;
const number = (value: string | number, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

describe('a workbook of LibreOffice', () => {
  it.each(['libreoffice', 'libreoffice-1904'] as const)('%s', async (name) => {
    const table = await read(saved(name));
    // Neither the empty sheet nor the hidden one.
    expect(table).toMatchObject({ format: 'xlsx', sheets: ['Empty', 'Bills & more'], sheet: 'Bills & more' });
    expect(table.rows.map(({ row }) => row)).toEqual([1, 2, 3, 5]);
    const [headings, first, second, merged] = table.rows.map(({ cells }) => cells);
    expect(headings).toEqual(['Date', 'Value', 'الوصف', 'At', 'Sum', 'Paid', 'Moment']);
    expect(first).toEqual([
      { day: '2024-03-07' },
      { number: '1234.5' },
      'شاي و قهوة',
      { time: '08:30' },
      { number: '0.3' },
      { flag: true },
      { day: '2024-03-07' },
    ]);
    // Its sum is #DIV/0!
    expect(second?.slice(1)).toEqual([
      { number: '-0.0000125' },
      'ab',
      { time: '23:59' },
      '',
      { flag: false },
    ]);
    expect(merged).toEqual(['merged', '', 'line one\nline two _x0041_', '', { number: '123456789012345' }]);
  });

  it('has the sheet that is asked for, unless it is hidden', async () => {
    const unknown = { path: ['sheet'], code: 'unknown_sheet', params: { sheets: ['Empty', 'Bills & more'] } };
    expect(await refusal(saved('libreoffice'), 'Hidden')).toEqual(unknown);
    expect(await refusal(saved('libreoffice'), 'Empty')).toEqual({ path: ['file'], code: 'file_empty' });
    expect(await read(saved('libreoffice'), 'Bills & more')).toMatchObject({ sheet: 'Bills & more' });
  });
});

describe('cells', () => {
  const formats = {
    'dd/mm/yyyy': { day: '2024-03-07' },
    '[$-40D]d mmmm yyyy;@': { day: '2024-03-07' },
    mmm: { day: '2024-03-07' },
    'yyyy-mm-dd hh:mm': { day: '2024-03-07' },
    '[$-F400]h:mm:ss AM/PM': { time: '18:00' },
    'mm:ss.0': { time: '18:00' },
    '[h]:mm': '1088610:00',
    General: { number: '45358.75' },
    '0.00E+00': { number: '45358.75' },
    '#,##0.00 &quot;days&quot;': { number: '45358.75' },
    '[Red]0.0': { number: '45358.75' },
    '0\\d': { number: '45358.75' },
    '_-* #,##0.00 [$₪-40D]_-': { number: '45358.75' },
    '@': { number: '45358.75' },
  };
  it.each(Object.entries(formats))('of the format %s', async (format, cell) => {
    const bytes = workbook(row(number(45_358.75, 1)), { formats: [format] });
    expect(await cellsOf(bytes)).toEqual([[cell]]);
  });

  it('count days from 1900 or 1904', async () => {
    const days = row([1, 59, 61, 2_958_465, 2_958_466, -1].map((serial) => number(serial, 1)).join(''));
    expect(await cellsOf(workbook(days, { formats: ['d.m.y'] }))).toEqual([
      [
        { day: '1900-01-01' },
        { day: '1900-02-28' },
        { day: '1900-03-01' },
        { day: '9999-12-31' },
        { number: '2958466' },
        { number: '-1' },
      ],
    ]);
    const from1904 = workbook(row(number(0, 1) + number(43_896, 1)), { formats: ['d.m.y'], is1904: true });
    expect(await cellsOf(from1904)).toEqual([[{ day: '1904-01-01' }, { day: '2024-03-07' }]]);
  });

  it('have times to the second, and no day where a formula found none', async () => {
    const times = row(
      number('0.354166666666667', 1) +
        number('0.9999999', 1) +
        number(0, 1) +
        number(0, 2) +
        number('1.5', 3),
    );
    const bytes = workbook(times, { formats: ['hh:mm', 'd.m.y', '[hh]:mm'] });
    expect(await cellsOf(bytes)).toEqual([
      [{ time: '08:30' }, { time: '00:00' }, { time: '00:00' }, '', '36:00'],
    ]);
  });

  it('have numbers as they are typed', async () => {
    const values = ['0.30000000000000004', '1E-05', '1.25E+3', '123456789012345678', '-0', '100', '1e300'];
    expect(await cellsOf(workbook(row(values.map((value) => number(value)).join(''))))).toEqual([
      [
        { number: '0.3' },
        { number: '0.00001' },
        { number: '1250' },
        { number: '123456789012346000' },
        { number: '0' },
        { number: '100' },
        '1e300',
      ],
    ]);
  });

  it('have texts of all kinds', async () => {
    const cells = [
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>9</v></c>',
      inline('a &amp; b_x000D__x005F_x0041_'),
      '<c t="str"><f>"x"</f><v>=x</v></c>',
      '<c t="d"><v>2024-03-07T00:00:00</v></c>',
      '<c t="d"><v>08:30:00</v></c>',
      '<c t="e"><v>#N/A</v></c>',
      '<c t="b"><v>0</v></c>',
    ].join('');
    const strings =
      '<si><r><t>ri</t></r><r><t xml:space="preserve">ch </t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>';
    expect(await cellsOf(workbook(row(cells), { strings }))).toEqual([
      ['rich ', '', 'a & b\r_x0041_', '=x', { day: '2024-03-07' }, { time: '08:30' }, '', { flag: false }],
    ]);
  });

  it('are where they say, or after the one before', async () => {
    const rows = `<row r="3"><c r="C3"><v>1</v></c><c><v>2</v></c></row><row><c r="A4"><v>3</v></c></row>`;
    expect((await read(workbook(rows))).rows).toEqual([
      { row: 3, cells: ['', '', { number: '1' }, { number: '2' }] },
      { row: 4, cells: [{ number: '3' }] },
    ]);
  });
});

describe('a hostile workbook is refused', () => {
  const mebibyte = 1024 * 1024;
  const entities = `<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "${'&a;'.repeat(100)}">]>`;
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `x/${at}`, content: '' }));
  it.each([
    ['a bomb', workbook(' '.repeat(101 * mebibyte)), 'file_expanded', { mebibytes: 100 }],
    ['a bomb that lies', workbook(' '.repeat(101 * mebibyte), { declared: 1000 }), 'file_damaged'],
    ['many parts', workbook('', { more: many(5000) }), 'file_expanded', { mebibytes: 100 }],
    ['entities', workbook(row(inline('&b;')), { head: entities }), 'file_damaged'],
    [
      'an external entity',
      workbook('', { head: '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>' }),
      'file_damaged',
    ],
    ['an entity that nothing declares', workbook(row(inline('&x;'))), 'file_damaged'],
    ['elements in one another', workbook('<a>'.repeat(100_000)), 'file_damaged'],
    ['elements that do not match', workbook('<row><c></row>'), 'file_damaged'],
    ['no end', workbook('').slice(0, -30), 'file_damaged'],
    ['a column of its own', workbook('<row><c r="ZZZZ1"><v>1</v></c></row>'), 'file_damaged'],
    ['a row twice', workbook('<row r="1"/><row r="1"/>'), 'file_damaged'],
    ['all columns', workbook(row(number(1).repeat(16_384))), 'too_many_columns', { max: 200, row: 1 }],
    [
      'the last cell of all',
      workbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      'too_many_columns',
      { max: 200, row: 1_048_576 },
    ],
    ['100 000 rows', workbook(row(number(1)).repeat(100_000)), 'too_many_rows', { max: 10_000 }],
    ['a long cell', workbook(row(inline('x'.repeat(32_768)))), 'cell_too_long', { max: 32_767, row: 1 }],
    [
      'one long text in many cells',
      workbook(row('<c t="s"><v>0</v></c>'.repeat(200)).repeat(2), {
        strings: `<si><t>${'x'.repeat(32_767)}</t></si>`,
      }),
      'file_too_costly',
    ],
    ['long names of sheets', workbook(row(number(1)), { sheets: ['x'.repeat(65_537)] }), 'file_too_costly'],
    ['nothing', workbook(''), 'file_empty'],
  ] as const)('%s', async (_, bytes, code, params = undefined) => {
    expect(await refusal(bytes)).toEqual({ path: ['file'], code, ...(params && { params }) });
  });

  it('columns that have only a format, and rows after the sheet, do not count', async () => {
    expect(await cellsOf(workbook(row(`${number(1)}<c r="XFD1" s="0"/>`)))).toEqual([[{ number: '1' }]]);
  });
});
