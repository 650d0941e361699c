import fc, { type Arbitrary } from 'fast-check';

/** Stands for the identifier of a record that each side has one of. */
export const TARGET = '<target>';
export const WORKER = '<worker>';
export const PAYEE = '<payee>';
/** Stands for a username that nobody has. */
export const FRESH = '<fresh>';

type Fields = Readonly<Record<string, Arbitrary<unknown>>>;

const mostly = (valid: readonly unknown[], invalid: readonly unknown[]): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...valid) },
    { weight: 1, arbitrary: fc.constantFrom(...invalid) },
  );

const notText = [5, true, [], {}, ['a']];
const unstorable = ['nul \0', 'half \ud800'];
const text = (longest: number) =>
  mostly(
    ['plain', ' trimmed ', 'e\u0301', 'مؤسسة', '🙂', 'false', '12'],
    [null, '', 'x'.repeat(longest + 1), ...notText, ...unstorable],
  );
const flag = mostly([true, false, 'true', 'false'], ['TRUE', 1, 0, null, '', 'yes', []]);
const amount = (more: readonly unknown[]) =>
  mostly(
    ['12.50', '007', '0', 5, 0.1, '999999999999999.9999', ...more],
    [null, '', 'NaN', '1e5', 1e21, '1.23456', '1234567890123456', true, {}],
  );
const day = mostly(
  ['2023-1-5', '2024-02-29', '1900-01-01', '9999-12-31'],
  ['2023-02-29', '1899-12-31', '01/02/2024', 'today', '', null, 20240101],
);
const clock = mostly(['08:30', '8:30', '00:00', '23:59'], ['24:00', '8', 'noon', '', null, 830]);
const reference = (known: string) => mostly([known], ['nonsense', 'e'.repeat(36), '', null, 7]);
const email = mostly(['', null, 'ada@example.org'], ['nobody', 'a b@example.org', 7]);
const phone = mostly(['', null, '+9725 1234-5678', '+15551234567'], ['123456', '+12', {}]);
const username = mostly([FRESH], ['root', ' ROOT ', '', 'tab\there', 'x'.repeat(65), null, 3]);

/** The fields of a body, of each kind of record. */
export const fieldsOf = {
  users: {
    firstName: text(100),
    lastName: text(100),
    username,
    email,
    phoneNumber: mostly(['', null, 'any 12'], ['1'.repeat(65), 12]),
  },
  logs: {
    date: day,
    startingTime: clock,
    finishingTime: clock,
    payment: amount([]),
    extraNotes: text(10_000),
    worker: reference(WORKER),
    isAbsent: flag,
  },
  payees: { name: text(100), email, phoneNumber: phone, extraNotes: text(10_000) },
  cheques: {
    serial: text(64),
    dueDate: day,
    value: amount([]),
    description: text(500),
    payee: reference(PAYEE),
    isCancelled: flag,
  },
  bills: { date: day, value: amount(['-1', '-0.0001']), description: text(500), extraNotes: text(10_000) },
  preferences: {
    active: flag,
    theme: mostly(['dark', 'light'], ['blue', null]),
    language: mostly(['ar', 'en-GB'], ['?', '', 4]),
    calendar: mostly(['gregory', 'persian'], ['none', null]),
    timeZone: mostly(['Africa/Cairo', 'UTC'], ['Mars/Base', '']),
    firstDayOfWeek: mostly([1, 7], [0, 8, '1', null]),
  },
} satisfies Record<string, Fields>;

export const role = mostly(['user', 'Supervisor', 'ADMINISTRATOR'], ['boss', '', null, 3]);
export { flag };

/** Fields that the service owns or does not know: they change nothing. */
const ignored = fc.constantFrom<object>(
  {},
  {},
  {},
  { version: 9, createdAt: 'x' },
  { accessLevel: 'Administrator', _id: 'x' },
  { nonsense: { deep: [1] } },
);

/** A body with some or all of these fields, valid or not. */
export const body = (fields: Fields): Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 2, arbitrary: fc.record(fields) },
        { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
      ),
      ignored,
    )
    .map(([sent, more]) => ({ ...sent, ...more }));

const queryFlag = mostly(['true', 'false'], ['1', 'TRUE', '']);
const paging = {
  limit: mostly(['1', '2', '7', '1000'], ['0', '1001', '-1', '1.5', 'x', '']),
  cursor: fc.constantFrom('', 'bm9uc2Vuc2U', 'WyIyMDI0LTAxLTAxIiwieCJd'),
};
const range = { from: day.filter(isText), to: day.filter(isText) };
const search = fc.constantFrom('', 'a', 'É', '%', '_', '\\', 'مؤسسة', 'x'.repeat(201));
const ids = (known: string) => fc.constantFrom(known, `${known},nonsense`, 'nonsense', '', ',');

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** The parameters of a list, as text, since a query string knows nothing else. */
export const queriesOf = {
  users: {
    search: fc.constantFrom('', 'a', '^pair', '\\bnumber\\b', '(', '(a)\\1', '(a*)*b', '[z-a]'),
    active: queryFlag,
    role: mostly(['user', 'Administrator'], ['boss', '']),
    ...paging,
  },
  logs: { ...range, worker: ids(WORKER), isAbsent: queryFlag, ...paging },
  payees: { search, ...paging },
  cheques: {
    ...range,
    payee: ids(PAYEE),
    serial: fc.constantFrom('0042', '', '%', 'x'.repeat(65)),
    isCancelled: queryFlag,
    search,
    ...paging,
  },
  bills: { ...range, search, ...paging },
} satisfies Record<string, Fields>;

export const query = (fields: Fields): Arbitrary<Record<string, unknown>> =>
  fc.record(fields, { requiredKeys: [] });
