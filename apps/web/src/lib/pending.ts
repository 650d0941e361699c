import type { Mutation } from '@tanstack/react-query';

/** What a record will be once a change of it is saved: null once it is removed. */
export interface Pending<T> {
  readonly id: string;
  readonly row: T | null;
}

/** Changes of a resource have this key; what they show stands in their variables. */
export const changeKey = (resource: string) => ['change', resource];

/** For `useMutationState`: what the changes under way show, in the order in which they were made. */
export const mutationsUnderWay = (resource: string) => ({
  filters: { mutationKey: changeKey(resource), status: 'pending' as const },
  select: ({ state }: Mutation) => {
    const { shows = [] } = state.variables as { readonly shows?: readonly Pending<unknown>[] };
    return shows;
  },
});

interface Row {
  readonly _id: string;
}

/** The rows as they will be: changed ones in their places, removed ones gone. The latest change of a row counts. */
export function withPending<T extends Row>(rows: readonly T[], changes: readonly Pending<T>[]): readonly T[] {
  if (changes.length === 0) return rows;
  const latest = new Map(changes.map(({ id, row }) => [id, row]));
  return rows.flatMap((row) => latest.get(row._id) ?? (latest.has(row._id) ? [] : [row]));
}

/** Rows that the service does not have yet. */
export function addedRows<T extends Row>(rows: readonly T[], changes: readonly Pending<T>[]): readonly T[] {
  const known = new Set(rows.map(({ _id }) => _id));
  return changes.flatMap(({ id, row }) => (row && !known.has(id) ? [row] : []));
}
