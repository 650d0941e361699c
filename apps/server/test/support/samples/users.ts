import fc from 'fast-check';
import { email, freshName, mostly, queryFlag, text } from './arbitraries.ts';
import { fold, names, type Sample, unique } from './sample.ts';

export const users: Sample = {
  required: () => ({
    firstName: 'Grace',
    lastName: 'Hopper',
    username: unique('grace'),
    password: 'a long password',
  }),
  optional: { email: 'grace@example.org', phoneNumber: '0123 / any' },
  defaults: { email: '', phoneNumber: '' },
  derived: { active: true, accessLevel: 'User', fullName: 'Grace Hopper' },
  nameOf: ({ fullName }) => fullName,
  changes: [
    [{ firstName: 'Ada' }, { fullName: 'Ada Hopper' }],
    [{ lastName: 'Lovelace' }, { fullName: 'Grace Lovelace' }],
    [{ username: unique('Countess ') }],
    [{ email: 'ada@example.org' }],
    [{ email: null }, { email: '' }],
    [{ phoneNumber: '+44 20 7946 0000' }],
    [{ phoneNumber: null }, { phoneNumber: '' }],
  ],
  wrong: { firstName: 1, lastName: true, username: 3, password: 12345678 },
  lengths: { firstName: 100, lastName: 100, username: 64, password: 128 },
  journal: {
    columns: [
      'first_name',
      'last_name',
      'log_in_link_until',
      'recovery_codes_at',
      'username',
      'email',
      'phone_number',
      'access_level',
      'active',
      'password_changed_at',
    ],
    change: { lastName: 'Murray', email: 'grace@example.org', firstName: 'Grace' },
    before: { last_name: 'Hopper', email: '' },
    after: { last_name: 'Murray', email: 'grace@example.org' },
  },
  list: {
    rows: names.map((firstName) => ({ firstName, lastName: 'Listed' })),
    key: ({ fullName }) => fold(fullName),
    newestFirst: false,
    refused: { active: ['2'], role: ['boss', ''] },
  },
  fields: {
    firstName: text(100),
    lastName: text(100),
    username: mostly([freshName], ['root', ' ROOT ', '', 'tab\there', 'x'.repeat(65), null, 3]),
    email,
    phoneNumber: mostly(['', null, 'any 12'], ['1'.repeat(65), 12]),
  },
  parameters: {
    search: fc.constantFrom('', 'a', '^pair', '\\bnumber\\b', '(', '(a)\\1', '(a*)*b', '[z-a]'),
    active: queryFlag,
    role: mostly(['user', 'Administrator'], ['boss', '']),
  },
};
