import { Clock, Day, Instant, journalKinds, journalled, Money, Total } from '@daybook/domain';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  differences,
  type Entry,
  entryUndoDecision,
  fieldChanges,
  fieldType,
  sentenceOf,
  toldBelow,
  undoClosed,
} from './entry.ts';

const entry = (more: Partial<Entry>): Entry => ({
  _id: '1',
  at: '2026-01-01T10:00:00.000Z',
  actor: 'samira',
  actorName: 'Samira',
  kind: 'payees',
  record: 'mill',
  action: 'update',
  before: null,
  after: null,
  subject: { title: 'Mill', date: null, value: null },
  batch: null,
  undoes: null,
  token: null,
  undoneBy: null,
  ...more,
});

it.each([
  [{ action: 'create', after: { name: 'Mill' } }, 'create'],
  [{ action: 'delete', before: { name: 'Mill' } }, 'delete'],
  [{ action: 'restore', after: { name: 'Mill' } }, 'restore'],
  [{ action: 'erase', kind: 'users' }, 'erase'],
  [{ kind: 'closings', before: { logs: null }, after: { logs: '2026-01-31' } }, 'closings'],
  [{ action: 'erase', kind: 'settings', after: { journal: 3 } }, 'expired'],
  [{ before: { name: 'Mill' }, after: { name: 'Paper Mill' } }, 'changed'],
  [{ before: { email: '' }, after: { email: 'mill@example.org' } }, 'added'],
  [{ before: { email: 'mill@example.org' }, after: { email: '' } }, 'cleared'],
  [{ before: { name: 'A', email: '' }, after: { name: 'B', email: 'b@example.org' } }, 'update'],
  [{ before: { extraNotes: 'x'.repeat(81) }, after: { extraNotes: 'y' } }, 'update'],
  [{ before: { isCancelled: false }, after: { isCancelled: true } }, 'cancelled'],
  [{ before: { isCancelled: true }, after: { isCancelled: false } }, 'reinstated'],
  [{ before: { active: true }, after: { active: false } }, 'deactivated'],
  [
    { before: { passwordChangedAt: 'x', firstName: 'A' }, after: { passwordChangedAt: 'y', firstName: 'B' } },
    'password',
  ],
  [{ before: { logInLinkUntil: null }, after: { logInLinkUntil: 'x' } }, 'logInLink'],
  [
    {
      before: { passwordChangedAt: 'x', logInLinkUntil: 'x' },
      after: { passwordChangedAt: 'y', logInLinkUntil: null },
    },
    'password',
  ],
  [{ after: { recoveryCodesAt: 'x' } }, 'recoveryCodes'],
  [{ after: { recoveryCodesAt: null } }, 'recoveryCodesEnded'],
  [{ after: { factorsReset: 'The phone is lost' } }, 'factorsReset'],
  [{ kind: 'factors', action: 'create', after: { kind: 'totp' } }, 'factorBegun'],
  [{ kind: 'factors', action: 'create', after: { kind: 'passkey' } }, 'factorAdded'],
  [{ kind: 'factors', after: { confirmedAt: 'x' } }, 'factorAdded'],
  [{ kind: 'factors', action: 'delete', after: null }, 'factorRemoved'],
] as const)('%j is told as %s', (more, sentence) => {
  expect(sentenceOf(entry(more)).sentence).toBe(sentence);
});

it('several values under one name are each told by itself', () => {
  const changed = [
    {
      field: 'chequeForm',
      expected: { x: 5, y: 1 },
      actual: { x: 6, y: 1 },
    },
  ];
  expect(differences({ chequeForm: null }, changed)).toEqual([
    { field: 'chequeForm.x', values: [5, 6, undefined] },
  ]);
  expect(differences(null, [{ field: 'name', expected: 'A', actual: 'B' }])).toEqual([
    { field: 'name', values: ['A', 'B'] },
  ]);
});

it('a list of texts is told as one, of numbers each by itself', () => {
  const after = { scopes: ['bills:read', 'logs:read'], weekend: [5, 6] };
  expect(fieldChanges({ before: null, after }).map(({ field, after }) => [field, after])).toEqual([
    ['scopes', ['bills:read', 'logs:read']],
    ['weekend.0', 5],
    ['weekend.1', 6],
  ]);
});

const day = 24 * 60 * 60 * 1000;
const made = Date.parse('2026-01-01T10:00:00.000Z');
it.each([
  ['Supervisor', 'samira', 29, 'allowed'],
  ['Supervisor', 'samira', 31, 'forbidden'],
  ['Supervisor', 'omar', 1, 'forbidden'],
  ['Administrator', 'omar', 400, 'allowed'],
] as const)('a %s, %s, after %i days: %s', (role, id, days, decision) => {
  const changed = entry({ before: { name: 'A' }, after: { name: 'B' } });
  expect(entryUndoDecision({ id, role }, changed, made + days * day)).toBe(decision);
});

const january = { title: '', date: '2026-01-15', value: null };
const february = { ...january, date: '2026-02-15' };
it.each([
  [{ action: 'create', after: { date: '2026-01-31' } }, true],
  [{ action: 'delete', before: { date: '2026-01-31' } }, true],
  [{ action: 'create', after: { date: '2026-02-01' } }, false],
  // From an open day to a closed one, or back.
  [{ before: { date: '2026-02-01' }, after: { date: '2026-01-31' } }, true],
  [{ before: { date: '2026-01-31' }, after: { date: '2026-02-01' } }, true],
  [{ before: { value: '1' }, after: { value: '2' }, subject: january }, true],
  [{ before: { value: '1' }, after: { value: '2' }, subject: february }, false],
  // Notes, and when it was paid, are not kept.
  [{ before: { extraNotes: '' }, after: { extraNotes: 'Seen' }, subject: january }, false],
  [{ kind: 'payees', action: 'create', after: { date: '2026-01-31' } }, false],
] as const)('%j is closed: %s', (more, expected) => {
  const changed = entry({ kind: 'bills', ...more });
  const closed = { bills: '2026-01-31', logs: null };
  expect(undoClosed(changed, closed)).toBe(expected ? '2026-01-31' : undefined);
  expect(undoClosed(changed, undefined)).toBeUndefined();
});

it('a new record lists below the sentence only what the sentence does not say', () => {
  const after = { description: 'Diesel', date: '2025-11-30', value: '1312.72', extraNotes: 'paid' };
  const subject = { title: 'Diesel', date: '2025-11-30', value: '1312.72' };
  const fields = (action: Entry['action']) =>
    toldBelow(entry({ action, after, subject })).map(({ field }) => field);
  expect(fields('create')).toEqual(['extraNotes']);
  expect(fields('update')).toEqual(Object.keys(after));
});

const scalars = [
  ['amount', [Money, Total]],
  ['day', [Day]],
  ['clock', [Clock]],
  ['instant', [Instant]],
] as const;

/** The texts of a record, by their paths, and what their schemas are. */
function textsOf(schema: z.core.$ZodType, path: string): [path: string, type: string | undefined][] {
  const inner = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (inner instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(inner.shape).flatMap(([name, part]) =>
      textsOf(part, path ? `${path}.${name}` : name),
    );
  if (!(inner instanceof z.ZodString)) return [];
  const is = (one: z.core.$ZodType) => one === inner || one === inner._zod.parent;
  return [[path, scalars.find(([, schemas]) => schemas.some(is))?.[0]]];
}

it.for(journalKinds)('the type of each text of %s follows from its name', (kind) => {
  for (const [path, type] of textsOf(journalled[kind], ''))
    expect([path, fieldType(path)]).toEqual([path, type]);
});
