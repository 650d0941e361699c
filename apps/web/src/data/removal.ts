import type { Resource } from '@daybook/domain';
import { useTranslation } from 'react-i18next';
import { versionCondition } from '../lib/record-changes.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { type BulkAction, type BulkItem, oneByOne, together } from './bulk.ts';
import { useChange } from './change.tsx';
import { type BulkResource, bulkClients, removeRecord, takeRemovalBack } from './record-client.ts';

export interface Removable {
  readonly _id: string;
  readonly version?: number | undefined;
}

/** The deletion of what was shown; what somebody has changed since stays. */
const removalOf = (resource: Resource, { _id, version }: Removable) => ({
  shows: [{ id: _id, row: null }],
  run: () => removeRecord(resource, _id, versionCondition(version)),
  undo: () => ({ run: () => takeRemovalBack(resource, _id) }),
});

/** The same, in a request for many. */
export const removalItem = ({ _id, version }: Removable, name: string): BulkItem => ({
  part: 'delete',
  name,
  body: { _id, version },
  shows: { id: _id, row: null },
});

/** Whatever else can be done to many records, they can be deleted. */
export const bulkRemoval = <T extends Removable>(
  resource: Resource,
  nameOf: (row: T) => string,
  isRemovable: (row: T) => boolean = () => true,
): BulkAction<T> => ({
  name: 'delete',
  needs: `${resource}.remove`,
  // Nobody deletes the own account.
  isFor: (row, ownID) => row._id !== ownID && isRemovable(row),
  changeOf: (rows, tell) =>
    isBulk(resource)
      ? together(resource, [{ items: rows.map((row) => removalItem(row, nameOf(row))) }])
      : oneByOne(
          rows.map((row) => ({ name: nameOf(row), ...removalOf(resource, row) })),
          tell,
        ),
});

const isBulk = (resource: Resource): resource is BulkResource => resource in bulkClients;

interface RemovalOptions<T> {
  readonly resource: Resource;
  /** What the notice calls it. */
  readonly nameOf: (row: T) => string;
  /** Asked first, where a record does not come back as it was. */
  readonly question?: (row: T) => { readonly title: string; readonly text: string };
  /** Before anything is asked again of the service. */
  readonly onRemoved?: (() => void) | undefined;
}

/** Deletes what was shown, and offers to take that back; what somebody has changed since stays, and the notice says so. */
export function useRemoval<T extends Removable>({
  resource,
  nameOf,
  question,
  onRemoved,
}: RemovalOptions<T>) {
  const { t } = useTranslation();
  const change = useChange(resource);
  const confirm = useConfirm();
  const remove = (row: T) => {
    const { run, ...removal } = removalOf(resource, row);
    const name = nameOf(row);
    void change({
      ...removal,
      done: t('deletedNamed', { name }),
      failed: t('notDeletedNamed', { name }),
      run: async () => {
        const made = await run();
        onRemoved?.();
        return made;
      },
    });
  };
  return (row: T) =>
    question
      ? confirm({ ...question(row), confirm: t('delete'), onConfirm: () => remove(row) })
      : remove(row);
}
