import { exampleIds as ids } from '@daybook/api';
import { expect } from 'vitest';
import { columnsOf } from '../../src/http/files/columns.ts';
import { csvType, mediaTypesOf, xlsxType } from '../../src/http/files/forms.ts';
import { addressOf, type Input, type Procedure, procedures } from '../support/calls.ts';
import { makeExampleRecords, prepareGiven } from '../support/example-records.ts';
import { readCsv, readXlsx } from '../support/imports.ts';
import { nextOf, query } from '../support/listing.ts';
import type { Person, Service } from '../support/service.ts';
import { test } from '../support/test.ts';

// Every list as a file, beside the same list as JSON.
const it = test.extend('settings', { scope: 'file' }, { limitLogins: false });
it.beforeEach(({ service, admin }) => makeExampleRecords(service, admin));

type Row = Readonly<Record<string, unknown>>;
type Listed = Procedure & { readonly rest: NonNullable<Procedure['rest']> };

const lists = procedures.filter(
  (one): one is Listed => one.rest !== undefined && mediaTypesOf(one.rest).length > 0,
);

it('lists are files: every one', () => {
  const paged = procedures.filter(({ rest }) => rest?.input && 'cursor' in rest.input.shape);
  expect(lists.map(({ path }) => path)).toEqual(expect.arrayContaining(paged.map(({ path }) => path)));
  expect(lists.map(({ path }) => path)).toEqual(expect.arrayContaining(['pay.balances', 'payees.statement']));
  expect(lists.length).toBeGreaterThan(16);
});

/** All rows, one on each page. */
async function rowsOf(
  service: Service,
  { token }: Person,
  address: string,
  isPaged: boolean,
  field: string | undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  const separator = address.includes('?') ? '&' : '?';
  let next: string | undefined = isPaged ? `${address}${separator}limit=1` : address;
  while (next) {
    const { status, headers, body } = await service.call('GET', next, { token });
    expect(status, next).toBe(200);
    rows.push(...(field === undefined ? body.data : body.data[field]));
    next = nextOf(headers);
  }
  return rows;
}

const file = (service: Service, address: string, token: string, accept: string, language = 'en') =>
  fetch(`${service.url}${address}`, {
    headers: { authorization: `Bearer ${token}`, accept, 'accept-language': language },
  });

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value !== 'object') return String(value);
  return 'title' in value ? String(value.title) : JSON.stringify(value);
};

/** What changes with each request. */
const passing = ['lastSeenAt', 'lastReadAt', 'lastReadFrom'];

it.for(lists.flatMap((list) => ['all', 'filtered'].map((which) => [list.path, which, list] as const)))(
  '%s, %s: CSV and XLSX have the rows of JSON',
  async ([, which, list], { service, admin }) => {
    const { rest } = list;
    await prepareGiven(service, admin, rest);
    const { parameters = {} } = list.meta.example ?? {};
    const input: Input = which === 'all' && !list.meta.rows ? { ...pathParameters(list) } : parameters;
    const given = Object.entries(input).filter(([name]) => !rest.params.includes(name) && name !== 'limit');
    const address = query(
      addressOf(rest, input),
      Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    );
    const isPaged = rest.input !== undefined && 'cursor' in rest.input.shape;
    const rows = await rowsOf(service, admin, address, isPaged, list.meta.rows);
    expect(rows.length).toBeGreaterThan(0);

    const columns = columnsOf(rest);
    const answer = await service.call('GET', address, {
      token: admin.token,
      headers: { accept: csvType, 'accept-language': 'en' },
    });
    expect(answer.status).toBe(200);
    const [titles = [], ...lines] = readCsv(answer.body);
    expect(titles).toEqual(columns.map(({ titleIn }) => titleIn('en')));
    expect(new Set(titles).size).toBe(titles.length);
    const compared = columns.filter(({ field }) => !passing.includes(field));
    const cells = lines.map((line) =>
      compared.map((column) => line[columns.indexOf(column)]?.replace(/^'(?=[=+@-])/, '')),
    );
    expect(cells).toEqual(rows.map((row) => compared.map(({ field }) => textOf(row[field]))));

    const [sheet] = await readXlsx(await (await file(service, address, admin.token, xlsxType)).arrayBuffer());
    expect(sheet?.rowCount).toBe(rows.length + 1);
    expect(sheet?.getRow(1).values).toEqual([undefined, ...titles]);
    const at = columns.findIndex(({ field }) => ['_id', 'worker', 'bill'].includes(field)) + 1;
    expect(rows.map((_, index) => sheet?.getRow(index + 2).getCell(at).value)).toEqual(
      rows.map(({ _id, worker, bill }) => _id ?? worker ?? bill),
    );
  },
);

const pathParameters = ({ rest, meta }: Listed): Input =>
  Object.fromEntries(rest.params.map((name) => [name, meta.example?.parameters?.[name]]));

it('has all pages, whatever limit and cursor say', async ({ service, admin: { token } }) => {
  await service.sql`insert into bills (id, date, value, description, extra_notes, changed_by)
    select gen_random_uuid(), date '2020-01-01' + n % 400, n, 'Many', '', ${ids.administrator} from generate_series(1, 2500) n`;
  const headers = { accept: csvType, 'accept-language': 'en' };
  const address = '/bills?search=many&limit=1&cursor=nothing';
  const answer = await service.call('GET', address, { token, headers });
  const lines = readCsv(answer.body).slice(1);
  expect(lines).toHaveLength(2500);
  expect(new Set(lines.map((line) => line[1])).size).toBe(2500);
  expect(answer.headers.get('link')).toBeNull();
  const sums = await service.call('GET', '/bills/summary?search=many', { token });
  expect(sums.body.data.count).toBe(2500);
});

it('GET /users too, whose answer as JSON is complete', async ({ service, admin: { token } }) => {
  const headers = { accept: csvType, 'accept-language': 'en' };
  const answer = await service.call('GET', '/users?search=%5EGrace', { token, headers });
  const [titles, line] = readCsv(answer.body);
  expect(titles).toEqual(['User name', 'E-mail', 'Phone', 'Role', 'Active', 'Name', 'ID']);
  expect(line?.[5]).toBe('Grace Hopper');
});
