import { describe, expect, it, test } from 'vitest';
import { type Collection, readDocuments, type SourceDocument } from '../src/imports/imports.ts';

const read = (kind: Collection, document: SourceDocument, timeZone = 'Asia/Jerusalem') => {
  const [one] = readDocuments(kind, [{ _id: '64f0', ...document }], timeZone);
  return {
    ...one?.record,
    issues: one?.issues.map(({ path, code }) => `${path.join('.')} ${code}`) ?? [],
    remarks: one?.remarks.map(({ field, text }) => `${field} ${text}`) ?? [],
    names: one?.names,
  };
};
const bill = { date: '2023-12-08', value: 1, description: 'Tea' };
const log = { date: '2023-12-08', startingTime: '08:00', finishingTime: '16:00', worker: 'w1' };

describe('a day of Manager-2.0', () => {
  test.each([
    ['midnight in winter', new Date('2023-12-07T22:00:00Z'), '2023-12-08'],
    ['midnight in summer', new Date('2023-07-07T21:00:00Z'), '2023-07-08'],
    ['midnight of UTC', new Date('2023-12-08T00:00:00Z'), '2023-12-08'],
    ['midnight of summer time, in winter', new Date('2023-12-07T21:00:00Z'), '2023-12-08'],
    ['midnight of winter time, in summer', new Date('2023-07-07T22:00:00Z'), '2023-07-08'],
    ['a moment of the day', new Date('2023-12-08T20:15:30Z'), '2023-12-08'],
    ['milliseconds', Date.parse('2023-12-07T22:00:00Z'), '2023-12-08'],
    ['text of a moment', '2023-12-07T22:00:00.000Z', '2023-12-08'],
    ['text without zeros', '2023-12-8', '2023-12-08'],
  ])('%s', (_, date, day) => expect(read('bills', { ...bill, date })).toMatchObject({ date: day }));

  it('is one of the zone that is named', () => {
    const date = new Date('2023-12-08T05:00:00Z');
    expect(read('bills', { ...bill, date }, 'America/New_York')).toMatchObject({ date: '2023-12-08' });
    const utc = new Date('2023-12-08T00:00:00Z');
    expect(read('bills', { ...bill, date: utc }, 'America/New_York')).toMatchObject({ date: '2023-12-08' });
    const half = new Date('2023-12-07T18:30:00Z');
    expect(read('bills', { ...bill, date: half }, 'Asia/Kolkata')).toMatchObject({ date: '2023-12-08' });
  });

  test.each([
    [undefined, 'date required'],
    [null, 'date required'],
    [new Date('never'), 'date invalid_date'],
    ['3/4/2023', 'date ambiguous_day'],
    [new Date('0023-12-08T00:00:00Z'), 'date invalid_date'],
  ])('%s is refused', (date, issue) => expect(read('bills', { ...bill, date }).issues).toEqual([issue]));
});

describe('an amount of Manager-2.0', () => {
  test.each([
    [12.299999999, '12.30', []],
    [0.1 + 0.2, '0.30', []],
    [12.3, '12.30', []],
    [150, '150', []],
    [-7.5, '-7.50', []],
    [12.345, '12.345', []],
    [12.34567, '12.3457', ['value rounded from 12.34567 to 12.3457']],
    [1e-7, '0.00', []],
    [123456789012.35, '123456789012.35', []],
    ['12.50', '12.50', []],
    ['1,234.5', '1234.5', []],
    ['12.299999999', '12.30', []],
  ])('%s is %s', (value, amount, remarks) =>
    expect(read('bills', { ...bill, value })).toMatchObject({ value: amount, issues: [], remarks }),
  );
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e15, 'much', { a: 1 }])('%s is refused', (value) =>
    expect(read('bills', { ...bill, value }).issues).toEqual(['value invalid_amount']),
  );
});

describe('a log of Manager-2.0', () => {
  test.each([
    ['8:00', '08:00'],
    ['08:00:30', '08:00'],
    ['8.30', '08:30'],
    ['8:30 AM', '08:30'],
    ['4:30 pm', '16:30'],
    ['٠٨:٣٠', '08:30'],
    ['24:00', '00:00'],
    [new Date('2023-12-08T06:30:00Z'), '08:30'],
    ['2023-12-08T06:30:00.000Z', '08:30'],
  ])('%s is the time %s', (startingTime, time) =>
    expect(read('logs', { ...log, startingTime })).toMatchObject({ startingTime: time, issues: [] }),
  );

  it('has times unless somebody was absent, who may have any', () => {
    expect(read('logs', { ...log, startingTime: '' }).issues).toEqual(['startingTime time_required']);
    expect(read('logs', { ...log, startingTime: 'early' }).issues).toEqual(['startingTime invalid_time']);
    expect(read('logs', { ...log, isAbsence: true, startingTime: 'early', finishingTime: '' })).toMatchObject(
      {
        isAbsent: true,
        startingTime: null,
        finishingTime: null,
        payment: '0',
        issues: [],
        remarks: ['startingTime left out: early'],
      },
    );
  });

  it('names a worker', () => {
    expect(read('logs', log).names).toEqual({ field: 'worker', externalId: 'w1' });
    expect(read('logs', { ...log, worker: null })).toMatchObject({
      issues: ['worker required'],
      names: undefined,
    });
  });
});

test('a cheque of Manager-2.0 is read by the names of all its versions', () => {
  const cheque = { serial: 1001, dueDate: '2023-12-08', value: 20, payee: 'p1' };
  expect(read('cheques', { ...cheque, remarks: 'Rent', isCanceled: true })).toMatchObject({
    serial: '1001',
    value: '20',
    description: 'Rent',
    isCancelled: true,
    issues: [],
  });
  expect(read('cheques', { ...cheque, payee: null, value: -1, serial: '' }).issues.toSorted()).toEqual([
    'payee required',
    'serial empty',
    'value negative_amount',
  ]);
});

test('a user of Manager-2.0 without names, without a username, or of another role', () => {
  const ada = { firstName: 'Ada', lastName: 'Lovelace', username: 'Ada', accessLevel: 'User', email: '' };
  expect(read('users', { ...ada, phoneNumber: null, password: '$2a$10$secret', active: false })).toEqual({
    firstName: 'Ada',
    lastName: 'Lovelace',
    username: 'Ada',
    email: '',
    phoneNumber: '',
    active: false,
    issues: [],
    remarks: [],
    names: undefined,
  });
  expect(read('users', { username: 'bob', role: 'Spectator', email: 'nowhere' })).toMatchObject({
    firstName: 'bob',
    lastName: '-',
    issues: [],
    remarks: [
      'firstName has no full name there: bob - here',
      'role Spectator there, User here: an Administrator changes it',
      'email left out: nowhere',
    ],
  });
  expect(read('users', { ...ada, username: ' ' })).toMatchObject({ username: 'ada.lovelace', issues: [] });
  expect(read('users', {}).issues).toEqual(['firstName empty']);
});

test('a payee of Manager-2.0 keeps what is no phone number in its notes', () => {
  expect(
    read('payees', { name: 'ACME', phoneNumber: '0599 123 456', email: 'x', remarks: 'Steel' }),
  ).toMatchObject({
    phoneNumber: '',
    email: '',
    extraNotes: 'Steel\n0599 123 456\nx',
    issues: [],
    remarks: ['phoneNumber left out: 0599 123 456', 'email left out: x'],
  });
  expect(read('payees', { name: '' }).issues).toHaveLength(1);
});
