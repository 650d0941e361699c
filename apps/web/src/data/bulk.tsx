import type { Resource as RecordResource } from '@daybook/domain';
import { List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settleWithLimit } from '../lib/concurrency.ts';
import { useErrorText } from '../lib/errors.ts';
import { Name } from '../ui/List.tsx';
import { useChange } from './change.tsx';
import type { ProcedurePath } from './me.ts';
import type { Resource } from './refresh.ts';
import { removalOf } from './removal.ts';
import type { UndoableChange } from './undoable.ts';

export type BulkActionName = 'delete' | 'deactivate' | 'activate';

/** What can be done to many records of a list at once. */
export interface BulkAction<T> {
  readonly name: BulkActionName;
  /** Who may. */
  readonly needs: ProcedurePath;
  /** To which records it can be done. */
  readonly isFor: (row: T, ownID: string) => boolean;
  readonly changeOf: (row: T) => UndoableChange;
}

/** What is done to many records by a form of its own. */
export interface BulkForm<T> {
  /** Of its button. */
  readonly name: string;
  readonly needs: ProcedurePath;
  readonly isFor: (row: T) => boolean;
  /** @param onDone once it is done */
  readonly open: (rows: readonly T[], onDone: () => void) => void;
}

/** Whatever else can be done, records can be deleted. */
export const removal = <T extends { readonly _id: string; readonly version?: number }>(
  resource: RecordResource,
  nameOf: (row: T) => string,
  isRemovable: (row: T) => boolean = () => true,
): BulkAction<T> => ({
  name: 'delete',
  needs: `${resource}.remove`,
  // Nobody deletes the own account.
  isFor: (row, ownID) => row._id !== ownID && isRemovable(row),
  changeOf: (row) => removalOf(resource, row, nameOf(row)),
});

/** How many requests are on their way at once. */
const atOnce = 6;

interface BulkProgress {
  readonly done: number;
  readonly all: number;
}

/** Makes many changes of a resource as single requests: one notice with an undo of all, and one that lists what failed. */
export function useBulk(resource: Resource) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const change = useChange(resource);
  const [progress, setProgress] = useState<BulkProgress>();

  const settle = async <R,>(
    changes: readonly { readonly name: string; readonly run: () => Promise<R> }[],
  ) => {
    let done = 0;
    const counted = changes.map(({ run }) => async () => {
      const result = await run();
      setProgress({ done: ++done, all: changes.length });
      return result;
    });
    setProgress({ done, all: changes.length });
    const results = await settleWithLimit(counted, atOnce);
    setProgress(undefined);
    const failed = changes.flatMap(({ name }, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [{ name, reason: textOf(result.reason) }] : [];
    });
    if (failed.length > 0)
      notifications.show({
        color: 'red',
        autoClose: false,
        title: t('failedCount', { count: failed.length }),
        message: <Failed failed={failed} />,
      });
    return results;
  };

  /** @param done what the notice says of so many that were made */
  const makeAll = (changes: readonly UndoableChange[], done: (count: number) => string) =>
    change({
      shows: changes.flatMap(({ shows = [] }) => shows),
      run: async () => {
        const results = await settle(changes);
        return changes.flatMap(({ name }, index) => {
          const result = results[index];
          return result?.status === 'fulfilled'
            ? [{ name, run: result.value.undo, record: result.value.record }]
            : [];
        });
      },
      done: (made) => (made.length > 0 ? done(made.length) : undefined),
      undo: (made) => ({ run: () => settle(made) }),
    });
  return { makeAll, progress };
}

const shown = 8;

function Failed({
  failed,
}: {
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}) {
  const { t } = useTranslation();
  return (
    <>
      <List size="sm">
        {failed.slice(0, shown).map(({ name, reason }) => (
          <List.Item key={name}>
            <Name>{name}</Name>: {reason}
          </List.Item>
        ))}
      </List>
      {failed.length > shown && <Text size="sm">{t('andMore', { count: failed.length - shown })}</Text>}
    </>
  );
}
