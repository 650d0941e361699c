import {
  issue,
  JournalEntry,
  JournalQuery,
  page,
  staff,
  TrashEntry,
  TrashQuery,
  Undone,
} from '@daybook/domain';
import { journal as repo } from '@daybook/domain/server';
import { z } from 'zod';
import { created, exampleIds } from '../examples.ts';
import { operations, router } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Journal', description: 'Who changed what, and when' },
  bulkhead: 'others',
  tokens: 'journal',
});

const entry = '7';
const subject = { title: 'Refund', date: '2023-12-08', value: '-150' };

/** Who changed what, and when. The database itself writes it; nothing here or elsewhere alters it. */
export const journal = router({
  list: operation({
    rest: 'GET /journal',
    addition: true,
    access: staff,
    summary: 'List changes of records',
    description:
      'One entry for each change, newest first, with the fields that changed before and after. ' +
      'A Supervisor reads those of one record: `record` is required. A personal access token reads those of the kinds of records that its scopes read.',
    // A token, of the kinds that are not for tokens.
    errors: ['TOKEN_NOT_ALLOWED'],
    example: {
      parameters: { record: exampleIds.bill },
      data: [
        {
          _id: entry,
          at: created.createdAt,
          actor: exampleIds.administrator,
          actorName: 'Ada Lovelace',
          kind: 'bills',
          record: exampleIds.bill,
          action: 'create',
          before: null,
          after: { date: '2023-12-08', value: '-150', description: 'Refund', extraNotes: '' },
          subject,
          batch: null,
          token: null,
          undoes: null,
          undoneBy: null,
        },
      ],
    },
  })
    .input(JournalQuery)
    .output(page(JournalEntry))
    .query(({ ctx, input }) => repo.list(ctx.scope, input)),

  undo: operation({
    rest: 'POST /journal/{entryID}/undo',
    addition: true,
    access: staff,
    // It takes back changes of every kind, of roles and accounts too.
    tokens: 'never',
    summary: 'Take a change back',
    description:
      'A creation is deleted, a deletion restored, a field gets the value it had; all changes of the entry’s batch, or none. ' +
      'Where the record has changed since, 409 names each such field with both values. What changed `requireSecondFactor` needs a log-in of the last 15 minutes.',
    errors: [
      'UNDO_CONFLICT',
      'NOT_UNDOABLE',
      'SELF_CHANGE',
      'FRESH_LOG_IN_REQUIRED',
      'LAST_ADMINISTRATOR',
      'USERNAME_TAKEN',
      'BOOK_OVERLAP',
      'READING_EXISTS',
      'RATE_EXISTS',
      'SETTLEMENT_STATE',
      'CURRENCY_FIXED',
      'UNKNOWN_REFERENCE',
      'CHEQUE_STATE',
      'PERIOD_CLOSED',
    ],
    example: { parameters: { entryID: entry }, data: { _id: exampleIds.bill } },
  })
    .input(z.object({ entryID: z.string(issue('invalid_id')).meta({ description: 'Number of the entry' }) }))
    .output(Undone)
    .mutation(({ ctx, input }) => repo.undo(ctx.scope, input.entryID)),
});

export const trash = router({
  list: operation({
    rest: 'GET /trash',
    addition: true,
    access: staff,
    summary: 'List deleted records',
    description:
      'Latest deletion first. Deleted users are listed for Administrators alone, and to a personal access token the kinds that its scopes read.',
    example: {
      given: 'deleted',
      parameters: { kind: 'bills', limit: 1 },
      data: [
        {
          kind: 'bills',
          _id: exampleIds.bill,
          ...subject,
          deletedAt: created.createdAt,
          deletedBy: exampleIds.administrator,
          deletedByName: 'Ada Lovelace',
          entry: '8',
        },
      ],
    },
  })
    .input(TrashQuery)
    .output(page(TrashEntry))
    .query(({ ctx, input }) => repo.trash(ctx.scope, input)),
});
