/** One request as documented, and the `data` of its answer. A test sends every one of them. */
export interface Example {
  /** Path and query parameters. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  readonly data: unknown;
}

/** The identifiers in the examples. */
export const ids = {
  administrator: '0193a6a0-1b00-7a52-9d0e-6f1c2b3a4d01',
  user: '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e',
  session: '0193a6a0-8d2f-7b63-8e1f-7a2d3c4b5e6f',
  ownSession: '0193a6a0-8c00-7b63-8e1f-7a2d3c4b5e60',
  log: '0193a6a0-9e30-7c74-9f20-8b3e4d5c6f70',
  payee: '0193a6a0-af41-7d85-a031-9c4f5e6d7081',
  cheque: '0193a6a0-b052-7e96-b142-ad506f7e8192',
  bill: '0193a6a0-c163-7fa7-8253-be6170809203',
} as const;

const made = { createdAt: '2023-12-08T08:30:00.000Z', updatedAt: '2023-12-08T08:30:00.000Z', version: 1 };
const changed = { updatedAt: '2023-12-09T10:15:00.000Z', version: 2 };
const password = 'correct horse battery';

const person = {
  username: 'grace',
  email: 'grace@example.org',
  phoneNumber: '+1 555 123 4567',
  accessLevel: 'User',
  active: true,
  fullName: 'Grace Hopper',
};
const user = { _id: ids.user, ...person, firstName: 'Grace', lastName: 'Hopper', ...made };
const administrator = {
  _id: ids.administrator,
  username: 'ada',
  email: '',
  phoneNumber: '',
  accessLevel: 'Administrator',
  active: true,
  fullName: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  ...made,
};
const login = { accessToken: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln', tokenType: 'Bearer', expiresIn: 43200, user };
const session = {
  _id: ids.session,
  createdAt: '2023-12-08T08:30:00.000Z',
  lastSeenAt: '2023-12-08T08:45:00.000Z',
  expiresAt: '2024-01-07T08:30:00.000Z',
  userAgent: 'Mozilla/5.0',
  address: '192.0.2.7',
  current: false,
};

const log = {
  _id: ids.log,
  date: '2023-12-08',
  startingTime: '08:30',
  finishingTime: '17:00',
  crossesMidnight: false,
  durationMinutes: 510,
  payment: '500',
  extraNotes: '',
  worker: ids.user,
  workerName: 'Grace Hopper',
  isAbsent: false,
  ...made,
};
const payee = {
  _id: ids.payee,
  name: 'Paper Mill',
  email: '',
  phoneNumber: '+972512345678',
  extraNotes: 'ورق',
  ...made,
};
const cheque = {
  _id: ids.cheque,
  serial: '00523',
  dueDate: '2024-02-09',
  value: '1200.50',
  description: 'Rent',
  payee: ids.payee,
  payeeName: 'Paper Mill',
  isCancelled: false,
  ...made,
};
const bill = {
  _id: ids.bill,
  date: '2023-12-08',
  value: '-150',
  description: 'Refund',
  extraNotes: '',
  ...made,
};

const entry = {
  _id: '7',
  at: made.createdAt,
  actor: ids.administrator,
  actorName: 'Ada Lovelace',
  kind: 'bills',
  record: ids.bill,
  action: 'create',
  before: null,
  after: { date: bill.date, value: bill.value, description: bill.description, extraNotes: '' },
};

/** How the records of the examples come to be: the bodies of their creation. */
export const bodies = {
  user: {
    firstName: 'Grace',
    lastName: 'Hopper',
    username: 'grace',
    password,
    email: 'grace@example.org',
    phoneNumber: '+1 555 123 4567',
  },
  log: {
    date: '2023-12-8',
    startingTime: '08:30',
    finishingTime: '17:00',
    payment: '500',
    extraNotes: '',
    worker: ids.user,
    isAbsent: false,
  },
  payee: { name: 'Paper Mill', email: '', phoneNumber: '+972 51-234-5678', extraNotes: 'ورق' },
  cheque: { serial: '00523', dueDate: '2024-2-9', value: '1200.50', description: 'Rent', payee: ids.payee },
  bill: { date: '2023-12-8', value: '-150', description: 'Refund', extraNotes: '' },
} as const;

const december = { from: '2023-12-01', to: '2023-12-31' };

/** By procedure. */
export const examples: Readonly<Record<string, Example>> = {
  'auth.login': { body: { username: 'grace', password }, data: login },
  'auth.refresh': { data: login },
  'auth.me': { data: { ...administrator, preferences: { active: true } } },
  'auth.logout': { data: null },
  'auth.sessions': { data: [session, { ...session, _id: ids.ownSession, current: true }] },
  'auth.revokeSession': { parameters: { sessionID: ids.session }, data: { _id: ids.session } },

  'users.list': { parameters: { search: '^grace' }, data: [{ _id: ids.user, ...person }] },
  'users.get': { parameters: { userID: ids.user }, data: user },
  'users.create': {
    body: { firstName: 'Mary', lastName: 'Somerville', username: 'mary', password },
    data: {
      ...user,
      _id: '0193a6a0-d274-70b8-9364-cf7281910314',
      username: 'mary',
      email: '',
      phoneNumber: '',
      fullName: 'Mary Somerville',
      firstName: 'Mary',
      lastName: 'Somerville',
    },
  },
  'users.update': {
    parameters: { userID: ids.user },
    body: { firstName: 'Augusta' },
    data: { ...user, firstName: 'Augusta', fullName: 'Augusta Hopper', ...changed },
  },
  'users.remove': { parameters: { userID: ids.user }, data: { _id: ids.user } },
  'users.changePassword': { body: { current: password, new: 'a battery of horses' }, data: null },
  'users.setStatus': {
    parameters: { userID: ids.user },
    body: { active: 'false' },
    data: { ...user, active: false, ...changed },
  },
  'users.setRole': {
    parameters: { userID: ids.user },
    body: { role: 'Supervisor' },
    data: { ...user, accessLevel: 'Supervisor', ...changed },
  },
  'users.setPreferences': {
    body: { active: 'true', language: 'ar', timeZone: 'Africa/Cairo' },
    data: { active: true, language: 'ar', timeZone: 'Africa/Cairo' },
  },

  'logs.list': { parameters: { ...december, worker: ids.user }, data: [log] },
  'logs.get': { parameters: { logID: ids.log }, data: log },
  'logs.create': { body: bodies.log, data: log },
  'logs.update': {
    parameters: { logID: ids.log },
    body: { payment: 750 },
    data: { ...log, payment: '750', ...changed },
  },
  'logs.remove': { parameters: { logID: ids.log }, data: { _id: ids.log } },

  'cheques.list': { parameters: { payee: ids.payee, isCancelled: 'false' }, data: [cheque] },
  'cheques.get': { parameters: { chequeID: ids.cheque }, data: cheque },
  'cheques.create': { body: bodies.cheque, data: cheque },
  'cheques.update': {
    parameters: { chequeID: ids.cheque },
    body: { isCancelled: true, payee: ids.payee },
    data: { ...cheque, isCancelled: true, ...changed },
  },
  'cheques.remove': { parameters: { chequeID: ids.cheque }, data: { _id: ids.cheque } },

  'bills.list': { parameters: { ...december, limit: 50 }, data: [bill] },
  'bills.get': { parameters: { billID: ids.bill }, data: bill },
  'bills.create': { body: bodies.bill, data: bill },
  'bills.update': {
    parameters: { billID: ids.bill },
    body: { extraNotes: 'by hand' },
    data: { ...bill, extraNotes: 'by hand', ...changed },
  },
  'bills.remove': { parameters: { billID: ids.bill }, data: { _id: ids.bill } },

  'payees.list': { parameters: { search: 'paper' }, data: [payee] },
  'payees.get': { parameters: { payeeID: ids.payee }, data: payee },
  'payees.create': { body: bodies.payee, data: payee },
  'payees.update': {
    parameters: { payeeID: ids.payee },
    body: { email: 'mill@example.org' },
    data: { ...payee, email: 'mill@example.org', ...changed },
  },
  'payees.remove': { parameters: { payeeID: ids.payee }, data: { _id: ids.payee } },

  'journal.list': { parameters: { record: ids.bill }, data: [entry] },
};
