import type { Resource } from '@daybook/domain';
import { useTranslation } from 'react-i18next';
import { versionCondition } from '../lib/record-changes.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useChange } from './change.tsx';
import { removeRecord, takeRemovalBack } from './record-client.ts';
import { type UndoableChange, undoable } from './undoable.ts';

interface Removable {
  readonly _id: string;
  readonly version?: number;
}

/** The deletion of what was shown; what somebody has changed since stays. */
export const removalOf = (resource: Resource, { _id, version }: Removable, name: string): UndoableChange =>
  undoable({
    name,
    shows: { id: _id, row: null },
    run: () => removeRecord(resource, _id, versionCondition(version)),
    undo: () => takeRemovalBack(resource, _id),
  });

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
    const { name, run, ...shown } = removalOf(resource, row, nameOf(row));
    void change({
      ...shown,
      done: t('deletedNamed', { name }),
      failed: t('notDeletedNamed', { name }),
      run: async () => {
        const made = await run();
        onRemoved?.();
        return made;
      },
      undo: ({ undo }) => ({ run: undo }),
    });
  };
  return (row: T) =>
    question
      ? confirm({ ...question(row), confirm: t('delete'), onConfirm: () => remove(row) })
      : remove(row);
}
