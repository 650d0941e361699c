import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Column, Row, Value } from '../../src/http/files/columns.ts';
import { csv } from '../../src/http/files/forms.ts';
import { xlsx } from '../../src/http/files/xlsx.ts';
import { readTable } from '../../src/imports/read-table.ts';

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
