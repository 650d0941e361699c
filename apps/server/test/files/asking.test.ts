import { expect } from 'vitest';
import { csvType, xlsxType } from '../../src/http/files/forms.ts';
import { readCsv, readXlsx } from '../support/imports.ts';
import { test as it } from '../support/test.ts';

// Who gets a file, in which language, and what stands in it.
const jsonType = 'application/json; charset=utf-8';
const csvAnswer = 'text/csv; charset=utf-8; header=present';

it.for<[string | undefined, string]>([
  [undefined, jsonType],
  ['*/*', jsonType],
  ['application/json', jsonType],
  ['application/json, text/plain, */*', jsonType],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', jsonType],
  ['application/*', jsonType],
  [csvType, csvAnswer],
  ['Text/CSV', csvAnswer],
  ['text/*', csvAnswer],
  ['text/csv;q=0.9, application/json;q=0.8', csvAnswer],
  ['text/csv;q=0.5, application/json', jsonType],
  ['text/csv, */*;q=0.1', csvAnswer],
  [`${xlsxType};q=0.2, text/csv;q=0.1`, xlsxType],
  [xlsxType, xlsxType],
  // What there is not is answered as before.
  ['application/pdf', jsonType],
  ['text/csv;q=0', jsonType],
  ['nothing', jsonType],
  ['text/csv;;;q=,,=', csvAnswer],
])('Accept: %s is answered as %s', async ([accept, type], { service, admin: { token } }) => {
  const headers = { authorization: `Bearer ${token}`, ...(accept !== undefined && { accept }) };
  const answer = await fetch(`${service.url}/payees`, { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(type);
  expect(answer.headers.get('vary')).toContain('Accept');
  await answer.arrayBuffer();
});

it('a huge Accept costs little', async ({ service, admin: { token } }) => {
  const accept = `${'a/b;q=0.1,'.repeat(1400)}text/csv`;
  const before = process.cpuUsage();
  const { status, headers } = await service.call('GET', '/payees', { token, headers: { accept } });
  expect([status, headers.get('content-type')]).toEqual([200, csvAnswer]);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

it('a record is no list', async ({ service, make, admin: { token } }) => {
  const { _id } = await make('payees');
  const answer = await service.call('GET', `/payees/${_id}`, { token, headers: { accept: csvType } });
  expect(answer.headers.get('content-type')).toBe(jsonType);
  expect(answer.headers.get('vary')).toBeNull();
});

it('what is refused is JSON', async ({ service, admin, user }) => {
  const headers = { accept: csvType };
  const refusals = [
    await service.call('GET', '/bills', { headers }),
    await service.call('GET', '/bills', { headers, token: user.token }),
    await service.call('GET', '/bills?from=soon', { headers, token: admin.token }),
    await service.call('GET', '/users?search=(', { headers, token: admin.token }),
  ];
  expect(refusals.map(({ status, body }) => [status, body.error.code])).toEqual([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [400, 'VALIDATION'],
    [400, 'INVALID_SEARCH'],
  ]);
});

it('a User has the own logs alone', async ({ service, make, user, admin }) => {
  await make('logs', { worker: user.id, extraNotes: 'mine' });
  await make('logs', { worker: admin.id, extraNotes: 'yours' });
  const headers = { accept: csvType, 'accept-language': 'en' };
  const { body } = await service.call('GET', '/logs', { headers, token: user.token });
  expect(
    readCsv(body)
      .slice(1)
      .map((line) => line[8]),
  ).toEqual(['mine']);
});

it('is a file with a name and a language', async ({ service, admin: { token } }) => {
  const headers = { accept: csvType, 'accept-language': 'fr-CH' };
  const answer = await service.call('GET', '/bills/ledger', { token, headers });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-disposition': 'attachment; filename="bills-ledger.csv"',
    'content-language': 'fr',
    vary: expect.stringMatching(/^Accept, Accept-Language\b/),
    'cache-control': 'no-store',
  });
  const bytes = await (
    await fetch(`${service.url}/bills`, { headers: { ...headers, authorization: `Bearer ${token}` } })
  ).arrayBuffer();
  expect(new Uint8Array(bytes).subarray(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
});

it('has the language that is asked for, else the preferred one, else that of the business', async ({
  service,
  supervisor: { token },
  admin,
}) => {
  const languageFor = async (asked?: string) => {
    const headers = {
      accept: csvType,
      authorization: `Bearer ${token}`,
      ...(asked !== undefined && { 'accept-language': asked }),
    };
    const answer = await fetch(`${service.url}/payees`, { headers });
    await answer.text();
    return answer.headers.get('content-language');
  };
  expect(await languageFor('ar-EG, en;q=0.5')).toBe('ar');
  expect(await languageFor('de, tr;q=0.3, he;q=0.8')).toBe('he');
  expect(await languageFor('de, iw-IL;q=0.8, en;q=0.5')).toBe('he');
  expect(await languageFor('*')).toBe('en');
  await service.call('PUT', '/settings', { token: admin.token, body: { language: 'es' } });
  expect(await languageFor('de')).toBe('es');
  await service.call('PATCH', '/users/preferences', { token, body: { language: 'he-IL' } });
  expect(await languageFor('de, *;q=0.1')).toBe('he');
  await service.call('PATCH', '/users/preferences', { token, body: { language: 'IW-il' } });
  expect(await languageFor()).toBe('he');
  expect(await languageFor('en')).toBe('en');
  await service.call('PATCH', '/users/preferences', { token, body: { active: false } });
  expect(await languageFor('xx,,;')).toBe('es');
});

it('makes formulas in texts harmless, and nothing else', async ({ service, make, admin: { token } }) => {
  const formulas = [
    '=1+1',
    '+cmd|x',
    '-2+3',
    '@SUM(A1)',
    '＝1',
    '＋1',
    '－x',
    '＠x',
    '=HYPERLINK("http://x")',
  ];
  for (const description of formulas)
    await make('bills', { date: '2021-05-05', value: '-12.50', description });
  await make('bills', { date: '2021-05-05', value: '-12.50', description: '-150' });
  const headers = { accept: csvType, 'accept-language': 'en' };
  const { body } = await service.call('GET', '/bills?from=2021-05-05&to=2021-05-05', { token, headers });
  const lines = readCsv(body).slice(1);
  expect(lines.map((line) => line[1])).toEqual(lines.map(() => '-12.50'));
  expect(lines.map((line) => line[2]).sort()).toEqual([...formulas.map((text) => `'${text}`), '-150'].sort());
});

it('has typed cells in XLSX: amounts and days are numbers, serials keep their zeros', async ({
  service,
  make,
  admin: { token },
}) => {
  const cheque = { serial: '000123', dueDate: '2024-02-29', value: '1200.50', description: '=1+1' };
  await make('cheques', cheque);
  await make('cheques', { ...cheque, serial: '7', dueDate: '1900-01-01', value: '999999999999999.1234' });
  const read = async (address: string, language: string) => {
    const headers = { authorization: `Bearer ${token}`, accept: xlsxType, 'accept-language': language };
    const [sheet] = await readXlsx(
      await (await fetch(`${service.url}${address}`, { headers })).arrayBuffer(),
    );
    if (!sheet) throw new Error('no sheet');
    return sheet;
  };
  const sheet = await read('/cheques', 'en');
  expect(sheet.name).toBe('cheques');
  const cells = Array.from({ length: 4 }, (_, index) => sheet.getRow(2).getCell(index + 1));
  expect(cells.map(({ value }) => value)).toEqual([
    '000123',
    new Date('2024-02-29T00:00:00Z'),
    1200.5,
    '=1+1',
  ]);
  expect(cells.map(({ numFmt }) => numFmt)).toEqual(['@', 'mm-dd-yy', '#,##0.00', '@']);
  // More digits than a number keeps.
  expect(sheet.getRow(3).getCell(3).value).toBe('999999999999999.1234');
  const hidden = sheet.columns.flatMap(({ hidden }, index) =>
    hidden ? [sheet.getRow(1).getCell(index + 1).value] : [],
  );
  expect(hidden).toEqual([
    'ID',
    'Payee (ID)',
    'Bank account (ID)',
    'Replaces (ID)',
    'Replaced by (ID)',
    'Version',
  ]);
  expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  expect(sheet.views[0]?.rightToLeft ?? false).toBe(false);

  await make('logs', { date: '2024-03-01', startingTime: '22:30', finishingTime: '6:00', breakMinutes: 30 });
  const logs = await read('/logs?from=2024-03-01&to=2024-03-01', 'he');
  expect(logs.views[0]?.rightToLeft).toBe(true);
  const log = Array.from({ length: 8 }, (_, index) => logs.getRow(2).getCell(index + 1));
  expect(log.slice(3, 7).map(({ value }) => value)).toEqual([true, 450, 30, 420]);
  expect(log[1]?.numFmt).toBe('h:mm');
});

it.for([
  ['JPY', '#,##0'],
  ['ILS', '#,##0.00'],
  ['JOD', '#,##0.000'],
] as const)(
  'writes amounts in XLSX with the digits of %s',
  async ([currency, format], { service, make, admin: { token } }) => {
    await service.call('PUT', '/settings', { token, body: { currency } });
    await make('bills', { date: '2021-07-07', value: '1200' });
    const answer = await fetch(`${service.url}/bills?from=2021-07-07&to=2021-07-07`, {
      headers: { authorization: `Bearer ${token}`, accept: xlsxType, 'accept-language': 'en' },
    });
    const [sheet] = await readXlsx(await answer.arrayBuffer());
    const cell = sheet?.getRow(2).getCell(2);
    expect([cell?.value, cell?.numFmt]).toEqual([1200, format]);
  },
);
