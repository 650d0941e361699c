import { z } from 'zod';
import { resources } from '../resources.ts';
import { issue } from '../values/issues.ts';
import { paging } from '../values/paging.ts';
import { RecordId } from '../values/record.ts';
import { DayInput, Id, Instant } from '../values/scalars.ts';

/** The kinds of record whose changes are written down. */
export const journalKinds = resources;
export const journalActions = ['create', 'update', 'delete'] as const;

const Fields = z.record(z.string(), z.unknown());

export const JournalEntry = z
  .object({
    _id: z.string().meta({ description: 'Number of the entry', examples: ['42'] }),
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
  })
  .meta({ id: 'JournalEntry', description: 'One change of one record' });
export type JournalEntry = z.infer<typeof JournalEntry>;

export const JournalQuery = z.object({
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
});
export type JournalQuery = z.output<typeof JournalQuery>;
