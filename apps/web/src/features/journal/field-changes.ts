import type { Outputs } from '@daybook/client';

export type Entry = Outputs['journal']['list']['items'][number];

/** One field of an entry; undefined where it was not there before, or is not any more. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** What an entry tells, field by field: at a creation what was set, at a deletion what there was. */
export function fieldChanges({ before, after }: Pick<Entry, 'before' | 'after'>): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((change) => !(isEmpty(change.before) && isEmpty(change.after)));
}
