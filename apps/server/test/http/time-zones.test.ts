import { isTimeZone } from '@daybook/domain';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { expectFailure } from '../support/failing.ts';
import { type Person, type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Person;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
});
afterAll(() => service.close());

const prefer = (timeZone: string) =>
  service.call('PATCH', '/users/preferences', { token: admin.token, body: { active: true, timeZone } });
const get = (path: string) => service.call('GET', path, { token: admin.token });
const knowsIntl = (timeZone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
  } catch {
    return false;
  }
};

/** What ICU takes besides: its own abbreviations, zones of System V, offsets. */
const ofIntlAlone = [
  ...'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(
    ' ',
  ),
  ...['SystemV/AST4', 'SystemV/PST8PDT', 'US/Pacific-New', 'Canada/East-Saskatchewan'],
  ...['+14:00', '-00:30', '+02', '+0200'],
];

it('accepts every name that Intl and the database both know, and no other', async () => {
  const rows = await service.sql<
    { name: string }[]
  >`select name from pg_timezone_names where name !~ '^(posix|right)/'`;
  const names = rows.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(400);
  expect(names.filter((name) => isTimeZone(name) !== knowsIntl(name))).toEqual([]);
  const accepted = [...new Set([...names, ...Intl.supportedValuesOf('timeZone'), ...ofIntlAlone])].filter(
    isTimeZone,
  );
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([]);
  const [taken] = await service.sql`
    select count(now() at time zone name)::int as count from unnest(${accepted}::text[]) as name`;
  expect(taken?.count).toBe(accepted.length);
});

test.each([
  ...['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev', 'Europe/Kyiv', 'UTC', 'Etc/UTC', 'GMT', 'Etc/GMT+8'],
  ...['US/Pacific', 'EST5EDT', 'europe/berlin', 'America/Argentina/Buenos_Aires'],
])('%s is accepted, and days are those of the zone', async (zone) => {
  expect((await prefer(zone)).body.data.timeZone).toBe(zone);
  for (const path of ['/journal?from=2020-01-01&to=9999-12-31', '/journal?from=1900-01-01', '/auth'])
    expect((await get(path)).status).toBe(200);
  expect((await get('/trpc/cheques.summary?input=%7B%7D')).status).toBe(200);
});

test.each([
  ...ofIntlAlone,
  'Etc/Unknown',
  'posix/UTC',
  'Factory',
  'Mars/Base',
  'UTC ',
  `Etc/${'x'.repeat(1e5)}`,
])('%s is refused', async (zone) =>
  expect(expectFailure(await prefer(zone), 400, 'VALIDATION')).toEqual(['timeZone']),
);

it('falls back where a stored one is accepted no longer', async () => {
  for (const zone of ['MIT', '+14:00', 'US/Pacific-New', 'Mars/Base']) {
    await service.sql`
      update users set preferences = ${`{"active":true,"timeZone":"${zone}","theme":"dark"}`}::text::jsonb where id = ${admin.id}`;
    expect((await get('/auth')).body.data.preferences).toEqual({ active: true, theme: 'dark' });
    const today = new Date().toISOString().slice(0, 10);
    expect((await get(`/journal?from=${today}`)).body.data.length).toBeGreaterThan(0);
    expect((await get('/trpc/cheques.summary?input=%7B%7D')).status).toBe(200);
    const changed = await service.call('PATCH', '/users/preferences', {
      token: admin.token,
      body: { theme: 'light' },
    });
    expect(changed.body.data).toEqual({ active: true, theme: 'light' });
  }
});
