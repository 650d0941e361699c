import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { paging } from '../values/paging.ts';
import { inOrder } from '../values/query.ts';
import { RecordId, Removed } from '../values/record.ts';
import { Day, DayInput, Id, Instant, Money, Total } from '../values/scalars.ts';
import { journalActions, journalKinds, trashKinds } from './kinds.ts';
import { undoable } from './records.ts';

const Fields = z.record(z.string(), z.unknown());
const EntryId = z.string().meta({ description: 'Number of the entry', examples: ['42'] });

/** What a record is called: its name, serial or description, and its day and amount where it has them. */
const Subject = z
  .object({ title: z.string(), date: Day.nullable(), value: Total.nullable() })
  .meta({ id: 'Subject', description: 'What the record is called, as it is now' });

export const JournalEntry = z
  .object({
    _id: EntryId,
    at: Instant,
    actor: RecordId.nullable().meta({ description: 'Who did it; null: the operator, or the service itself' }),
    actorName: z.string(),
    kind: z.enum(journalKinds),
    record: RecordId,
    action: z.enum(journalActions),
    before: Fields.nullable().meta({
      description: 'The fields that changed, as they were; null at a creation',
    }),
    after: Fields.nullable().meta({ description: 'The same fields afterwards; null at a deletion' }),
    subject: Subject,
    batch: RecordId.nullable().meta({ description: 'The same for all changes of one request' }),
    token: z.object({ _id: RecordId, name: z.string() }).nullable().meta({
      description: 'The personal access token by which it was done, also one that has ended; null: by none',
    }),
    undoes: EntryId.nullable().meta({ description: 'The entry that this one takes back' }),
    undoneBy: EntryId.nullable().meta({ description: 'The entry that takes this one back' }),
  })
  .meta({ id: 'JournalEntry', description: 'One change of one record' });
export type JournalEntry = z.infer<typeof JournalEntry>;

export const JournalQuery = inOrder(
  z.object({
    record: Id.optional().meta({ description: 'Only changes of this record' }),
    actor: Id.optional().meta({ description: 'Only what this user did' }),
    kind: z
      .enum(journalKinds, issue('invalid_choice', { values: journalKinds }))
      .optional()
      .meta({ description: 'Only records of this kind' }),
    action: z
      .enum(journalActions, issue('invalid_choice', { values: journalActions }))
      .optional()
      .meta({ description: 'Only changes of this sort' }),
    from: DayInput.optional().meta({ description: 'First day, inclusive, where the caller is' }),
    to: DayInput.optional().meta({ description: 'Last day, inclusive, where the caller is' }),
    ...paging,
  }),
  'to',
);
export type JournalQuery = z.output<typeof JournalQuery>;

export const TrashEntry = z
  .object({
    kind: z.enum(trashKinds),
    _id: RecordId,
    title: z.string().meta({ description: 'What the record is called' }),
    date: Day.nullable(),
    value: Money.nullable(),
    deletedAt: Instant,
    deletedBy: RecordId.nullable().meta({ description: 'Null: the operator' }),
    deletedByName: z.string(),
    entry: EntryId.meta({ description: 'The entry of the journal that is the deletion' }),
  })
  .meta({ id: 'TrashEntry', description: 'A record that is deleted and can be restored' });
export type TrashEntry = z.infer<typeof TrashEntry>;

export const TrashQuery = z.object({
  kind: z
    .enum(trashKinds, issue('invalid_choice', { values: trashKinds }))
    .optional()
    .meta({ description: 'Only records of this kind' }),
  ...paging,
});
export type TrashQuery = z.output<typeof TrashQuery>;

/** A record as it is after an undo, or what is left of one that is deleted. */
export const Undone = z.union([...Object.values(undoable), Removed]);
export type Undone = z.infer<typeof Undone>;
