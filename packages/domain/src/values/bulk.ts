import { z } from 'zod';
import { issue, raise, raiseAt } from './issues.ts';
import { Removed, updateInput } from './record.ts';
import { Flag, Id, listOf, noRecord, wholeNumber } from './scalars.ts';

/** The most records that one request creates, changes and deletes. */
export const MAX_BULK = 500;

interface Named {
  readonly _id: string;
  /** That the caller has seen; without it any will do. */
  readonly version?: number | undefined;
}

/** Many changes of records of one kind. */
export interface Bulk<Create, Changes> {
  readonly create: readonly Create[];
  readonly update: readonly (Changes & Named)[];
  readonly delete: readonly Named[];
  readonly dryRun: boolean;
}

/** What became of them, in the order in which they were sent. */
export interface BulkChanges<Row> {
  readonly created: readonly Row[];
  readonly updated: readonly Row[];
  readonly deleted: readonly { readonly _id: string }[];
}

const version = wholeNumber(1, 2 ** 31 - 1)
  .optional()
  .meta({ description: 'The version that was read: a record that has another one is a fault' });

/** The paths of items whose record an earlier item names too; malformed identifiers name none. */
function* namedAgain(input: Readonly<Record<'update' | 'delete', readonly { readonly _id?: unknown }[]>>) {
  const seen = new Set<unknown>();
  for (const part of ['update', 'delete'] as const)
    for (const [index, { _id }] of input[part].entries()) {
      if (seen.has(_id) && _id !== noRecord) yield [part, index];
      seen.add(_id);
    }
}

/** The body of a bulk operation on records that are created and changed with these. */
export function bulkInput<Create extends z.ZodType, S extends z.ZodRawShape>(
  create: Create,
  changes: z.ZodObject<S>,
) {
  const update = updateInput(
    '_id',
    changes,
    { version },
    {
      id: changes.meta()?.id?.replace('Changes', 'Update'),
      description: 'A record, and the fields that change.',
    },
  );
  const named = z.union(
    [
      Id.transform((_id): { _id: string; version?: number | undefined } => ({ _id })),
      z.object({ _id: Id, version }),
    ],
    issue('invalid_id'),
  );
  return z
    .object({
      create: listOf(create, 0, MAX_BULK).default([]),
      update: listOf(update, 0, MAX_BULK).default([]),
      delete: listOf(named, 0, MAX_BULK)
        .default([])
        .meta({ description: 'Identifiers, or objects with an identifier and a version' }),
      dryRun: Flag.default(false).meta({
        description:
          'Answers what would be, and writes nothing: created records have other identifiers later',
      }),
    })
    .superRefine((input, context) => {
      const count = input.create.length + input.update.length + input.delete.length;
      if (count < 1 || count > MAX_BULK) raise(context, 'bulk_count', { max: MAX_BULK });
      for (const path of namedAgain(input)) raiseAt(context, path, 'named_twice');
    });
}

/** The answer. */
export const bulkAnswer = <Row extends z.ZodType>(record: Row) =>
  z.object({ created: z.array(record), updated: z.array(record), deleted: z.array(Removed) });
