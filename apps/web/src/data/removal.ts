import type { Resource } from '@daybook/domain';
import { useTranslation } from 'react-i18next';
import { versionCondition } from '../lib/record-changes.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useChange } from './change.tsx';
import { removeRecord, takeRemovalBack } from './record-client.ts';

interface Removable {
  readonly _id: string;
  readonly version?: number;
}

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
    const { _id, version } = row;
    void change({
      done: t('deletedNamed', { name: nameOf(row) }),
      failed: t('notDeletedNamed', { name: nameOf(row) }),
      shows: { id: _id, row: null },
      run: async () => {
        await removeRecord(resource, _id, versionCondition(version));
        onRemoved?.();
      },
      undo: () => ({ run: () => takeRemovalBack(resource, _id) }),
    });
  };
  return (row: T) =>
    question
      ? confirm({ ...question(row), confirm: t('delete'), onConfirm: () => remove(row) })
      : remove(row);
}
