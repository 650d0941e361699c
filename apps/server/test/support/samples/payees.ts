import { email, mostly, search, text } from './arbitraries.ts';
import { fold, names, type Sample } from './sample.ts';

export const payees: Sample = {
  required: () => ({ name: 'Paper Mill' }),
  optional: { email: 'mill@example.org', phoneNumber: '+15551234567', extraNotes: 'by rail' },
  defaults: { email: '', phoneNumber: '', extraNotes: '' },
  nameOf: ({ name }) => name,
  changes: [
    [{ name: 'مطبعة' }],
    [{ email: '' }],
    [{ email: null }, { email: '' }],
    [{ phoneNumber: '+1 (555) 765-4321' }, { phoneNumber: '+15557654321' }],
    [{ phoneNumber: '' }],
    [{ extraNotes: 'by road' }],
  ],
  wrong: { name: 5, email: true, phoneNumber: 12345678 },
  lengths: { name: 100, extraNotes: 10_000 },
  journal: {
    columns: ['name', 'email', 'phone_number', 'extra_notes'],
    change: { name: 'Paper Mill', email: 'mill@example.org' },
    before: { email: '' },
    after: { email: 'mill@example.org' },
  },
  list: {
    rows: names.map((name) => ({ name })),
    key: ({ name }) => fold(name),
    newestFirst: false,
    sort: 'name',
    refused: { search: ['x'.repeat(201), 'nul\0'] },
  },
  fields: {
    name: text(100),
    email,
    phoneNumber: mostly(['', null, '+9725 1234-5678', '+15551234567'], ['123456', '+12', {}]),
    extraNotes: text(10_000),
  },
  parameters: { search },
};
