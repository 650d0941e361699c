import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies, unique } from '../support/asking.ts';
import { expectFailure } from '../support/failing.ts';
import { makeReferences } from '../support/records.ts';
import { type Person, password, type Service, startService } from '../support/service.ts';

// docs/rules.md, section 5: values on their way into the database and back.
let service: Service;
let admin: Person;
let ask: Ask;
let references: Awaited<ReturnType<typeof makeReferences>>;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  ask = asker(service, admin);
  references = await makeReferences(ask);
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: admin.token, body });
const fault = async (method: string, path: string, body: unknown, code = 'VALIDATION') =>
  expectFailure(await call(method, path, body), 400, code);

describe('texts', () => {
  it.each([
    '🙂 👩‍👩‍👧',
    'ملاحظات بالعربية',
    '漢字',
    '\u202eabc\u202c',
    'A\uffffB',
    'a\nb\tc',
    '<b>&amp;"\'\\',
    '%_$1 :x ?',
  ])('%j comes back as it was', async (text) => {
    const payee = await ask('POST', '/payees', { name: text, extraNotes: text });
    expect(payee).toMatchObject({ name: text, extraNotes: text });
    expect(await ask('GET', `/payees/${payee._id}`)).toEqual(payee);
  });

  const limits = [
    ['users', 'firstName', 100],
    ['users', 'lastName', 100],
    ['users', 'username', 64],
    ['users', 'password', 128],
    ['logs', 'extraNotes', 10_000],
    ['payees', 'name', 100],
    ['payees', 'extraNotes', 10_000],
    ['cheques', 'serial', 64],
    ['cheques', 'description', 500],
    ['bills', 'description', 500],
    ['bills', 'extraNotes', 10_000],
  ] as const;
  it.each(limits)('%s.%s has at most %i characters', async (kind, field, most) => {
    const { worker, payee } = references;
    const body = {
      users: bodies.user(),
      logs: bodies.log(worker),
      payees: bodies.payee(),
      cheques: bodies.cheque(payee),
      bills: bodies.bill(),
    }[kind];
    const letter = field === 'username' ? `${unique('x')}` : '';
    const longest = letter + '😀'.repeat(most - letter.length);
    const created = await ask('POST', `/${kind}`, { ...body, [field]: longest });
    if (field !== 'password') expect(created[field]).toBe(longest);
    expect(await fault('POST', `/${kind}`, { ...body, [field]: `${longest}😀` })).toEqual([field]);
  });

  // Names are sorted by a folded form, which may be many times longer than what was typed.
  it.each(['ﷺ', '㌖', '각', '㍿', 'ß', '\u1fb7'])(
    'names of the longest kind are stored: %s',
    async (unit) => {
      const name = Array.from({ length: 100 }, (_, i) =>
        String.fromCodePoint((unit.codePointAt(0) ?? 0) + (i % 7)),
      ).join('');
      expect(await ask('POST', '/payees', { name })).toMatchObject({ version: 1 });
      const user = await ask('POST', '/users', bodies.user({ firstName: name, lastName: name }));
      expect(await ask('GET', `/users/${user._id}`)).toEqual(user);
    },
  );
});

describe('amounts', () => {
  it.each([
    ['0.1', '0.1'],
    ['0.30', '0.30'],
    ['999999999999999.9999', '999999999999999.9999'],
    [999999999999.99, '999999999999.99'],
    [0.07, '0.07'],
    ['007', '7'],
  ])('%j is answered as %s, from PostgreSQL’s numeric', async (value, stored) => {
    const bill = await ask('POST', '/bills', bodies.bill({ value }));
    expect(bill.value).toBe(stored);
    expect(await ask('GET', `/bills/${bill._id}`)).toMatchObject({ value: stored });
  });

  it('are negative for bills alone', async () => {
    const { worker, payee } = references;
    expect(await fault('POST', '/logs', bodies.log(worker, { payment: '-1' }))).toEqual(['payment']);
    expect(await fault('POST', '/cheques', bodies.cheque(payee, { value: -0.5 }))).toEqual(['value']);
    expect(await ask('POST', '/bills', bodies.bill({ value: '-1' }))).toMatchObject({ value: '-1' });
  });
});

describe('preferences', () => {
  it.each([
    { active: 'false' },
    { active: true },
    { theme: 'dark' },
    { language: 'ar' },
    { calendar: 'islamic-umalqura' },
    { timeZone: 'Africa/Cairo' },
    { firstDayOfWeek: 7 },
  ])('%j is merged into the others', async (change) => {
    const before = (await ask('GET', '/auth')).preferences;
    const active = 'active' in change ? { active: String(change.active) === 'true' } : {};
    const merged = { ...before, ...change, ...active };
    expect(await ask('PATCH', '/users/preferences', change)).toEqual(merged);
    expect(await ask('GET', '/auth')).toMatchObject({ preferences: merged, active: true });
  });

  it.each([
    ...[
      { active: 'yes' },
      { theme: 'blue' },
      { language: 'not a language' },
      { calendar: 'maya' },
      { language: '' },
    ],
    ...[
      { timeZone: 'Mars/Olympus' },
      { timeZone: '' },
      { firstDayOfWeek: 0 },
      { firstDayOfWeek: 8 },
      { theme: null },
    ],
    ...[
      { timeZone: '\0' },
      { language: '\ud800' },
      { firstDayOfWeek: 1.5 },
      { calendar: [] },
      { timeZone: {} },
      { timeZone: null },
      { language: 'x'.repeat(65) },
    ],
  ])('%j is refused by its name', async (change) => {
    const before = await ask('GET', '/auth');
    expect(await fault('PATCH', '/users/preferences', change)).toEqual(Object.keys(change));
    expect(await ask('GET', '/auth')).toEqual(before);
  });

  it('are at least one', async () => {
    for (const body of [{}, { unknown: 1 }]) await fault('PATCH', '/users/preferences', body);
  });
});

describe('the own password', () => {
  it('is changed with the current one alone, and by all rules of passwords', async () => {
    const somebody = await service.person('Administrator');
    const change = (body: unknown) =>
      service.call('PATCH', '/users/password', { token: somebody.token, body });
    const cases = [
      [{ current: 'wrong', new: 'another password' }, ['current']],
      [{ current: password, new: 'short' }, ['new']],
      [{ new: 'short' }, ['current', 'new']],
      [{}, ['current', 'new']],
      [{ current: password, new: null }, ['new']],
      [{ current: password, new: 'a lone \ud800 surrogate' }, ['new']],
    ] as const;
    for (const [body, fields] of cases)
      expect(expectFailure(await change(body), 400, 'VALIDATION')).toEqual(fields);
    expect(await service.logIn(somebody.username)).toMatch(/^ey/);
    expect((await change({ current: password, new: 'caf\u00e9 caf\u00e9' })).body).toEqual({
      success: true,
      data: null,
    });
    expect(await service.logIn(somebody.username, 'cafe\u0301 cafe\u0301')).toMatch(/^ey/);
  });
});
