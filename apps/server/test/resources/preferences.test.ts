import { isTimeZone } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 5.
const it = test
  .extend(
    'patch',
    { scope: 'file' },
    ({ service, admin: { token } }) =>
      (body: object) =>
        service.call('PATCH', '/users/preferences', { token, body }),
  )
  .extend(
    'get',
    { scope: 'file' },
    ({ service, admin: { token } }) =>
      (path: string) =>
        service.call('GET', path, { token }),
  );

it.for([
  { active: 'false' },
  { active: true },
  { theme: 'dark' },
  { language: 'ar' },
  { calendar: 'islamic-umalqura' },
  { timeZone: 'Africa/Cairo' },
  { firstDayOfWeek: 7 },
  { characterKeys: false },
])('%j is merged into the others', async (change, { ask }) => {
  const before = (await ask('GET', '/auth')).preferences;
  const active = 'active' in change ? { active: String(change.active) === 'true' } : {};
  const merged = { ...before, ...change, ...active };
  expect(await ask('PATCH', '/users/preferences', change)).toEqual(merged);
  expect(await ask('GET', '/auth')).toMatchObject({ preferences: merged, active: true });
});

it.for([
  ['iw-IL', 'he-IL'],
  ['in', 'id'],
  ['no', 'no'],
  ['EN-us', 'en-US'],
] as const)('the language %s is kept as %s', async ([sent, kept], { ask }) => {
  expect(await ask('PATCH', '/users/preferences', { language: sent })).toMatchObject({ language: kept });
});

it('those that are sent at once are merged', async ({ service }) => {
  const { token } = await service.person('User');
  const parts = [{ theme: 'dark' }, { language: 'ar' }, { timeZone: 'Africa/Cairo' }, { firstDayOfWeek: 6 }];
  await Promise.all(parts.map((body) => service.call('PATCH', '/users/preferences', { token, body })));
  const me = await service.call('GET', '/auth', { token });
  expect(me.body.data.preferences).toEqual(Object.assign({ active: true }, ...parts));
});

it.for<object>([
  { active: 'yes' },
  { theme: 'blue' },
  { theme: null },
  { language: 'not a language' },
  { language: '' },
  { language: '\ud800' },
  { language: 'x'.repeat(65) },
  { calendar: 'maya' },
  { calendar: [] },
  { timeZone: 'Mars/Olympus' },
  { timeZone: '' },
  { timeZone: '\0' },
  { timeZone: {} },
  { timeZone: null },
  { firstDayOfWeek: 0 },
  { firstDayOfWeek: 8 },
  { firstDayOfWeek: 1.5 },
  { characterKeys: 'false' },
])('%j is refused by its name', async (change, { patch, ask }) => {
  const before = await ask('GET', '/auth');
  expect(expectFailure(await patch(change), 400, 'VALIDATION')).toEqual(Object.keys(change));
  expect(await ask('GET', '/auth')).toEqual(before);
});

it('at least one must be sent', async ({ patch }) => {
  for (const body of [{}, { unknown: 1 }]) expectFailure(await patch(body), 400, 'VALIDATION');
});

describe('a time zone', () => {
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

  it('is a name that Intl and the database both know', async ({ service }) => {
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

  it.for([
    ...['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev', 'Europe/Kyiv', 'UTC', 'Etc/UTC', 'GMT', 'Etc/GMT+8'],
    ...['US/Pacific', 'EST5EDT', 'europe/berlin', 'America/Argentina/Buenos_Aires'],
  ])('%s is accepted, and days are those of the zone', async (timeZone, { patch, get }) => {
    expect((await patch({ active: true, timeZone })).body.data.timeZone).toBe(timeZone);
    for (const path of ['/journal?from=2020-01-01&to=9999-12-31', '/journal?from=1900-01-01', '/auth'])
      expect((await get(path)).status).toBe(200);
    expect((await get('/trpc/cheques.summary?input=%7B%7D')).status).toBe(200);
  });

  it.for([
    ...ofIntlAlone,
    'Etc/Unknown',
    'posix/UTC',
    'Factory',
    'Mars/Base',
    'UTC ',
    `Etc/${'x'.repeat(1e5)}`,
  ])('%s is refused', async (timeZone, { patch }) =>
    expect(expectFailure(await patch({ active: true, timeZone }), 400, 'VALIDATION')).toEqual(['timeZone']),
  );

  it('that is stored and accepted no longer is as if it had not been set', async ({
    service,
    admin,
    patch,
    get,
  }) => {
    for (const zone of ['MIT', '+14:00', 'US/Pacific-New', 'Mars/Base']) {
      await service.sql`
        update users set preferences = ${`{"active":true,"timeZone":"${zone}","theme":"dark"}`}::text::jsonb where id = ${admin.id}`;
      expect((await get('/auth')).body.data.preferences).toEqual({ active: true, theme: 'dark' });
      const today = new Date().toISOString().slice(0, 10);
      expect((await get(`/journal?from=${today}`)).body.data.length).toBeGreaterThan(0);
      expect((await get('/trpc/cheques.summary?input=%7B%7D')).status).toBe(200);
      expect((await patch({ theme: 'light' })).body.data).toEqual({ active: true, theme: 'light' });
    }
  });
});
